import { expect, it } from 'vitest';
import { contentOf } from '../content.ts';
import type { Outcome } from '../model.ts';
import { createCleaner } from '../secrets/index.ts';
import type { CollectedCase } from './collected.ts';
import { entryOf } from './entry.ts';
import { isUnchanged } from './volatile.ts';

const scope = createCleaner([]).scope();
const BASE = 'http://a.example';

/** A case that creates something, changes it, and lists its revisions. */
function recorded(
  own: number | string,
  revisions: readonly number[],
  parent: number | string = own,
) {
  const reported = (value: unknown): Outcome => {
    // Numbers beyond 2^53 are given as texts.
    const json = JSON.stringify(value).replace(/"(\d+)"/g, '$1');
    const bytes = new TextEncoder().encode(json);
    const content = contentOf(bytes, [], 'complete', 10_000);
    const body = { bytes, completeness: 'complete', content } as const;
    return { kind: 'answer', status: 200, reason: 'OK', headers: [], body };
  };
  const exchanges = [
    ['POST', '/things', { id: own }],
    ['GET', `/things/${own}/revisions`, revisions.map((id) => ({ id, parent }))],
    ['DELETE', `/things/${own}/revisions/${revisions[0]}`, {}],
  ] as const;
  const lines = exchanges.map(([method, target, value], at) =>
    JSON.stringify(
      entryOf(scope, {
        ...{ case: 'case', at, operation: 'op', step: `${at}`, baseUrl: BASE },
        ...{ resent: false, unsent: false, startedAt: at, durationMs: 1 },
        request: { method, target, headers: [], body: undefined },
        outcome: reported(value),
      }),
    ),
  );
  const line = JSON.stringify({ case: {}, verdicts: [], observations: [] });
  const entries = lines.map((_, at) => ({
    ...{ path: `${own} ${revisions.join()} ${parent}`, start: at, end: at },
    ...{ case: 'case', at, operation: 'op' },
  }));
  const path = entries[0]?.path ?? '';
  const collected: CollectedCase = { id: 'case', entries, line, complete: true };
  return { collected, path, lines };
}

it.each<[string, ReturnType<typeof recorded>, boolean]>([
  ['other identifiers of what it created', recorded(570, [581, 582]), true],
  ['identifiers beyond 2^53', recorded('9007199254740993', [58, 59]), true],
  ['identifiers at another distance', recorded(570, [599, 601]), true],
  ['one revision less', recorded(570, [581]), false],
  ['revisions of something else', recorded(570, [599, 601], 12), false],
])('a case that came out with %s', (_, now, same) => {
  const before = recorded(57, [58, 59]);
  const read = ({ path, start }: { readonly path: string; readonly start: number }) =>
    (path === before.path ? before : now).lines[start] ?? '';
  expect(isUnchanged(before.collected, now.collected, read)).toBe(same);
});

/** A form that was sent for no case, with an answer that shows how it came. */
function form(boundary: string, title: string) {
  const type = `multipart/form-data; boundary=${boundary}`;
  const text = `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\n${title}\r\n--${boundary}--\r\n`;
  const bytes = new TextEncoder().encode(JSON.stringify({ type }));
  const content = contentOf(bytes, [], 'complete', 10_000);
  const line = JSON.stringify(
    entryOf(scope, {
      ...{ case: null, at: 0, operation: null, step: '', baseUrl: BASE },
      ...{ resent: false, unsent: false, startedAt: 0, durationMs: 1 },
      request: {
        ...{ method: 'POST', target: '/form', headers: [['Content-Type', type]] },
        body: new TextEncoder().encode(text),
      },
      outcome: {
        ...{ kind: 'answer', status: 200, reason: 'OK', headers: [] },
        body: { bytes, completeness: 'complete', content },
      },
    }),
  );
  const place = { path: line, start: 0, end: 0, case: null, at: 0, operation: null };
  const collected: CollectedCase = { id: null, entries: [place], line: undefined, complete: true };
  return collected;
}

it.each<[string, CollectedCase, boolean]>([
  ['another boundary', form('----formdata-undici-098765432109', 'Tides'), true],
  ['another boundary and another title', form('----formdata-undici-098765432109', 'Winds'), false],
  ['a short boundary, which no client made up', form('other', 'Tides'), false],
])('a form that came with %s', (_, now, same) => {
  const before = form('----formdata-undici-012345678901', 'Tides');
  expect(isUnchanged(before, now, ({ path }) => path)).toBe(same);
});
