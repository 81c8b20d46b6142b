/** So many results of reading are kept; then all are let go, for the next may be others. */
const MOST_KEPT = 1000;

/** Longer texts are hardly asked for twice, and would take up much memory. */
const LONGEST_KEPT = 500;

/** What was made of a text before, or what is made of it now. */
export function remembered<T>(
  kept: Map<string, T>,
  text: string,
  make: () => T,
  most = MOST_KEPT,
): T {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const made = make();
  if (text.length > LONGEST_KEPT) return made;
  if (kept.size >= most) kept.clear();
  kept.set(text, made);
  return made;
}
