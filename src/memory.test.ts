import { expect, it } from 'vitest';
import { remember } from './memory.ts';

it('remembers what came twice, and nothing that came once', () => {
  const memory = remember<number>(1000);
  memory.set('a', 1, 10);
  expect(memory.get('a')).toBeUndefined();
  memory.set('a', 2, 10);
  expect(memory.get('a')).toBe(2);
  expect(memory.get('b')).toBeUndefined();
});

it('forgets what was not needed for long, and keeps what was', () => {
  const memory = remember<number>(100);
  const twice = (key: string) => {
    memory.set(key, 1, 10);
    memory.set(key, 1, 10);
  };
  twice('needed');
  twice('not needed');
  for (let at = 0; at < 50; at += 1) {
    twice(`${at}`);
    expect(memory.get('needed')).toBe(1);
  }
  expect(memory.get('not needed')).toBeUndefined();
  expect(memory.get('0')).toBeUndefined();
  expect(memory.get('49')).toBe(1);
});
