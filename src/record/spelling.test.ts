import { expect, it } from 'vitest';
import { bodyOf } from '../content.ts';
import type { Answer, WireRequest } from '../model.ts';
import { createCleaner, type Scope } from '../secrets/index.ts';
import { createSpeller } from './spelling.ts';

const BASE = 'http://a.example';
const cleaner = createCleaner([{ name: 'known', value: 'known-secret-1' }]);

function asking(target: string, headers: WireRequest['headers'] = []): WireRequest {
  return { method: 'GET', target, headers, body: undefined };
}

function telling(text: string, headers: Answer['headers'] = []): Answer {
  const body = bodyOf(new TextEncoder().encode(text), headers, 'complete', 1000);
  return { kind: 'answer', status: 200, reason: 'OK', headers, body };
}

/** A scope that counts what it is asked to look through. */
function counting() {
  const scope = cleaner.scope();
  let count = 0;
  const counted: Scope = {
    ...scope,
    request: (request) => {
      count += 1;
      return scope.request(request);
    },
    outcome: (outcome) => {
      count += 1;
      return scope.outcome(outcome);
    },
  };
  return { scope: counted, count: () => count };
}

it('spells what has come twice no more, for every case', () => {
  const speller = createSpeller();
  const [one, other] = [counting(), counting()];
  const spelt = [one, one, one, other].map(({ scope }) => [
    speller.request(scope, asking('/a?x=known-secret-1'), BASE),
    speller.outcome(scope, telling('known-secret-1', [['a', 'b']])),
  ]);
  expect([one.count(), other.count()]).toEqual([4, 0]);
  for (const each of spelt) expect(each).toEqual(spelt[0]);
  expect(spelt[0]?.map(({ changed }) => changed)).toEqual([false, true]);
  expect(JSON.stringify(spelt)).toContain('REDACTED-known');
  expect(JSON.stringify(spelt)).not.toContain('known-secret-1');
});

it.each<readonly [string, Answer, Answer]>([
  ['bodies', telling('a'), telling('b')],
  ['headers', telling('a', [['x', 'y']]), telling('a', [['x', 'z']])],
  ['names and values', telling('a', [['x', 'y 1 z']]), telling('a', [['x 1', 'y 1 z']])],
  ['reasons', telling('a'), { ...telling('a'), reason: 'Fine' }],
  ['statuses', telling('a'), { ...telling('a'), status: 201 }],
  ['ends', telling('a'), { ...telling('a'), body: bodyOf(Buffer.from('a'), [], 'cut-off', 9) }],
])('tells answers with other %s apart', (_, first, second) => {
  const speller = createSpeller();
  const scope = cleaner.scope();
  expect(speller.outcome(scope, first)).not.toEqual(speller.outcome(scope, second));
});

it.each<readonly [string, WireRequest, string, WireRequest, string]>([
  ['targets', asking('/a'), BASE, asking('/b'), BASE],
  ['base URLs', asking('/a'), BASE, asking('/a'), 'http://b.example'],
  ['bodies', asking('/a'), BASE, { ...asking('/a'), body: new Uint8Array() }, BASE],
  [
    'bytes',
    { ...asking('/a'), raw: Buffer.from('x') },
    BASE,
    { ...asking('/a'), raw: Buffer.from('y') },
    BASE,
  ],
])('tells requests with other %s apart', (_, first, base, second, secondBase) => {
  const speller = createSpeller();
  const scope = cleaner.scope();
  expect(speller.request(scope, first, base)).not.toEqual(
    speller.request(scope, second, secondBase),
  );
});

it('takes a secret out that was found since the same was spelt, and from no other case', () => {
  const speller = createSpeller();
  const [one, other] = [cleaner.scope(), cleaner.scope()];
  const echo = telling('hello hunter2-Found');
  for (let at = 0; at < 3; at += 1) {
    expect(speller.outcome(one, echo).json).toContain('hunter2-Found');
  }
  const login = asking('/', [['cookie', 'sid=hunter2-Found']]);
  speller.request(one, login, BASE);
  for (let at = 0; at < 3; at += 1) {
    expect(speller.outcome(one, echo).json).not.toContain('hunter2-Found');
    expect(speller.outcome(other, echo).json).toContain('hunter2-Found');
  }
  expect(speller.request(other, login, BASE).json).not.toContain('hunter2-Found');
  expect(speller.outcome(other, echo).json).not.toContain('hunter2-Found');
});

it('gives each case placeholders of its own', () => {
  const speller = createSpeller();
  const one = cleaner.scope();
  const other = cleaner.scope();
  const login = (secret: string) => asking('/', [['cookie', `a=${secret}`]]);
  speller.request(one, login('first-Secret-1'), BASE);
  for (let at = 0; at < 4; at += 1) {
    expect(speller.request(one, login('second-Secret-2'), BASE).json).toContain('REDACTED-2');
  }
  expect(speller.request(other, login('third-Secret-3'), BASE).json).toContain('REDACTED-1');
  expect(speller.request(other, login('second-Secret-2'), BASE).json).toContain('REDACTED-2');
  speller.request(one, login('third-Secret-3'), BASE);
  expect(speller.request(one, login('third-Secret-3'), BASE).json).toContain('REDACTED-3');
});
