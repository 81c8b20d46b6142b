import { describe, expect, it } from 'vitest';
import type { RecordedCase } from '../record/index.ts';
import { differencesIn, driftLines, driftWatch } from './drift.ts';

describe('two observations', () => {
  const html = 'HTTP 404; content-type: text/html; charset=UTF-8; text';
  const json = 'HTTP 400; content-type: application/json; {code: string, data: {status: number}}';

  it.each<readonly [string, string]>([
    [html, html],
    [
      'HTTP 201; location: http://a.example/cms/v2/posts/7; {id: number}',
      'HTTP 201; location: http://b.example:90/cms/v2/posts/812; {id: number}',
    ],
    ['HTTP 200; {link: string, parent: null}', 'HTTP 200; {link: string, parent: number}'],
    ['HTTP 200; []', 'HTTP 200; [{id: number}]'],
    ['HTTP 429; retry-after: 3; empty', 'HTTP 429; retry-after: 11; empty'],
    ['HTTP 200; {a: {3 members}}', 'HTTP 200; {a: {4 members}}'],
    ['"2026-11-21T10:00:00"', '"2026-11-22T11:30:00"'],
    ['allow, link', 'link, allow'],
  ])('%s and %s are no drift', (before, after) => {
    expect(differencesIn(before, after)).toEqual([]);
  });

  it.each<readonly [string, string, readonly string[]]>([
    [json, json.replace('400', '422'), ['value status']],
    [json, json.replace(', data: {status: number}', ''), ['removed /data']],
    [json, json.replace('{code', '{a: [string], code'), ['added /a']],
    [json, json.replace('status: number', 'status: string'), ['type /data/status']],
    [json, html, ['value status', 'value header content-type', 'type /']],
    [html, html.replace('UTF-8', 'ascii'), ['value header content-type']],
    [html, 'HTTP 404; text', ['removed header content-type']],
    ['HTTP 404; text', html, ['added header content-type']],
    ['HTTP 200; [{id: number}]', 'HTTP 200; [{id: string}]', ['type /*/id']],
    ['HTTP 200; text', 'the connection ended without an answer', ['type outcome']],
    ['"open", "closed"', '"open"', ['removed value']],
    ['none', '"open"', ['added value']],
    ['"a"', '"b"', ['value value']],
  ])('%s and then %s have drifted', (before, after, wanted) => {
    const found = differencesIn(before, after).map(({ tier, place }) => `${tier} ${place}`);
    expect(found).toEqual(wanted);
  });
});

describe('a run', () => {
  const observed = (step: string, value: string) => ({ clause: 'a/b', step, pointer: '', value });
  const kept = (id: string, value: string) =>
    ({ id, exchanges: 1, observations: [observed('probe', value)] }) as unknown as RecordedCase;

  it('tells each drift once, with its cases, and leaves out what was not observed before', () => {
    const watch = driftWatch([kept('one', 'HTTP 400; text'), kept('two', 'HTTP 400; text')]);
    watch.note('one', [observed('probe', 'HTTP 422; text'), observed('other', 'HTTP 1; text')]);
    watch.note('two', [observed('probe', 'HTTP 422; text')]);
    watch.note('three', [observed('probe', 'HTTP 500; text')]);
    expect(watch.drifts()).toEqual([
      {
        clause: 'a/b',
        tier: 'value',
        place: 'status',
        before: 'HTTP 400',
        after: 'HTTP 422',
        cases: ['one', 'two'],
      },
    ]);
    expect(driftLines(watch, 'kept')).toEqual([
      'drift: 1 since the recording; 2 observations compared with kept',
      '  value    a/b  status: HTTP 400 → HTTP 422  (one and 1 more)',
    ]);
  });
});
