/** The report of a campaign: what it reached, and what it could not call. */

import { expect, it } from 'vitest';
import { referenceTarget } from '../profiles/choose.ts';
import { campaignLines } from '../report/campaign.ts';
import { BASE, campaignOn, contract, json } from './site.fixture.ts';

const TIMEZONES = {
  ...{ additional_data: {}, error_code: '', message: 'Success', status: 200, success: true },
  data: { timezones: [{ label: 'UTC (UTC)', value: 'UTC' }] },
};

it('an API without the data that it takes is not judged, and the report begins with that', async () => {
  const target = referenceTarget(contract, { integration: BASE }, 'without systems');
  const { integration } = target.endpoints;
  if (integration === undefined) throw new Error('there is an endpoint');
  const { report } = await campaignOn(() => json(TIMEZONES), {
    target: { ...target, endpoints: { integration: { ...integration, known: {} } } },
    ...{ modes: ['valid'], only: ['integration/'], bounds: { runs: 30 } },
  });
  expect(report.findings).toEqual([]);
  expect(report.problems).toEqual([
    'most of the integration API could not be called: 1 of 2 operations, such as integration/dependencies: the target has no known systems',
  ]);
  expect(report.exitCode).toBe(2);
  const [first] = campaignLines(report, { colours: false });
  expect(first).toBe('note: not called: integration/dependencies: the target has no known systems');
});

it('the report has the answers of each operation, and the places of its requests', async () => {
  const { report } = await campaignOn(
    ({ target }) => (target.includes('page=0') ? json({ code: 'wrong' }, 400) : json([])),
    { modes: ['violation'], only: ['content/posts/list'], bounds: { runs: 60 } },
  );
  const [operation, ...others] = report.operations ?? [];
  expect(others).toEqual([]);
  expect(operation).toMatchObject({ name: 'content/posts/list' });
  expect(Object.keys(operation?.answers ?? {})).toEqual(['200 list', '400 object']);
  expect(operation?.places).toContain('query /page');
});
