import { isIP } from 'node:net';

/** Whether a URL names this very machine: `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
