/** Where a request goes. `url` is for people to read: it holds no user name and no password. */
export type Address =
  | {
      readonly kind: 'address';
      readonly origin: string;
      readonly path: string;
      readonly url: string;
    }
  | { readonly kind: 'nowhere'; readonly url: string; readonly why: string };

/**
 * Joins a base URL, which may have a path prefix and trailing slashes, and a target that begins with `/`.
 * The target is kept byte for byte, for it may be odd on purpose; user name and password of the base URL
 * are dropped, because a credential belongs into the Authorization header and nowhere else.
 */
export function addressOf(baseUrl: string, target: string): Address {
  const base = parsed(baseUrl);
  if (base === undefined) {
    return { kind: 'nowhere', url: target, why: 'the base URL is not a URL' };
  }
  const prefix = base.pathname.replace(/\/+$/, '');
  const url = `${base.origin}${prefix}${target}`;
  if (base.protocol !== 'http:' && base.protocol !== 'https:') {
    return {
      kind: 'nowhere',
      url: target,
      why: `the base URL speaks ${base.protocol} and not http`,
    };
  }
  if (base.search !== '' || base.hash !== '') {
    return { kind: 'nowhere', url, why: 'the base URL has a query or a fragment' };
  }
  if (!target.startsWith('/')) {
    return { kind: 'nowhere', url, why: `the request target does not begin with /: ${target}` };
  }
  return { kind: 'address', origin: base.origin, path: `${prefix}${target}`, url };
}

/** The last base URL, which is nearly always the one that is asked for next. */
let last: { readonly text: string; readonly url: URL | undefined } | undefined;

function parsed(text: string): URL | undefined {
  if (last?.text !== text) {
    last = { text, url: URL.canParse(text) ? new URL(text) : undefined };
  }
  return last.url;
}
