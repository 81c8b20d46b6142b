import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { expressionOf } from './repeated.ts';
import { quoted } from './shell.ts';

const TEXTS = [
  'a'.repeat(301),
  `{"search":"${'a'.repeat(65_536)}","page":1}`,
  `http://127.0.0.1/?search=${'%F0%9F%98%80'.repeat(400)}&page=1`,
  `it's ${'😀'.repeat(80)} and ${'ab'.repeat(90)}${'%s\\'.repeat(60)}`,
  'short',
];

it('bash prints a text that is written by its repetitions', () => {
  const words = TEXTS.map(quoted);
  expect(words[0]).toBe(`"$(printf 'a%.0s' $(seq 301))"`);
  expect(words.slice(0, 3).every(({ length }) => length < 100)).toBe(true);
  const printed = execFileSync('bash', ['-c', `printf '%s\\n' ${words.join(' ')}`], {
    encoding: 'utf8',
  });
  expect(printed).toBe(`${TEXTS.join('\n')}\n`);
});

it('an expression of JavaScript has the same value', () => {
  const value = { texts: TEXTS, [`k${'y'.repeat(60)}`]: [1, null, 'y'.repeat(99)] };
  const expression = expressionOf(value);
  expect(expression).toContain('"a".repeat(301)');
  expect(expression.length).toBeLessThan(1_500);
  expect(new Function(`return (${expression})`)()).toEqual(value);
});
