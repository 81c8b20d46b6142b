import { isIP } from 'node:net';
import type { Endpoint, Target } from './index.ts';

/**
 * Places where a run may write. The default is loopback only: other servers belong to someone else.
 */
export type WritePolicy = 'nowhere' | 'loopback' | 'anywhere';

type Place = Pick<Endpoint, 'baseUrl'>;
type Way = Pick<Target, 'proxies'>;

/** Returns true if the policy allows writing to an API, given the way to its target. */
export function mayWriteTo(endpoint: Place, way: Way, policy: WritePolicy): boolean {
  return policy === 'anywhere' || (policy === 'loopback' && isOnLoopback(endpoint, way));
}

/**
 * Returns true if an API is on this machine. Behind a proxy elsewhere, loopback is the proxy's machine. Proxies of the
 * environment never apply to loopback.
 */
export function isOnLoopback({ baseUrl }: Place, { proxies }: Way): boolean {
  return namesLoopback(baseUrl) && (proxies?.always === undefined || namesLoopback(proxies.always));
}

/** Returns true if a URL names loopback: `localhost`, 127.0.0.0/8 or ::1. A proxy can resolve it to another machine. */
export function namesLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
