import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { type Answer, contentOf, type Outcome, type WireRequest } from '../model/index.ts';
import { targetOf } from '../profiles/index.ts';
import { finder, openRecording, openTraffic, type Recording } from '../record/index.ts';
import { manifestFixture, TOOL } from '../record/recording.fixture.ts';
import { changesOf } from './changes.ts';
import { pairedScripts } from './paired.ts';
import { trafficScript } from './traffic-script.ts';

const LIMITS = { timeoutMs: 1000, totalMs: 1000, maxBodyBytes: 100_000 };
const SITE = 'https://docs.example';
const contract = loadContract();
const target = targetOf({ name: 'site', content: { url: SITE, routing: 'path' } }, {});

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-overrides-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function answer(text: string): Answer {
  const bytes = new TextEncoder().encode(text);
  const content = contentOf(bytes, [], 'complete', 1000);
  const body = { bytes, completeness: 'complete', content } as const;
  return { kind: 'answer', status: 200, reason: '', headers: [], body };
}

let count = 0;
function recorded(
  ...all: readonly (readonly [request: Partial<WireRequest>, outcome: Outcome])[]
): Recording {
  count += 1;
  const own = join(folder, String(count));
  const traffic = openTraffic({
    folder: own,
    manifest: manifestFixture(LIMITS),
    secrets: [],
    finish: { tool: TOOL, keepOthers: false },
  });
  all.forEach(([request, outcome], at) => {
    traffic.keep({
      operation: request.method === 'POST' ? 'content/posts/update' : null,
      ...{ baseUrl: SITE, outcome, resent: false, durationMs: 1, lost: [] },
      request: { method: 'GET', target: '/', headers: [], body: undefined, ...request },
      startedAt: 1000 * at,
    });
  });
  traffic.finish();
  return openRecording(own, TOOL);
}

/** What went out when a recording is sent where no write is allowed, and why the rest did not. */
async function sent(recording: Recording) {
  const targets: string[] = [];
  const script = trafficScript(recording.ofCase(null), target, {
    ...{ contract, target, writes: 'nowhere', now: Date.now },
    monotonic: () => performance.now(),
    signal: new AbortController().signal,
    transport: {
      send: async (request) => {
        targets.push(`${request.method} ${request.target}`);
        return { outcome: answer('{}'), resent: false };
      },
      close: async () => {},
    },
  });
  const { unsent } = await script.send();
  return { targets, why: unsent.map(({ why }) => why) };
}

const override = (method: string): WireRequest['headers'] => [['X-HTTP-Method-Override', method]];
const REFUSED = { kind: 'fault', code: 'unsendable', message: 'too large' } as const;

it('a read that means a deletion is not sent where writes are not allowed', async () => {
  const { targets, why } = await sent(
    recorded(
      [{ target: '/cms/v2/posts/7', headers: override('DELETE') }, answer('{}')],
      [{ target: '/elsewhere/7?_method=DELETE' }, answer('{}')],
      [{ method: 'POST', target: '/cms/v2/posts', headers: override('GET') }, answer('[]')],
    ),
  );
  expect(targets).toEqual(['POST /cms/v2/posts']);
  expect(why).toEqual(Array(2).fill(expect.stringContaining('writing to this target')));
});

it('what the recorder refused is neither sent nor missed', async () => {
  const before = recorded([{ target: '/x' }, REFUSED], [{ target: '/y' }, answer('{}')]);
  expect(await sent(before)).toEqual({ targets: ['GET /y'], why: ['the recorder refused it'] });
  const after = recorded([{ target: '/y' }, answer('{}')]);
  const find = finder(after, 'strict', []);
  const findAlike: Parameters<typeof pairedScripts>[2] = ({ request }) => {
    const found = find(request);
    return found.kind === 'found' ? found.entry : undefined;
  };
  const scripts = pairedScripts(before, after, findAlike, []);
  const { compared, equal, unsent } = await changesOf(scripts, new AbortController().signal);
  expect({ compared, equal, unsent: [...unsent] }).toEqual({ compared: 1, equal: 1, unsent: [] });
});

it('an update by POST makes nothing new', async () => {
  const update = (id: number) =>
    recorded([
      { method: 'POST', target: '/cms/v2/posts/7', headers: override('PUT') },
      answer(`{"id":${id}}`),
    ]);
  const [before, after] = [update(7), update(8)];
  const [script] = pairedScripts(before, after, () => after.ofCase(null)[0], []);
  expect(script?.steps.map(({ creates }) => creates)).toEqual([false]);
});
