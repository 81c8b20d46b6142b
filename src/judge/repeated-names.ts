/** Finds repeated names in JSON objects. */

import { pointerOf } from '../model/index.ts';

/** An object or list that is being read; a list has no names. */
interface OpenValue {
  readonly names: Set<string> | undefined;
  at: string | number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]/g;

/**
 * JSON Pointers to members whose name occurred before in the same object.
 *
 * @param text valid JSON
 */
export function repeatedNames(text: string): readonly string[] {
  const found: string[] = [];
  const open: OpenValue[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (token === '{') open.push({ names: new Set(), at: '' });
    else if (token === '[') open.push({ names: undefined, at: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',') {
      if (typeof inner?.at === 'number') inner.at += 1;
    } else if (token !== ':') last = token;
    else if (inner?.names) {
      const name: string = JSON.parse(last);
      inner.at = name;
      if (inner.names.has(name)) found.push(pointerOf(open.map(({ at }) => at)));
      inner.names.add(name);
    }
  }
  return found;
}
