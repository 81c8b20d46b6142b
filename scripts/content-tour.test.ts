import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { loadContract } from '../src/contract/contract.ts';
import { contentHandler } from '../src/reference/content/handler.ts';
import { readSeed, seedStore } from '../src/reference/content/seed.ts';
import { writeState } from '../src/reference/content/state.ts';
import { type Store, storedCollectionOf } from '../src/reference/content/store.ts';
import { type RunningServer, type ServedRequest, startServer } from '../src/reference/http.ts';

const TOUR = fileURLToPath(new URL('content-tour.sh', import.meta.url));
const run = promisify(execFile);
const contract = loadContract();
const running: RunningServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

/** A site that notes after each request what came of it, and which of the newest things there are. */
async function site(): Promise<{
  readonly url: string;
  readonly store: Store;
  readonly seen: string[];
}> {
  const seed = readSeed();
  const store = seedStore(seed);
  const seen: string[] = [];
  const handler = contentHandler({
    contract,
    seed,
    store,
    now: () => Date.UTC(2026, 0, 15, 12, 0, 0),
    baseUrl: () => `${server.url}/content`,
  });
  const noting = async (request: ServedRequest) => {
    const reply = await handler(request);
    const [, route = ''] = /rest_route=([^&]*)/.exec(request.target) ?? [];
    seen.push(`${request.method} ${route} ${reply.status}: ${newIn(store).join(' ')}`.trim());
    return reply;
  };
  const server = await startServer(noting);
  running.push(server);
  return { url: `${server.url}/content`, store, seen };
}

/** Posts and images that the seed does not have, in words. */
function newIn(store: Store): readonly string[] {
  return (['posts', 'media'] as const).flatMap((collection) =>
    [...storedCollectionOf(store, collection).items.values()]
      .filter(({ id }) => id >= 1000)
      .map(({ title, slug, status, upload }) =>
        upload ? `${upload.width}x${upload.height}` : `${title.split(' ')[0]}/${slug}/${status}`,
      ),
  );
}

test('the tour does to the state what it says, and leaves it as it was', async () => {
  const { url, store, seen } = await site();
  const before = writeState(store);
  const { stdout, stderr } = await run('sh', [TOUR, url]);
  expect(stderr).toBe('');
  expect(seen).toEqual([
    'POST /cms/v2/posts 201: A/a-tour-of-the-site/publish',
    'GET /cms/v2/posts 200: A/a-tour-of-the-site/publish',
    'PATCH /cms/v2/posts/1000 200: A/tour-of-the-site/publish',
    'DELETE /cms/v2/posts/1000 200: A/tour-of-the-site__trashed/trash',
    'DELETE /cms/v2/posts/1000 200:',
    'GET /cms/v2/posts/1000 404:',
    'POST /cms/v2/media 201: 4x2',
    expect.stringMatching(/^POST \/cms\/v2\/media\/\d+\/edit 201: 4x2 2x2$/),
    'POST /batch/v1 207: One/one/draft Another/another/draft 4x2 2x2',
    'POST /batch/v1 207: 4x2 2x2',
    expect.stringMatching(/^DELETE \/cms\/v2\/media\/\d+ 200: 2x2$/),
    expect.stringMatching(/^DELETE \/cms\/v2\/media\/\d+ 200:$/),
  ]);
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/)[1] ?? '')).toEqual([
    '1000',
    '1000',
    'tour-of-the-site',
    'trash',
    '404',
    expect.stringContaining('/content/uploads/tour'),
    '2 x 2',
    expect.stringMatching(/^\d+ \d+ ?$/),
    'done',
    'done',
    '',
  ]);
  const after = writeState(store);
  expect(after).toEqual({ ...Object(before), next: expect.any(Number) });
});

test('the tour ends where something is refused, and says what', async () => {
  const { url } = await site();
  const env = { ...process.env, TOUCHSTONE_CONTENT_PASSWORD: 'wrong' };
  await expect(run('sh', [TOUR, url], { env })).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('POST /cms/v2/posts was not carried out: {"code":"wrong_cred'),
  });
});
