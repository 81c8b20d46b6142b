/** Campaigns against servers that end with a request: the one that ends them is the finding. */

import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { CampaignFinding, CampaignReport, Transport } from '../model/index.ts';
import { inProcess } from '../reference/transport.ts';
import { liveTransport } from '../send/live.ts';
import type { CampaignOptions } from './campaign.ts';
import { type MortalRequest, serveMortal } from './mortal.fixture.ts';
import { replayOf } from './replays.ts';
import { BASE, campaignOver, contract, json, targetAt } from './site.fixture.ts';

const servers: { readonly close: () => Promise<void> }[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const ASTRAL = /[\u{10000}-\u{10ffff}]/u;

const LIST = { json: [] } as const;

const LIST_POSTS = 'content/posts/list';

/** Without long texts: those are sent alone first. */
const SHORT = { only: [LIST_POSTS, 'strings/emoji', 'strings/beyond-the-plane'] };

/** All of these classes, at every place, among ordinary ones: no order of the stream leaves one out. */
const ALL_SHORT = {
  only: [...SHORT.only, 'strings/right-to-left', 'strings/empty'],
  bounds: { runs: 300 },
};

/** The same of long texts. */
const ALL_LONG = {
  only: [LIST_POSTS, 'strings/256-characters', 'strings/64-KiB', 'strings/70000-bytes'],
  bounds: { runs: 160 },
};

async function mortal(...given: Parameters<typeof serveMortal>) {
  const server = await serveMortal(...given);
  servers.push(server);
  return server;
}

/** Ends at a character beyond the basic plane; others take a moment, so that some are under way. */
async function endingAtAstral({ url }: MortalRequest) {
  const ends = ASTRAL.test(url.searchParams.get('search') ?? '');
  await setTimeout(ends ? 2 : 5);
  return ends ? ('end' as const) : LIST;
}

/** Ends at the same character, where two are under way: each answer is held for the next request, for a while. */
function endingAmongTwo() {
  let answerEarlier: (() => void) | undefined;
  let asked = 0;
  return async ({ url }: MortalRequest) => {
    asked += 1;
    const ends = asked > 20 && ASTRAL.test(url.searchParams.get('search') ?? '');
    if (ends && answerEarlier !== undefined) return 'end' as const;
    answerEarlier?.();
    let answer: (() => void) | undefined;
    const next = new Promise<void>((resolve) => {
      answer = resolve;
    });
    answerEarlier = answer;
    await Promise.race([next, setTimeout(500)]);
    if (answerEarlier === answer) answerEarlier = undefined;
    return ends ? ('end' as const) : LIST;
  };
}

async function campaignAt(url: string, options: Partial<CampaignOptions> = {}) {
  const target = {
    ...targetAt(url),
    concurrency: 6,
    limits: { timeoutMs: 60_000, totalMs: 60_000, maxBodyBytes: 65_536 },
  };
  const transport = liveTransport({ ...target, connections: 8 });
  try {
    return await campaignOver(transport, url, {
      ...{ target, modes: ['edge'], only: [LIST_POSTS, 'strings/'], graceMs: 60_000 },
      ...{ bounds: { runs: 160 }, absenceLimitMs: 60_000 },
      ...options,
    });
  } finally {
    await transport.close();
  }
}

/** What fails, and what may. */
function failuresIn({ findings, unconfirmed }: CampaignReport) {
  return [...findings, ...unconfirmed].filter(({ verdict }) => verdict === 'fail');
}

/** What the finding sends in place of an ordinary search. */
function searchIn({ case: item, step: shown }: CampaignFinding): string {
  return String(item.steps.find(({ id }) => id === shown)?.request.query.search);
}

const AT_SEARCH = {
  clause: 'robust/keeps-connection',
  places: ['query /search'],
  actual: 'no answer: the target ended',
  again: { times: 4, of: 4 },
};

describe('a server that ends with a request', () => {
  it('and comes back: the request that ends it again is the one finding', async () => {
    const server = await mortal(endingAtAstral, 20);
    const { report } = await campaignAt(server.url, ALL_SHORT);
    const [finding, ...others] = failuresIn(report);
    expect(others).toEqual([]);
    expect(finding).toMatchObject(AT_SEARCH);
    expect(finding && searchIn(finding)).toMatch(/^[\u{10000}-\u{10ffff}]$/u);
    expect(report.exitCode).toBe(1);
  });

  it('and is started again by a command of the user', async () => {
    const server = await mortal(endingAtAstral);
    const process = { restart: () => void server.start(), hasEnded: () => false };
    const { report } = await campaignAt(server.url, {
      ...ALL_SHORT,
      process: { ...process, memory: () => undefined },
    });
    expect(failuresIn(report)).toEqual([expect.objectContaining(AT_SEARCH)]);
    expect(server.ends()).toBeGreaterThan(2);
  });

  it('because of its length is a finding, although a server may close on great requests', async () => {
    const server = await mortal(
      ({ url }) => ((url.searchParams.get('search') ?? '').length > 7_000 ? 'end' : LIST),
      20,
    );
    const { report } = await campaignAt(server.url, ALL_LONG);
    expect(failuresIn(report)).toEqual([expect.objectContaining(AT_SEARCH)]);
  });

  it('and stays away: it is one of the requests under way, each with its script', async () => {
    const server = await mortal(endingAmongTwo());
    const { report, shown } = await campaignAt(server.url, { ...ALL_SHORT, absenceLimitMs: 100 });
    expect(report.findings.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    const suspects = report.unconfirmed;
    expect(suspects.length).toBeGreaterThan(1);
    expect(suspects.some((one) => ASTRAL.test(searchIn(one)))).toBe(true);
    for (const { again } of suspects) {
      expect(again).toEqual({ times: 0, of: 0, why: 'the target stayed away' });
    }
    const scripts = shown.map((one) => replayOf(one, contract, targetAt(server.url)));
    expect(scripts.filter((one) => one?.expectation.kind === 'answered')).toHaveLength(
      suspects.length,
    );
    expect(report.problems.join('\n')).toContain(
      `the target stopped answering at one of these ${suspects.length} requests`,
    );
    expect(report.exitCode).toBe(2);
  });

  it('and stays away, as its process shows: that fails the run', async () => {
    const server = await mortal(endingAmongTwo());
    const process = { id: 7, hasEnded: () => server.ends() > 0, memory: () => undefined };
    const { report } = await campaignAt(server.url, { ...ALL_SHORT, process, absenceLimitMs: 100 });
    expect(report.problems.join('\n')).toContain('process 7 ended at one of these ');
    expect(report.exitCode).toBe(1);
  });

  it('by chance is a note, and no request under way is a finding', async () => {
    let count = 0;
    const server = await mortal(async () => {
      count += 1;
      const ends = count === 40;
      await setTimeout(5);
      return ends ? 'end' : LIST;
    }, 20);
    const { report } = await campaignAt(server.url, { modes: ['valid'], only: [LIST_POSTS] });
    expect(failuresIn(report)).toEqual([]);
    expect(report.notes.join('\n')).toMatch(
      /the target ended with \d+ requests? under way, and came back; .* none of them ended it: content\/posts\/list/,
    );
    expect(report.exitCode).toBe(0);
  });
});

it('the memory of a process is observed', async () => {
  const server = await mortal(() => LIST);
  const memory = () => ({ first: 50 * 2 ** 20, last: 400 * 2 ** 20, most: 410 * 2 ** 20 });
  const { report } = await campaignAt(server.url, {
    ...{ process: { id: 7, hasEnded: () => false, memory }, bounds: { runs: 10 } },
    ...{ modes: ['valid'], only: [LIST_POSTS] },
  });
  expect(report.notes).toContain(
    'process 7 used 50 MB of memory at first, 400 MB at the end, 410 MB at the most',
  );
  expect(report.exitCode).toBe(0);
});

/** A target without an answer in time, at once, where it hangs. */
function hangingWhere(hangs: (address: string, count: number) => boolean): Transport {
  const inner = inProcess(() => json([]));
  let count = 0;
  return {
    ...inner,
    send: async (request, ...rest) => {
      count += 1;
      if (!hangs(request.target, count)) return inner.send(request, ...rest);
      const outcome = { kind: 'fault', code: 'timed-out', message: 'no answer' } as const;
      return { outcome, resent: false };
    },
  };
}

const TWO_READS = {
  ...{ only: [LIST_POSTS, 'content/pages/list'], modes: ['valid'] as const },
  ...{ bounds: { runs: 80 }, absenceLimitMs: 0, graceMs: 60_000 },
};

describe('a target that gives no answer in time', () => {
  it('at one operation is there: that hangs, and is not waited for again', async () => {
    const { report } = await campaignOver(
      hangingWhere((address) => /(?:\/|%2F)posts\b/.test(address)),
      BASE,
      TWO_READS,
    );
    const [finding, ...others] = failuresIn(report);
    expect(others).toEqual([]);
    expect(finding?.id).toBe(`${LIST_POSTS}/any-request/robust/answers-in-time`);
    expect(finding?.hits).toBeGreaterThan(30);
    expect(report.requests - report.cases).toBeLessThan(20);
    expect(report.problems).toEqual([]);
    expect(report.exitCode).toBe(1);
  });

  it('to some values is asked for smaller ones', async () => {
    const { report } = await campaignOver(
      hangingWhere((address) => /search=[^&]*[^\0-\x7f%&]|search=[^&]*%[c-f]/i.test(address)),
      BASE,
      { ...TWO_READS, only: [LIST_POSTS, 'strings/'], modes: ['edge'], bounds: { runs: 60 } },
    );
    const [finding, ...others] = failuresIn(report);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ clause: 'robust/answers-in-time', places: ['query /search'] });
    expect(finding && searchIn(finding)).toBe('é');
    expect(finding?.again).toEqual({ times: 1, of: 1 });
  });

  it('to texts whose time doubles with each letter is asked in growing lengths', async () => {
    // A request of 28 letters takes 1.6 s, one of 40 letters nearly two hours.
    let now = 0;
    let isBlocked = false;
    const inner = inProcess(() => json([]));
    const lengthIn = (address: string) =>
      /^[a-z]*/i.exec(new URL(address, BASE).searchParams.get('search') ?? '')?.[0].length ?? 0;
    const transport: Transport = {
      ...inner,
      send: async (request, ...rest) => {
        const took = 12_800 * 2 ** (lengthIn(request.target) - 31);
        now += Math.min(took, 10_000);
        isBlocked ||= took > 20_000;
        if (!isBlocked && took < 10_000) return inner.send(request, ...rest);
        const outcome = { kind: 'fault', code: 'timed-out', message: 'no answer' } as const;
        return { outcome, resent: false };
      },
    };
    const { report } = await campaignOver(transport, BASE, {
      ...{ ...ALL_LONG, modes: ['edge'] },
      ...{ absenceLimitMs: 1_000, graceMs: 60_000 },
      clock: { now: () => now, monotonic: () => now },
      target: {
        ...targetAt(BASE),
        limits: { timeoutMs: 10_000, totalMs: 10_000, maxBodyBytes: 1 },
      },
    });
    const robust = report.findings.filter(({ clause }) => clause.startsWith('robust/'));
    const [finding, ...others] = robust;
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      ...{ clause: 'robust/time-of-length', verdict: 'warn', places: ['query /search'] },
      again: { times: 1, of: 1 },
    });
    expect(finding && searchIn(finding)).toBe('a'.repeat(28));
    expect(report.unconfirmed).toEqual([]);
    expect(report.notes.join()).toMatch(/\d cases? not sent: shorter texts took too long/);
    expect(report.problems).toEqual([]);
  });

  it('at any operation stays away: its requests are not said to have ended it', async () => {
    const { report } = await campaignOver(
      hangingWhere((_, count) => count > 40),
      BASE,
      TWO_READS,
    );
    const suspects = report.unconfirmed;
    expect(suspects).not.toEqual([]);
    for (const { message } of suspects)
      expect(message).toMatch(/^GET \S+: no answer in time(?:, with |$)/);
    expect(report.problems.join('\n')).toContain('the target stopped answering at ');
    expect(report.exitCode).toBe(2);
  });
});
