import type { Contract } from './contract/contract.ts';
import { encode } from './contract/encode.ts';
import type { Json, Operation, PlannedRequest, Target } from './model.ts';
import { factsIn } from './plan/facts.ts';
import { placesOf } from './pointer.ts';
import type { Transport } from './transport.ts';

/** So many objects of a kind are enough to work with. */
const MOST = 5;

/**
 * Finds out by listing which objects a target has, so that cases can be planned that read them: the ids
 * that the first page of each collection shows, the slugs of templates to look up, and addresses of posts to embed. What the target's profile states is left as it is, and
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
  const listable = kindsIn(contract).flatMap((name) => {
    if ((content.known[name] ?? []).length > 0) return [];
    const { collection, member } = sourceOf(name);
    const list = contract.operations.find(({ id }) => id === `content/${collection}/list`);
    return list ? [{ name, list, member }] : [];
  });
  const learnt = await Promise.all(
    listable.map(async ({ name, list, member }): Promise<readonly [string, readonly Json[]]> => {
      const wire = encode(list, requestOf(list), content.style, content.authorization);
      const { outcome } = await transport.send(wire, content.baseUrl, signal);
      if (outcome.kind !== 'answer' || outcome.status !== 200) return [name, []];
      const body = outcome.body.content;
      return [name, body.kind === 'json' ? valuesIn(body.value, member) : []];
    }),
  );
  const known = { ...content.known, ...Object.fromEntries(learnt) };
  return { ...target, endpoints: { ...target.endpoints, content: { ...content, known } } };
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

function requestOf({ id }: Operation): PlannedRequest {
  return {
    operation: id,
    path: {},
    query: {},
    headers: [],
    body: { kind: 'none' },
    credential: { kind: 'valid' },
  };
}

/** Which member of which collection's records tells of a kind: of most, the IDs of their own collection. */
function sourceOf(name: string): { readonly collection: string; readonly member: string } {
  if (name === 'embeddable') return { collection: 'posts', member: 'link' };
  const [, collection] = /^(.+)-slugs$/.exec(name) ?? [];
  return collection === undefined
    ? { collection: name, member: 'id' }
    : { collection, member: 'slug' };
}

function valuesIn(list: unknown, member: string): readonly Json[] {
  return placesOf(list, `/*/${member}`)
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .slice(0, MOST);
}
