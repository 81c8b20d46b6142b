/** Overlays: additions of a profile to a document that stays as it is. */

import { complaint, type SourceFile } from '../contract/index.ts';
import { type Json, nearNames, pointerOf } from '../model/index.ts';
import type { Given } from './import.ts';
import { elementsAt, followed, inside, textAt } from './references.ts';
import type { OpenApiDocuments } from './source.ts';

/** As in `schemas/files/target.json`. */
export interface Overlay {
  /** Levels of clauses, by beginnings of their IDs. */
  readonly levels?: { readonly [prefix: string]: string };
  /** By `GET /route`, or by `operationId`. */
  readonly operations?: { readonly [operation: string]: OperationOverlay };
}

export interface OperationOverlay {
  readonly off?: string;
  readonly does?: string;
  readonly resource?: string;
  /** Pointer to the ID of the object in the answer. */
  readonly id?: string;
  /** Pointer to the records of the list in the answer. */
  readonly items?: string;
  /** As `x-asks`. */
  readonly parameters?: { readonly [name: string]: Json };
}

/** An overlay, and the place in the file of a profile that errors name. */
export interface OverlaySource {
  readonly overlay: Overlay;
  readonly source: SourceFile;
  readonly at: string;
}

type Named = Pick<Given, 'method' | 'route' | 'path' | 'place'>;

/** The additions to operations, in the order of the given ones. */
export function additionsTo(
  given: readonly Named[],
  documents: OpenApiDocuments,
  own: OverlaySource | undefined,
): readonly OperationOverlay[] {
  const said = new Map<Named, OperationOverlay>();
  for (const [name, one] of Object.entries(own?.overlay.operations ?? {})) {
    const operation = given.find((each) => namesIn(each).includes(name));
    if (operation === undefined) {
      const near = nearNames(name, given.flatMap(namesIn));
      const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
      throw refuse(own, ['operations', name], `the document has no operation "${name}"${hint}`);
    }
    if (said.has(operation)) {
      const reason = `"${name}" is another name of an operation that the overlay has already`;
      throw refuse(own, ['operations', name], reason);
    }
    for (const parameter of Object.keys(one.parameters ?? {})) {
      const names = queriesOf(operation, documents);
      if (names.includes(parameter)) continue;
      const place = ['operations', name, 'parameters', parameter];
      throw refuse(own, place, `the operation has no parameter "${parameter}" in its query`);
    }
    said.set(operation, one);
  }
  return given.map((one) => said.get(one) ?? {});
}

/** @throws TouchstoneError for a level whose beginning no clause has */
export function assertLevels(
  own: OverlaySource,
  document: string,
  clauses: readonly { readonly id: string }[],
) {
  const ids = clauses.map(({ id }) => id).filter((id) => id.startsWith(`${document}/`));
  for (const prefix of Object.keys(own.overlay.levels ?? {})) {
    if (ids.some((id) => id === prefix || id.startsWith(`${prefix}/`))) continue;
    throw refuse(own, ['levels', prefix], `no clause has an ID that begins with "${prefix}"`);
  }
}

function refuse(own: OverlaySource | undefined, path: readonly string[], reason: string): Error {
  if (own === undefined) throw new TypeError(reason);
  return complaint(own.source, own.at + pointerOf(path), reason, 'profile-invalid');
}

function namesIn({ method, route, place }: Named): readonly string[] {
  return [`${method.toUpperCase()} ${route}`, textAt(place, 'operationId') ?? ''];
}

function queriesOf({ path, place }: Named, documents: OpenApiDocuments): readonly string[] {
  return [path, place]
    .flatMap((one) => elementsAt(inside(one, 'parameters')))
    .map((one) => followed(documents, one))
    .filter((one) => textAt(one, 'in') === 'query')
    .flatMap((one) => textAt(one, 'name') ?? []);
}
