/** Polly.JS takes the URL of a request apart and writes it anew: parameters lose their spelling, and some get lost. */

import type { PollyRequest } from './polly-types.ts';

/** Polly decodes each segment of a path, and fails where that cannot be done. */
export function routable(url: string): string {
  const [, origin = '', path = '', rest = ''] =
    /^([^:]*:\/\/[^/?#]*)([^?#]*)(.*)$/s.exec(url) ?? [];
  return `${origin}${path.split('/').map(decodable).join('/')}${rest}`;
}

function decodable(segment: string): string {
  try {
    decodeURIComponent(segment);
    return segment;
  } catch {
    return segment.replaceAll('%', '%25');
  }
}

/** Has a request keep its URL as it was given, until an event or an intercept changes it. */
export function keepUrl(request: PollyRequest, given: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(request), 'url');
  const read = own?.get;
  if (!read) return;
  const written = request.url;
  Object.defineProperty(request, 'url', {
    ...own,
    get(this: PollyRequest) {
      const now: unknown = read.call(this);
      return now === written ? given : now;
    },
  });
}
