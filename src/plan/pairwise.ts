/** Rows that contain every pair of levels of every two factors. */

/** The level of each factor, from 0. */
export type LevelRow = readonly number[];

/**
 * Covers all pairs greedily: each row begins with an uncovered pair, and adds the level of each factor that covers most
 * new pairs. n factors of up to v levels need a few times v² rows. Deterministic.
 *
 * @param factors the number of levels of each factor; at least one
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

/** A factor by index, and one of its levels. */
interface Taken {
  readonly factor: number;
  readonly level: number;
}

/** The uncovered pairs, by key. */
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

/** Number keys are much faster than texts; no plan has more levels or factors. */
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
    // Alternates between equally good levels.
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
