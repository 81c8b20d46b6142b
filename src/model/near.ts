/** Minimum similarity of a suggested name, from 0 to 1. */
const ALIKE = 0.3;

/** At most three names that are similar to `wanted`, the most similar first. */
export function nearNames(wanted: string, names: Iterable<string>): readonly string[] {
  const pairs = pairsOf(wanted);
  return [...new Set(names)]
    .map((name) => ({
      name,
      alike: isSwapped(wanted, name) ? 1 : likeness(pairs, pairsOf(name)),
    }))
    .filter(({ alike }) => alike >= ALIKE)
    .sort((one, other) => other.alike - one.alike)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** The same letters in another order: short words have few pairs left then. */
function isSwapped(one: string, other: string): boolean {
  const letters = (text: string) => [...text.toLowerCase()].sort().join('');
  return letters(one) === letters(other);
}

/** Dice's coefficient: the share of common letter pairs. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (2 * shared) / (one.size + other.size);
}

/** With a mark at both ends, so that one letter also makes pairs. */
function pairsOf(text: string): ReadonlySet<string> {
  const letters = [...`^${text.toLowerCase()}$`];
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`));
}
