/** Something that can be one way or another: its options, of which one holds at a time. */
export type Factor = readonly string[];

/**
 * Combinations in which every two options of two different factors come together at least once. Greedy and
 * deterministic: few combinations, not the fewest.
 * @returns for each combination the option of each factor, in the order of the factors
 */
export function pairwise(factors: readonly Factor[]): readonly (readonly string[])[] {
  const open = openPairs(factors);
  const rows: (readonly string[])[] = [];
  while (open.size > 0) {
    const row = nextRow(factors, open);
    rows.push(row.map((option, at) => factors[at]?.[option] ?? ''));
    for (const pair of pairsOf(row)) open.delete(pair);
  }
  return rows;
}

type Open = Set<string>;

function key(a: number, option: number, b: number, other: number): string {
  return a < b ? `${a}:${option} ${b}:${other}` : `${b}:${other} ${a}:${option}`;
}

function openPairs(factors: readonly Factor[]): Open {
  const open: Open = new Set();
  factors.forEach((options, a) => {
    factors.slice(a + 1).forEach((others, offset) => {
      options.forEach((_, option) => {
        others.forEach((__, other) => {
          open.add(key(a, option, a + 1 + offset, other));
        });
      });
    });
  });
  return open;
}

function pairsOf(row: readonly number[]): readonly string[] {
  return row.flatMap((option, a) =>
    row.slice(a + 1).map((other, offset) => key(a, option, a + 1 + offset, other)),
  );
}

/** One factor after another takes the option that closes most pairs; the first open pair is always closed. */
function nextRow(factors: readonly Factor[], open: Open): readonly number[] {
  const [first = ''] = open;
  const fixed = new Map(first.split(' ').map((part) => split(part)));
  const taken = new Map(fixed);
  factors.forEach((options, at) => {
    if (taken.has(at)) return;
    let best = { option: 0, closed: -1 };
    options.forEach((_, option) => {
      let closed = 0;
      for (const [other, its] of taken) if (open.has(key(at, option, other, its))) closed += 1;
      if (closed > best.closed) best = { option, closed };
    });
    taken.set(at, best.option);
  });
  return factors.map((_, at) => taken.get(at) ?? 0);
}

function split(part: string): readonly [number, number] {
  const [factor, option] = part.split(':').map(Number);
  return [factor ?? 0, option ?? 0];
}
