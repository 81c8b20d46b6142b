/** Objects that the lists of an API of one's own show, for campaigns, whose requests are made before any is sent. */

import { apiNamed, jsonOf, read } from '../apis/index.ts';
import { actsOn, type Contract } from '../contract/index.ts';
import {
  type DocumentName,
  type Endpoint,
  type Json,
  type Operation,
  type Target,
  type Transport,
  valueAt,
} from '../model/index.ts';
import { firstIdIn } from '../plan/index.ts';

/** Maximum number of objects of a kind. */
const MOST = 5;

/**
 * The target with IDs from the first page of each list that has no object above it. Reads of objects below others stay
 * without: an ID of one object need not be found below another.
 */
export async function withListedIds(
  contract: Contract,
  target: Target,
  transport: Transport,
  signal: AbortSignal,
): Promise<Target> {
  const endpoints = await Promise.all(
    Object.entries(target.endpoints).map(async ([document, endpoint]) => {
      if (endpoint === undefined || apiNamed(document) !== undefined) return [document, endpoint];
      const asking = { endpoint, transport, signal };
      const known = await idsIn(contract, document, asking);
      return [document, { ...endpoint, known: { ...known, ...endpoint.known } }];
    }),
  );
  return { ...target, endpoints: Object.fromEntries(endpoints) };
}

async function idsIn(
  { operations, schema }: Contract,
  document: DocumentName,
  asking: {
    readonly endpoint: Endpoint;
    readonly transport: Transport;
    readonly signal: AbortSignal;
  },
): Promise<Endpoint['known']> {
  const lists = operations.filter(
    (one) => one.document === document && actsOn(one, 'list') && !hasPath(one),
  );
  const found = await Promise.all(
    lists.map(async (list): Promise<readonly (readonly [string, readonly Json[]])[]> => {
      const at = firstIdIn(list, schema);
      if (at === undefined) return [];
      const value = jsonOf(await read(asking, list));
      const ids = Array.from({ length: MOST }, (_, index) => {
        return valueAt(value, at.replace(/\/0(?=\/[^/]*$)/, `/${index}`));
      }).filter((id) => typeof id === 'string' || typeof id === 'number');
      return ids.length === 0 ? [] : [[list.resource, ids]];
    }),
  );
  return Object.fromEntries(found.flat());
}

function hasPath({ parameters }: Operation): boolean {
  return parameters.some((one) => one.in === 'path');
}
