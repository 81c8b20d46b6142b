/** One schema of a document, with the keywords that the engine reads. */

import { isMembers, isObject, type Json, type JsonSchema } from '../model/index.ts';
import { discriminatorOf, discriminatorValue } from './discriminator.ts';
import { hasFlag, isFlagged } from './flags.ts';
import {
  formatIn,
  isOpen,
  isPattern,
  plainKeyword,
  SILENT,
  type Translated,
  typesIn,
  unknownTypes,
} from './keywords.ts';
import type { Notes } from './notes.ts';
import { type DocumentPlace, elementsAt, inside, membersAt, referenceAt } from './references.ts';
import type { OpenApiDocuments } from './source.ts';

/** Members that only servers write are no part of requests, those that only clients write none of answers. */
export type Use = 'request' | 'answer';

export interface Translation {
  readonly documents: OpenApiDocuments;
  readonly use: Use;
  readonly notes: Notes;
  /** Schemas that this one is a branch of. */
  readonly around?: readonly DocumentPlace[];
  /** The schema in place of a reference. */
  readonly referTo: (place: DocumentPlace, reference: string) => JsonSchema;
  /** Counts a keyword. */
  readonly count: () => void;
}

/** Keywords that are judged in answers, and have no counterpart in requests. */
const OF_ANSWERS: ReadonlySet<string> = new Set([
  ...['patternProperties', 'propertyNames', 'contains', 'minContains', 'maxContains'],
  ...['if', 'prefixItems', 'dependentRequired'],
]);

const CHOICES: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);

/** Keywords of answers whose values are no schemas. */
const PLAIN: ReadonlySet<string> = new Set(['minContains', 'maxContains', 'dependentRequired']);

export function translate(place: DocumentPlace, context: Translation): Json {
  const { value } = place;
  if (typeof value === 'boolean') return value ? {} : false;
  if (!isObject(value)) return {};
  const schema = value as JsonSchema;
  const reference = referenceAt(place);
  return reference === undefined
    ? membersOf(place, schema, context)
    : withNull(context.referTo(place, reference), schema);
}

/** Before 3.1, members next to a reference have no meaning; many documents mean this one. */
function withNull(schema: JsonSchema, { nullable }: JsonSchema): JsonSchema {
  return nullable === true && !isOpen(schema) ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** Null counts by the side of branches that have a type without it. */
function allowsNull(schema: JsonSchema): boolean {
  return schema.nullable === true && Object.keys(schema).some((one) => CHOICES.has(one));
}

function membersOf(place: DocumentPlace, schema: JsonSchema, context: Translation): JsonSchema {
  const { use, notes, count } = context;
  const result: { [keyword: string]: Json } = {};
  let lacking: string | undefined;
  const put = (keyword: string, given: Translated | undefined) => {
    if (given === undefined) return;
    if ('why' in given) {
      notes.add(place, given.why);
      if (given.isNeeded) lacking ??= given.why;
    } else {
      result[keyword] = given.value;
      count();
    }
  };
  for (const type of unknownTypes(schema)) notes.add(place, `type "${type}" is not known`);
  const types = typesIn(schema);
  const [only] = types;
  if (only !== undefined) put('type', { value: types.length === 1 ? only : types });
  put('format', formatIn(schema));
  for (const keyword of Object.keys(schema)) {
    if (SILENT.has(keyword) || keyword.startsWith('x-')) continue;
    put(keyword, keywordAt(place, keyword, schema, context));
  }
  // No value can be made, unless a profile has one.
  if (lacking !== undefined && use === 'request') return { 'x-known': lacking };
  const said = use === 'answer' ? schema.description : undefined;
  return {
    ...(allowsNull(schema) ? withNull(result, schema) : result),
    ...(use === 'request' && schema.readOnly === true && { readOnly: true }),
    ...(use === 'request' && isFile(schema) && { 'x-style': 'file' }),
    ...(typeof said === 'string' && { description: said.slice(0, MOST_WORDS) }),
  };
}

/** Bytes that are no text of JSON (OpenAPI 3.0, 4.7.14.3; JSON Schema validation, 8). */
function isFile({ format, contentMediaType, contentEncoding }: JsonSchema): boolean {
  return format === 'binary' || (contentMediaType !== undefined && contentEncoding === undefined);
}

/** Maximum length of a description in reports. */
const MOST_WORDS = 200;

function keywordAt(
  place: DocumentPlace,
  keyword: string,
  schema: JsonSchema,
  context: Translation,
): Translated | undefined {
  const isRequest = context.use === 'request';
  const plain = plainKeyword(keyword, schema, isRequest);
  if (plain !== 'none') return plain;
  if (CHOICES.has(keyword)) return choiceAt(place, keyword, schema, context);
  const at = inside(place, keyword);
  const inner = { ...context, around: [] };
  switch (keyword) {
    case 'properties':
      return { value: propertiesAt(at, inner) };
    case 'required':
      return requiredAt(place, context);
    case 'items':
      if (isMembers(schema.items) || typeof schema.items === 'boolean') break;
      return { why: 'a list of `items` is left open' };
    case 'additionalProperties':
    case 'not':
      break;
    default:
      if (!OF_ANSWERS.has(keyword)) return { why: `keyword \`${keyword}\` is not read` };
      if (isRequest) return { why: `keyword \`${keyword}\` is not read in requests` };
  }
  return subschemaAt(at, keyword, schema, inner);
}

function subschemaAt(
  at: DocumentPlace,
  keyword: string,
  schema: JsonSchema,
  context: Translation,
): Translated | undefined {
  if (PLAIN.has(keyword)) return { value: at.value as Json };
  if (keyword === 'patternProperties') {
    const each = membersAt(at).map(([name, one]) => [name, translate(one, context)] as const);
    return each.every(([name]) => isPattern(name))
      ? { value: Object.fromEntries(each) }
      : { why: 'a pattern of names is no regular expression of ECMA-262' };
  }
  if (keyword === 'prefixItems') {
    return { value: elementsAt(at).map((one) => translate(one, context)) };
  }
  if (keyword === 'if') {
    // Without a consequence, a condition says nothing.
    if (schema.then === undefined && schema.else === undefined) return undefined;
    return { why: 'a condition (`if`) is not read' };
  }
  const value = translate(at, context);
  // An open object is open in any case, and generators add nothing to it.
  if (keyword === 'additionalProperties' && isOpen(value)) return undefined;
  return keyword === 'not' && isOpen(value) ? { why: 'a `not` of everything' } : { value };
}

function choiceAt(
  place: DocumentPlace,
  keyword: string,
  schema: JsonSchema,
  context: Translation,
): Translated {
  const places = elementsAt(inside(place, keyword));
  const within = { ...context, around: [place, ...(context.around ?? [])] };
  if (places.length === 0) return { why: `an empty \`${keyword}\`` };
  const discriminator = keyword === 'allOf' ? undefined : discriminatorOf(schema);
  const branches = places.map((one) => {
    const branch = translate(one, within);
    const value = discriminator && discriminatorValue(context.documents, one, discriminator);
    return discriminator === undefined || value === undefined || !isMembers(branch)
      ? branch
      : { allOf: [branch, { properties: { [discriminator.property]: { const: value } } }] };
  });
  return { value: branches };
}

function propertiesAt(at: DocumentPlace, context: Translation): Json {
  const { documents, use } = context;
  return Object.fromEntries(
    membersAt(at).flatMap(([member, one]): readonly (readonly [string, Json])[] => {
      if (use === 'answer' && hasFlag(documents, one, 'writeOnly')) return [];
      const schema = translate(one, context);
      const isServers =
        use === 'request' && isMembers(schema) && hasFlag(documents, one, 'readOnly');
      return [[member, isServers ? { ...schema, readOnly: true } : schema]];
    }),
  );
}

function requiredAt(
  place: DocumentPlace,
  { documents, use, around = [] }: Translation,
): Translated | undefined {
  const { value } = inside(place, 'required');
  // Before JSON Schema 4, a flag of a member.
  if (!Array.isArray(value)) return { why: `\`required: ${JSON.stringify(value)}\` is no list` };
  const flag = use === 'request' ? 'readOnly' : 'writeOnly';
  const wanted = [...new Set(value.map(String))].filter(
    (member) => !isFlagged(documents, [place, ...around], member, flag),
  );
  return wanted.length === 0 ? undefined : { value: wanted };
}
