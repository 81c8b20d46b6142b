import type { PlannedRequest } from '../model/index.ts';

/** The address of a request. `url` is for display: it contains no user name and no password. */
type Address =
  | {
      readonly kind: 'address';
      readonly origin: string;
      readonly path: string;
      readonly url: string;
    }
  | { readonly kind: 'nowhere'; readonly url: string; readonly why: string };

/**
 * Joins a base URL, with an optional path prefix and trailing slashes, and a target that begins with `/`. The target is
 * kept byte for byte, as it can be unusual on purpose. User name and password of the base URL are dropped: a credential
 * is only sent as Authorization.
 */
export function addressOf(baseUrl: string, target: string): Address {
  const base = baseOf(baseUrl);
  if (base.kind === 'nowhere') {
    return { kind: 'nowhere', url: `${base.shown}${target}`, why: base.why };
  }
  const { origin, prefix } = base;
  const path = `${prefix}${target}`;
  const url = `${origin}${path}`;
  if (!target.startsWith('/')) {
    return { kind: 'nowhere', url, why: `the request target does not begin with /: ${target}` };
  }
  return { kind: 'address', origin, path, url };
}

/** The target of a request for a URL below a base URL; undefined if it is elsewhere. */
export function targetWithin(baseUrl: string, url: unknown): string | undefined {
  const base = baseOf(baseUrl);
  if (base.kind === 'nowhere' || typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { origin, pathname, search } = new URL(url);
  const isBelow = origin === base.origin && pathname.startsWith(`${base.prefix}/`);
  return isBelow ? `${pathname.slice(base.prefix.length)}${search}` : undefined;
}

/** A request with the target of its file, if it has one. Undefined if the file is elsewhere: no other host is asked. */
export function withFileTarget(
  planned: PlannedRequest,
  baseUrl: string,
): PlannedRequest | undefined {
  if (planned.raw?.file === undefined) return planned;
  const file = targetWithin(baseUrl, planned.raw.file);
  return file === undefined ? undefined : { ...planned, raw: { file } };
}

/** A parsed base URL; `shown` is its part for display before a target. */
type ParsedBaseUrl =
  | { readonly kind: 'base'; readonly origin: string; readonly prefix: string }
  | { readonly kind: 'nowhere'; readonly shown: string; readonly why: string };

function baseOf(text: string): ParsedBaseUrl {
  if (!URL.canParse(text)) {
    return { kind: 'nowhere', shown: '', why: 'the base URL is not a URL' };
  }
  const { protocol, origin, pathname, search, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') {
    const why = `the base URL speaks ${protocol} and not http`;
    return { kind: 'nowhere', shown: '', why };
  }
  const prefix = pathname.replace(/\/+$/, '');
  if (search !== '' || hash !== '') {
    const why = 'the base URL has a query or a fragment';
    return { kind: 'nowhere', shown: `${origin}${prefix}`, why };
  }
  return { kind: 'base', origin, prefix };
}
