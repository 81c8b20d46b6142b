import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { toolOf } from '../io/index.ts';
import type { Case, ClauseReport, RunEvent, Target } from '../model/index.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { openRecording } from '../record/index.ts';
import { type ServedReference, serveReference } from '../reference/serve.ts';
import { runLive } from './live-run.ts';
import { recordedTarget } from './recorded.ts';
import type { LiveRun } from './run-options.ts';

const contract = loadContract();
const servers: ServedReference[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A site over HTTP that loses one of two writes to its list of sticky posts, and eight cases at once. */
async function targetThatLoses(): Promise<Target> {
  const server = await serveReference({
    contract,
    faults: [],
    variations: ['sticky-list-together'],
  });
  servers.push(server);
  return {
    ...referenceTarget(contract, { content: server.contentUrl }, 'site'),
    concurrency: 8,
  };
}

async function runOn(
  target: Target,
  choose: (planned: readonly Case[]) => readonly Case[],
  more: Partial<Pick<LiveRun, 'record' | 'recording' | 'writes'>> = {},
) {
  const events: RunEvent[] = [];
  const options = { contract, target, seed: 42, runs: 6, only: ['content/posts/'], choose };
  const live = runLive({ ...options, ...more });
  for await (const event of live) events.push(event);
  const clauses = events.filter((event) => event.kind === 'clause');
  return { clauses, footer: events.find((event) => event.kind === 'footer') };
}

/** What shows a lost update, and no more: the rest takes its time. */
const stateful = (planned: readonly Case[]) =>
  planned.filter(({ id }) => /\/(state|sequence)\//.test(id));

/** As if nobody had said that they share anything. */
const unshared = (planned: readonly Case[]) =>
  stateful(planned).map(({ shares: _, ...item }) => item);

const verdictsIn = (clauses: readonly ClauseReport[]) =>
  clauses.map(({ id, verdict, cases }) => ({ id, verdict, cases }));

const broken = (clauses: readonly ClauseReport[]) =>
  clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);

describe('a site that loses updates of what its objects share', () => {
  test('is not disturbed by the run', async () => {
    const { clauses, footer } = await runOn(await targetThatLoses(), stateful);
    expect(broken(clauses)).toEqual([]);
    expect(footer?.exitCode).toBe(0);
    expect(footer?.notes).toBeUndefined();
  });

  test('is not blamed for a loss that does not come again alone, nor by the recording of it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'touchstone-'));
    try {
      const target = await targetThatLoses();
      const { clauses, footer } = await runOn(target, unshared, { record: folder });
      expect(broken(clauses)).toEqual([]);
      expect(footer?.exitCode).toBe(0);
      expect(footer?.notes).toEqual([
        expect.stringMatching(
          /not reproduced when (its|their) cases? w(as|ere) resent by (itself|themselves): content\//,
        ),
      ]);
      const recording = openRecording(folder, toolOf());
      const recorded = recordedTarget(recording.manifest, { urls: {} });
      const replayed = await runOn(recorded, unshared, { recording });
      expect(verdictsIn(replayed.clauses)).toEqual(verdictsIn(clauses));
      expect(replayed.footer).toMatchObject({ requests: footer?.requests, notes: footer?.notes });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** A site in front of which somebody else creates a record, lists see it once, and it is gone. */
async function targetWithAnotherWriter(): Promise<Target> {
  const site = await serveReference({ contract, faults: [], variations: [] });
  servers.push(site);
  // Its record is in both of the answers that are held against each other first.
  let seen = 0;
  const front = createServer(async (request, response) => {
    const { origin } = new URL(site.contentUrl);
    const { authorization = '' } = request.headers;
    const answer = await fetch(new URL(request.url ?? '/', origin), { headers: { authorization } });
    let text = await answer.text();
    if (
      seen < 2 &&
      decodeURIComponent(request.url ?? '').includes('include_children') &&
      answer.ok
    ) {
      const list = JSON.parse(text);
      seen += 1;
      text = JSON.stringify([...list, { ...list[0], id: 999_999 }]);
    }
    const { 'content-length': _, ...headers } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, headers).end(text);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  servers.push({ ...site, close: async () => void front.close() });
  const { port } = front.address() as AddressInfo;
  const url = site.contentUrl.replace(/:\d+/, `:${port}`);
  return { ...referenceTarget(contract, { content: url }, 'site'), concurrency: 1 };
}

test('a record of somebody else that comes and goes is no failure of a run that only reads', async () => {
  const target = await targetWithAnotherWriter();
  const { clauses, footer } = await runOn(
    target,
    (planned) =>
      planned.filter(
        ({ evidence, steps }) =>
          evidence.includes('content/lists/default-children') && steps.every(isRead),
      ),
    { writes: 'nowhere' },
  );
  expect(broken(clauses)).toEqual([]);
  expect(footer?.notes).toEqual([expect.stringContaining('not reproduced')]);
});

function isRead({ request }: Case['steps'][number]): boolean {
  return !contract.operation(request.operation).writes;
}
