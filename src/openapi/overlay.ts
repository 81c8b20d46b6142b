/** Overlays: additions of a profile to a document that stays as it is. Links of the document are read as such additions. */

import { complaint, type SourceFile } from '../contract/index.ts';
import { isObject, type Json, nearNames, pointerOf } from '../model/index.ts';
import type { Given } from './import.ts';
import { elementsAt, followed, inside, membersAt, textAt } from './references.ts';
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

/** An addition to an operation. */
export interface Addition extends OperationOverlay {
  /** The route of an object of the same resource. */
  readonly like?: string;
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
): readonly Addition[] {
  const said = new Map<Named, OperationOverlay>();
  for (const [name, one] of Object.entries(own?.overlay.operations ?? {})) {
    const operation = given.find((each) => namesIn(each).includes(name));
    if (operation === undefined) {
      const near = nearNames(name, given.flatMap(namesIn));
      const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
      throw refuse(own, ['operations', name], `the document has no operation "${name}"${hint}`);
    }
    for (const parameter of Object.keys(one.parameters ?? {})) {
      const names = queriesOf(operation, documents);
      if (names.includes(parameter)) continue;
      const place = ['operations', name, 'parameters', parameter];
      throw refuse(own, place, `the operation has no parameter "${parameter}" in its query`);
    }
    said.set(operation, one);
  }
  const linked = linksIn(given, documents);
  return given.map((one) => ({ ...linked.get(one), ...said.get(one) }));
}

/** @throws TouchstoneError for a level whose beginning no clause has */
export function assertLevels(own: OverlaySource, clauses: readonly { readonly id: string }[]) {
  for (const prefix of Object.keys(own.overlay.levels ?? {})) {
    if (clauses.some(({ id }) => id === prefix || id.startsWith(`${prefix}/`))) continue;
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

/**
 * A `POST` whose answer links to an operation on the object in its body creates that object (OpenAPI 3.1, 4.8.20).
 */
function linksIn(
  given: readonly Named[],
  documents: OpenApiDocuments,
): ReadonlyMap<Named, Addition> {
  const found = new Map<Named, Addition>();
  for (const one of given.filter(({ method }) => method === 'post')) {
    const links = membersAt(inside(one.place, 'responses'))
      .filter(([status]) => /^2/.test(status))
      .flatMap(([, answer]) => membersAt(inside(followed(documents, answer), 'links')))
      .map(([, link]) => followed(documents, link));
    for (const link of links) {
      const id = textAt(link, 'operationId');
      const target = given.find(
        ({ place }) => id !== undefined && textAt(place, 'operationId') === id,
      );
      const parameter = /\{(\w+)\}\/?$/.exec(target?.route ?? '')?.[1];
      const value =
        parameter && isObject(inside(link, 'parameters').value)
          ? textAt(inside(link, 'parameters'), parameter)
          : undefined;
      const [, pointer] = /^\$response\.body#(\/.+)$/.exec(value ?? '') ?? [];
      if (target === undefined || pointer === undefined) continue;
      found.set(one, { does: 'create', like: target.route, id: pointer });
    }
  }
  return found;
}
