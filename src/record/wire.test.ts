import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Case, Outcome, SentRequest, Transport } from '../model/index.ts';
// The sender is another stage; a test may put the two together.
import { liveTransport } from '../send/live.ts';
import { openRecording, type Recording } from './folder.ts';
import { openRecorder } from './recorder.ts';
import { manifestFixture, TOOL } from './recording.fixture.ts';
import { replayTransport } from './replayer.ts';
import { scriptedServer, WIRE_CASES, type WireCase } from './wire.fixture.ts';

// Two cases wait for the timeout; the others must not meet it, however busy the machine is.
const limits = { timeoutMs: 2500, totalMs: 60_000, maxBodyBytes: 65_536 };
const never = new AbortController().signal;

function caseOf({ name }: WireCase, index: number): Case {
  return {
    id: `wire/${index}`,
    title: name,
    document: 'content',
    evidence: [],
    origin: { kind: 'scenario' },
    steps: [],
  };
}

function requestContextOf(one: WireCase, index: number) {
  return { case: caseOf(one, index), step: 'send', operation: 'wire' };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const folder = mkdtempSync(join(tmpdir(), 'touchstone-wire-'));
const live = new Map<string, SentRequest>();
const received = new Map<string, Buffer>();
let resent: readonly SentRequest[] = [];
let recording: Recording;
let replay: Transport;

beforeAll(async () => {
  const server = await scriptedServer();
  const closed = `http://127.0.0.1:${await freePort()}`;
  const inner = liveTransport({ limits, tls: { insecure: false }, connections: 1 });
  const recorder = openRecorder({
    folder,
    inner,
    manifest: manifestFixture(limits),
    secrets: [],
    now: Date.now,
    monotonic: () => performance.now(),
    finish: { tool: TOOL, keepOthers: false },
  });
  for (const [index, one] of WIRE_CASES.entries()) {
    server.play(one.acts);
    const url =
      one.place === 'closed-port'
        ? closed
        : one.place === 'tls'
          ? server.url.replace('http:', 'https:')
          : `${server.url}/prefix`;
    live.set(
      one.name,
      await recorder.transport.send(one.request, url, never, requestContextOf(one, index)),
    );
    received.set(one.name, server.received());
    const item = caseOf(one, index);
    recorder.keep({ case: item, exchanges: [] }, { verdicts: [], observations: [] });
  }
  resent = await sendTwice(recorder.transport, server);
  await inner.close();
  await server.close();
  await recorder.finish();
  recording = openRecording(folder, TOOL);
  replay = replayTransport(recording, []);
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TWICE = {
  ...requestContextOf({ ...firstCase(), name: 'twice' }, WIRE_CASES.length),
  step: 'again',
};

function firstCase(): WireCase {
  const [first] = WIRE_CASES;
  if (!first) throw new Error('the corpus is empty');
  return first;
}

/** The target closes an idle connection just as the next request goes out on it. */
async function sendTwice(
  transport: Transport,
  server: Awaited<ReturnType<typeof scriptedServer>>,
): Promise<readonly SentRequest[]> {
  const { request, acts } = firstCase();
  server.play(acts);
  const first = await transport.send(request, server.url, never, TWICE);
  // The second request goes out on the connection of the first, which is reset; then it goes out anew.
  server.play([{ do: 'reset' }], acts);
  return [first, await transport.send(request, server.url, never, TWICE)];
}

/** All that is kept of an outcome, with bytes as text that a difference is shown in. */
function whole(outcome: Outcome | undefined) {
  if (outcome?.kind !== 'answer') return outcome;
  const bytes = Buffer.from(outcome.body.bytes).toString('base64');
  return { ...outcome, body: { ...outcome.body, bytes } };
}

describe('a recording of what goes over the wire', () => {
  it('has a corpus worth the name', () => {
    expect(WIRE_CASES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(WIRE_CASES.map(({ name }) => name)).size).toBe(WIRE_CASES.length);
  });

  it.each(WIRE_CASES.map((one, index) => [one.name, one, index] as const))(
    'keeps and replays %s',
    async (name, one, index) => {
      const before = live.get(name);
      const { outcome } = before ?? {};
      const brought =
        outcome?.kind === 'answer'
          ? outcome.body.completeness === 'complete'
            ? 'answer'
            : outcome.body.completeness
          : outcome?.kind;
      expect(brought, JSON.stringify(whole(outcome))).toBe(one.brings);
      const requestContext = requestContextOf(one, index);
      const after = await replay.send(
        one.request,
        'https://elsewhere.invalid/x/y',
        never,
        requestContext,
      );
      expect(whole(after.outcome)).toEqual(whole(outcome));
      expect(after.resent).toBe(before?.resent);
      const [kept] = recording.ofCase(`wire/${index}`).map((ref) => ref.read());
      expect(kept?.request).toEqual(one.request);
      if (one.request.raw) expect(received.get(name)).toEqual(Buffer.from(one.request.raw));
    },
  );

  it('keeps how a body was cut', () => {
    const [reset, end] = ['a body cut off by a reset', 'a body cut off by an end'].map((name) =>
      whole(live.get(name)?.outcome),
    );
    expect(reset).toMatchObject({ reset: true });
    expect(end).not.toHaveProperty('reset');
  });

  it('keeps that a request was sent once more', async () => {
    expect(resent.map((sent) => sent.resent)).toEqual([false, true]);
    const { request } = firstCase();
    const replayed = [
      await replay.send(request, 'http://elsewhere.invalid', never, TWICE),
      await replay.send(request, 'http://elsewhere.invalid', never, TWICE),
    ];
    expect(replayed.map((sent) => sent.resent)).toEqual([false, true]);
    expect(replayed.map(({ outcome }) => whole(outcome))).toEqual(
      resent.map(({ outcome }) => whole(outcome)),
    );
  });
});
