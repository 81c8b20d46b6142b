import { literally } from '../model/index.ts';

/**
<<<<<<< HEAD
 * Returns true if a text is one that an entry stands for: the entry itself, or where it has a `*`, whatever has one or
 * more characters in that place. An entry without `*` stands for itself alone.
=======
 * Whether a text is one that an entry stands for: where it has a `*`, whatever has one or more characters in that
 * place. One without stands for itself and what is below it, as a fault of a member may break any of its facts.
>>>>>>> 8cd0c6e (Coverage tells of each fact of an answer which clause reads it; a fault of a member may break any of its facts)
 */
export function fits(entry: string, text: string): boolean {
  return matcherOf(entry)(text);
}

/** `fits` of one entry, for many texts. */
export function matcherOf(entry: string): (text: string) => boolean {
  if (!entry.includes('*')) return (text) => text === entry || text.startsWith(`${entry}/`);
  const pattern = new RegExp(`^${entry.split('*').map(literally).join('.+')}$`, 's');
  return (text) => pattern.test(text);
}

/** The entries that none of the texts fits. */
export function unmet(entries: readonly string[], texts: readonly string[]): readonly string[] {
  return entries.filter((entry) => !texts.some((text) => fits(entry, text)));
}

/** The texts that fit none of the entries. */
export function unexpected(
  entries: readonly string[],
  texts: readonly string[],
): readonly string[] {
  return texts.filter((text) => !entries.some((entry) => fits(entry, text)));
}
