/** Names of what is not there: with a namespace, its routes are gone from the index, and are answered with 404. */

import type { Finding, Operation } from '../model/index.ts';

type Violated = Pick<Extract<Finding, { kind: 'violated' }>, 'absent' | 'where' | 'actual'>;

/** Names of what a finding misses. A route without variable parts that is answered with 404 is not there itself. */
export function absentNames(
  { absent, where, actual }: Violated,
  operation: Pick<Operation, 'route'> | undefined,
): readonly string[] {
  if (absent !== undefined) return absent;
  const route = operation?.route ?? '{';
  const isNotThere = where.pointer === 'status' && /^HTTP 404\b/.test(actual);
  return isNotThere && !route.includes('{') ? [route] : [];
}

/** The names that several findings miss; none if one of them is about something else. */
export function absentInAll(all: readonly (readonly string[])[]): readonly string[] {
  return all.some(({ length }) => length === 0) ? [] : [...new Set(all.flat())];
}

/** Returns true if all that is missing is what something else misses as well, or lies below it. */
export function coversAbsent(root: readonly string[], names: readonly string[]): boolean {
  const paths = root.map(asPath);
  return (
    names.length > 0 && names.every((name) => paths.some((path) => asPath(name).startsWith(path)))
  );
}

/** A name that ends where a segment ends. */
function asPath(name: string): string {
  return `/${name}/`.replace(/\/{2,}/g, '/');
}
