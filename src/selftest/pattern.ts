import { literally } from '../literal.ts';

/** A `*` in an entry stands for one or more characters. */
export function fits(entry: string, text: string): boolean {
  return new RegExp(`^${entry.split('*').map(literally).join('.+')}$`, 's').test(text);
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
