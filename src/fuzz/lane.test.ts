/** The lane that learns: what it finds that the stream does not, what it keeps, and what it leaves alone. */

import { expect, it } from 'vitest';
import type { CorpusInput } from '../model/index.ts';
import type { Handler } from '../reference/http.ts';
import { asked, campaignOn, json } from './site.fixture.ts';

/** Breaks down at one order of the list together with a long text. */
const inOneOrder: Handler = (request) => {
  const query = asked(request);
  const isLong = (query.get('search') ?? '').length > 200;
  return isLong && query.get('order') === 'asc' ? json({ code: 'broken' }, 500) : json([]);
};

it('an input of the corpus is sent first, is made smaller, and is found again by itself', async () => {
  const query = { order: 'asc', page: 2, search: 'b'.repeat(300) };
  const sent = (input: CorpusInput) =>
    campaignOn(inOneOrder, {
      bounds: { runs: 0 },
      lane: { corpus: [input], feedback: false },
    });
  const first = await sent({ operation: 'content/posts/list', request: { query } });
  const [input] = first.shown.flatMap((one) => one.input ?? []);
  expect(input?.request).toEqual({ query: { order: 'asc', search: 'a'.repeat(201) } });
  if (input === undefined) throw new Error('a finding has an input');
  const again = await sent(input);
  expect(again.report.findings.map(({ id }) => id)).toEqual(
    first.report.findings.map(({ id }) => id),
  );
  expect(first.report.findings[0]?.places).toEqual(['query /order', 'query /search']);
  expect(again.report.cases).toBe(1);
});

it('keeps what brought a new status, error code or form of an answer, and nothing twice', async () => {
  const kept: string[] = [];
  await campaignOn(
    (request) => {
      const perPage = Number(asked(request).get('per_page') ?? 10);
      if (perPage > 100) return json({ code: 'too_many' }, 400);
      return perPage < 1 ? json({ code: 'too_few' }, 400) : json([]);
    },
    {
      ...{ modes: ['violation'], bounds: { runs: 200 } },
      lane: { corpus: [], feedback: false, keep: (_, brought) => kept.push(brought) },
    },
  );
  expect(kept).toContain('HTTP 400 too_few');
  expect(new Set(kept).size).toBe(kept.length);
  expect(kept.length).toBeLessThan(6);
});

it.each<[string, CorpusInput['request'], string]>([
  ['a valid request', { query: { per_page: 7, search: 'a' } }, 'valid'],
  ['one rule broken', { query: { per_page: 0 } }, 'violation/minimum'],
  ['one rule broken next to another parameter', { query: { per_page: 0, page: 2 } }, 'mutated'],
  ['two rules broken', { query: { per_page: 0, page: 0 } }, 'mutated'],
  ['another method', { method: 'PROPFIND' }, 'mutated'],
])('%s is judged by what the contract says of it', async (_, request, name) => {
  const { report } = await campaignOn(() => json([]), {
    bounds: { runs: 0 },
    lane: { corpus: [{ operation: 'content/posts/list', request }], feedback: false },
  });
  expect(report.classes.map((one) => one.name)).toEqual([name]);
});

it('an input of an operation that was not asked for is not sent', async () => {
  const { report } = await campaignOn(() => json([]), {
    bounds: { runs: 1 },
    lane: { corpus: [{ operation: 'content/pages/list', request: {} }], feedback: false },
  });
  expect(report.notes).toContain('1 input of the corpus cannot be sent to this target');
});
