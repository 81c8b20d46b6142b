/** Findings in their smallest form, each once. */

import { expect, it } from 'vitest';
import type { CampaignFinding } from '../model/index.ts';
import { campaignLines } from '../report/campaign.ts';
import { replayScript } from '../report/replay-script.ts';
import { replayTest } from '../report/replay-test.ts';
import { replayOf } from './replays.ts';
import { asked, campaignOn, contract, json, targetAt } from './site.fixture.ts';

function queryOf({ case: item, step: shown }: CampaignFinding) {
  return item.steps.find(({ id }) => id === shown)?.request.query;
}

it('a text that is too long is told by the least length that fails, once for all classes of input', async () => {
  const { report, shown } = await campaignOn(
    (request) =>
      [...(asked(request).get('search') ?? '')].length > 300
        ? json({ code: 'long' }, 500)
        : json([]),
    { modes: ['valid', 'edge'], only: ['content/posts/list', 'strings/'], graceMs: 60_000 },
  );
  const [finding, ...others] = report.findings.filter(({ verdict }) => verdict === 'fail');
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    ...{ clause: 'robust/no-server-error', class: 'valid', places: ['query /search'] },
    from: { place: 'query /search', amount: '301 characters' },
  });
  expect(finding && queryOf(finding)).toEqual({ search: 'a'.repeat(301) });
  expect(finding?.hits).toBeGreaterThan(1);
  const lines = campaignLines(report, { colours: false }).join('\n');
  expect(lines).toContain('   fails from 301 characters\n');
  expect(lines).toContain(`"$(printf 'a%.0s' $(seq 301))"`);
  const [replay] = shown.map((one) => replayOf(one, contract, targetAt('http://127.0.0.1:1')));
  if (replay === undefined) throw new Error('it can be sent again');
  expect(replayScript(replay)).toContain(`"$(printf 'a%.0s' $(seq 301))"`);
  expect(replayTest(replay)).toContain('"a".repeat(301)');
});

it('a number is told by its limit', async () => {
  const { report } = await campaignOn(
    (request) => (Number(asked(request).get('page')) > 2 ** 31 ? json({}, 500) : json([])),
    { modes: ['edge'], only: ['content/posts/list', 'numbers/'], graceMs: 60_000 },
  );
  const failing = report.findings.filter(({ clause }) => clause.startsWith('robust/'));
  expect(failing.map(({ from }) => from)).toEqual([
    { place: 'query /page', amount: String(2 ** 31 + 1) },
  ]);
  expect(failing.map((one) => Number(queryOf(one)?.page))).toEqual([2 ** 31 + 1]);
});

it('invalid requests that are answered with an empty list, unlike valid ones, are one finding', async () => {
  const { report } = await campaignOn(
    (request) => {
      const query = asked(request);
      const isWrong = [...query].some(
        ([name, value]) => /^(?:order|status|page|sticky)\b/.test(name) && !isValid(value),
      );
      return json(isWrong ? [] : [{ id: 7 }]);
    },
    {
      modes: ['violation'],
      only: ['order/enum', 'page/minimum', 'sticky/type'].map(
        (rule) => `content/posts/list/query/${rule}`,
      ),
      ...{ bounds: { runs: 120 }, graceMs: 60_000 },
    },
  );
  const own = report.findings.filter(({ signature }) => signature === 'nothing');
  expect(own).toHaveLength(1);
  expect(own[0]?.takes?.map((one) => one.class)).toEqual(
    expect.arrayContaining(['violation/minimum', 'violation/type']),
  );
});

function isValid(value: string): boolean {
  return /^(?:[1-9]\d*|asc|desc|true|false|publish)$/.test(value);
}

it('bytes lost at any letter beyond ASCII are one finding, whichever way the body is then broken', async () => {
  const { report } = await campaignOn(
    (request) => {
      const [letter = ''] = /[\u{80}-\u{10ffff}]/u.exec(asked(request).get('search') ?? '') ?? [];
      const size = Buffer.byteLength(letter);
      const broken = size > 2 ? Buffer.from([0x22, 0xff, 0x22]) : '[1';
      return size > 0 ? { ...json([]), body: broken } : json([]);
    },
    { modes: ['edge'], only: ['content/posts/list', 'strings/'], graceMs: 60_000 },
  );
  const failing = report.findings.filter(({ verdict }) => verdict === 'fail');
  expect(failing.map((one) => queryOf(one))).toEqual([{ search: 'é' }]);
});
