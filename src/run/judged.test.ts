import { expect, it } from 'vitest';
import type { Verdict } from '../model.ts';
import { hardlyJudged } from './judged.ts';

function clauses(document: string, counts: { readonly [V in Verdict]?: number }) {
  return Object.entries(counts).flatMap(([verdict, count]) =>
    Array.from({ length: count }, (_, at) => ({
      id: `${document}/${verdict}/${at}`,
      verdict: verdict as Verdict,
      reasons: at === 0 ? ['once'] : ['often'],
    })),
  );
}

it.each([
  ['as many are judged as are not', { pass: 5, warn: 5, fail: 5, observed: 5, blocked: 20 }],
  ['most are skipped', { pass: 20, skipped: 1000 }],
  ['few were asked for', { pass: 1, blocked: 9 }],
])('enough is judged where %s', (_, counts) => {
  expect(hardlyJudged(['content'], clauses('content', counts))).toEqual([]);
});

it('says of which document hardly anything is judged, and the commonest reason', () => {
  const all = [
    ...clauses('integration', { pass: 90 }),
    ...clauses('content', { pass: 19, blocked: 15, error: 5 }),
  ];
  expect(hardlyJudged(['integration', 'content'], all)).toEqual([
    'hardly anything could be judged of the content API: 19 of 39 clauses came to a verdict; of 18 it is said: often',
  ]);
});
