import type { Contract } from './contract/contract.ts';
import { encode } from './contract/encode.ts';
import type { Endpoint, Json, Operation, PlannedRequest, Target, Values } from './model.ts';
import { factsIn } from './plan/facts.ts';
import { fitting } from './plan/values.ts';
import { differentOf, placesOf } from './pointer.ts';
import type { Transport } from './transport.ts';

/** So many objects of a kind are enough to work with. */
const MOST = 5;

/**
 * Finds out by listing which objects a target has, so that cases can be planned that read them: the ids
 * that the first page of each collection shows, the slugs of templates to look up, addresses of posts to embed,
 * and which records have revisions and autosaves. What the target's profile states is left as it is, and
 * what cannot be listed stays unknown.
 */
export async function learn(
  contract: Contract,
  target: Target,
  transport: Transport,
  signal: AbortSignal,
): Promise<Target> {
  const { content } = target.endpoints;
  if (!content) return target;
  const ask: Ask = async (operation, path = {}) => {
    const wire = encode(
      operation,
      requestOf(operation, path),
      content.style,
      content.authorization,
    );
    const { outcome } = await transport.send(wire, content.baseUrl, signal);
    if (outcome.kind !== 'answer' || outcome.status !== 200) return undefined;
    const body = outcome.body.content;
    return body.kind === 'json' ? body.value : undefined;
  };
  const wanted = kindsIn(contract).filter((name) => (content.known[name] ?? []).length === 0);
  const listed = await factsFor(wanted, async (name) => {
    const { collection, member } = sourceOf(name);
    const list = listOf(contract, collection);
    return list && valuesIn(await ask(list), member);
  });
  const known = { ...content.known, ...listed };
  const above = await factsFor(
    wanted.filter((name) => name.includes('-with-')),
    async (name) => {
      const { collection, below } = parentsOf(name);
      const list = listOf(contract, `${collection}/${below}`);
      return list && readable(known[collection] ?? [], list, ask);
    },
  );
  return withKnown(target, { ...known, ...above });
}

/** Sends a request and returns the JSON of its answer, or undefined where it was not HTTP 200. */
type Ask = (operation: Operation, path?: Values) => Promise<unknown>;

async function factsFor(
  names: readonly string[],
  find: (name: string) => Promise<readonly Json[] | undefined>,
): Promise<Endpoint['known']> {
  const found = await Promise.all(
    names.map(async (name) => {
      const values = await find(name);
      return values === undefined ? [] : [[name, values] as const];
    }),
  );
  return Object.fromEntries(found.flat());
}

function withKnown(target: Target, known: Endpoint['known']): Target {
  const { content } = target.endpoints;
  return content
    ? { ...target, endpoints: { ...target.endpoints, content: { ...content, known } } }
    : target;
}

function listOf({ operations }: Contract, of: string): Operation | undefined {
  return operations.find(({ id }) => id === `content/${of}/list`);
}

/** The collection whose records can have what is listed below them, such as `pages-with-revisions`. */
function parentsOf(name: string): { readonly collection: string; readonly below: string } {
  const [collection = '', below = ''] = name.split('-with-');
  return { collection, below };
}

/**
 * Of some records the first that has something below it; else all below which a list can be read at all. A site
 * may have records that it keeps nothing about, such as the templates that are files of a theme.
 */
async function readable(
  records: readonly Json[],
  list: Operation,
  ask: Ask,
): Promise<readonly Json[]> {
  const [parameter] = list.parameters.filter(({ in: place }) => place === 'path');
  const able: Json[] = [];
  for (const id of records.slice(0, MOST)) {
    const [fit] = parameter ? fitting(parameter.schema, [id]) : [];
    if (parameter === undefined || fit === undefined) continue;
    const answer = await ask(list, { [parameter.name]: fit });
    if (Array.isArray(answer) && answer.length > 0) return [fit];
    if (answer !== undefined) able.push(fit);
  }
  return able;
}

/** Names of facts that requests of the content document draw on. */
function kindsIn(contract: Contract): readonly string[] {
  const own = contract.operations.filter(({ document }) => document === 'content');
  const schemas = own.flatMap(({ parameters, body }) => [
    ...parameters.map(({ schema }) => schema),
    ...(body ? [body.settled] : []),
  ]);
  return [...new Set(schemas.flatMap(factsIn))].sort();
}

function requestOf({ id }: Operation, path: Values): PlannedRequest {
  return {
    operation: id,
    path,
    query: {},
    headers: [],
    body: { kind: 'none' },
    credential: { kind: 'valid' },
  };
}

/** Which member of which collection's records tells of a kind: of most, the IDs of their own collection. */
function sourceOf(name: string): { readonly collection: string; readonly member: string } {
  if (name === 'themes') return { collection: 'templates', member: 'theme' };
  if (name === 'embeddable') return { collection: 'posts', member: 'link' };
  const [, collection] = /^(.+)-slugs$/.exec(name) ?? [];
  return collection === undefined
    ? { collection: name, member: 'id' }
    : { collection, member: 'slug' };
}

function valuesIn(list: unknown, member: string): readonly Json[] {
  const values = placesOf(list, `/*/${member}`)
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string' || typeof value === 'number');
  return differentOf(values).slice(0, MOST);
}
