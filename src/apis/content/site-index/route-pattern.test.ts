import { describe, expect, it } from 'vitest';
import { readPattern } from './route-pattern.ts';

function accepts(pattern: string, text: string): boolean {
  const read = readPattern(pattern);
  if (read.kind === 'unreadable') throw new Error(`${pattern}: ${read.why}`);
  return read.accepts(text);
}

const LONG_TEMPLATE =
  '/cms/v2/templates/(?P<id>([^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)[\\/\\w%-]+)';

describe('a pattern', () => {
  it.each([
    ['/cms/v2/posts', ['/cms/v2/posts'], ['/cms/v2/post', '/cms/v2/posts/', '/CMS/v2/posts', '']],
    ['/', ['/'], ['', '//']],
    ['/oembed/1.0', ['/oembed/1.0', '/oembed/1x0'], ['/oembed/10']],
    ['/posts/(?P<id>[\\d]+)', ['/posts/7', '/posts/4096'], ['/posts/', '/posts/a', '/posts/7/x']],
    ['^/posts/(?<id>\\d{2,3})$', ['/posts/42', '/posts/420'], ['/posts/4', '/posts/4200']],
    ['a{2}b{1,}c{0,1}', ['aab', 'aabbc'], ['ab', 'aa', 'aabcc']],
    ['(?:posts|pages)/?', ['posts', 'pages/'], ['post', 'postspages']],
    ['[^\\/:]+', ['a.b'], ['a/b', 'a:b', '']],
    ['[]a]+', [']a]'], ['b']],
    ['[\\w-]+?x*?', ['a-b', 'ax'], ['a b']],
    ['(?!themes)\\w+', ['7', 'styles'], ['themes', 'themes7']],
    ['a(?=b)b', ['ab'], ['a', 'ac']],
    ['a{,2}', ['a{,2}'], ['a']],
    ['abc?', ['ab', 'abc'], ['a', 'abcc']],
    ['x(?:ab|abc)cd', ['xabcd', 'xabccd'], ['xabd']],
    ['\\.\\-\\/', ['.-/'], ['x-/']],
    ['()a', ['a'], ['']],
    [
      LONG_TEMPLATE,
      ['index', 'theme//slug', 'folder/child-2', 'a/b/c'].map((id) => `/cms/v2/templates/${id}`),
      ['/cms/v2/templates/', '/cms/v2/templates/a:b'],
    ],
  ])('%s accepts %j and none of %j', (pattern, fitting, others) => {
    expect(fitting.filter((text) => !accepts(pattern, text))).toEqual([]);
    expect(others.filter((text) => accepts(pattern, text))).toEqual([]);
  });

  // Backtracking would take longer than anyone waits.
  it.each(['(a+)+$', '(a*)*b', '(?:a|a?)+b', '((a?){50}){50}b', '(a{1,1000000000}){1000000000}b'])(
    '%s is read in no time',
    (pattern) => {
      const started = performance.now();
      expect(accepts(pattern, `${'a'.repeat(60)}!`)).toBe(false);
      expect(performance.now() - started).toBeLessThan(1000);
    },
  );

  it.each([
    ['(?P<id>[\\d]+', 'not closed'],
    ['a)', 'none opened'],
    ['[a', 'not closed'],
    ['[z-a]', 'no meaning'],
    ['*a', 'nothing stands before'],
    ['a**', 'side by side'],
    ['a++', 'possessive'],
    ['(?<=a)b', 'begins with'],
    ['(?>a)b', 'begins with'],
    ['(a)\\1', '"\\1"'],
    ['[[:alpha:]]', 'by name'],
    ['[\\b]', 'a class has'],
    ['\\', 'it has'],
    ['a'.repeat(1001), 'longer than'],
  ])('%s is not read', (pattern, why) => {
    const read = readPattern(pattern);
    expect(read.kind === 'unreadable' && read.why).toContain(why);
  });
});
