import { namesLoopback, type Proxies } from '../model/index.ts';

/** Host and port of a socket, as in a URL. */
export interface SocketAddress {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  readonly servername?: string | null | undefined;
}

/** The port of an address, or the default of its scheme. */
export function portOf({ port, protocol }: Pick<SocketAddress, 'port' | 'protocol'>): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

/** The proxy for an address; undefined for a direct connection. */
export function proxyFor(address: SocketAddress, proxies: Proxies | undefined): URL | undefined {
  if (proxies === undefined) return undefined;
  const { protocol, hostname } = address;
  if (proxies.always !== undefined) return new URL(proxies.always);
  if (namesLoopback(`${protocol}//${hostname}`)) return undefined;
  const found = protocol === 'https:' ? proxies.https : proxies.http;
  return found === undefined || isExcepted(address, proxies.except) ? undefined : new URL(found);
}

/**
 * Returns true if NO_PROXY lists a host, as in curl and Node: names separated by commas or blanks, each including
 * subdomains, with a port for only that port; `*` for all.
 */
function isExcepted(address: SocketAddress, except: string): boolean {
  const host = address.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  return except
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .some((one) => {
      if (one === '*') return true;
      const [, name = one, port] = /^(\[.+\]|[^:]+):(\d+)$/.exec(one) ?? [];
      const bare = name.replace(/^\*?\./, '').replace(/^\[|\]$/g, '');
      const isHost = host === bare || host.endsWith(`.${bare}`);
      return isHost && (port === undefined || Number(port) === portOf(address));
    });
}
