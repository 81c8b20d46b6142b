/** Rows of values in which every pair of levels of every two factors comes up at least once. */

/** A thing that varies, and how many levels it has; at least one. */
export interface Factor {
  readonly name: string;
  readonly levels: number;
}

/** For each factor, in order, the level that it has. */
export type LevelRow = readonly number[];

/**
 * Covers all pairs greedily: each row begins with a pair that is not covered yet, and takes for every
 * further factor the level that covers most new pairs. For n factors of up to v levels it takes a few
 * times v² rows. The same every time.
 */
export function pairwise(factors: readonly Factor[]): readonly LevelRow[] {
  const [only] = factors;
  if (only === undefined) return [];
  if (factors.length === 1) return Array.from({ length: only.levels }, (_, level) => [level]);
  const open = pairsOf(factors);
  const rows: LevelRow[] = [];
  for (let first = open.indexOf(1); first >= 0; first = open.indexOf(1, first)) {
    const row: (number | undefined)[] = factors.map(() => undefined);
    const { one, other, oneLevel, otherLevel } = pairAt(first, factors.length);
    row[one] = oneLevel;
    row[other] = otherLevel;
    factors.forEach((factor, index) => {
      if (row[index] !== undefined) return;
      row[index] = bestLevel(index, factor.levels, row, open, rows.length);
    });
    const full = row.map((level) => level ?? 0);
    rows.push(full);
    for (let one = 0; one < full.length; one += 1) {
      for (let other = one + 1; other < full.length; other += 1) {
        open[keyOf(one, full[one] ?? 0, other, full[other] ?? 0, full.length)] = 0;
      }
    }
  }
  return rows;
}

/** So many levels a factor may have at the most. */
export const MOST_LEVELS = 64;

/** 1 at the key of each pair, and 0 at that of none. */
function pairsOf(factors: readonly Factor[]): Uint8Array {
  const open = new Uint8Array((factors.length * MOST_LEVELS) ** 2);
  factors.forEach((first, one) => {
    factors.slice(one + 1).forEach((second, after) => {
      for (let a = 0; a < Math.min(first.levels, MOST_LEVELS); a += 1) {
        for (let b = 0; b < Math.min(second.levels, MOST_LEVELS); b += 1) {
          open[keyOf(one, a, one + 1 + after, b, factors.length)] = 1;
        }
      }
    });
  });
  return open;
}

function keyOf(one: number, a: number, other: number, b: number, count: number): number {
  return ((one * count + other) * MOST_LEVELS + a) * MOST_LEVELS + b;
}

function pairAt(key: number, count: number) {
  const otherLevel = key % MOST_LEVELS;
  const rest = Math.floor(key / MOST_LEVELS);
  const oneLevel = rest % MOST_LEVELS;
  const pair = Math.floor(rest / MOST_LEVELS);
  return { one: Math.floor(pair / count), other: pair % count, oneLevel, otherLevel };
}

function bestLevel(
  index: number,
  levels: number,
  row: readonly (number | undefined)[],
  open: Uint8Array,
  turn: number,
): number {
  const count = row.length;
  const all = Math.min(levels, MOST_LEVELS);
  let best = 0;
  let most = -1;
  for (let step = 0; step < all; step += 1) {
    // Where several are as good, another one each time.
    const level = (step + turn + index) % all;
    let fresh = 0;
    row.forEach((other, at) => {
      if (other === undefined || at === index) return;
      const key =
        at < index ? keyOf(at, other, index, level, count) : keyOf(index, level, at, other, count);
      fresh += open[key] ?? 0;
    });
    if (fresh > most) {
      most = fresh;
      best = level;
    }
  }
  return best;
}
