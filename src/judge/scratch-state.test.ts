import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { sequenceCases } from '../plan/sequences.ts';
import { stateClauses } from '../plan/sequences-evidence.ts';
import { contentFaults } from '../reference/content/faults.ts';
import { combine, contentLiberties } from '../reference/content/liberties.ts';
import { contract, idsOf, siteFor, violatedIn } from './state.fixture.ts';

const OUT = process.env.STATE_OUT ?? '';
it('plain', async () => {
  const t0 = performance.now();
  const cases = sequenceCases(contract, { seed: 42, runs: 20 });
  const t1 = performance.now();
  const found = await siteFor().judged(cases);
  const t2 = performance.now();
  const lines: string[] = [];
  const log = (s: string) => lines.push(s);
  log(
    `plan ${t1 - t0} ms, cases ${cases.length}, steps ${cases.reduce((s, c) => s + c.steps.length, 0)}, run ${t2 - t1}`,
  );
  for (const f of found)
    for (const g of f.findings)
      if (g.kind === 'violated')
        log(
          `V ${f.case.id} ${f.clause} ${g.where.step} ${g.where.pointer} ${g.actual} <> ${g.expected}`,
        );
  for (const f of found)
    if (!f.findings.some((g) => g.kind === 'holds'))
      log(`B ${f.case.id} ${f.clause} ${JSON.stringify(f.findings[0])}`);
  const held = idsOf(found, 'holds');
  log(
    'not shown: ' +
      stateClauses(contract)
        .map((c) => c.id)
        .filter((id) => !held.includes(id))
        .join(' '),
  );
  writeFileSync(`${OUT}/plain.txt`, lines.join('\n'));
}, 60000);

it.skipIf(!process.env.LIB)(
  'liberties',
  async () => {
    const cases = sequenceCases(contract, { seed: 7, runs: 4 });
    const lines: string[] = [];
    const all = [
      ...contentLiberties.map((l) => [l.name, l.choose] as const),
      ['all', combine(contentLiberties)] as const,
      ['all-r', combine([...contentLiberties].reverse())] as const,
    ];
    for (const [name, choices] of all) {
      const found = await siteFor({ choices }).judged(cases);
      const seen = new Set<string>();
      for (const f of found)
        for (const g of f.findings)
          if (g.kind === 'violated' && !seen.has(f.clause)) {
            seen.add(f.clause);
            lines.push(
              `${name}: ${f.case.id} ${f.clause} ${g.where.step} ${g.where.pointer} ${g.actual} <> ${g.expected}`,
            );
          }
    }
    writeFileSync(`${OUT}/liberties.txt`, lines.join('\n'));
  },
  600000,
);

it.skipIf(!process.env.FAULTS)(
  'faults',
  async () => {
    const cases = sequenceCases(contract, { seed: 7, runs: 3 });
    const lines: string[] = [];
    for (const fault of contentFaults.filter((f) => f.family !== 'images')) {
      const found = await siteFor({ fault }).judged(cases);
      const v = violatedIn(found);
      lines.push(
        `${fault.family} ${fault.name}: ${v.map((x) => x.replace('content/', '')).join(' ')}`,
      );
    }
    writeFileSync(`${OUT}/faults.txt`, lines.join('\n'));
  },
  600000,
);
