import type { WireStyle } from '../model.ts';

/**
 * Values of path parameters that do not arrive as they were sent. In a path, clients and servers take
 * segments out that are empty or of dots (RFC 3986, 5.2.4; the merging of slashes is common). In a query
 * nothing is taken out, so `theme//slug` travels there; but a route is a path to the server that reads it,
 * so dots, and slashes at either end, are left alone there too.
 *
 * @returns a regular expression without slashes around it, as a schema's `pattern` takes it
 */
export function unsteadyPattern(routing: WireStyle['routing']): string {
  switch (routing.kind) {
    case 'path':
      return '(^|/)\\.{0,2}(/|$)';
    case 'query':
      return '(^|/)\\.{1,2}(/|$)|^/|/$|^$';
  }
}
