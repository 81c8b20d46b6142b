/** JSON Pointer (RFC 6901); patterns have `*` for "every member or element". */

import { LosslessNumber } from 'lossless-json';

/** Splits a pointer into its unescaped tokens. */
export function tokens(pointer: string): readonly string[] {
  if (pointer === '') return [];
  const all = pointer.slice(1).split('/');
  if (!pointer.includes('~')) return all;
  return all.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Joins tokens into a pointer, escaping each. */
export function pointerOf(path: readonly (string | number)[]): string {
  let pointer = '';
  for (const token of path) pointer += `/${escaped(String(token))}`;
  return pointer;
}

function escaped(token: string): string {
  if (!token.includes('~') && !token.includes('/')) return token;
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns true if one of the pointers matches a path; `*` stands for one name or index, `**` for any number. */
export function pathMatcher(
  pointers: readonly string[] = [],
): (path: readonly string[]) => boolean {
  const all = pointers.map(tokens);
  return (path) => all.some((pointer) => matches(pointer, path));
}

function matches([part, ...rest]: readonly string[], path: readonly string[]): boolean {
  if (part === undefined) return path.length === 0;
  if (part === '**')
    return path.some((_, at) => matches(rest, path.slice(at))) || matches(rest, []);
  return path.length > 0 && (part === '*' || part === path[0]) && matches(rest, path.slice(1));
}

/** Returns true for a JSON object, not for a number with all its digits. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof LosslessNumber)
  );
}

/** A child of a value by one token; `undefined` if missing. Inherited members do not count. */
export function child(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

/** The value at a pointer, or `undefined`. */
export function valueAt(value: unknown, pointer: string): unknown {
  let present = value;
  for (const token of tokens(pointer)) present = child(present, token);
  return present;
}

/** Removes duplicates, keeping the first. */
export function differentOf<Value>(values: readonly Value[]): readonly Value[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const text = JSON.stringify(value);
    const known = seen.has(text);
    seen.add(text);
    return !known;
  });
}

interface PlacedValue {
  readonly pointer: string;
  /** `undefined` if the last token names a missing member. */
  readonly value: unknown;
}

/**
 * Every place of a value that a pattern matches, in document order. `*` matches any token. A last token that is a name
 * matches in every existing parent, present or not; a missing or unsuitable parent matches nothing.
 *
 * @param within what each `*` stands for: the elements of an `array`, or the members of an `object`; both if absent
 */
export function placesOf(
  value: unknown,
  pattern: string,
  within: readonly unknown[] = [],
): readonly PlacedValue[] {
  let stars = 0;
  let places: readonly PlacedValue[] = [{ pointer: '', value }];
  const steps = tokens(pattern);
  for (const [index, token] of steps.entries()) {
    const next: PlacedValue[] = [];
    // A list of a million numbers has no place for further tokens.
    const isLast = index === steps.length - 1;
    const kind = token === '*' ? within[stars++] : undefined;
    for (const parent of places) {
      const isOther = kind !== undefined && Array.isArray(parent.value) !== (kind === 'array');
      if (token === '*') {
        if (!isOther) addAll(next, parent, isLast);
      } else if (fits(parent.value, token)) {
        const pointer = `${parent.pointer}/${escaped(token)}`;
        next.push({ pointer, value: child(parent.value, token) });
      }
    }
    places = next;
  }
  return places;
}

function addAll(next: PlacedValue[], { pointer, value }: PlacedValue, isLast: boolean): void {
  const counts = (child: unknown) => isLast || (typeof child === 'object' && child !== null);
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      if (counts(element)) next.push({ pointer: `${pointer}/${index}`, value: element });
    }
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (counts(member)) next.push({ pointer: `${pointer}/${escaped(name)}`, value: member });
    }
  }
}

/** Returns true if a value can have such a child. */
function fits(value: unknown, token: string): boolean {
  return Array.isArray(value) ? /^\d+$/.test(token) : isObject(value);
}
