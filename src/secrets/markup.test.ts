import { describe, expect, it } from 'vitest';
import { createCleaner } from './cleaner.ts';

const SECRET = 'a1b2c3d4e5';

function cleaned(text: string): string {
  return createCleaner([]).scope().text(text);
}

describe('secrets in markup', () => {
  it.each([
    ['an element', `<login><password>${SECRET}</password></login>`],
    ['an element with attributes', `<token type="x">\n  ${SECRET}\n</token>`],
    ['an attribute', `<user name="ann" password="${SECRET}"/>`],
    ['an attribute in single quotes', `<user password='${SECRET}'/>`],
    ['a hidden field', `<input type="hidden" name="_wpnonce" value="${SECRET}" />`],
    ['a field whose value stands first', `<input value="${SECRET}" name="_wpnonce">`],
    ['a meta element', `<meta name="csrf-token" content="${SECRET}">`],
    ['a field in HTML in JSON', JSON.stringify({ rendered: `<i name="token" value="${SECRET}">` })],
    ['an element in JSON', JSON.stringify({ raw: `<token>${SECRET}</token>` })],
  ])('are taken out of %s, and nothing else', (_, text) => {
    expect(cleaned(text)).toBe(text.replace(SECRET, 'REDACTED-1'));
  });

  it.each([
    ['a page with a field for a password', '<input name="pwd" type="password">\n\n<p>Welcome.</p>'],
    [
      'what is written on a button',
      '<input type="submit" name="resetpassword" value="Get a new one">',
    ],
    ['a label', '<label for="password">Your password</label> <b>required</b>'],
    ['prose about tags', 'a password > 8 letters, or a token < 3 days old'],
    ['an element that is not closed', '<token>abc<p>and more</p>'],
  ])('are not seen in %s', (_, text) => {
    expect(cleaned(text)).toBe(text);
  });

  it('are still taken out of the parts of a form', () => {
    const part = `--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n${SECRET}\r\n--x--\r\n`;
    expect(cleaned(part)).toBe(part.replace(SECRET, 'REDACTED-1'));
  });
});
