/** Texts that were looked through before and held nothing: most of what passes comes again and again. */

export interface Harmless {
  readonly has: (text: string) => boolean;
  readonly add: (text: string) => void;
}

/** Longer texts are not remembered. In characters. */
const LONGEST = 16 * 1024;

/** So much is remembered of the latest texts, and at most as much of those before them. In characters. */
const MOST_REMEMBERED = 1024 * 1024;

/** What each text takes beside its characters, counted in characters. */
const OVERHEAD = 64;

/**
 * Remembers in two generations: once the younger one is full, the older one is forgotten. So what comes
 * again stays, and what comes once only goes.
 */
export function rememberHarmless(most: number = MOST_REMEMBERED): Harmless {
  let young = new Set<string>();
  let old = new Set<string>();
  let size = 0;
  const add = (text: string) => {
    if (text.length > LONGEST) return;
    if (size > most) {
      old = young;
      young = new Set();
      size = 0;
    }
    young.add(text);
    size += text.length + OVERHEAD;
  };
  return {
    has: (text) => {
      if (text.length > LONGEST) return false;
      if (young.has(text)) return true;
      if (!old.has(text)) return false;
      add(text);
      return true;
    },
    add,
  };
}
