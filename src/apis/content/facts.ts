import { type Contract, factsIn, fitting } from '../../contract/index.ts';
import {
  differentOf,
  type Endpoint,
  type Json,
  type Operation,
  placesOf,
  type Values,
} from '../../model/index.ts';
import type { Asking } from '../api.ts';
import { jsonOf, read } from '../read.ts';
import { furtherRoutesIn, type Linked, objectsLinkedIn } from './links.ts';

/** Maximum number of objects of a kind. */
const MOST = 5;

/** Maximum number of index links to follow. */
const MOST_LINKS = 5;

/** Reads a route of the content API; undefined unless the answer is JSON with HTTP 200. */
type Read = (operation: Operation, path?: Values) => Promise<unknown>;

/**
 * Discovers the objects of a site by listing, so that cases can read them: IDs on the first page of each collection,
 * slugs of templates, their themes, addresses of posts to embed, and records with revisions and autosaves. Links show
 * what lists do not. Facts from the profile are not changed, and what neither way shows stays unknown.
 */
export async function discoverFacts(asking: Asking): Promise<Known> {
  const { contract, endpoint } = asking;
  const ask = readerOf(asking);
  const lacking = (known: Known) => kindsIn(contract).filter((name) => !known[name]?.length);
  const listed = {
    ...endpoint.known,
    ...(await listedBy(contract, lacking(endpoint.known), ask)),
  };
  const parents = await parentsAmong(contract, listed, lacking(endpoint.known), ask);
  const linkable = lacking(listed).filter(
    (name) => !name.includes('-with-') && isReadByIdAlone(contract, name),
  );
  const linked = await linkedBy(contract, linkable, endpoint, ask);
  return { ...listed, ...parents, ...linked };
}

type Known = Endpoint['known'];

/** Cached: each address is read once. */
function readerOf(asking: Asking): Read {
  const reads = new Map<string, Promise<unknown>>();
  return (operation, path = {}) => {
    const key = `${operation.route} ${JSON.stringify(path)}`;
    const asked = reads.get(key) ?? read(asking, operation, { path }).then(jsonOf);
    reads.set(key, asked);
    return asked;
  };
}

async function listedBy(contract: Contract, names: readonly string[], read: Read): Promise<Known> {
  return factsFor(names, async (name) => {
    const sources = sourcesOf(name).flatMap(({ collection, member }) => {
      const list = listOf(contract, collection);
      return list ? [{ list, member }] : [];
    });
    for (const { list, member } of sources) {
      const values = valuesIn(await read(list), member);
      if (values.length > 0) return values;
    }
    return sources.length > 0 ? [] : undefined;
  });
}

async function parentsAmong(
  contract: Contract,
  known: Known,
  names: readonly string[],
  read: Read,
): Promise<Known> {
  const wanted = names.filter((name) => name.includes('-with-'));
  return factsFor(wanted, async (name) => {
    const { collection, below } = parentsOf(name);
    const list = listOf(contract, below, collection);
    return list && readable(known[collection] ?? [], list, read);
  });
}

async function factsFor(
  names: readonly string[],
  find: (name: string) => Promise<readonly Json[] | undefined>,
): Promise<Known> {
  const found = await Promise.all(
    names.map(async (name): Promise<readonly (readonly [string, readonly Json[]])[]> => {
      const values = await find(name);
      return values === undefined ? [] : [[name, values]];
    }),
  );
  return Object.fromEntries(found.flat());
}

function listOf(
  { operations }: Contract,
  resource: string,
  parent?: string,
): Operation | undefined {
  return operations.find(
    (one) => one.action === 'list' && one.resource === resource && one.parent === parent,
  );
}

/** The collection of a fact such as `pages-with-revisions`, and the list below its records. */
function parentsOf(name: string): { readonly collection: string; readonly below: string } {
  const [collection = '', below = ''] = name.split('-with-');
  return { collection, below };
}

/**
 * The first record with something below it; otherwise all records whose sub-list can be read. A site can have records
 * without a history, such as templates in the files of a theme.
 */
async function readable(
  records: readonly Json[],
  list: Operation,
  read: Read,
): Promise<readonly Json[]> {
  const [parameter] = list.parameters.filter(({ in: place }) => place === 'path');
  const able: Json[] = [];
  for (const id of records.slice(0, MOST)) {
    const [fit] = parameter ? fitting(parameter.schema, [id]) : [];
    if (parameter === undefined || fit === undefined) continue;
    const answer = await read(list, { [parameter.name]: fit });
    if (Array.isArray(answer) && answer.length > 0) return [fit];
    if (answer !== undefined) able.push(fit);
  }
  return able;
}

/** Objects that links of the index lead to, or links of those. */
async function linkedBy(
  contract: Contract,
  names: readonly string[],
  content: Endpoint,
  read: Read,
): Promise<Known> {
  if (names.length === 0) return {};
  const index = contract.operation('content/index');
  const body = await read(index);
  const found = (from: unknown) =>
    objectsLinkedIn(contract, from, content).filter(([kind]) => names.includes(kind));
  const direct = found(body);
  if (names.every((name) => direct.some(([kind]) => kind === name))) return byKind(direct);
  const routes = furtherRoutesIn(contract, body, content).slice(0, MOST_LINKS);
  const bodies = await Promise.all(
    routes.map((route) => read({ ...index, route: encodeURI(route) })),
  );
  return byKind([...direct, ...bodies.flatMap(found)]);
}

function byKind(objects: readonly Linked[]): Known {
  const known: { [kind: string]: readonly Json[] } = {};
  for (const [kind, id] of objects) known[kind] = [...new Set([...(known[kind] ?? []), id])];
  return known;
}

/** Returns true if a documented route reads such an object by only its id, so that a link can name it. */
function isReadByIdAlone({ operations }: Contract, name: string): boolean {
  return operations.some(({ document, method, parameters }) => {
    if (document !== 'content' || method !== 'GET') return false;
    const path = parameters.filter((parameter) => parameter.in === 'path');
    return path.length === 1 && path[0]?.schema['x-known'] === name;
  });
}

/** Names of facts in requests of the content document. */
function kindsIn(contract: Contract): readonly string[] {
  const own = contract.operations.filter(({ document }) => document === 'content');
  const schemas = own.flatMap(({ parameters, body }) => [
    ...parameters.map(({ schema }) => schema),
    ...(body ? [body.settled] : []),
  ]);
  return [...new Set(schemas.flatMap(factsIn))].sort();
}

/** Members that show a kind, by collection: usually the IDs of its own collection. */
function sourcesOf(
  name: string,
): readonly { readonly collection: string; readonly member: string }[] {
  if (name === 'embeddable') return [{ collection: 'posts', member: 'link' }];
  if (name === 'themes') {
    return ['templates', 'template-parts'].map((collection) => ({ collection, member: 'theme' }));
  }
  const [, collection] = /^(.+)-slugs$/.exec(name) ?? [];
  return [
    collection === undefined ? { collection: name, member: 'id' } : { collection, member: 'slug' },
  ];
}

function valuesIn(list: unknown, member: string): readonly Json[] {
  const values = placesOf(list, `/*/${member}`)
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string' || typeof value === 'number');
  return differentOf(values).slice(0, MOST);
}
