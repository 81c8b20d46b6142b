/** Rows of values in which every pair of levels of every two factors comes up at least once. */

/** For each factor, in order, the level that it has: 0 and up. */
export type LevelRow = readonly number[];

/**
 * Covers all pairs greedily: each row begins with a pair that is not covered yet, and takes for every
 * further factor the level that covers most new pairs. For n factors of up to v levels it takes a few
 * times v² rows. The same every time.
 * @param factors - Of each, how many levels it has; at least one
 */
export function pairwise(factors: readonly number[]): readonly LevelRow[] {
  const [only] = factors;
  if (only !== undefined && factors.length === 1) return levelsOf(only).map((level) => [level]);
  const open = pairsOf(factors);
  const rows: LevelRow[] = [];
  for (let pair = firstOf(open); pair !== undefined; pair = firstOf(open)) {
    const row: (number | undefined)[] = factors.map(() => undefined);
    for (const { factor, level } of pair) row[factor] = level;
    factors.forEach((levels, factor) => {
      row[factor] ??= bestLevel(factor, levels, row, open, rows.length);
    });
    const full = row.map((level) => level ?? 0);
    rows.push(full);
    full.forEach((level, factor) => {
      full.forEach((other, at) => {
        open.delete(keyOf({ factor, level }, { factor: at, level: other }));
      });
    });
  }
  return rows;
}

/** A factor, by its place, and a level that it has. */
interface Taken {
  readonly factor: number;
  readonly level: number;
}

/** The pairs that no row has yet, by their keys. */
type OpenPairs = Map<number, readonly [Taken, Taken]>;

function pairsOf(factors: readonly number[]): OpenPairs {
  const open: OpenPairs = new Map();
  factors.forEach((levels, factor) => {
    factors.forEach((others, at) => {
      if (at <= factor) return;
      for (const level of levelsOf(levels)) {
        for (const other of levelsOf(others)) {
          const pair = [
            { factor, level },
            { factor: at, level: other },
          ] as const;
          open.set(keyOf(...pair), pair);
        }
      }
    });
  });
  return open;
}

function levelsOf(count: number): readonly number[] {
  return Array.from({ length: count }, (_, level) => level);
}

function firstOf(open: OpenPairs): readonly [Taken, Taken] | undefined {
  const [first] = open.values();
  return first;
}

/** A number is looked up much faster than a text; no factor has more levels, and no plan more factors. */
const MOST = 4096;

function keyOf(one: Taken, other: Taken): number {
  return ((one.factor * MOST + other.factor) * MOST + one.level) * MOST + other.level;
}

function bestLevel(
  factor: number,
  levels: number,
  row: readonly (number | undefined)[],
  open: OpenPairs,
  turn: number,
): number {
  let best = 0;
  let most = -1;
  for (let step = 0; step < levels; step += 1) {
    // Where several are as good, another one each time.
    const level = (step + turn + factor) % levels;
    const fresh = row.filter((other, at) => {
      if (other === undefined) return false;
      const [one, two] = [
        { factor, level },
        { factor: at, level: other },
      ];
      return open.has(at < factor ? keyOf(two, one) : keyOf(one, two));
    }).length;
    if (fresh > most) {
      most = fresh;
      best = level;
    }
  }
  return best;
}
