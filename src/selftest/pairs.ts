/** Something that can be one way or another: its options, of which one holds at a time. */
export type OptionSet = readonly string[];

/**
 * Combinations in which every two options of two different factors come together at least once. Greedy and
 * deterministic: few combinations, not the fewest.
 * @returns for each combination the option of each factor, in the order of the factors
 */
export function pairwise(factors: readonly OptionSet[]): readonly (readonly string[])[] {
  const plan = planOf(factors);
  const rows: (readonly string[])[] = [];
  while (plan.open.size > 0) {
    const row = nextRow(plan);
    close(plan, row);
    rows.push(row.map((option) => plan.options[option]?.text ?? ''));
  }
  return rows;
}

interface Option {
  readonly text: string;
  readonly factor: number;
}

interface Plan {
  /** All options of all factors, one after another; a place in this list stands for an option. */
  readonly options: readonly Option[];
  /** Places of the options of each factor. */
  readonly factors: readonly (readonly number[])[];
  /** Pairs that have not come together yet, by their key. */
  readonly open: Set<number>;
  /** Of each option, in how many open pairs it is. */
  readonly counts: number[];
}

function planOf(factors: readonly OptionSet[]): Plan {
  const options = factors.flatMap((texts, factor) => texts.map((text) => ({ text, factor })));
  const open = new Set<number>();
  const counts = options.map(() => 0);
  const plan = {
    options,
    factors: factors.map((_, factor) => placesOf(options, factor)),
    open,
    counts,
  };
  options.forEach(({ factor }, a) => {
    options.forEach((other, b) => {
      if (factor >= other.factor) return;
      open.add(key(plan, a, b));
      counts[a] = (counts[a] ?? 0) + 1;
      counts[b] = (counts[b] ?? 0) + 1;
    });
  });
  return plan;
}

function placesOf(options: readonly Option[], factor: number): readonly number[] {
  return options.flatMap((option, place) => (option.factor === factor ? [place] : []));
}

function key({ options }: Pick<Plan, 'options'>, a: number, b: number): number {
  return Math.min(a, b) * options.length + Math.max(a, b);
}

function close(plan: Plan, row: readonly number[]): void {
  const { open, counts } = plan;
  for (const a of row) {
    for (const b of row) {
      if (a >= b || !open.delete(key(plan, a, b))) continue;
      counts[a] = (counts[a] ?? 0) - 1;
      counts[b] = (counts[b] ?? 0) - 1;
    }
  }
}

/**
 * The factor with the most wanted option comes first; then one after another takes the option that closes most
 * pairs with those before it, and of two that close the same the more wanted. So every row closes a pair.
 */
function nextRow(plan: Plan): readonly number[] {
  const { factors, counts, open } = plan;
  const wanted = (option: number) => counts[option] ?? 0;
  const most = factors.map((options, factor) => ({ factor, of: Math.max(...options.map(wanted)) }));
  most.sort((a, b) => b.of - a.of || a.factor - b.factor);
  const taken: number[] = [];
  const row: number[] = [];
  for (const { factor } of most) {
    let best = { option: -1, closed: -1 };
    for (const option of factors[factor] ?? []) {
      const closed = taken.filter((other) => open.has(key(plan, option, other))).length;
      const more = closed === best.closed && wanted(option) > wanted(best.option);
      if (closed > best.closed || more) best = { option, closed };
    }
    taken.push(best.option);
    row[factor] = best.option;
  }
  return row;
}
