import { describe, expect, it } from 'vitest';
import { differencesIn } from './observations.ts';

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
