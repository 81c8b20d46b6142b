import { expect, it } from 'vitest';
import type { Case, FuzzCase } from '../model/index.ts';
import type { FoundViolation } from './minimise.ts';
import { createRegistry } from './registry.ts';
import { reproduce } from './reproduce.ts';
import { contract, targetAt } from './site.fixture.ts';

const OPERATION = 'content/posts/list';

/** A case of one request for posts. */
function search(text: string | undefined): Case {
  const request = {
    ...{ operation: OPERATION, method: 'GET', path: {}, headers: [], body: { kind: 'none' } },
    ...{ query: text === undefined ? {} : { search: text }, credential: { kind: 'valid' } },
  };
  return {
    document: 'content',
    evidence: [],
    steps: [{ id: 'request', role: 'edge', request }],
  } as unknown as Case;
}

/** What becomes of a search without an answer in time, where smaller requests are slow, or it is only slow itself. */
async function reproduced(hangs: boolean) {
  const mark = { step: 'request', mode: 'edge', class: 'strings/emoji', place: 'query /search' };
  const fuzzCase = { index: 0, case: search('😀'), marks: [mark] } as unknown as FuzzCase;
  const hit = {
    ...{ clause: 'robust/answers-in-time', operation: OPERATION, step: 'request', mark },
    ...{ where: 'answer', pointer: 'answer', signature: '', actual: '', expected: '' },
  };
  const found = { hit, fuzzCase, trace: { case: fuzzCase.case, exchanges: [] } };
  const endpoint = targetAt('http://127.0.0.1:1').endpoints.content;
  if (endpoint === undefined) throw new Error('there is an endpoint');
  const outcome = { kind: 'fault', code: 'timed-out', message: '' };
  const cause = await reproduce(found as unknown as FoundViolation, {
    ...{ contract, endpoint, plain: search(undefined), isQuick: true },
    ...{ goOn: () => true, mayShrink: () => true },
    probe: async (candidate, isTrial) => {
      const isLate = isTrial || (hangs && candidate.case.steps[0]?.request.query.search === '😀');
      return {
        trace: { case: candidate.case, exchanges: [{ step: 'request', outcome }] },
        hits: isLate ? [hit] : [],
      } as unknown as Awaited<ReturnType<Parameters<typeof reproduce>[1]['probe']>>;
    },
  });
  const registry = createRegistry();
  registry.add(cause, 0);
  const { class: name, again } = cause;
  return { name, again, isLike: registry.hangs(OPERATION, () => ['query /search']) };
}

it('a hang next to requests that are slow, but in time, is one of its own values', async () => {
  expect(await reproduced(true)).toEqual({
    ...{ name: 'strings/emoji', again: { times: 1, of: 1 } },
    // Others could be slow, too: they have all the time of the profile.
    isLike: false,
  });
});

it('what came in time when it was sent again is no hang that others are like', async () => {
  expect(await reproduced(false)).toMatchObject({ again: { times: 0, of: 1 }, isLike: false });
});
