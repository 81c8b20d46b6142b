/**
 * Whether a text is one that an entry stands for: the entry itself, or where it has a `*`, whatever has one or
 * more characters in that place. An entry without `*` stands for itself alone.
 */
export function fits(entry: string, text: string): boolean {
  if (!entry.includes('*')) return entry === text;
  return compiled(entry).test(text);
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

const COMPILED = new Map<string, RegExp>();

function compiled(entry: string): RegExp {
  const known = COMPILED.get(entry);
  if (known) return known;
  const parts = entry.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const made = new RegExp(`^${parts.join('.+')}$`, 's');
  COMPILED.set(entry, made);
  return made;
}
