/** Replays decide about objects as their runs did, without the lists that only the runs could read. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { reusedIdsIn } from '../judge/index.ts';
import { isObject, type Json, type Outcome, type Trace } from '../model/index.ts';
import { openRecording } from '../record/folder.ts';
import { openRecorder } from '../record/recorder.ts';
import { manifestFixture, TOOL } from '../record/recording.fixture.ts';
import { replayTransport } from '../record/replayer.ts';
import type { SendOptions } from './send.ts';
import { sendCases } from './send.ts';
import { all, caseOf, type SentSite, siteWith, step, targetAt } from './site.fixture.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const answering = (value: Json, status: number): Outcome => ({
  ...{ kind: 'answer', status, reason: '', headers: [] },
  body: {
    bytes: Buffer.from(JSON.stringify(value)),
    completeness: 'complete',
    content: { kind: 'json', value },
  },
});

const sent = { slug: 'touchstone-7-a', title: 'touchstone 7 a', status: 'publish' };
const aliased = caseOf(
  step('create', 'setup', 'posts/create', { body: { kind: 'json', value: sent } }),
  step('update', 'valid', 'posts/update/post', {
    path: { id: { $from: 'create#/id' } },
    body: { kind: 'json', value: { title: 'b' } },
  }),
);

/** The traces of a run that is recorded, and of the replay of its recording. */
async function both(options: SendOptions): Promise<readonly (Trace | undefined)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-replayed-ownership-'));
  folders.push(folder);
  const recorder = openRecorder({
    folder,
    inner: options.transport,
    manifest: manifestFixture(targetAt('').limits),
    secrets: [],
    now: () => 0,
    monotonic: () => 0,
    finish: { tool: TOOL, keepOthers: false },
  });
  const [live] = await all(sendCases([aliased], { ...options, transport: recorder.transport }));
  if (live) recorder.keep(live, { verdicts: [], observations: [] });
  await recorder.finish();
  const transport = replayTransport(openRecording(folder, TOOL), []);
  const replaying = { ...options, transport, besides: transport, neverGivesUp: true };
  const [replayed] = await all(sendCases([aliased], replaying));
  return [live, replayed];
}

/** A site that answers the creation of a post with the ID that is drawn from it. */
function answeredWith(idOn: (site: SentSite) => Promise<unknown>, shown: object = {}): SentSite {
  const site = siteWith({}, async (line) => {
    if (line !== 'POST /cms/v2/posts') return undefined;
    const { body } = await site.site.call('POST', '/cms/v2/posts', sent);
    const id = await idOn(site);
    return { outcome: answering({ ...Object(body), ...shown, id }, 201), resent: false };
  });
  return site;
}

const idIn = ({ body }: { readonly body: unknown }) => {
  const one: unknown = Array.isArray(body) ? body[0] : body;
  return isObject(one) ? one.id : undefined;
};
const oldest = async ({ site }: SentSite) =>
  idIn(await site.call('GET', '/cms/v2/posts?per_page=1&orderby=id&order=asc'));
const others = { slug: 'hello', title: 'Hello', status: 'publish' };
const newest = async ({ site }: SentSite) => idIn(await site.call('POST', '/cms/v2/posts', others));

it.each([
  ['that a list showed before', answeredWith(oldest), ['existed'], 1],
  ['that is newer than all before, and of others', answeredWith(newest), ['unknown'], 0],
  ['of its own', siteWith(), [], 0],
])('a creation is judged alike in a replay if its answer gives an ID %s', async (...row) => {
  const [, site, shows, findings] = row;
  const [live, replayed] = await both(site.options);
  for (const trace of [live, replayed]) {
    expect((trace?.ownership ?? []).map((one) => one.shows)).toEqual(shows);
    expect(reusedIdsIn(trace ?? {})).toHaveLength(findings);
  }
  expect(replayed?.unsent).toEqual(live?.unsent);
  expect(reusedIdsIn(replayed ?? {})).toEqual(reusedIdsIn(live ?? {}));
});
