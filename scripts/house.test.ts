import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
// @ts-expect-error: a script without types.
import { measured } from './house/rows.js';

const PAGE = fileURLToPath(new URL('../ARCHITECTURE.md', import.meta.url));

interface Row {
  readonly name: string;
  readonly goal: number;
  readonly now: number;
  readonly isStructure?: boolean;
  readonly found: readonly string[];
}

const rows: readonly Row[] = measured();

/** What ARCHITECTURE.md says of each row. */
const written = new Map(
  [...readFileSync(PAGE, 'utf8').matchAll(/^\| (.+?) \| ([\d,]+) \| ≤ ([\d,]+) \|$/gm)].map(
    ([, name = '', now = '', goal = '']) => [
      name,
      { now: Number(now.replaceAll(',', '')), goal: Number(goal.replaceAll(',', '')) },
    ],
  ),
);

it('the table of the house stands in ARCHITECTURE.md', () => {
  expect([...written.keys()]).toEqual(rows.map(({ name }) => name));
  expect([...written.values()].map(({ goal }) => goal)).toEqual(rows.map(({ goal }) => goal));
});

it('counts what is there', () => {
  for (const { name, now } of rows.filter(({ name }) => name.startsWith('lines'))) {
    expect(now, name).toBeGreaterThan(1000);
  }
});

// Sizes may grow with an addition; structure that has reached its goal may not.
it.each(
  rows.filter(({ name, goal, isStructure }) => {
    const { now = goal + 1 } = written.get(name) ?? {};
    return isStructure && now <= goal;
  }),
)('$name: the goal is kept', ({ now, goal, found }) => {
  expect(now, found.join('\n')).toBeLessThanOrEqual(goal);
});
