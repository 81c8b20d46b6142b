import type { FaultCode } from './exchange.ts';

/** Returns true if a request with this fault has certainly not reached its target. */
export function isNothingSent(code: FaultCode): boolean {
  return NOTHING_SENT.has(code);
}

const NOTHING_SENT: ReadonlySet<FaultCode> = new Set([
  'refused',
  'unresolved',
  'tls',
  'unsendable',
]);
