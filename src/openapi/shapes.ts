/** Kinds of the nodes of an OpenAPI document. A node of another kind would be read as an empty one. */

import { isObject } from '../model/index.ts';
import {
  type DocumentPlace,
  elementsAt,
  inside,
  membersAt,
  referenceAt,
  refuse,
  rootOf,
  targetAt,
} from './references.ts';
import type { OpenApiDocuments } from './source.ts';

/** A kind with `!` is demanded, `[…]` is a list, and `{…}` an object with any names. */
type Shape = { readonly [member: string]: string };

const EACH_OPERATION = Object.fromEntries(
  ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'].map((method) => [
    method,
    'operation',
  ]),
);

const SUBSCHEMAS = {
  ...{ properties: '{schema}', patternProperties: '{schema}', additionalProperties: 'schema' },
  ...{ allOf: '[schema]', anyOf: '[schema]', oneOf: '[schema]', prefixItems: '[schema]' },
  ...{ not: 'schema', if: 'schema', contains: 'schema', propertyNames: 'schema' },
} as const;

/** Members that the import reads, for OpenAPI 3 and Swagger 2.0. */
const SHAPES: { readonly [kind: string]: Shape } = {
  document: {
    ...{ info: 'info', paths: '{path}', components: 'components' },
    ...{ servers: '[server]', security: '[requirement]', basePath: 'text', host: 'text' },
    ...{ definitions: '{schema}', parameters: '{parameter}', responses: '{response}' },
    ...{ securityDefinitions: '{scheme}', consumes: '[text]', produces: '[text]' },
  },
  info: {},
  components: {
    ...{ schemas: '{schema}', responses: '{response}', parameters: '{parameter}' },
    ...{ requestBodies: '{body}', securitySchemes: '{scheme}', headers: '{header}' },
  },
  server: { url: 'text' },
  path: { ...EACH_OPERATION, $ref: 'text', parameters: '[parameter]', servers: '[server]' },
  operation: {
    ...{ parameters: '[parameter]', requestBody: 'body', responses: '{response}' },
    ...{ security: '[requirement]', servers: '[server]', operationId: 'text' },
    ...{ consumes: '[text]', produces: '[text]' },
  },
  parameter: {
    ...{ name: 'text!', in: 'text!', required: 'flag', style: 'text', explode: 'flag' },
    ...{ schema: 'schema', content: '{media}', items: 'schema' },
  },
  body: { content: '{media}', required: 'flag' },
  response: { content: '{media}', headers: '{header}', schema: 'schema' },
  media: { schema: 'schema', encoding: '{encoding}' },
  encoding: { contentType: 'text', style: 'text', explode: 'flag' },
  header: { schema: 'schema' },
  scheme: { type: 'text!', scheme: 'text', name: 'text', in: 'text' },
  schema: {
    ...{ ...SUBSCHEMAS, nullable: 'flag', readOnly: 'flag', writeOnly: 'flag' },
    discriminator: 'discriminator',
  },
  discriminator: { propertyName: 'text', mapping: '{text}' },
  requirement: {},
};

interface Expected {
  readonly place: DocumentPlace;
  readonly kind: string;
}

/** @throws TouchstoneError 'contract-broken' with file and line, for the first node of another kind */
export function assertShapes(documents: OpenApiDocuments): void {
  const seen = new Set<string>();
  const waiting: Expected[] = [{ place: rootOf(documents), kind: 'document' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { place, kind } = next;
    const key = `${kind} ${place.file}#${place.pointer}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const inner = innerOf(documents, next);
    // The first in the document is the first to be read.
    waiting.push(...inner.toReversed());
    const reference = kind.startsWith('{') ? undefined : referenceAt(place);
    const target = reference && targetAt(documents, place, reference);
    if (target) waiting.push({ place: target, kind });
  }
}

/** The nodes inside of one that is itself of its kind. */
function innerOf(documents: OpenApiDocuments, { place, kind }: Expected): readonly Expected[] {
  const each = kind.slice(1, -1);
  const differs = (wanted: string) => {
    const name = place.pointer.split('/').at(-1)?.replaceAll('~1', '/').replaceAll('~0', '~');
    const is = kindOf(place.value);
    return refuse(documents, place, `\`${name}\` is ${is}, where ${wanted} is needed`);
  };
  if (kind === 'text') return assertKind(typeof place.value === 'string', () => differs('a text'));
  if (kind === 'flag')
    return assertKind(typeof place.value === 'boolean', () => differs('true or false'));
  if (kind.startsWith('[')) {
    assertKind(Array.isArray(place.value), () => differs('a list'));
    return elementsAt(place).map((one) => ({ place: one, kind: each }));
  }
  // Some generators write an empty object as an empty list.
  const isNone = Array.isArray(place.value) && place.value.length === 0;
  if (kind.startsWith('{')) {
    assertKind(isObject(place.value) || isNone, () => differs('an object'));
    return membersAt(place)
      .filter(([name, { value }]) => value !== null && !(name.startsWith('x-') && isRoute(each)))
      .map(([, one]) => ({ place: one, kind: each }));
  }
  // In Swagger 2.0, it is the name of the member itself.
  if (kind === 'discriminator' && typeof place.value === 'string' && isSecond(rootOf(documents)))
    return [];
  if (kind === 'schema' && (typeof place.value === 'boolean' || isNone)) return [];
  assertKind(isObject(place.value), () => differs('an object'));
  return membersOf(documents, place, kind);
}

function isSecond({ value }: DocumentPlace): boolean {
  return isObject(value) && value.swagger !== undefined;
}

/** Names of these begin with a slash or a digit, and others are extensions. */
function isRoute(each: string): boolean {
  return each === 'path' || each === 'response';
}

/** Null stands for a member that is not there. */
function membersOf(
  documents: OpenApiDocuments,
  place: DocumentPlace,
  kind: string,
): readonly Expected[] {
  const known = Object.entries(SHAPES[kind] ?? {}).flatMap(([name, wanted]) => {
    const member = inside(place, name);
    const isThere = member.value !== undefined && member.value !== null;
    if (isThere) return [{ place: member, kind: wanted.replace(/!$/, '') }];
    if (!wanted.endsWith('!') || referenceAt(place) !== undefined) return [];
    throw refuse(documents, place, `\`${name}\` is missing: a ${kind} needs it`);
  });
  if (kind !== 'schema') return known;
  // Before 2020-12, a list of `items` has one for each place.
  const items = inside(place, 'items');
  const lists = Array.isArray(items.value) ? elementsAt(items) : [items];
  const inner = lists.filter(({ value }) => value !== undefined && value !== null);
  return [...known, ...inner.map((one) => ({ place: one, kind: 'schema' }))];
}

function assertKind(isRight: boolean, differs: () => Error): readonly [] {
  if (!isRight) throw differs();
  return [];
}

function kindOf(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string'
    ? 'a text'
    : typeof value === 'object'
      ? 'an object'
      : `a ${typeof value}`;
}
