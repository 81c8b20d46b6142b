import type { Contract } from './contract/contract.ts';
import { encode } from './contract/encode.ts';
import { furtherRoutesIn, type Linked, objectsLinkedIn } from './links.ts';
import type { Endpoint, Json, PlannedRequest, Target } from './model.ts';
import { factsIn } from './plan/facts.ts';
import { placesOf } from './pointer.ts';
import type { Transport } from './transport.ts';

/** So many objects of a kind are enough to work with. */
const MOST = 5;

const PLAIN: PlannedRequest = {
  operation: 'content/index',
  path: {},
  query: {},
  headers: [],
  body: { kind: 'none' },
  credential: { kind: 'valid' },
};

/** So many links of an index are followed. */
const MOST_LINKS = 5;

/** Reads a route of the content API; undefined unless the answer is JSON and says HTTP 200. */
type Read = (route: string) => Promise<unknown>;

/**
 * Finds out by listing which objects a target has, so that cases can be planned that read them: the ids
 * that the first page of each collection shows, the slugs of templates to look up, their themes, and addresses of posts
 * to embed. What no list shows is found by links. What the target's profile states is left as it is, and what is found
 * in neither way stays unknown.
 */
export async function learn(
  contract: Contract,
  target: Target,
  transport: Transport,
  signal: AbortSignal,
): Promise<Target> {
  const { content } = target.endpoints;
  if (!content) return target;
  const read = readerOf(contract, content, transport, signal);
  const lacking = (known: Known) => kindsIn(contract).filter((name) => !known[name]?.length);
  const listed = { ...content.known, ...(await listedBy(contract, lacking(content.known), read)) };
  const linkable = lacking(listed).filter((name) => isReadByIdAlone(contract, name));
  const linked = await linkedBy(contract, linkable, content, read);
  const known = { ...listed, ...linked };
  return { ...target, endpoints: { ...target.endpoints, content: { ...content, known } } };
}

type Known = Endpoint['known'];

/** Each route is read once, whoever asks for it. */
function readerOf(
  contract: Contract,
  content: Endpoint,
  transport: Transport,
  signal: AbortSignal,
): Read {
  const index = contract.operation('content/index');
  const reads = new Map<string, Promise<unknown>>();
  const ask = async (route: string): Promise<unknown> => {
    const wire = encode({ ...index, route }, PLAIN, content.style, content.authorization);
    const { outcome } = await transport.send(wire, content.baseUrl, signal);
    if (outcome.kind !== 'answer' || outcome.status !== 200) return undefined;
    const body = outcome.body.content;
    return body.kind === 'json' ? body.value : undefined;
  };
  return (route) => {
    const asked = reads.get(route) ?? ask(route);
    reads.set(route, asked);
    return asked;
  };
}

async function listedBy(contract: Contract, names: readonly string[], read: Read): Promise<Known> {
  const found = await Promise.all(
    names.map(async (name): Promise<readonly (readonly [string, readonly Json[]])[]> => {
      const sources = sourcesOf(name).flatMap(({ collection, member }) => {
        const list = contract.operations.find(({ id }) => id === `content/${collection}/list`);
        return list ? [{ list, member }] : [];
      });
      if (sources.length === 0) return [];
      for (const { list, member } of sources) {
        const values = valuesIn(await read(list.route), member);
        if (values.length > 0) return [[name, values]];
      }
      return [[name, []]];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** What links of the index lead to, or else links of what they lead to. */
async function linkedBy(
  contract: Contract,
  names: readonly string[],
  content: Endpoint,
  read: Read,
): Promise<Known> {
  if (names.length === 0) return {};
  const index = await read(contract.operation('content/index').route);
  const found = (body: unknown) =>
    objectsLinkedIn(contract, body, content).filter(([kind]) => names.includes(kind));
  const direct = found(index);
  if (names.every((name) => direct.some(([kind]) => kind === name))) return byKind(direct);
  const routes = furtherRoutesIn(contract, index, content).slice(0, MOST_LINKS);
  const bodies = await Promise.all(routes.map((route) => read(encodeURI(route))));
  return byKind([...direct, ...bodies.flatMap(found)]);
}

function byKind(objects: readonly Linked[]): Known {
  const known: { [kind: string]: readonly Json[] } = {};
  for (const [kind, id] of objects) known[kind] = [...new Set([...(known[kind] ?? []), id])];
  return known;
}

/** Whether a route of the document reads such an object by its id and nothing else, so that a link can name it. */
function isReadByIdAlone({ operations }: Contract, name: string): boolean {
  return operations.some(({ document, method, parameters }) => {
    if (document !== 'content' || method !== 'GET') return false;
    const path = parameters.filter((parameter) => parameter.in === 'path');
    return path.length === 1 && path[0]?.schema['x-known'] === name;
  });
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

/** Which members of which collections' records show a kind: of most, the IDs of their own collection. */
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
  return [...new Set(values)].slice(0, MOST);
}
