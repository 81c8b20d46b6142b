import { describe, expect, it } from 'vitest';
import { readQuery } from './query.ts';

describe('readQuery', () => {
  it.each([
    ['', {}],
    ['a=1&b', { a: '1', b: '' }],
    ['a=x+y%26z', { a: 'x y&z' }],
    ['a=1&a=2', { a: { repeated: ['1', '2'] } }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a%5B%5D=1', { a: ['1'] }],
    ['a[0]=x&a[1]=y', { a: ['x', 'y'] }],
    ['a[b]=1&a[c][]=2', { a: { b: '1', c: ['2'] } }],
    ['a[=1&[b]=2', { 'a[': '1', '[b]': '2' }],
    ['a=b=c', { a: 'b=c' }],
  ])('reads %j', (text, expected) => {
    expect(Object.fromEntries(readQuery(text))).toEqual(expected);
  });

  it('throws for an escape that is not UTF-8', () => {
    expect(() => readQuery('a=%ff')).toThrow(URIError);
  });

  it('follows brackets to a limit, and pairs to another', () => {
    const deep = `a${'[b]'.repeat(1000)}=1`;
    expect(JSON.stringify([...readQuery(deep)]).length).toBeLessThan(100);
    expect(readQuery(Array.from({ length: 9000 }, (_, n) => `n${n}=1`).join('&')).size).toBe(5000);
  });

  it('keeps __proto__ a name like any other', () => {
    const read = readQuery('__proto__[x]=1&a[__proto__]=2');
    expect([...read.keys()]).toEqual(['__proto__', 'a']);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});
