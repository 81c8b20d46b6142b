import { expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Transport } from '../model/index.ts';
import { openStream } from '../plan/stream.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { withAbsent } from './absent.ts';

const contract = loadContract();
const BASE = 'http://127.0.0.1:1/content';
const target = referenceTarget(contract, { content: BASE }, 'site');

/** The target as known if some paths of the reference site are sent elsewhere. */
async function knownIf(insteadOf: (path: string) => string | undefined) {
  const parts = { faults: [], variations: [], contract };
  const site = inProcess(referenceHandler(parts, () => BASE).handler);
  const transport: Transport = {
    ...site,
    send: (request, ...others) => {
      const elsewhere = insteadOf(decodeURIComponent(request.target));
      return site.send(elsewhere ? { ...request, target: elsewhere } : request, ...others);
    },
  };
  return withAbsent(contract, target, transport, new AbortController().signal);
}

const NOWHERE = '/index.php?rest_route=/nowhere';

it('a site that serves all of the document has nothing absent', async () => {
  expect((await knownIf(() => undefined)).endpoints.content?.absent).toBeUndefined();
});

it('a collection that is answered like no route is absent, with all below it, and is not called', async () => {
  const known = await knownIf((path) => (/\/cms\/v2\/pages\b/.test(path) ? NOWHERE : undefined));
  const absent = known.endpoints.content?.absent ?? [];
  expect(absent).toContain('content/pages/list');
  expect(absent).toContain('content/pages/update/patch');
  expect(absent.every((id) => id.startsWith('content/pages/'))).toBe(true);
  const options = { seed: 1, modes: ['edge', 'stateful'], only: [], writes: 'loopback' } as const;
  const stream = openStream(contract, known, options);
  expect(stream.operations.filter(({ id }) => id.startsWith('content/pages/'))).toEqual([]);
  const called = Array.from({ length: 60 }, (_, at) => stream.at(at)).flatMap(
    (fuzzCase) => fuzzCase?.case.steps.map(({ request }) => request.operation) ?? [],
  );
  expect(called.length).toBeGreaterThan(60);
  expect(called.filter((id) => id.startsWith('content/pages/'))).toEqual([]);
});

it('a list that is refused in other words is there', async () => {
  const known = await knownIf((path) =>
    /\/cms\/v2\/pages\b/.test(path) ? '/index.php?rest_route=/cms/v2/posts/99999' : undefined,
  );
  expect(known.endpoints.content?.absent).toBeUndefined();
});
