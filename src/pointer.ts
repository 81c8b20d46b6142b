/** JSON Pointer (RFC 6901), with `*` for "every member or element" where a pattern is asked for. */

/** Splits a pointer into its unescaped tokens. */
export function tokens(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Joins tokens into a pointer, escaping each. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path
    .map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A child of a value by one token; `undefined` where there is none. Inherited members do not count. */
export function child(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

/** The value at a pointer, or `undefined`. */
export function valueAt(value: unknown, pointer: string): unknown {
  return tokens(pointer).reduce<unknown>(child, value);
}

/** Each of some JSON values once, where it stands first. */
export function differentOf<Value>(values: readonly Value[]): readonly Value[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const text = JSON.stringify(value);
    const known = seen.has(text);
    seen.add(text);
    return !known;
  });
}

export interface Place {
  readonly pointer: string;
  /** `undefined` where the last token names a member that is not there. */
  readonly value: unknown;
}

/**
 * Every place of a value that a pattern matches, in document order. A `*` matches whatever is there.
 * The last token, if it is a name, matches in every parent that exists, present or not; a missing or
 * unfit parent matches nothing.
 */
export function placesOf(value: unknown, pattern: string): readonly Place[] {
  let places: readonly Place[] = [{ pointer: '', value }];
  for (const token of tokens(pattern)) {
    places = places.flatMap((parent) => {
      if (token === '*') {
        if (Array.isArray(parent.value)) {
          return parent.value.map((element: unknown, index) => ({
            pointer: `${parent.pointer}/${index}`,
            value: element,
          }));
        }
        if (!isObject(parent.value)) return [];
        return Object.entries(parent.value).map(([name, member]) => ({
          pointer: parent.pointer + pointerOf([name]),
          value: member,
        }));
      }
      const fits = Array.isArray(parent.value) ? /^\d+$/.test(token) : isObject(parent.value);
      if (!fits) return [];
      return [{ pointer: parent.pointer + pointerOf([token]), value: child(parent.value, token) }];
    });
  }
  return places;
}
