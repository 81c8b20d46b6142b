/** Follows `$ref` through the files of a document. */

import { complaint } from '../contract/index.ts';
import { isObject, pointerOf, type TouchstoneError, tokens, valueAt } from '../model/index.ts';
import { type OpenApiDocuments, outerPlace } from './source.ts';

/** A value in one of the files of a document. */
export interface DocumentPlace {
  readonly file: string;
  readonly pointer: string;
  readonly value: unknown;
}

/** Maximum number of references that lead to the next one. */
const MOST = 32;

export function rootOf({ main, files }: OpenApiDocuments): DocumentPlace {
  return { file: main, pointer: '', value: files.get(main)?.value };
}

export function inside(place: DocumentPlace, ...path: readonly (string | number)[]): DocumentPlace {
  const pointer = pointerOf(path);
  return {
    file: place.file,
    pointer: place.pointer + pointer,
    value: valueAt(place.value, pointer),
  };
}

/** Members of an object, each with its place; none for other values. */
export function membersAt(place: DocumentPlace): readonly (readonly [string, DocumentPlace])[] {
  return isObject(place.value)
    ? Object.keys(place.value).map((name) => [name, inside(place, name)])
    : [];
}

export function elementsAt(place: DocumentPlace): readonly DocumentPlace[] {
  return Array.isArray(place.value) ? place.value.map((_, index) => inside(place, index)) : [];
}

/** Media types of a body or a parameter, each with its place. */
export function mediaTypesAt(place: DocumentPlace): readonly (readonly [string, DocumentPlace])[] {
  return membersAt(place)
    .filter(([name]) => /^content$/.test(name))
    .flatMap(([, one]) => membersAt(one));
}

export function textAt(place: DocumentPlace, name: string): string | undefined {
  const { value } = inside(place, name);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The reference of a place; undefined if it has none. */
export function referenceAt({ value }: DocumentPlace): string | undefined {
  return isObject(value) && typeof value.$ref === 'string' ? value.$ref : undefined;
}

/**
 * The place that a reference names.
 *
 * @throws TouchstoneError 'contract-broken' with file and line, for one that names nothing
 */
export function targetOf(
  documents: OpenApiDocuments,
  from: DocumentPlace,
  reference: string,
): DocumentPlace {
  const found = targetAt(documents, from, reference);
  if (found !== undefined) return found;
  throw refuse(documents, from, `the reference "${reference}" names nothing`);
}

/** The place that a reference names; undefined if it names nothing. */
export function targetAt(
  { files }: OpenApiDocuments,
  from: DocumentPlace,
  reference: string,
): DocumentPlace | undefined {
  const [outer = '', fragment = ''] = reference.split('#');
  const file = outer === '' ? from.file : outerPlace(from.file, outer);
  const pointer = decoded(fragment);
  const value = valueAt(files.get(file)?.value, pointer);
  const isPointer = pointer === '' || pointer.startsWith('/');
  return value === undefined || !isPointer ? undefined : { file, pointer, value };
}

/** The place itself, or the one that its references lead to. */
export function followed(documents: OpenApiDocuments, place: DocumentPlace): DocumentPlace {
  let here = place;
  for (let steps = 0; steps < MOST; steps++) {
    const reference = referenceAt(here);
    if (reference === undefined) return here;
    here = targetOf(documents, here, reference);
  }
  throw refuse(documents, place, 'the references run in a circle');
}

/** An error at a place of a document, with file and line. */
export function refuse(
  documents: OpenApiDocuments,
  place: DocumentPlace,
  reason: string,
): TouchstoneError {
  const source = documents.files.get(place.file);
  if (source === undefined) throw new TypeError(`${place.file} was not read`);
  return complaint(source, place.pointer, reason);
}

/** File and line of a place, as a user finds it. */
export function shownPlace({ files }: OpenApiDocuments, { file, pointer }: DocumentPlace): string {
  const source = files.get(file);
  const path = tokens(pointer).map((token) => (/^\d+$/.test(token) ? Number(token) : token));
  return `${source?.file ?? file}:${source?.lineOf(path) ?? 1}`;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
