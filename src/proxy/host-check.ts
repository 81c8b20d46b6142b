/**
 * The accepted names of Touchstone's servers. A web page whose own name leads to this machine (DNS rebinding) sends
 * that name, and could otherwise read the served data.
 */

import { isIP } from 'node:net';
import type { Answer } from '../model/index.ts';

/** The host in a request that the server does not answer to, in lower case; undefined if it answers. */
export type HostCheck = (headers: Answer['headers']) => string | undefined;

/**
 * Allows names of loopback and IP addresses, which no page can take as its own name, and the names that are given.
 * A request without a host comes from no browser.
 *
 * @param names with or without a port
 * @param certified whether the certificate of the server holds for a name
 */
export function hostCheck(
  names: readonly string[],
  certified: (name: string) => boolean = () => false,
): HostCheck {
  const allowed = new Set(names.map(nameIn));
  const isAllowed = (host: string) => {
    const name = nameIn(host);
    if (name === undefined) return false;
    return isLocal(name) || allowed.has(name) || certified(name);
  };
  return (headers) =>
    headers
      .filter(([name, value]) => name.toLowerCase() === 'host' && value !== '')
      .map(([, value]) => value.toLowerCase())
      .find((host) => !isAllowed(host));
}

function isLocal(name: string): boolean {
  return (
    name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/g, '')) !== 0
  );
}

/** The name in a host, in lower case, without port and final dot; undefined for what is no host. */
export function nameIn(host: string): string | undefined {
  const bare = isIP(host) === 6 ? `[${host}]` : host;
  if (/[/?#@\\\s]/.test(bare) || !URL.canParse(`http://${bare}`)) return undefined;
  return new URL(`http://${bare}`).hostname.replace(/\.$/, '');
}

/** The message for a client that names a host which is not allowed. */
export function refusalOfHost(host: string): string {
  return `the request names the host ${host}, which this server does not answer to (--allow-host allows a name)`;
}
