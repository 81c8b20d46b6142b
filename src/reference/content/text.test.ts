import { describe, expect, it } from 'vitest';
import { fileName } from './disposition.ts';
import { firstWords, renderHtml, slugFrom } from './text.ts';

describe('slugFrom', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ['Café Zürich', 'cafe-zurich'],
    ['<b>bold</b> move', 'bold-move'],
    ['--a--', 'a'],
    ['日本', ''],
    ['a_b%20', 'a_b%20'],
  ])('makes %j to %j', (text, slug) => expect(slugFrom(text)).toBe(slug));

  it('keeps case where asked to', () => expect(slugFrom('Hello', true)).toBe('Hello'));
});

describe('renderHtml', () => {
  it.each([
    ['one\n\ntwo', '<p>one</p>\n<p>two</p>\n'],
    ['<!-- cms:x --><p>y</p><!-- /cms:x -->', '<p>y</p>\n'],
    ['a<script>alert(1)</script>b', '<p>ab</p>\n'],
    ['', ''],
  ])('renders %j as %j', (raw, rendered) => expect(renderHtml(raw, true)).toBe(rendered));

  it('takes no time by the square of marks that never close', () => {
    const started = performance.now();
    renderHtml('<!--<script'.repeat(90_000), true);
    firstWords('<'.repeat(900_000), 5);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('firstWords', () => {
  it('cuts after so many words, and says so', () => {
    expect(firstWords('<p>one two</p> three', 2)).toBe('one two …');
    expect(firstWords('one two', 2)).toBe('one two');
  });
});

describe('fileName', () => {
  it.each([
    ['attachment; filename="a b.png"', 'a b.png'],
    ['attachment; filename=a.png', 'a.png'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\x\\y.png"', 'y.png'],
    ['inline', undefined],
  ])('of %j is %j', (header, name) => expect(fileName(header)).toBe(name));
});
