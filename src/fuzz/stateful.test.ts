/** Campaigns of whole planned cases, on the reference target with one thing wrong. */

import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Case, Transport } from '../model/index.ts';
import { openStream } from '../plan/stream.ts';
import type { Handler } from '../reference/http.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import type { CampaignOptions } from './campaign.ts';
import { replayOf } from './replays.ts';
import { asked, BASE, campaignOver, contract, json, targetAt } from './site.fixture.ts';

const URL_OF_CONTENT = `${BASE}/content`;

function siteWith(fault?: string, variations: readonly string[] = []): Handler {
  const faults = fault === undefined ? [] : [fault];
  return referenceHandler({ faults, variations, contract }, () => URL_OF_CONTENT).handler;
}

/** How many requests a case has that remove nothing. */
function sizeOf({ steps }: Case): number {
  return steps.filter(({ role }) => role !== 'cleanup').length;
}

/** Where the stream of a campaign has a certain case. */
function positionOf(only: readonly string[], test: (item: Case) => boolean): number {
  const options = { seed: 1, modes: ['stateful'], only, writes: 'loopback' } as const;
  const stream = openStream(contract, targetAt(URL_OF_CONTENT), options);
  for (let index = 0; index < 1_000; index += 1) {
    const found = stream.at(index);
    if (found !== undefined && test(found.case)) return index;
  }
  throw new Error('there is such a case');
}

function campaignAt(transport: Transport, options: Partial<CampaignOptions> = {}) {
  return campaignOver(transport, URL_OF_CONTENT, {
    ...{ modes: ['stateful'], only: ['content/posts/'], bounds: { runs: 20 }, graceMs: 5_000 },
    ...options,
  });
}

describe('whole cases of a campaign', () => {
  it.each([
    ['a list in another order', 'order-turned-round', 'content/lists/orderby-id', 'relation'],
    ['an update of no effect', 'put-changes-nothing', 'content/state/put-updates', 'lifecycle'],
  ])('find %s, as one finding of the clause', async (_, fault, clause, kind) => {
    const { report } = await campaignAt(inProcess(siteWith(fault)), { only: [clause] });
    expect(report.findings).toHaveLength(1);
    expect(report.findings[0]).toMatchObject({
      ...{ clause, class: `stateful/${kind}`, places: [], again: { times: 4, of: 4 } },
    });
    expect(report.findings[0]?.ids.length).toBeGreaterThan(1);
    expect(report.classes.map(({ name }) => name)).toContain(`stateful/${kind}`);
  });

  it('find nothing at a site that is right', async () => {
    const { report } = await campaignAt(inProcess(siteWith()), { bounds: { runs: 120 } });
    expect([...report.findings, ...report.unconfirmed, ...report.problems]).toEqual([]);
    expect(report.judged.pass).toBeGreaterThan(300);
  });

  it('are no finding where they do not come again', async () => {
    const right = siteWith();
    let lost = 0;
    const { report } = await campaignAt(
      inProcess((request) => {
        if (request.method !== 'PUT' || lost > 0) return right(request);
        lost += 1;
        return right({ ...request, method: 'GET', body: Buffer.alloc(0) });
      }),
      { only: ['content/state/put-updates'] },
    );
    expect(lost).toBe(1);
    expect(report.findings).toEqual([]);
    expect(report.exitCode).toBe(0);
    expect(report.notes.join()).toMatch(/retried 4 times, not reproduced/);
  });

  it('are sent, and sent again, while nothing else is under way', async () => {
    const inner = inProcess(siteWith('put-changes-nothing'));
    const underWay = new Map<string, number>();
    const company: string[] = [];
    let most = 0;
    const { report } = await campaignAt(
      {
        ...inner,
        send: async (request, baseUrl, signal, context) => {
          const { id = '' } = context?.case ?? {};
          underWay.set(id, (underWay.get(id) ?? 0) + 1);
          most = Math.max(most, underWay.size);
          if (underWay.size > 1) company.push(...underWay.keys());
          await setTimeout(1);
          const sent = await inner.send(request, baseUrl, signal, context);
          const left = (underWay.get(id) ?? 0) - 1;
          if (left > 0) underWay.set(id, left);
          else underWay.delete(id);
          return sent;
        },
      },
      {
        modes: ['valid', 'stateful'],
        only: ['content/posts/list', 'content/state/put-updates'],
        bounds: { runs: 400 },
      },
    );
    expect(report.findings.some(({ class: name }) => name === 'stateful/lifecycle')).toBe(true);
    expect(most).toBeGreaterThan(2);
    expect(company.filter((id) => !id.includes('/fuzz/'))).toEqual([]);
  });

  it('are left out where the profile switches their clause off', async () => {
    const target = {
      ...targetAt(URL_OF_CONTENT),
      off: [{ prefix: 'content/state/put-', reason: 'it has no PUT' }],
    };
    const { report } = await campaignAt(inProcess(siteWith('put-changes-nothing')), { target });
    expect(report.findings.filter(({ clause }) => /\/put-/.test(clause))).toEqual([]);
    expect(report.cases).toBe(20);
  });
});

describe('what one answer within a whole case shows', () => {
  it('is found as ever, with the requests that it builds on', async () => {
    const right = siteWith();
    const { shown } = await campaignAt(
      inProcess((request) => {
        const broken = request.method === 'GET' && /posts\/\d+/.test(request.target);
        return broken ? json({ code: 'broken' }, 500) : right(request);
      }),
      { only: ['stateful/lifecycle'], bounds: { runs: 10, causes: 1 } },
    );
    const [one] = shown;
    expect(one?.finding).toMatchObject({ clause: 'robust/no-server-error', class: 'valid' });
    const again = one && replayOf(one, contract, targetAt(URL_OF_CONTENT));
    const asked = again?.steps
      .filter(({ cleansUp }) => !cleansUp)
      .map(({ request }) => request.method);
    // Before them, what the object refers to is looked for.
    expect(asked?.slice(-2)).toEqual(['POST', 'GET']);
  });
});

describe('what one list of several that are compared shows', () => {
  it('is found as ever, by the parameter that it takes', async () => {
    const right = siteWith();
    const { report } = await campaignAt(
      inProcess((request) => (asked(request).has('offset') ? json({}, 500) : right(request))),
      { only: ['content/posts/list', 'stateful/relation'], bounds: { runs: 60, causes: 1 } },
    );
    expect(report.findings).toMatchObject([
      { clause: 'robust/no-server-error', class: 'valid', places: ['query /offset'] },
    ]);
  });
});

describe('what shows a finding of a whole case again', () => {
  it('has all its requests, with what other tools could not look for', async () => {
    const { shown } = await campaignAt(inProcess(siteWith('exclude-cut-after-three')), {
      only: ['content/lists/'],
      bounds: { runs: 600, causes: 1 },
    });
    const [one] = shown;
    if (one === undefined) throw new Error('there is a finding');
    const again = replayOf(one, contract, targetAt(URL_OF_CONTENT));
    expect(again?.expectation.kind).toBe('clause');
    expect(again?.steps.map(({ id }) => id)).toEqual(one.trace.case.steps.map(({ id }) => id));
    expect(JSON.stringify(one.trace.case.steps)).toContain('#/*/');
    expect(again?.captures.filter(({ pointer }) => pointer.includes('*'))).toEqual([]);
    expect(one.finding.steps?.length).toBeGreaterThan(1);
  });

  it('has of many comparisons the one that it is about', async () => {
    const only = ['content/lists/together'];
    const from = positionOf(only, ({ id }) => id === 'content/posts/list/relation/together');
    const { shown } = await campaignAt(inProcess(siteWith('author-ignored-beside-search')), {
      ...{ only, from, bounds: { runs: 1 } },
    });
    const ids = shown[0]?.trace.case.steps.map(({ id }) => id);
    expect(ids).toEqual(['ids', 'all', 'search', 'author', 'search-and-author', 'again']);
  });

  it.each([
    ['posts', '/0/id'],
    ['templates', '/0/cms_id'],
  ])('has numbers of its own %s by the place at which they were found', async (name, place) => {
    const only = ['content/state/revision-deleted'];
    const from = positionOf(only, ({ id }) => id === `content/${name}/state/revised`);
    const site = siteWith('revision-delete-does-nothing', ['template-history-id-template']);
    const { shown } = await campaignAt(inProcess(site), { only, from, bounds: { runs: 1 } });
    const [one] = shown;
    expect(JSON.stringify(one?.trace.case.steps)).toContain('"integer":true');
    const again = one && replayOf(one, contract, targetAt(URL_OF_CONTENT));
    const places = again?.captures.filter(({ step }) => step === 'revisions');
    // The newest of the revisions, and an older one.
    expect(places?.map(({ pointer }) => pointer)).toEqual([place, place.replace('0', '1')]);
  });

  it('is as short as it gets where the case was drawn', async () => {
    const clause = 'content/state/put-updates';
    const from = positionOf(
      [clause],
      (item) => item.origin.kind === 'sequence' && sizeOf(item) > 8,
    );
    const { report } = await campaignAt(inProcess(siteWith('put-changes-nothing')), {
      ...{ only: [clause], from, bounds: { runs: 1 } },
    });
    expect(report.findings.map((one) => [one.clause, sizeOf(one.case)])).toEqual([[clause, 4]]);
  });
});
