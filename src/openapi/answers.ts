/** Documented answers of an operation: statuses, ranges and `default`, with their media types and schemas. */

import type { AnswerContract, Json } from '../model/index.ts';
import { hiddenMembers } from './flags.ts';
import type { Notes } from './notes.ts';
import {
  type DocumentPlace,
  followed,
  inside,
  mediaTypesAt,
  membersAt,
  textAt,
} from './references.ts';
import type { SchemaWriter } from './schemas.ts';
import type { OpenApiDocuments } from './source.ts';

interface Range {
  readonly status: number;
  readonly upTo?: number;
}

/** Returns true for media types whose bodies are JSON. */
export function isJsonType(type: string): boolean {
  return /^(application|text)\/([\w.+-]+\+)?json\b/i.test(type);
}

/**
 * @param name of the schema files of its answers
 * @returns successes first, in the order of their statuses
 */
export function answersAt(
  documents: OpenApiDocuments,
  operation: DocumentPlace,
  name: string,
  { schemas, notes }: { readonly schemas: SchemaWriter; readonly notes: Notes },
): readonly AnswerContract[] {
  const given = membersAt(inside(operation, 'responses')).filter(([key]) => !key.startsWith('x-'));
  const hasSuccess = given.some(([key]) => /^[23]/.test(key));
  const found = given.flatMap(([key, place]): readonly AnswerContract[] => {
    const ranges = rangesOf(key, hasSuccess);
    if (ranges.length === 0) notes.add(place, `an answer "${key}" is no status`);
    return ranges.map((range) => ({
      name: nameOf(range, given.length),
      ...range,
      ...bodyAt(followed(documents, place), `${name}-${key}`, { schemas, notes }),
    }));
  });
  return found.toSorted((one, other) => one.status - other.status);
}

/** Returns true if `default` stands for further successes. */
export function hasOtherSuccesses(operation: DocumentPlace): boolean {
  return inside(operation, 'responses', 'default').value !== undefined;
}

/** Returns true if a success is documented with the header field `Location`. */
export function hasLocation(documents: OpenApiDocuments, operation: DocumentPlace): boolean {
  return membersAt(inside(operation, 'responses'))
    .filter(([status]) => /^2/.test(status))
    .flatMap(([, answer]) => membersAt(inside(followed(documents, answer), 'headers')))
    .some(([name]) => /^location$/i.test(name));
}

/** A header field that answers of a status have. */
type AnswerField = { readonly name: string; readonly schema: Json } & {
  readonly [range: string]: Json;
};

/** The required header fields of the successes of an operation. Those of the connection are others. */
export function fieldsAt(
  documents: OpenApiDocuments,
  operation: DocumentPlace,
  schemas: SchemaWriter,
): readonly AnswerField[] {
  return membersAt(inside(operation, 'responses')).flatMap(([status, answer]) =>
    membersAt(inside(followed(documents, answer), 'headers')).flatMap(([name, given]) => {
      const field = followed(documents, given);
      if (inside(field, 'required').value !== true || !/^2/.test(status)) return [];
      const schema = schemas.translate(followed(documents, inside(field, 'schema')), 'answer');
      const isPlain = !/"\$ref"|"type":\s*(?:\[|"(?:array|object))/.test(JSON.stringify(schema));
      return rangesOf(status, true).map((range) => ({
        ...{ ...range, name, schema: isPlain ? schema : {} },
      }));
    }),
  );
}

/** Returns true if an operation answers with a list of objects, or an object with only one such list. */
export function showsList(documents: OpenApiDocuments, operation: DocumentPlace): boolean {
  const success = membersAt(inside(operation, 'responses')).find(([status]) => /^2/.test(status));
  const media = success && mediaTypesAt(followed(documents, success[1]));
  const json = media?.find(([type]) => isJsonType(type));
  if (json === undefined) return false;
  const schema = followed(documents, inside(json[1], 'schema'));
  const isList = (one: DocumentPlace) =>
    textAt(one, 'type') === 'array' &&
    membersAt(inside(followed(documents, inside(one, 'items')), 'properties')).length > 0;
  const members = membersAt(inside(schema, 'properties'));
  return (
    isList(schema) || members.filter(([, one]) => isList(followed(documents, one))).length === 1
  );
}

/** Members that only clients write, in the successes of an operation. */
export function hiddenAt(documents: OpenApiDocuments, operation: DocumentPlace): readonly string[] {
  return membersAt(inside(operation, 'responses'))
    .filter(([status]) => /^2/.test(status))
    .flatMap(([, answer]) => mediaTypesAt(followed(documents, answer)))
    .flatMap(([, media]) => hiddenMembers(documents, inside(media, 'schema')));
}

/** `default` stands for all other statuses; with a documented success, its body is that of refusals. */
function rangesOf(key: string, hasSuccess: boolean): readonly Range[] {
  const [, digit] = /^([1-5])XX$/i.exec(key) ?? [];
  if (digit !== undefined) return [{ status: Number(digit) * 100, upTo: Number(digit) * 100 + 99 }];
  if (/^[1-5]\d\d$/.test(key)) return [{ status: Number(key) }];
  if (key !== 'default') return [];
  const refusals = { status: 400, upTo: 599 };
  return hasSuccess ? [refusals] : [{ status: 200, upTo: 299 }, refusals];
}

function nameOf({ status, upTo }: Range, count: number): string {
  if (status < 300) return upTo !== undefined || count === 1 ? 'success' : `success-${status}`;
  return upTo === undefined ? `answer-${status}` : `answer-${status}-to-${upTo}`;
}

function bodyAt(
  answer: DocumentPlace,
  name: string,
  { schemas, notes }: { readonly schemas: SchemaWriter; readonly notes: Notes },
): Pick<AnswerContract, 'types' | 'schema'> {
  const content = mediaTypesAt(answer);
  if (content.length === 0) return {};
  const types = content.map(([type]) => type.toLowerCase());
  const json = content.filter(([type]) => isJsonType(type));
  const [first, ...others] = json;
  if (others.length > 0) notes.add(answer, 'of several schemas for JSON the first is judged');
  const isOnlyJson = json.length === content.length;
  const schema = first && inside(first[1], 'schema');
  // If another type may come, a body that is no JSON is right.
  if (schema?.value === undefined || !isOnlyJson) return { types };
  return { types, schema: schemas.reference(schema, 'answer', name) };
}

export function titleOf(operation: DocumentPlace, method: string, route: string): string {
  const said = textAt(operation, 'summary') ?? textAt(operation, 'operationId') ?? '';
  const title = said.replace(/\s+/g, ' ').trim().slice(0, 120);
  return title.length >= 3 ? title : `${method.toUpperCase()} ${route}`;
}
