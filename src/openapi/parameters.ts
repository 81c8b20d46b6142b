/** Parameters of an operation as tables of its path and query. */

import { isMembers, type Json, type JsonSchema } from '../model/index.ts';
import { isSecretName } from '../secrets/index.ts';
import type { Context, Given } from './import.ts';

import {
  type DocumentPlace,
  elementsAt,
  followed,
  inside,
  mediaTypesAt,
  textAt,
} from './references.ts';
import type { OpenApiDocuments } from './source.ts';

interface GivenParameter {
  readonly name: string;
  readonly place: DocumentPlace;
  readonly in: string;
  readonly required: boolean;
}

export interface Tables {
  readonly path?: JsonSchema;
  readonly query?: JsonSchema;
  /** Why no valid request can be made. */
  readonly lacks?: string;
}

/** Header fields that the engine gives itself (OpenAPI 3.1, 4.8.12.1). */
const OWN_FIELDS = ['header accept', 'header content-type', 'header authorization'];

/**
 * Fields that every request has: those of the engine, of the credential and of the profile.
 *
 * @param auth the way to sign in, such as `header:X-Key`
 */
export function fieldsOf(auth: string | undefined, profile: readonly string[]): Fields {
  const key = /^\w+:/.test(auth ?? '') ? [String(auth).replace(':', ' ')] : [];
  return new Set([...OWN_FIELDS, ...[...key, ...profile].map(fieldName)]);
}

export type Fields = ReadonlySet<string>;

/** Names of header fields have no case. */
function fieldName(field: string): string {
  return field.startsWith('header ') ? field.toLowerCase() : field;
}

/** The parameters of an operation; those of its path count where it has none of the name. */
function parametersAt(
  documents: OpenApiDocuments,
  path: DocumentPlace,
  operation: DocumentPlace,
): readonly GivenParameter[] {
  const all = [path, operation].flatMap((place) =>
    elementsAt(inside(place, 'parameters')).flatMap((one) => {
      const found = followed(documents, one);
      const [name, where] = [textAt(found, 'name'), textAt(found, 'in')];
      if (name === undefined || where === undefined) return [];
      const required = inside(found, 'required').value === true;
      return [{ name, place: found, in: where, required }];
    }),
  );
  return [...new Map(all.map((one) => [`${one.in} ${one.name}`, one])).values()];
}

/** Adds the parameters that a route has and the document does not describe. */
export function parameterTables({ route, path, place, added }: Given, context: Context): Tables {
  const { documents, notes } = context;
  const parameters = parametersAt(documents, path, place);
  const captured = [...route.matchAll(/\{(\w+)\}/g)].map(([, word = '']) => word);
  const inRoute = parameters.filter(
    ({ in: where, name }) => where !== 'path' || captured.includes(wordOf(name)),
  );
  const kindOf = (name: string) => kindIn(route, wordOf(name), context);
  const tables = tablesOf(inRoute, { kindOf, asks: added.parameters ?? {} }, context);
  const own: JsonSchema = tables.path ?? { type: 'object', properties: {} };
  const described = Object(own.properties) as { readonly [name: string]: Json };
  const missing = captured.filter((word) => !Object.hasOwn(described, word));
  if (captured.length === 0) return tables;
  if (missing.length > 0) notes.add(place, 'a parameter of the route is not described');
  const filled = missing.map((word) => [
    word,
    { type: 'string', 'x-known': kindIn(route, word, context) },
  ]);
  return {
    ...tables,
    path: { ...own, properties: { ...described, ...Object.fromEntries(filled) } },
  };
}

/** The list of known values for a parameter of a route: that of its resource, or of its own name. */
function kindIn(route: string, word: string, { resourceAt }: Context): string {
  return resourceAt(route.slice(0, route.indexOf(`{${word}}`) + word.length + 2)) ?? word;
}

/**
 * @param kindOf the list of known values that a path parameter takes its value from
 * @param asks values of `x-asks`, by parameter
 */
function tablesOf(
  parameters: readonly GivenParameter[],
  {
    kindOf,
    asks,
  }: {
    readonly kindOf: (name: string) => string | undefined;
    readonly asks: { readonly [name: string]: Json };
  },
  { documents, schemas, notes, fields }: Context,
): Tables {
  const tables: { path: { [name: string]: Json }; query: { [name: string]: Json } } = {
    path: {},
    query: {},
  };
  const required: string[] = [];
  let lacks: string | undefined;
  for (const one of parameters) {
    if (fields.has(fieldName(`${one.in} ${one.name}`))) continue;
    const obstacle = obstacleTo(one, documents);
    if (obstacle !== undefined) {
      notes.add(one.place, obstacle);
      if (one.required) lacks ??= `${obstacle}, and "${one.name}" is required`;
      continue;
    }
    const schema = schemas.translate(inside(one.place, 'schema'), 'request');
    const members = isMembers(schema) ? schema : {};
    if (one.in === 'path') {
      const kind = kindOf(one.name);
      const typed = members.$ref === undefined && members.type === undefined;
      tables.path[wordOf(one.name)] = {
        ...(typed ? { type: 'string' } : {}),
        ...members,
        ...(kind !== undefined && { 'x-known': kind }),
      };
    } else {
      const asked = asks[one.name];
      tables.query[one.name] = {
        ...members,
        'x-style': styleAt(one.place, documents),
        ...(asked !== undefined && { 'x-asks': asked }),
      };
      if (one.required) required.push(one.name);
    }
  }
  return {
    ...(Object.keys(tables.path).length > 0 && { path: table(tables.path, []) }),
    ...(Object.keys(tables.query).length > 0 && { query: table(tables.query, required) }),
    ...(lacks !== undefined && { lacks }),
  };
}

function table(properties: { readonly [name: string]: Json }, required: readonly string[]) {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** A name of a path parameter as a word: it does not travel. */
export function wordOf(name: string): string {
  return name.replace(/\W+/g, '_');
}

/** Why a parameter is not sent; undefined if it is. */
function obstacleTo(
  { in: where, name, place }: GivenParameter,
  documents: OpenApiDocuments,
): string | undefined {
  if (where !== 'path' && where !== 'query') return `a ${where} parameter is not sent`;
  if (mediaTypesAt(place).length > 0) return `a ${where} parameter with \`content\``;
  if (!isSecretName(name)) return undefined;
  // Values of the document would be shown: a user may have written a secret there.
  const schema = JSON.stringify(followed(documents, inside(place, 'schema')).value ?? null);
  return /"(default|enum|const|\$ref)":/.test(schema)
    ? `a ${where} parameter is not sent that is called like a secret and has values`
    : undefined;
}

/** Styles of lists in one text (3.1, 4.8.12.2). */
const ONE_TEXT: { readonly [style: string]: string } = {
  form: 'commas',
  spaceDelimited: 'spaces',
  pipeDelimited: 'pipes',
};

/** The `x-style` of a query parameter: the way that its values travel. */
function styleAt(place: DocumentPlace, documents: OpenApiDocuments): string {
  const style = textAt(place, 'style') ?? 'form';
  if (style === 'deepObject') return 'brackets';
  const { value } = inside(followed(documents, inside(place, 'schema')), 'type');
  if (!(Array.isArray(value) ? value : [value]).includes('array')) return 'plain';
  const explode = inside(place, 'explode').value ?? style === 'form';
  return explode === true ? 'repeat' : (ONE_TEXT[style] ?? 'repeat');
}
