import { expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Transport } from '../model/index.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { strippedPaths } from './stripped.ts';

const contract = loadContract();
const BASE = 'http://127.0.0.1:1/content';
const target = referenceTarget(contract, { content: BASE }, 'site');

/** What is said of the reference site if something in front removes the header of some requests. */
async function notesOn(isStripped: (path: string, count: number) => boolean) {
  const parts = { faults: [], variations: [], contract };
  const site = inProcess(referenceHandler(parts, () => BASE).handler);
  let count = 0;
  const transport: Transport = {
    close: async () => {},
    send: (request, ...others) => {
      count += 1;
      const path = decodeURIComponent(request.target);
      const headers = isStripped(path, count)
        ? request.headers.filter(([name]) => name !== 'authorization')
        : request.headers;
      return site.send({ ...request, headers }, ...others);
    },
  };
  const { signal } = new AbortController();
  const notes = await strippedPaths(contract, target, ['content'], transport, signal);
  return { notes, count };
}

it('the same login works elsewhere: the paths that lose it are named', async () => {
  const { notes } = await notesOn((path) => /\/(media|pages)\b/.test(path));
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(
    /^`Authorization` does not reach GET \/cms\/v2\/media, GET \/cms\/v2\/pages: HTTP 401, as without a login; the same login works at GET \/cms\/v2\/\w+\./,
  );
});

it.each<readonly [string, (path: string, count: number) => boolean]>([
  ['it arrives everywhere', () => false],
  ['it arrives nowhere: another probe says so', () => true],
  ['one request of many loses it', (_, count) => count === 3],
])('nothing is said where %s', async (_, isStripped) => {
  expect((await notesOn(isStripped)).notes).toEqual([]);
});

it('a login that arrives costs one read of each collection', async () => {
  expect((await notesOn(() => false)).count).toBeLessThan(12);
});
