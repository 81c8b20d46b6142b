/** Names of missing routes and namespaces: without a namespace, its routes are missing too, and answer 404. */

import type { Finding, Operation } from '../model/index.ts';

type Violated = Pick<Extract<Finding, { kind: 'violated' }>, 'absent' | 'where' | 'actual'>;

/** Names that a finding misses. A route without variable parts that answers 404 is itself missing. */
export function absentNames(
  { absent, where, actual }: Violated,
  operation: Pick<Operation, 'route'> | undefined,
): readonly string[] {
  if (absent !== undefined) return absent;
  const route = operation?.route ?? '{';
  const isNotThere = where.pointer === 'status' && /^HTTP 404\b/.test(actual);
  return isNotThere && !route.includes('{') ? [route] : [];
}

/** Names that several findings miss; empty if one of them is about something else. */
export function absentInAll(all: readonly (readonly string[])[]): readonly string[] {
  return all.some(({ length }) => length === 0) ? [] : [...new Set(all.flat())];
}

/** Returns true if all missing names are at or below names that another finding misses. */
export function coversAbsent(root: readonly string[], names: readonly string[]): boolean {
  const paths = root.map(asPath);
  return (
    names.length > 0 && names.every((name) => paths.some((path) => asPath(name).startsWith(path)))
  );
}

function asPath(name: string): string {
  return `/${name}/`.replace(/\/{2,}/g, '/');
}
