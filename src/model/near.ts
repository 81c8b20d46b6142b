/** So alike two names have to be, from 0 to 1, for one to be offered in place of the other. */
const ALIKE = 0.3;

/** Names that are similar to `wanted`, the likeliest first, three at most. */
export function nearNames(wanted: string, names: Iterable<string>): readonly string[] {
  const pairs = pairsOf(wanted);
  return [...new Set(names)]
    .map((name) => ({ name, alike: likeness(pairs, pairsOf(name)) }))
    .filter(({ alike }) => alike >= ALIKE)
    .sort((one, other) => other.alike - one.alike)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Dice's coefficient: the share of pairs of letters that two texts have in common, wherever they stand. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (2 * shared) / (one.size + other.size);
}

/** With a mark at either end, so that even one letter makes pairs. */
function pairsOf(text: string): ReadonlySet<string> {
  const letters = [...`^${text.toLowerCase()}$`];
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`));
}
