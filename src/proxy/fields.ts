/** Header fields and targets, without what is about one connection or one host. */

import { type Answer, fieldOf } from '../model/index.ts';

/** Fields that are about one connection and not about the exchange (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'upgrade',
]);

type Fields = Answer['headers'];

/** Removes fields that were only for the last connection; `also` has further names, in lower case. */
export function withoutHops(fields: Fields, also: readonly string[] = []): Fields {
  let named = also;
  for (const [name, value] of fields) {
    if (name.toLowerCase() !== 'connection') continue;
    named = [...named, ...value.split(',').map((each) => each.trim().toLowerCase())];
  }
  return fields.filter(([name]) => {
    const lower = name.toLowerCase();
    return !HOP_BY_HOP.has(lower) && !named.includes(lower);
  });
}

/** With the target's own host in the place of the proxy's; in front where none was named. */
export function withHost(fields: Fields, host: string): Fields {
  if (fieldOf(fields, 'host') === undefined) return [['Host', host], ...fields];
  return fields.map((field) => (field[0].toLowerCase() === 'host' ? [field[0], host] : field));
}

/**
 * The path of a request, also where a client takes us for a proxy of the other kind and gives a whole URL.
 * A target that is not a path is returned without user and password.
 */
export function targetOf(url: string): string {
  if (url.startsWith('/')) return url;
  if (!/^https?:\/\//i.test(url)) return url.replace(/^[^/?#]*@/, '');
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** Host and port of a whole URL, in lower case; undefined for a path. */
export function authorityOf(url: string): string | undefined {
  const [, authority] = /^https?:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(url) ?? [];
  return authority?.toLowerCase();
}
