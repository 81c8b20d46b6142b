import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { CampaignProgress, Transport } from '../model/index.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { campaignLines } from '../report/campaign.ts';
import type { CampaignOptions } from './campaign.ts';
import { replayOf } from './replays.ts';
import { asked, BASE, campaignOn, campaignOver, contract, json, targetAt } from './site.fixture.ts';

function isJson(body: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(body).toString());
    return true;
  } catch {
    return false;
  }
}

/** Classes of texts with emoji, and others. */
const TEXTS = [
  ...['strings/emoji', 'strings/four-bytes', 'strings/long-word-of-emoji'],
  ...['strings/beyond-the-plane', 'strings/quotes'],
];

const emoji = /\p{Extended_Pictographic}/u;

/** What a list of posts shows before the campaign: new posts have greater IDs. */
const OLDER = { id: 4000 };

function isPostList(target: string): boolean {
  return /\/posts(?:[?&]|$)/.test(decodeURIComponent(target));
}

it('what is left is named before an error ends a campaign', async () => {
  const url = `${BASE}/content`;
  const parts = { faults: [], variations: [], contract };
  const near = inProcess(referenceHandler(parts, () => url).handler);
  const keeping: Transport = {
    ...near,
    send: async (request, ...others) => {
      if (request.method !== 'DELETE') return near.send(request, ...others);
      return near.send({ ...request, headers: [] }, ...others);
    },
  };
  const said: string[] = [];
  const unwritable = () => {
    throw new Error('no space left');
  };
  const journal = {
    ...{ path: '', note: unwritable, strike: () => {}, close: () => {} },
    ...{ announce: () => () => {}, noteChange: () => () => {} },
  };
  const ended = campaignOver(keeping, url, {
    ...{ modes: ['valid'], only: ['content/blocks/create'], bounds: { runs: 50 }, journal },
    alert: (line) => said.push(line),
  });
  await expect(ended).rejects.toThrow('no space left');
  expect(said.join()).toMatch(
    /^left behind: \d created and not removed \(HTTP 401\): content\/blocks/,
  );
});

describe('a campaign', () => {
  it('reports ten thousand hits of one fault as one finding', async () => {
    const { report } = await campaignOn(() => json({ code: 'broken' }, 500));
    expect(report.findings).toHaveLength(1);
    expect(report.findings[0]).toMatchObject({
      clause: 'robust/no-server-error',
      class: 'any request',
      places: [],
      verdict: 'fail',
      again: { times: 4, of: 4 },
    });
    expect(report.findings[0]?.hits).toBeGreaterThan(300);
    expect(report.exitCode).toBe(1);
  });

  it('fails for a breakdown at invalid requests, by the rule of the suites and in its words', async () => {
    const { report } = await campaignOn(
      (request) => (Number(asked(request).get('page') ?? 1) < 1 ? json({}, 500) : json([])),
      { modes: ['violation'], bounds: { runs: 60 } },
    );
    const [broken] = report.findings.filter(({ clause }) => clause.startsWith('robust/'));
    expect(broken).toMatchObject({
      clause: 'robust/no-server-error-on-invalid',
      level: 'implied',
      verdict: 'fail',
      places: ['query /page'],
    });
    expect(broken?.id).toMatch(/\/query\/page\/robust\/no-server-error-on-invalid\/500$/);
    expect(report.notes).toContain('The server broke down once, by 1 cause.');
    expect(report.exitCode).toBe(1);
  });

  it('reports what is wrong with most members of an object as one finding', async () => {
    const url = `${BASE}/content`;
    const parts = { faults: ['args-as-list'], variations: [], contract };
    const { report } = await campaignOver(
      inProcess(referenceHandler(parts, () => url).handler),
      url,
      { modes: ['valid'], only: ['content/index'], bounds: { runs: 20 } },
    );
    const found = report.findings.filter(
      ({ clause }) => clause === 'content/index/parameters-listed',
    );
    expect(found.map(({ pointer }) => pointer)).toEqual(['/routes/*/endpoints/*/args/*']);
  });

  it('tells what it takes: the class and the one parameter', async () => {
    const { report } = await campaignOn(
      (request) => (emoji.test(asked(request).get('search') ?? '') ? json({}, 500) : json([])),
      // All of these classes, at every place: no order of the stream leaves one out.
      { modes: ['edge'], only: ['content/posts/list', ...TEXTS], bounds: { runs: 300 } },
    );
    const broken = report.findings.filter(({ clause }) => clause === 'robust/no-server-error');
    expect(broken.map(({ places }) => places)).toEqual(broken.map(() => ['query /search']));
    expect(broken.every((one) => /^strings\/(?:.*emoji|four-bytes)/.test(one.class))).toBe(true);
    expect(broken[0]?.id).toContain('content/posts/list/strings/');
    expect(broken[0]?.reproduce.curl).toContain('search=%F0%9F');
  });

  it('keeps two faults with one status apart', async () => {
    const { report } = await campaignOn(
      (request) => {
        const query = asked(request);
        const broken = query.get('order') === 'asc' || query.get('sticky') === 'true';
        return broken ? json({}, 500) : json([]);
      },
      { modes: ['valid'] },
    );
    const places = report.findings.map((one) => one.places).sort();
    expect(places).toEqual([['query /order'], ['query /sticky']]);
    expect(report.findings.every(({ clause }) => clause === 'robust/no-server-error')).toBe(true);
  });

  it('keeps an odd value that breaks it apart from ordinary ones that do', async () => {
    const { report } = await campaignOn(
      (request) => {
        const search = asked(request).get('search') ?? '';
        return /[aeiou]/.test(search) || search.includes('\0') ? json({}, 500) : json([]);
      },
      { modes: ['valid', 'edge'], bounds: { runs: 6_000 } },
    );
    const broken = report.findings.filter(({ clause }) => clause === 'robust/no-server-error');
    expect(broken.map((one) => one.places)).toEqual([['query /search'], ['query /search']]);
    expect(broken.map((one) => one.class).sort()).toEqual([
      expect.stringMatching(/^strings\/.*nul/),
      'valid',
    ]);
  });

  it('tells of one class at many places, and of many classes at one, once', async () => {
    const nul = await campaignOn(
      (request) => (decodeURIComponent(request.target).includes('\0') ? json({}, 500) : json([])),
      { modes: ['edge'], only: ['content/posts/list', 'strings/nul'], bounds: { runs: 400 } },
    );
    expect(nul.report.findings).toHaveLength(1);
    expect(nul.report.findings[0]?.ids.length).toBeGreaterThan(3);
    expect(campaignLines(nul.report, { colours: false }).join('\n')).toMatch(
      /also by strings\/nul at query \/[^\n]* and \d+ more\n/,
    );
    const strict = await campaignOn(
      ({ method, body }) => (method === 'POST' && !isJson(body) ? json({}, 500) : json([])),
      { modes: ['edge'], only: ['content/posts/create', 'bodies/'], bounds: { runs: 400 } },
    );
    const broken = strict.report.findings.filter(({ clause }) => clause.startsWith('robust/'));
    expect(broken).toHaveLength(1);
  });

  it('tells what takes requests before it as that, with all of them', async () => {
    let writes = 0;
    const { report, shown } = await campaignOn(
      ({ method, target }) => {
        if (method === 'DELETE') writes = 0;
        if (method === 'GET') return json(isPostList(target) ? [OLDER] : {});
        if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH') return json({});
        writes += 1;
        return writes > 3 ? json({}, 500) : json({ id: 4711 }, 201);
      },
      {
        target: { ...targetAt(BASE), concurrency: 1 },
        modes: ['valid'],
        only: ['content/posts/update/post'],
        bounds: { runs: 60 },
      },
    );
    const [finding, ...others] = report.findings.filter(
      ({ clause }) => clause === 'robust/no-server-error',
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ class: 'after other requests', places: [] });
    const [one] = shown.filter((each) => each.finding.number === finding?.number);
    const again = one && replayOf(one, contract, targetAt(BASE));
    // What creates, two updates that go through, and the one that does not.
    expect(again?.steps.filter(({ cleansUp }) => !cleansUp).length).toBe(4);
  });

  it('makes a finding smaller', async () => {
    const { report } = await campaignOn(
      (request) => ((asked(request).get('search') ?? '').length >= 3 ? json({}, 500) : json([])),
      { modes: ['valid'] },
    );
    const [finding] = report.findings;
    const step = finding?.case.steps.find(({ id }) => id === finding.step);
    expect(Object.keys(step?.request.query ?? {})).toEqual(['search']);
    expect(String(step?.request.query.search).length).toBeLessThanOrEqual(5);
  });

  it('says how often an intermittent fault comes again', async () => {
    let count = 0;
    const { report } = await campaignOn(
      () => {
        count += 1;
        // A quarter, without a rhythm that requests could keep to.
        return Math.imul(count, 0x9e3779b1) >>> 30 === 0 ? json({}, 500) : json([]);
      },
      { modes: ['valid'] },
    );
    const [finding, ...others] = report.findings;
    expect(others).toEqual([]);
    expect(finding?.again.of).toBe(4);
    expect(finding?.again.times).toBeLessThan(4);
    // Whatever request it was met with has nothing to do with it.
    expect(finding?.class).toBe('any request');
  });

  it('warns of a rule whose breach is carried out, by the implied clause', async () => {
    const { report } = await campaignOn(() => json([]), { modes: ['violation'] });
    const clauses = report.findings.map(({ clause }) => clause);
    expect(clauses).toContain('content/posts/list/query/per-page/maximum');
    expect(new Set(report.findings.map(({ verdict }) => verdict))).toEqual(new Set(['warn']));
    expect(report.exitCode).toBe(0);
    const strict = await campaignOn(() => json([]), { modes: ['violation'], strict: true });
    expect(strict.report.exitCode).toBe(1);
  });

  it.each([
    ['a body that is no JSON', '<html>', 'robust/body-as-typed'],
    ['an empty body', '', 'robust/body-as-typed'],
  ])('finds %s where JSON is announced', async (_, body, clause) => {
    const headers = [['content-type', 'application/json']] as const;
    const { report } = await campaignOn(() => ({ status: 200, headers, body }), {
      modes: ['valid'],
    });
    expect(report.findings.map((finding) => finding.clause)).toEqual([clause]);
  });

  it('vouches for no target that has no time for it', async () => {
    const { report } = await campaignOn(() => json({}, 429), { bounds: { runs: 100 } });
    expect(report.findings).toEqual([]);
    expect(report.problems.join()).toContain('hardly anything could be judged');
    expect(report.exitCode).toBe(2);
  });

  it('vouches for no target of which nothing can be judged', async () => {
    let sent = 0;
    // Only the control is carried out, which others share.
    const { report } = await campaignOn(() => json({}, sent++ === 0 ? 200 : 408), {
      ...{ modes: ['violation'], bounds: { runs: 40 } },
      target: { ...targetAt(BASE), concurrency: 1 },
    });
    expect(report.judged).toEqual({ blocked: expect.any(Number) });
    expect(report.problems).toEqual([
      'hardly anything could be judged: 40 of 40 cases came to nothing, 40 of them by HTTP 408',
    ]);
    expect(report.exitCode).toBe(2);
  });

  it('vouches for no target that lets a login do hardly anything', async () => {
    let count = 0;
    const { report } = await campaignOn(
      () => {
        count += 1;
        return count % 6 === 0 ? json([]) : json({}, 401);
      },
      { modes: ['valid', 'boundary'], bounds: { runs: 60 } },
    );
    expect(report.problems.join()).toMatch(/\d+ of \d+ cases came to nothing, .*HTTP 401/);
    expect(report.exitCode).toBe(2);
  });

  it('says at once that there is no connection', async () => {
    const fault = { kind: 'fault', code: 'refused', message: 'connection refused' } as const;
    const closed: Transport = {
      close: async () => {},
      send: async () => ({ outcome: fault, resent: false }),
    };
    await expect(
      campaignOver(closed, BASE, { absenceLimitMs: 60_000, bounds: { milliseconds: 60_000 } }),
    ).rejects.toMatchObject({
      code: 'target-unreachable',
      message: expect.stringContaining('connection refused'),
    });
  });

  it('lists what it had no time to send again, apart, and fails for none of it', async () => {
    const stop = new AbortController();
    let isBroken = false;
    const { report } = await campaignOn(
      async () => {
        if (!isBroken) {
          isBroken = true;
          return json({}, 500);
        }
        stop.abort();
        await setTimeout(50);
        return json([]);
      },
      {
        ...{ signal: stop.signal, graceMs: 0, modes: ['valid'] },
        target: { ...targetAt(BASE), concurrency: 1 },
      },
    );
    expect(report.findings).toEqual([]);
    expect(report.unconfirmed).toEqual([
      expect.objectContaining({
        clause: 'robust/no-server-error',
        number: 1,
        again: { times: 0, of: 0, why: 'no time left' },
      }),
    ]);
    expect(campaignLines(report, { colours: false }).join('\n')).toContain(
      'not confirmed: no time left',
    );
    // Interrupted: it cannot vouch for the target, and says so.
    expect(report.exitCode).toBe(2);
  });

  it('makes a note of a gateway that was not up to it once, and no finding', async () => {
    let count = 0;
    const { report } = await campaignOn(() => json([], ++count % 60 === 0 ? 502 : 200), {
      ...{ modes: ['valid'], bounds: { runs: 100 } },
    });
    expect(report.findings).toEqual([]);
    expect(report.notes.join()).toMatch(/HTTP 502; retried 4 times, not reproduced/);
    expect(report.exitCode).toBe(0);
  });

  it('finds a breakdown that is told in the body of a success', async () => {
    const reported = { code: 'broken', message: 'It broke.', data: { status: 500 } };
    const { report } = await campaignOn(
      (request) => json(asked(request).get('order') === 'asc' ? reported : []),
      { modes: ['valid'], only: ['content/posts/list'], bounds: { runs: 200 } },
    );
    expect(report.findings).toHaveLength(1);
    const [broken] = report.findings;
    expect(broken).toMatchObject({ clause: 'robust/no-server-error', verdict: 'fail' });
    expect(broken?.message).toContain('HTTP 200 with an error in its body');
    expect(report.exitCode).toBe(1);
  });

  it('vouches for one that asks for patience now and then', async () => {
    let count = 0;
    const { report } = await campaignOn(
      ({ method, target }) => {
        count += 1;
        if (method === 'GET' && isPostList(target)) return json([OLDER]);
        if (count % 40 === 0) return json({}, 429);
        return method === 'POST' ? json({ id: 4711 }, 201) : json({});
      },
      // A case of a dozen writes is judged only if all of them are answered.
      { modes: ['valid'], only: ['content/posts/update/post'], bounds: { runs: 40 } },
    );
    expect(report.notes.join()).toContain('HTTP 429');
    expect(report.problems.filter((one) => one.startsWith('hardly'))).toEqual([]);
  });

  it.each([501, 503])('leaves HTTP %i alone', async (status) => {
    const { report } = await campaignOn(() => json({}, status), { modes: ['edge'] });
    expect(report.findings).toEqual([]);
  });

  it('sends the same whatever the concurrency, and another half in each shard', async () => {
    const sentBy = async (options: Parameters<typeof campaignOn>[1], concurrency: number) => {
      const sent: string[] = [];
      const inner = inProcess(() => json([], 404));
      const noting: Transport = {
        ...inner,
        send: (request, ...rest) => {
          sent.push(`${request.method} ${request.target}`);
          return inner.send(request, ...rest);
        },
      };
      await campaignOver(noting, BASE, {
        target: { ...targetAt(BASE), concurrency },
        modes: ['valid', 'edge'],
        // Long texts grow by the time that answers take.
        only: ['content/posts/list', 'valid', 'headers/'],
        bounds: { runs: 200 },
        ...options,
      });
      return sent.sort();
    };
    const whole = await sentBy({}, 1);
    expect(whole.length).toBeGreaterThan(150);
    expect(await sentBy({}, 16)).toEqual(whole);
    // Each shard sends controls of its own, which valid requests have none of.
    const valid = { modes: ['valid'] } as const;
    const one = await sentBy({ ...valid, shard: { index: 1, of: 2 } }, 4);
    const two = await sentBy({ ...valid, shard: { index: 2, of: 2 } }, 4);
    expect([...one, ...two].sort()).toEqual(await sentBy(valid, 4));
    expect(Math.min(one.length, two.length)).toBeGreaterThan(50);
  });

  it('ends at its bounds', async () => {
    const { report } = await campaignOn(() => json([], 404), { bounds: { requests: 50 } });
    expect(report.requests).toBeGreaterThanOrEqual(50);
    expect(report.requests).toBeLessThan(80);
    const timed = await campaignOn(() => json([]), { bounds: { milliseconds: 150 } });
    expect(timed.report.cases).toBeGreaterThan(0);
  });

  it('tells who watches how much of its time is left, and nothing of it without such a bound', async () => {
    const left = async (bounds: CampaignOptions['bounds']) => {
      const secondsReported: (number | undefined)[] = [];
      const watch = ({ seconds, secondsLeft }: CampaignProgress) =>
        secondsReported.push(secondsLeft && seconds + secondsLeft);
      await campaignOn(() => json([]), { watch, bounds });
      return secondsReported[0];
    };
    expect(await left({ milliseconds: 700 })).toBeCloseTo(0.7);
    expect(await left({ requests: 300 })).toBeUndefined();
  });

  it('ends with a whole report when it is interrupted', async () => {
    const stop = new AbortController();
    let count = 0;
    const { report } = await campaignOn(
      () => {
        count += 1;
        if (count === 40) stop.abort();
        return json([]);
      },
      { signal: stop.signal, bounds: {}, modes: ['valid'] },
    );
    expect(report.problems[0]).toMatch(/interrupted after \d+ cases/);
    expect(report.exitCode).toBe(2);
    expect(report.coverage.operations.reached).toBe(1);
  });

  it('refuses a selection of nothing', async () => {
    await expect(campaignOn(() => json([]), { only: ['content/none'] })).rejects.toMatchObject({
      code: 'nothing-selected',
    });
    await expect(
      campaignOn(() => json([]), { only: ['content/posts/list', 'numbers/none'], bounds: {} }),
    ).rejects.toMatchObject({ code: 'nothing-selected' });
  });
});

describe('known failures', () => {
  // A target that never does what it is asked cannot be vouched for, whatever is known of it.
  const broken = () => {
    let answered = 0;
    return () => {
      answered += 1;
      return answered < 4 ? json([]) : json({}, 500);
    };
  };
  const id = 'content/posts/list/any-request/robust/no-server-error/500';
  const knowing = (knownFailures: ReturnType<typeof targetAt>['knownFailures']) => ({
    target: { ...targetAt(BASE), knownFailures },
    modes: ['valid'] as const,
    bounds: { runs: 30 },
  });

  it('do not fail the run', async () => {
    const { report } = await campaignOn(broken(), knowing([{ finding: id, reason: 'ticket 7' }]));
    expect(report.findings[0]).toMatchObject({ id, known: 'ticket 7' });
    expect(report.exitCode).toBe(0);
  });

  it('fail it once they have expired', async () => {
    const expired = [{ finding: id, reason: 'ticket 7', expires: '1969-12-31' }];
    const { report } = await campaignOn(broken(), knowing(expired));
    expect(report.stale).toEqual([`${id}: expired on 1969-12-31`]);
    expect(report.exitCode).toBe(1);
  });

  it('fail it when they were tried and not found', async () => {
    const { report } = await campaignOn(() => json([]), knowing([{ finding: id, reason: 'x' }]));
    expect(report.stale).toEqual([`${id}: it was tried, and not found`]);
    expect(report.exitCode).toBe(1);
  });

  it('are not gone because another whole case of their class was sent', async () => {
    const finding = 'content/posts/list/stateful/relation/content/lists/page-bound';
    const { report } = await campaignOn(() => json([]), {
      ...knowing([{ finding, reason: 'x' }]),
      ...{ modes: ['stateful'], bounds: { runs: 20 } },
    });
    expect(report.classes.map(({ name }) => name)).toContain('stateful/relation');
    expect(report.stale).toEqual([]);
  });

  it('fail it once they have expired, also where they were not tried', async () => {
    const old = { finding: 'content/posts/list/strings/nul', reason: 'x', expires: '1969-12-31' };
    const { report } = await campaignOn(() => json([]), knowing([old]));
    expect(report.stale).toEqual(['content/posts/list/strings/nul: expired on 1969-12-31']);
    expect(report.exitCode).toBe(1);
  });

  it('are a problem where they name nothing', async () => {
    const lost = { finding: 'content/postings/list/strings/nul', reason: 'x' };
    const { report } = await campaignOn(() => json([]), knowing([lost]));
    expect(report.problems).toEqual([expect.stringContaining('names no operation')]);
    expect(report.exitCode).toBe(2);
  });

  it('say nothing of what was not tried', async () => {
    const other = id.replace('posts', 'pages');
    const { report } = await campaignOn(() => json([]), knowing([{ finding: other, reason: 'x' }]));
    expect(report.stale).toEqual([]);
    expect(report.exitCode).toBe(0);
  });
});
