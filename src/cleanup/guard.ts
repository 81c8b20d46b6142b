import {
  type Case,
  type Endpoint,
  mayWriteTo,
  type Operation,
  type Step,
  type Target,
  type WritePolicy,
} from '../model/index.ts';

/** Methods that only read, for any request (RFC 9110, 9.2.1). */
export const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Headers that servers read as another method. */
const OVERRIDING = /^x-(http-)?method(-override)?$/i;

/**
 * Why a case must not be sent: it would write to a target without permission. Loopback and permitted targets are
 * allowed. The last check after planning.
 */
export function forbidden(
  item: Case,
  endpoint: Endpoint,
  {
    target,
    writes,
    operationOf,
  }: {
    readonly target: Pick<Target, 'proxies'>;
    readonly writes: WritePolicy;
    readonly operationOf: (id: string) => Operation;
  },
): string | undefined {
  if (mayWriteTo(endpoint, target, writes)) return undefined;
  const writing = item.steps.find((step) => mayWrite(step, operationOf));
  if (writing === undefined) return undefined;
  const { operation } = writing.request;
  return `its step ${writing.id} (${operation}) writes, and writing to this target is not allowed`;
}

/** A reading operation can have any method; with another method its effect is unknown. */
export function mayWrite({ request }: Step, operationOf: (id: string) => Operation): boolean {
  const operation = operationOf(request.operation);
  if (operation.writes) return true;
  const { method = operation.method } = request;
  if (method !== operation.method && !SAFE.has(method.toUpperCase())) return true;
  return (
    Object.hasOwn(request.query, '_method') ||
    (request.raw?.query ?? '').includes('_method') ||
    request.headers.some(([name]) => OVERRIDING.test(name))
  );
}
