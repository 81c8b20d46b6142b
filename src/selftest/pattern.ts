import { literally } from '../model/index.ts';

/**
 * Returns true if an entry covers a text. `*` stands for one or more characters. An entry without `*` covers itself and
 * everything below it.
 */
export function fits(entry: string, text: string): boolean {
  return matcherOf(entry)(text);
}

export function matcherOf(entry: string): (text: string) => boolean {
  if (!entry.includes('*')) return (text) => text === entry || text.startsWith(`${entry}/`);
  const pattern = new RegExp(`^${entry.split('*').map(literally).join('.+')}$`, 's');
  return (text) => pattern.test(text);
}

export function unmet(entries: readonly string[], texts: readonly string[]): readonly string[] {
  return entries.filter((entry) => !texts.some((text) => fits(entry, text)));
}

export function unexpected(
  entries: readonly string[],
  texts: readonly string[],
): readonly string[] {
  return texts.filter((text) => !entries.some((entry) => fits(entry, text)));
}
