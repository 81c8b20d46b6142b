import { describe, expect, test } from 'vitest';
import { type Answer, bodyOf, type MessageExcerpt, type WireRequest } from '../model/index.ts';
import { excerptOf } from './excerpt.ts';

const LIST: WireRequest = { method: 'GET', target: '/list?a=1', headers: [], body: undefined };

function answered(text: string, headers: Answer['headers'] = []): Answer {
  const bytes = new TextEncoder().encode(text);
  return {
    kind: 'answer',
    status: 200,
    reason: 'OK',
    headers,
    body: bodyOf(bytes, headers, 'complete', 1e6),
  };
}

function markedOf({ text, marked }: MessageExcerpt): string | undefined {
  return (
    marked &&
    text
      .split('\n')
      .slice(marked[0], marked[1] + 1)
      .join('\n')
  );
}

function markedAt(value: unknown, where: string): string | undefined {
  return markedOf(excerptOf({ request: LIST }, answered(JSON.stringify(value)), where).answer);
}

describe('the excerpt of an exchange', () => {
  test.each<[string, unknown, string]>([
    ['/data/1/label', { data: [{}, { value: 1, label: 7 }] }, '    "label": 7'],
    ['/a~1b', { 'a/b': null }, '"a/b": null'],
    ['', [1], '[\n  1\n]'],
    ['/data/0/code', { data: [{ id: 1 }] }, '… "code" is missing'],
    ['/data/3', { data: [1] }, '… "3" is missing'],
    ['/a/b', { a: 7 }, '"a": 7'],
  ])('marks %s of %j', (where, value, marked) => {
    const lines = markedAt(value, where)?.split('\n');
    expect(lines?.map((line) => line.trim())).toEqual(
      marked.split('\n').map((line) => line.trim()),
    );
  });

  test('keeps of a long list what stands beside the place', () => {
    const value = { data: Array.from({ length: 500 }, (_, id) => ({ id, label: `L${id}` })) };
    const { text } = excerptOf(
      { request: LIST },
      answered(JSON.stringify(value)),
      '/data/250/id',
    ).answer;
    expect(text).toContain('… 249 more elements');
    expect(text).toContain('{"id":249,"label":"L249"}');
    expect(text).toContain('… 248 more elements');
    expect(text).not.toContain('L300');
  });

  test('stays short, whatever the body is', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 900 }, (_, at) => [`m${at}`, 'x'.repeat(900)]),
    );
    for (const value of ['y'.repeat(1e5), wide, [wide, [wide]], { a: wide }]) {
      for (const where of ['', '/a', '/0', 'status']) {
        const { answer } = excerptOf({ request: LIST }, answered(JSON.stringify(value)), where);
        expect(answer.text.length).toBeLessThan(8_000);
      }
    }
    const { answer } = excerptOf({ request: LIST }, answered('no JSON '.repeat(1e4)), '');
    expect(answer.text.length).toBeLessThan(1_300);
  });

  test.each<[string, string]>([
    ['status', 'HTTP 200 OK'],
    ['header content-type', 'Content-Type: text/plain'],
    ['content-type', 'Content-Type: text/plain'],
  ])('marks %s', (where, marked) => {
    const { answer } = excerptOf(
      { request: LIST },
      answered('x', [['Content-Type', 'text/plain']]),
      where,
    );
    expect(markedOf(answer)).toBe(marked);
  });

  test('marks in a request the rule that it breaks', () => {
    const body = new TextEncoder().encode('{"title":true,"slug":"a"}');
    const request = { ...LIST, method: 'POST', body };
    const excerpt = excerptOf({ request, pointer: '/title' }, answered(''), 'status');
    expect(markedOf(excerpt.request)?.trim()).toBe('"title": true,');
    expect(excerptOf({ request }, answered(''), 'status').request.marked).toBeUndefined();
  });

  test('has what became of the connection in place of an answer', () => {
    const fault = { kind: 'fault', code: 'reset', message: 'connection reset' } as const;
    expect(excerptOf({ request: LIST }, fault, '').answer).toEqual({
      text: 'connection reset',
      marked: [0, 0],
    });
  });
});
