/** Members of bodies, and needed parameters, that hold the ID of an object of another collection. */

import {
  type DocumentName,
  isList,
  isMembers,
  type Json,
  type JsonSchema,
  type Operation,
  recordsOf,
  tokens,
} from '../model/index.ts';
import { merged } from './merge.ts';
import { withOwnIds } from './own-ids.ts';
import { operationOn } from './resources.ts';
import { membersOf, sameJson, typesOf } from './schema.ts';
import { isWordFor, recordSchema, segmentsOf } from './shown-places.ts';

/** Names the facts (`x-known`) that are IDs of a resource. No path takes its value from them. */
const IDS = 'IDs of ';

/** The resource whose IDs a fact has; undefined for other facts. */
export function referredIn(fact: string): string | undefined {
  return fact.startsWith(IDS) ? fact.slice(IDS.length) : undefined;
}

interface ReferredCollection {
  readonly document: DocumentName;
  readonly resource: string;
  /** The last segment of its route. */
  readonly segment: string;
  /** The schema of its IDs. */
  readonly id: JsonSchema;
}

/**
 * The operations with IDs of their objects, and with the members that refer to other objects marked as facts.
 *
 * @param documents the APIs that no planner knows
 */
export function withIds(
  given: readonly Operation[],
  documents: ReadonlySet<DocumentName>,
  schemaAt: (reference: string) => JsonSchema,
): readonly Operation[] {
  const operations = withOwnIds(given, documents, schemaAt);
  const all = operations
    .filter(({ document }) => documents.has(document))
    .flatMap((list) => collectionAt(list, operations, schemaAt));
  return operations.map((operation) => {
    const own = all.filter(({ document }) => document === operation.document);
    if (own.length === 0) return operation;
    const { body } = operation;
    return {
      ...operation,
      parameters: operation.parameters.map((one) =>
        one.in !== 'path' && one.required
          ? { ...one, schema: marked(one.name, one.schema, own) }
          : one,
      ),
      ...(body && {
        body: {
          ...body,
          schema: marked('', body.schema, own),
          settled: marked('', body.settled, own),
        },
      }),
    };
  });
}

/** The collection of a list that is below no object. */
function collectionAt(
  list: Operation,
  operations: readonly Operation[],
  schemaAt: (reference: string) => JsonSchema,
): readonly ReferredCollection[] {
  const { document, resource, route } = list;
  const segment = segmentsOf(route).at(-1);
  if (list.action !== 'list' || route.includes('{') || segment === undefined) return [];
  const read = operationOn(operations, document, resource, 'get');
  const { items, id: place = '/id' } = recordsOf(list);
  const answer = list.answers.find(({ status, schema }) => schema && status < 300)?.schema;
  const record = answer === undefined ? undefined : recordSchema(schemaAt(answer), items);
  const member = tokens(place).at(-1);
  const shown = membersOf(record ?? {}).find(([name]) => name === member)?.[1];
  const taken = read?.parameters.findLast((one) => one.in === 'path')?.schema;
  const id = shown && merged(taken ?? shown);
  return id === undefined ? [] : [{ document, resource, segment, id }];
}

/** Maximum number of schemas around a member that is looked at. */
const MOST_LEVELS = 8;

/** The schema of a member, and of those inside it; the same one if none refers to an object. */
function marked(
  name: string,
  schema: JsonSchema,
  collections: readonly ReferredCollection[],
  level = 0,
): JsonSchema {
  if (schema.readOnly === true || level > MOST_LEVELS) return schema;
  const into = (inner: string, part: Json): Json =>
    isMembers(part) ? marked(inner, part, collections, level + 1) : part;
  const inside = changed(schema, (keyword, value) => {
    if (keyword === 'items') return into(name, value);
    if (CHOICES.test(keyword) && isList(value)) {
      const parts = value.map((part) => into(name, part));
      return parts.every((part, at) => part === value[at]) ? value : parts;
    }
    return keyword === 'properties' && isMembers(value) ? changed(value, into) : value;
  });
  const referred = collections.find((one) => refersTo(name, schema, one));
  return referred === undefined ? inside : { ...inside, 'x-known': IDS + referred.resource };
}

const CHOICES = /^(?:allOf|anyOf|oneOf)$/;

/** The object with other values; the same one if all values are. */
function changed(given: JsonSchema, by: (name: string, value: Json) => Json): JsonSchema {
  const all = Object.entries(given).map(([name, value]) => [name, by(name, value)] as const);
  return all.every(([name, value]) => value === given[name]) ? given : Object.fromEntries(all);
}

/** The last word is one for an ID: `vetId`, `vet_ids`, `vetUUID`. */
const ID_WORD = /(?:[_-](?:id|uuid|guid)|I[dD]|U[uU][iI][dD]|G[uU][iI][dD])s?$/;

/** Values of a member with one of these are others. */
const TAKEN = ['enum', 'const', 'x-known', 'x-chosen'];

/** Returns true for `vetId`, `category_ids` and `homeStationId`, for `vet`, and for another name with the form of the ID. */
function refersTo(name: string, schema: JsonSchema, { segment, id }: ReferredCollection): boolean {
  if (name === '' || TAKEN.some((one) => schema[one] !== undefined) || !isLike(schema, id)) {
    return false;
  }
  const hasForm = id.pattern !== undefined && sameJson(schema.pattern ?? null, id.pattern);
  const stem = name.replace(ID_WORD, '');
  const last = /(?:^|[_-]|(?=[A-Z]))([A-Za-z][a-z0-9]*)$/.exec(stem)?.[1] ?? stem;
  const isNamed = stem !== '' && [stem, last].some((one) => isWordFor(one, segment));
  // A plain text called `category` is rather a word than an ID.
  const isPlain = id.pattern === undefined && id.format === undefined && isText(id);
  return hasForm || (isNamed && (stem !== name || !isPlain));
}

function isText(schema: JsonSchema): boolean {
  return typesOf(schema).includes('string');
}

/** Returns true for schemas of one type and format; a member may leave its format out. */
function isLike(schema: JsonSchema, id: JsonSchema): boolean {
  if (schema.type === undefined || id.type === undefined) return false;
  const typeOf = (one: JsonSchema) => typesOf(one).filter((type) => type !== 'null');
  const isFormat = schema.format === undefined || schema.format === id.format;
  return sameJson([...typeOf(schema)], [...typeOf(id)]) && isFormat;
}
