/** IDs of the objects of an API: clients never give them in bodies, and answers to creations have to show them. */

import {
  type DocumentName,
  isList,
  isMembers,
  type Json,
  type JsonSchema,
  type Operation,
  type Parameter,
  recordsOf,
  tokens,
} from '../model/index.ts';
import { pagingOf } from './asks.ts';
import { merged } from './merge.ts';
import { operationOn } from './resources.ts';
import { membersOf, requiredIn } from './schema.ts';
import { idPointer, itemsPointer, plainName, segmentsOf } from './shown-places.ts';

const CHOSEN =
  'its body has to name the ID of the object, and nothing shows that no other object has it';

const UNSHOWN =
  'its answer does not show the ID of the new object, so that nothing could remove it';

const COMBINED = ['allOf', 'anyOf', 'oneOf'] as const;

/**
 * The operations, with IDs in bodies as members that only the server writes. Operations that cannot be called without
 * harm to objects of others lack something.
 *
 * @param documents the APIs that no planner knows
 * @param schemaAt the schema that a reference names
 */
export function withOwnIds(
  operations: readonly Operation[],
  documents: ReadonlySet<DocumentName>,
  schemaAt: (reference: string) => JsonSchema,
): readonly Operation[] {
  const placed = operations.map((one) =>
    documents.has(one.document) ? withPlaces(one, operations, schemaAt) : one,
  );
  const collections = placed
    .filter(({ document }) => documents.has(document))
    .flatMap((creation) => collectionOf(creation, placed));
  return placed.map((given) => {
    if (!given.writes || !documents.has(given.document)) return given;
    const operation = withoutNamedIds(given);
    const own = collections.filter((one) => isAt(operation, one.creation));
    const names = new Set(own.flatMap((one) => one.names));
    if (names.size === 0) return operation;
    const isId = (name: string) => names.has(plainName(name));
    const isCreation = own.some(({ creation }) => creation === given);
    const chooses = isCreation ? chosenBy(operation, placed) : undefined;
    const isOthers = (name: string) => name !== chooses && isId(name);
    const lacks = operation.lacks ?? lackOf(operation, isOthers, isCreation, schemaAt);
    const { body } = operation;
    return {
      ...operation,
      ...(chooses !== undefined && { chooses }),
      ...(body && {
        body: {
          ...body,
          schema: withServers(withChosen(body.schema, chooses), isOthers),
          settled: withServers(withChosen(body.settled, chooses), isOthers),
        },
      }),
      ...(lacks !== undefined && { lacks }),
    };
  });
}

const POINTING =
  'its query has to name an object by its ID, and the write could change one of others';

/** A write whose query names no object: with an ID, it could change an object of others. */
function withoutNamedIds(operation: Operation): Operation {
  const isNamed = ({ in: where, name }: Parameter) =>
    where !== 'path' && NAMES_ID.some((one) => one.test(name));
  if (!operation.parameters.some(isNamed)) return operation;
  const isNeeded = operation.parameters.some((one) => isNamed(one) && one.required);
  return {
    ...operation,
    parameters: operation.parameters.map((one) =>
      isNamed(one) ? { ...one, schema: { ...one.schema, readOnly: true } } : one,
    ),
    ...(isNeeded && { lacks: operation.lacks ?? POINTING }),
  };
}

/** The last word is one for an ID: `id`, `TASK_IDS`, `filter[id]`, and `taskId`, `ownerUUID`. */
const NAMES_ID = [
  /(?:^|[^a-z])(?:id|uuid|guid)s?\W*$/i,
  /[a-z](?:I[dD]|U[uU][iI][dD]|G[uU][iI][dD])s?\W*$/,
];

/** Returns true for the name of a member whose value can name or move an object. */
export function namesObject(name: string): boolean {
  return NAMES_ID.some((one) => one.test(name)) || NAMES_PLACE.test(name);
}

const NAMES_PLACE = /(?:key|slug|code|sku|path|url|href|link|ref|parent|tenant)s?$/i;

/** With the places of the ID of an object, and of the records of a list. */
function withPlaces(
  operation: Operation,
  operations: readonly Operation[],
  schemaAt: (reference: string) => JsonSchema,
): Operation {
  const { document, resource } = operation;
  const of = (action: string) => operationOn(operations, document, resource, action);
  const key = of('delete')?.parameters.findLast((one) => one.in === 'path')?.name;
  const schemaOf = (one: Operation | undefined) => {
    const reference = one?.answers.find(({ status, schema }) => schema && status < 300)?.schema;
    return reference === undefined ? undefined : schemaAt(reference);
  };
  const words = operations
    .filter((one) => one.document === document)
    .flatMap(({ route }) => segmentsOf(route));
  const [created, read] = [of('create'), of('get')].map((one) =>
    idPointer(schemaOf(one), key, of('create')?.route ?? '', words),
  );
  // Where records show it and a creation does not, another member of its answer is not the ID.
  const isElsewhere = read !== undefined && memberAt(read) !== memberAt(created);
  const id = isElsewhere ? read : created;
  const isList = operation.action === 'list';
  const items = isList ? itemsPointer(schemaOf(operation)) : undefined;
  const list = isList ? pagingOf(operation, schemaOf(operation)) : {};
  const isPaged = Object.keys(list).length > 0;
  const found = { ...(id && { id }), ...(items && { items }), ...(isPaged && { list }) };
  const shows = { ...found, ...operation.shows };
  return Object.keys(shows).length === 0 ? operation : { ...operation, shows };
}

function memberAt(id = '/id'): string | undefined {
  return tokens(id).at(-1);
}

interface Collection {
  readonly creation: Operation;
  /** Names of members with the ID. */
  readonly names: readonly string[];
}

/** Objects that a run can create and remove. */
function collectionOf(
  creation: Operation,
  operations: readonly Operation[],
): readonly Collection[] {
  const { document, resource } = creation;
  if (creation !== operationOn(operations, document, resource, 'create')) return [];
  const removal = operationOn(operations, document, resource, 'delete');
  if (removal === undefined) return [];
  const names = removal.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  return [
    { creation, names: ['id', memberAt(recordsOf(creation).id) ?? 'id', ...names].map(plainName) },
  ];
}

function idIn(operation: Operation): readonly string[] {
  return tokens(recordsOf(operation).id ?? '/id');
}

function isAt({ document, route }: Operation, creation: Operation): boolean {
  if (document !== creation.document) return false;
  return route === creation.route || route.startsWith(`${creation.route.replace(/\/$/, '')}/`);
}

/**
 * The member of a body with a text that clients choose as the ID, if a run can prove that no object has it: there is a
 * list, and a read takes one. Not below an object.
 */
function chosenBy(creation: Operation, operations: readonly Operation[]): string | undefined {
  const { document, resource, body, route } = creation;
  const [read, list] = ['get', 'list'].map((action) =>
    operationOn(operations, document, resource, action),
  );
  const [member = '', ...inner] = idIn(creation);
  const schema = merged(body?.settled ?? {});
  const own = membersOf(schema).find(([name]) => name === member)?.[1];
  const isPlain = merged(own ?? {}).type === 'string';
  const isRead = read?.parameters.filter((one) => one.in === 'path').length === 1;
  const isChosen = inner.length === 0 && isPlain && requiredIn(schema).includes(member);
  const isShown = isRead && read.lacks === undefined && list?.lacks === undefined;
  return isChosen && isShown && list !== undefined && !route.includes('{') ? member : undefined;
}

/** Marks the member: each case has an ID of its own. */
function withChosen(schema: JsonSchema, chooses: string | undefined): JsonSchema {
  const whole = merged(schema);
  const { properties } = whole;
  const member = chooses !== undefined && isMembers(properties) ? properties[chooses] : undefined;
  return chooses === undefined || !isMembers(properties) || !isMembers(member)
    ? schema
    : {
        ...whole,
        properties: { ...properties, [chooses]: { ...merged(member), 'x-chosen': true } },
      };
}

function lackOf(
  operation: Operation,
  isId: (name: string) => boolean,
  isCreation: boolean,
  schemaAt: (reference: string) => JsonSchema,
): string | undefined {
  if (operation.body && demands(operation.body.settled, isId)) return CHOSEN;
  return isCreation && !showsId(operation, schemaAt) ? UNSHOWN : undefined;
}

/** Returns true if an answer to a creation shows the ID, or can show it in a form without a schema. */
function showsId(creation: Operation, schemaAt: (reference: string) => JsonSchema): boolean {
  const path = idIn(creation);
  return creation.answers
    .filter(({ status }) => status >= 200 && status <= 299)
    .some(({ schema, types }) =>
      schema === undefined ? types?.some(isJson) === true : has(schemaAt(schema), path),
    );
}

function isJson(type: string): boolean {
  return /[/+]json\b/.test(type);
}

function has(schema: Json | undefined, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  if (!isMembers(schema)) return false;
  const { properties } = schema;
  if (isMembers(properties) && Object.hasOwn(properties, name) && has(properties[name], rest))
    return true;
  return partsOf(schema).some((part) => has(part, path));
}

/** The schemas that apply at the same place. */
function partsOf(schema: JsonSchema): readonly JsonSchema[] {
  return COMBINED.flatMap((keyword) => {
    const parts = schema[keyword];
    return isList(parts) ? parts.filter(isMembers) : [];
  });
}

/** The only member of a body, in which some APIs put the object. */
function wrapperIn(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const members = isMembers(schema.properties) ? Object.entries(schema.properties) : [];
  const [only, ...others] = members;
  if (only === undefined || others.length > 0) return [];
  const [name, member] = only;
  return isMembers(member) ? [[name, member]] : [];
}

/** Returns true if a value of the schema, or an element of a list, can need an ID. */
function demands(schema: JsonSchema, isId: (name: string) => boolean): boolean {
  const { required, items } = schema;
  if (isList(required) && required.some((name) => isId(String(name)))) return true;
  const inside = [
    ...partsOf(schema),
    ...(isMembers(items) ? [items] : []),
    ...wrapperIn(schema).map(([, member]) => member),
  ];
  return inside.some((part) => demands(part, isId));
}

function withServers(schema: JsonSchema, isId: (name: string) => boolean): JsonSchema {
  const into = (part: Json) => (isMembers(part) ? withServers(part, isId) : part);
  const { properties, items } = schema;
  const combined = COMBINED.flatMap((keyword) => {
    const parts = schema[keyword];
    return isList(parts) ? [[keyword, parts.map(into)] as const] : [];
  });
  const wrapped = new Set(wrapperIn(schema).map(([name]) => name));
  const marked = (name: string, member: Json): Json => {
    if (isId(name)) return { ...(isMembers(member) ? member : {}), readOnly: true };
    return wrapped.has(name) ? into(member) : member;
  };
  return {
    ...schema,
    ...Object.fromEntries(combined),
    ...(isMembers(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, marked(name, member)]),
      ),
    }),
    ...(isMembers(items) && { items: into(items) }),
  };
}
