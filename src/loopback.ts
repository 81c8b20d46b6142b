import { isIP } from 'node:net';

/**
 * Where a run may write. Only on loopback unless somebody says more: what is elsewhere is somebody's.
 */
export type WritePolicy = 'nowhere' | 'loopback' | 'anywhere';

/** Whether the policy lets a run write to what is reached at a URL. */
export function mayWriteTo(baseUrl: string, policy: WritePolicy): boolean {
  return policy === 'anywhere' || (policy === 'loopback' && isLoopback(baseUrl));
}

/** Whether a URL names this very machine: `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopback(url: string): boolean {
  // Asked before every case, and nearly always of the same base URL.
  if (last?.url !== url) last = { url, found: namesLoopback(url) };
  return last.found;
}

let last: { readonly url: string; readonly found: boolean } | undefined;

function namesLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
