import { describe, expect, it } from 'vitest';
import { fits, unexpected, unmet } from './pattern.ts';

describe('a pattern of clause ids', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['content/lists/order', 'content/lists/order', true],
    ['content/lists/order', 'content/lists/order-membership', false],
    ['content/index/name', 'content/index/name/required', true],
    ['content/index/name/required', 'content/index/name', false],
    ['content/lists/order', 'a/content/lists/order', false],
    ['content/*/writes-accepted', 'content/posts/writes-accepted', true],
    ['content/*/writes-accepted', 'content//writes-accepted', false],
    ['content/*/enum', 'content/posts/list/query/order/enum', true],
    ['content/*/enum', 'content/posts/list/query/order/enum/more', false],
    ['content/posts/*', 'content/posts/', false],
    ['*/query/*/enum', 'content/posts/list/query/order/enum', true],
    ['content.lists', 'contentxlists', false],
    ['content.*', 'contentx', false],
    ['a(b*', 'a(bc', true],
    ['exit code *', 'exit code 2', true],
  ];
  it.each(cases)('%s and %s: %s', (entry, text, expected) => {
    expect(fits(entry, text)).toBe(expected);
  });

  it('is unmet where nothing fits it, and leaves over what fits none', () => {
    const entries = ['a/*', 'b', 'c/*/d'];
    const texts = ['a/1', 'a/2', 'b/1', 'c/d'];
    expect(unmet(entries, texts)).toEqual(['c/*/d']);
    expect(unexpected(entries, texts)).toEqual(['c/d']);
  });
});
