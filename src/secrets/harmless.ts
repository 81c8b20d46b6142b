/** Texts that were looked through before and held nothing. */

import { remember } from '../memory.ts';

export interface Harmless {
  readonly has: (text: string) => boolean;
  readonly add: (text: string) => void;
}

/** Longer texts are not remembered. In characters. */
const LONGEST = 16 * 1024;

/** In characters. */
const MOST_REMEMBERED = 1024 * 1024;

/** What each text takes beside its characters, counted in characters. */
const OVERHEAD = 64;

/** @param most see `remember`; in characters */
export function rememberHarmless(most: number = MOST_REMEMBERED): Harmless {
  const memory = remember<true>(most);
  return {
    has: (text) => text.length <= LONGEST && memory.get(text) === true,
    add: (text) => {
      if (text.length <= LONGEST) memory.set(text, true, text.length + OVERHEAD);
    },
  };
}
