/** Finds operations that a target does not serve. */

import { type Contract, encode, sameJson } from '../contract/index.ts';
import {
  type Answer,
  type DocumentName,
  type Endpoint,
  type Operation,
  type PlannedRequest,
  requestTo,
  type Target,
  type Transport,
} from '../model/index.ts';

/** No target serves it. */
const NOWHERE = '/touchstone-asks-for-no-route';

/** The target with the operations that it answers like a route that does not exist. */
export async function withAbsent(
  contract: Contract,
  target: Target,
  transport: Transport,
  signal: AbortSignal,
): Promise<Target> {
  const endpoints: { [name: string]: Endpoint } = { ...target.endpoints };
  for (const [document, endpoint] of Object.entries(target.endpoints)) {
    const absent = await absentAt(contract, document, endpoint, transport, signal);
    if (absent.length > 0) endpoints[document] = { ...endpoint, absent };
  }
  return { ...target, endpoints };
}

async function absentAt(
  { operations }: Contract,
  document: DocumentName,
  endpoint: Endpoint,
  transport: Transport,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const own = operations.filter((one) => one.document === document);
  const reads = own.filter(isPlainRead);
  const ask = async (read: Operation, raw?: PlannedRequest['raw']): Promise<Answer | undefined> => {
    const planned = { ...requestTo(read.id), ...(raw && { raw }) };
    const { outcome } = await transport.send(
      encode(read, planned, endpoint),
      endpoint.baseUrl,
      signal,
    );
    return outcome.kind === 'answer' ? outcome : undefined;
  };
  const [first] = reads;
  const nowhere = first && (await ask(first, { route: NOWHERE }));
  if (nowhere?.status !== 404) return [];
  const isServed = new Map<string, boolean>();
  for (const read of reads) {
    const answer = await ask(read);
    isServed.set(read.route, answer === undefined || !isAlike(answer, nowhere));
  }
  const lengthsFirst = [...isServed.keys()].sort((one, other) => other.length - one.length);
  return own
    .filter(({ route }) => {
      const above = lengthsFirst.find((one) => one === route || route.startsWith(`${one}/`));
      return above !== undefined && isServed.get(above) === false;
    })
    .map(({ id }) => id);
}

/** Returns true for a read that needs no value. */
function isPlainRead({ method, route, parameters }: Operation): boolean {
  return method === 'GET' && !route.includes('{') && parameters.every(({ required }) => !required);
}

/** Returns true for the same refusal. A list that is not found, as it has nothing, is refused in other words. */
function isAlike(one: Answer, other: Answer): boolean {
  const [own, another] = [one, other].map(({ body }) => body.content);
  if (one.status !== other.status || own?.kind !== another?.kind) return false;
  return own?.kind === 'json' && another?.kind === 'json'
    ? sameJson(own.value, another.value)
    : Buffer.compare(one.body.bytes, other.body.bytes) === 0;
}
