/** Maximum size of the cache, which is then cleared. */
const MOST_KEPT = 1000;

/** Longer texts are rarely repeated, and take much memory. */
const LONGEST_KEPT = 500;

/** Returns the cached result for a text, or computes it. */
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
