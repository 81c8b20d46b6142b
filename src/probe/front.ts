/** Asks before a run what stands in front of a target. */

import { apiNamed } from '../apis/index.ts';
import { type Contract, encode } from '../contract/index.ts';
import {
  type Answer,
  type DocumentName,
  type Endpoint,
  type Operation,
  requestTo,
  type Target,
  type Transport,
} from '../model/index.ts';
import { type Barrier, barrierIn, isDocumented, pageOf } from './barrier.ts';
import { variablesOf } from './credential.ts';

/** So many operations that are answered with the same page are behind a wall. */
export const WALL_OPERATIONS = 5;

/** Barriers that are certain, for any number of operations. */
const CERTAIN: ReadonlySet<Barrier['kind']> = new Set([
  'login-wall',
  'elsewhere',
  'linked',
  'gate',
  'firewall',
]);

export interface FrontFound {
  /** A sentence for each API that nothing gets through to. */
  readonly walls: readonly string[];
  /** A sentence for each API whose first answer is not documented, or wants a login. */
  readonly signs: readonly string[];
}

/**
 * Asks for one thing of each API, and where the answer has no form that the document shows, for four others: routes that do
 * not exist where it has fewer. The documented 401 is no wall, unless all that an anonymous run can read is refused alike.
 */
export async function frontOf(
  contract: Contract,
  target: Target,
  documents: readonly DocumentName[],
  transport: Transport,
  signal: AbortSignal,
): Promise<FrontFound> {
  const walls: string[] = [];
  const signs: string[] = [];
  for (const document of documents) {
    const endpoint = target.endpoints[document];
    if (endpoint === undefined) continue;
    const found = await frontOfOne(contract, document, endpoint, transport, signal);
    if (found === undefined) continue;
    signs.push(found.sentence);
    if (found.isWall) walls.push(found.sentence);
  }
  return { walls, signs };
}

async function frontOfOne(
  contract: Contract,
  document: DocumentName,
  endpoint: Endpoint,
  transport: Transport,
  signal: AbortSignal,
) {
  const ask = async (operation: Operation, last?: string): Promise<Answer | undefined> => {
    const own = encode(operation, requestTo(operation.id), endpoint);
    const wire = last === undefined ? own : { ...own, target: nextTo(own.target, last) };
    const { outcome } = await transport.send(wire, endpoint.baseUrl, signal);
    // A page that came whole: a server that cuts its answers breaks a rule of HTTP.
    return outcome.kind === 'answer' && outcome.body.completeness === 'complete'
      ? outcome
      : undefined;
  };
  const reads = plainReads(contract, document);
  const [first, ...others] = reads;
  const answer = first && (await ask(first));
  if (first === undefined || answer === undefined) return undefined;
  const { baseUrl } = endpoint;
  const barrier = barrierOn(answer, document, baseUrl);
  const sentence = sentenceOn(barrier, document, first);
  if (isDocumented(answer, first, contract.validate)) {
    if (answer.status !== 401 && answer.status !== 403) return undefined;
    if (endpoint.authorization === undefined && (await isClosed(answer, reads, baseUrl, ask))) {
      return { sentence: sentenceOnClosed(answer, document, endpoint), isWall: true };
    }
    return answer.status === 401 ? { sentence, isWall: false } : undefined;
  }
  const page = pageOf(answer, baseUrl);
  const asked = others.slice(0, WALL_OPERATIONS - 1);
  // After a breakdown of the server, all routes have the same answer.
  if (asked.length < WALL_OPERATIONS - 1 && answer.status >= 500)
    return { sentence, isWall: CERTAIN.has(barrier.kind) };
  if (asked.length < WALL_OPERATIONS - 1 && !CERTAIN.has(barrier.kind)) {
    for (const route of routesOfNobody(WALL_OPERATIONS - 1 - asked.length)) {
      const other = await ask(first, route);
      if (other === undefined || pageOf(other, baseUrl) !== page)
        return { sentence, isWall: false };
    }
  }
  for (const operation of asked) {
    const other = await ask(operation);
    if (other === undefined || isDocumented(other, operation, contract.validate)) {
      return { sentence, isWall: false };
    }
    // Pages of a site differ, although each is outside of the API.
    if (barrier.kind !== 'linked' && pageOf(other, baseUrl) !== page) {
      return { sentence, isWall: false };
    }
  }
  return { sentence, isWall: true };
}

/** Names of routes that no API has. An API of few operations answers them otherwise than its own; a wall does not. */
function routesOfNobody(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `no-such-route-${at + 1}`);
}

function nextTo(target: string, last: string): string {
  const [path = ''] = target.split('?');
  return `${path.slice(0, path.lastIndexOf('/') + 1)}${last}`;
}

/** Returns true if each read for which the document shows no login is refused like the first read. */
async function isClosed(
  refusal: Answer,
  [, ...others]: readonly Operation[],
  baseUrl: string,
  ask: (operation: Operation) => Promise<Answer | undefined>,
): Promise<boolean> {
  const open = others.filter(
    ({ answers }) => !answers.some(({ status }) => status === refusal.status),
  );
  if (open.length < WALL_OPERATIONS - 1) return false;
  const page = pageOf(refusal, baseUrl);
  for (const read of open) {
    const other = await ask(read);
    if (other === undefined || pageOf(other, baseUrl) !== page) return false;
  }
  return true;
}

function sentenceOnClosed({ status }: Answer, document: DocumentName, endpoint: Endpoint): string {
  return `the ${document} API wants a login for all routes: it answers each with the same HTTP ${status}; set ${variablesOf(endpoint)}`;
}

/** The barrier that an answer of an API shows. */
export function barrierOn(answer: Answer, document: DocumentName, baseUrl: string): Barrier {
  return barrierIn(answer, baseUrl, apiNamed(document)?.indexIn?.(answer, baseUrl));
}

/** @param barrier named in a run, or before it */
export function sentenceOn(
  { what, hint }: Barrier,
  document: DocumentName,
  { method, route }: Operation,
): string {
  return `something stands in front of the ${document} API: ${method} ${route} was ${what}; ${hint}`;
}

/** Operations that read, and need nothing but a credential; each is about something else. */
function plainReads({ operations }: Contract, document: DocumentName): readonly Operation[] {
  const plain = operations.filter(
    (one) =>
      one.document === document &&
      one.method === 'GET' &&
      one.parameters.every(({ in: place, required }) => place !== 'path' && !required),
  );
  return plain
    .filter(({ resource }, at) => plain.findIndex((one) => one.resource === resource) === at)
    .sort((one, other) => one.route.length - other.route.length);
}
