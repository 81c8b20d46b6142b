/** Campaigns against servers with slow answers next to answers that never come. */

import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Transport } from '../model/index.ts';
import { inProcess } from '../reference/transport.ts';
import { BASE, campaignOver, json } from './site.fixture.ts';

/** Longer than a request may take while a hang is made smaller; short of the limit of the profile. */
const SLOW_MS = 1_300;

const LATE = {
  outcome: { kind: 'fault', code: 'timed-out', message: 'no answer' },
  resent: false,
} as const;

const POSTS = /(?:\/|%2F)posts\b.*search=[^&]*%F0/i;
const PAGES = /(?:\/|%2F)pages\b/i;

/** So many answers are slow. */
const MOST_SLOW = 6;

/** Waits so long, or until nobody waits for the answer. */
async function waited(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}

/** Hangs at an emoji in a search of posts, the first time with a list of pages, which are slow from then on. */
function hangingAtEmoji(): Transport {
  const inner = inProcess(() => json([]));
  let hangs = 0;
  let slow = 0;
  let endFirst: (() => void) | undefined;
  const send: Transport['send'] = async (request, base, signal, context) => {
    const { target: address } = request;
    if (POSTS.test(address)) {
      hangs += 1;
      // The profile's limit ends those after the first.
      if (hangs > 1) await waited(SLOW_MS + 200, signal);
      else await Promise.race([new Promise<void>((end) => (endFirst = end)), setTimeout(3_000)]);
      await setImmediate();
      return LATE;
    }
    if (hangs > 0 && slow < MOST_SLOW && PAGES.test(address)) {
      slow += 1;
      if (endFirst !== undefined) {
        endFirst();
        endFirst = undefined;
        return LATE;
      }
      await waited(SLOW_MS, signal);
    }
    return inner.send(request, base, signal, context);
  };
  return { ...inner, send };
}

it('an answer of another operation that is slow, but in time, is not taken for a hang', async () => {
  const transport = hangingAtEmoji();
  const { report } = await campaignOver(transport, BASE, {
    ...{ only: ['content/posts/list', 'content/pages/list', 'strings/emoji', 'strings/empty'] },
    ...{ bounds: { runs: 80 }, modes: ['valid', 'edge'], absenceLimitMs: 8_000, graceMs: 60_000 },
  });
  const inTime = [...report.findings, ...report.unconfirmed].filter(
    ({ clause }) => clause === 'robust/answers-in-time',
  );
  expect(inTime.map(({ id, again }) => ({ id, again }))).toEqual([
    {
      id: 'content/posts/list/strings/emoji/query/search/robust/answers-in-time',
      again: { times: 1, of: 1 },
    },
  ]);
  expect(report.notes).toEqual([]);
});
