/** The lane finds what the stream does not, with as many requests. */

import { expect, it } from 'vitest';
import type { Handler } from '../reference/http.ts';
import { isOutsideStream } from './lane.ts';
import { asked, campaignOn, json } from './site.fixture.ts';

const STEPS: readonly (readonly [string, string])[] = [
  ['orderby', 'slug'],
  ['order', 'asc'],
  ['tax_relation', 'OR'],
  ['sticky', 'true'],
];

/** Breaks down at four values together. With each one more, its answer has another member. */
const stepByStep: Handler = (request) => {
  const query = asked(request);
  const wrong = STEPS.findIndex(([name, value]) => query.get(name) !== value);
  if (wrong < 0) return json({ code: 'broken' }, 500);
  const members = STEPS.slice(0, wrong).map(([name]) => [`by_${name}`, 1]);
  return json([{ id: 1, ...Object.fromEntries(members) }]);
};

async function foundWith(feedback: boolean) {
  const { report } = await campaignOn(stepByStep, {
    ...{ seed: 3, bounds: { requests: 2_500 } },
    lane: { corpus: [], feedback },
  });
  return report.findings.filter(({ clause }) => clause.startsWith('robust/no-server-error'));
}

it('a breakdown by four values together is found by the lane, and not by the stream', async () => {
  expect(await foundWith(false)).toEqual([]);
  const [broken, ...others] = await foundWith(true);
  expect(others).toEqual([]);
  expect(broken?.places.toSorted()).toEqual(STEPS.map(([name]) => `query /${name}`).toSorted());
  expect(isOutsideStream(broken?.index ?? 0)).toBe(true);
}, 120_000);
