import { describe, expect, it } from 'vitest';
import { knownSecrets, withoutKnown } from './known.ts';
import { deepRedactor, MARK } from './report.ts';
import { SHORTEST } from './text-cleaner.ts';

function createRedactor(secrets: readonly string[]) {
  const long = secrets.filter(({ length }) => length >= SHORTEST);
  const known = knownSecrets(long.map((value) => ({ value, placeholder: MARK })));
  return deepRedactor((text) => withoutKnown(text, known));
}

/** As tokens with many claims are: longer than one pattern can be. */
const LONG = [
  Array.from({ length: 750 }, (_, at) => (at * 7919).toString(36).padStart(4, '_')).join(''),
  Array.from({ length: 400 }, (_, at) => `${at}"+/%é🔑\\`).join(''),
];

const secrets = [
  'touchstone-token',
  'two words & more',
  'a+b/c=d?e',
  '.*[x](y){2}|^$\\d',
  'qu"ote\\slash/and\'s',
  "sub!'()*delims~",
  'pässwörd-密码-🔑',
  'line\nbreak\ttab',
  '%41%zz100%',
  '<b>&amp;</b>',
  'abcd',
  '0000000000000000',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P',
  ...LONG,
] as const;

/** Each with what removes it. A title with the whole of each would be kilobytes long for some. */
const titled = secrets.map(
  (secret) => [secret.slice(0, 40), secret, createRedactor([secret])] as const,
);

const everyByte = (secret: string, spell: (byte: number) => string) =>
  [...Buffer.from(secret)].map(spell).join('');
const hex = (byte: number) => byte.toString(16).padStart(2, '0');

const spellings: readonly (readonly [string, (secret: string) => string])[] = [
  ['as it stands', (secret) => secret],
  ['in upper case', (secret) => secret.toUpperCase()],
  ['in JSON', (secret) => JSON.stringify(secret).slice(1, -1)],
  ['in JSON within JSON', (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
  [
    'in JSON with escaped slashes',
    (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  ],
  [
    'in JSON beyond ASCII escaped',
    (secret) =>
      JSON.stringify(secret)
        .slice(1, -1)
        .replace(
          /[\u0080-\uffff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
  ],
  ['in a URL', encodeURIComponent],
  ['in a URL, in lower case', (secret) => encodeURIComponent(secret).toLowerCase()],
  ['in a URL, every byte', (secret) => everyByte(secret, (byte) => `%${hex(byte)}`)],
  [
    'in a URL, every byte, in upper case',
    (secret) => everyByte(secret, (byte) => `%${hex(byte).toUpperCase()}`),
  ],
  [
    'in a URL, strictly',
    (secret) =>
      encodeURIComponent(secret).replace(
        /[!'()*~]/g,
        (c) => `%${hex(c.charCodeAt(0)).toUpperCase()}`,
      ),
  ],
  ['in a URL, escaped twice', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['in a form', (secret) => new URLSearchParams([['', secret]]).toString().slice(1)],
  ['with accents apart from their letters', (secret) => secret.normalize('NFD')],
  ['in CSV in a URL', (secret) => encodeURIComponent(secret.replaceAll('"', '""'))],
  ['as hexadecimal digits', (secret) => Buffer.from(secret).toString('hex')],
];

describe('a redactor', () => {
  describe.each(spellings)('%s', (_, spell) => {
    it.each(titled)('removes %j', (_, secret, redact) => {
      expect(redact(`before ${spell(secret)} after`)).toBe(`before ${MARK} after`);
    });
  });

  describe.each(['base64', 'base64url'] as const)('in %s', (encoding) => {
    it.each(titled)('removes all of %j, whatever stands beside it', (_, secret, redact) => {
      for (const before of ['', 'u', 'u:', 'use', 'user:', '\xff\xfe']) {
        for (const after of ['', '\n', '==', 'xyz', '\xff']) {
          const bytes = Buffer.concat([
            Buffer.from(before, 'latin1'),
            Buffer.from(secret),
            Buffer.from(after, 'latin1'),
          ]);
          const redacted = redact(bytes.toString(encoding));
          expect(redacted).toContain(MARK);
          // What is left are whole groups before and after it, or nothing.
          const rest = redacted.replace(MARK, '').replace(/=+$/, '').length;
          expect(rest).toBeLessThanOrEqual(Math.ceil(((before.length + after.length) * 8) / 6));
        }
      }
    });
  });

  it('removes every occurrence, in strings, lists, members and names of members', () => {
    const redact = createRedactor(['hunter22']);
    const value = {
      text: 'hunter22 and hunter22',
      list: ['x', ['hunter22']],
      'name hunter22': { deep: { hunter22: 'hunter22' } },
      curl: "curl -H 'authorization: Bearer hunter22'",
    };
    expect(redact(value)).toEqual({
      text: `${MARK} and ${MARK}`,
      list: ['x', [MARK]],
      [`name ${MARK}`]: { deep: { [MARK]: MARK } },
      curl: `curl -H 'authorization: Bearer ${MARK}'`,
    });
    expect(value.text).toBe('hunter22 and hunter22');
  });

  it('leaves everything else as it is', () => {
    const redact = createRedactor(['hunter22']);
    const value = {
      a: 1,
      b: null,
      c: true,
      d: undefined,
      e: ['hunter2', 'Hunter 22', 'aHVudGVyMg=='],
    };
    expect(redact(value)).toEqual(value);
  });

  it('removes the longer of two secrets of which one is a piece of the other', () => {
    for (const pair of [
      ['token', 'token-and-more'],
      ['token-and-more', 'token'],
    ]) {
      expect(createRedactor(pair)('x token-and-more token y')).toBe(`x ${MARK} ${MARK} y`);
    }
  });

  it('removes a user and password as Basic writes them, and the password in it', () => {
    const basic = Buffer.from('editor:opensesame').toString('base64');
    expect(createRedactor([basic, 'opensesame'])(`Basic ${basic}`)).toBe(`Basic ${MARK}`);
    const redacted = createRedactor(['opensesame'])(`Basic ${basic}`);
    expect(
      Buffer.from(redacted.slice('Basic '.length, redacted.indexOf('[')), 'base64').toString(),
    ).toBe('editor');
  });

  it('removes what is left of a secret where a text was cut', () => {
    const redact = createRedactor(['a-long-credential-indeed']);
    expect(redact('"it was a-long-credential-ind…')).toBe(`"it was ${MARK}…`);
    expect(redact('x a-long… y a-long-cred… z')).toBe(`x ${MARK}… y ${MARK}… z`);
    expect(redact('a-lon… and a-long-credential by itself')).toBe(
      'a-lon… and a-long-credential by itself',
    );
  });

  it('leaves alone what only begins like a long secret', () => {
    for (const secret of LONG) {
      const text = `${secret.slice(0, -1)}!${secret.slice(1)}`;
      expect(createRedactor([secret])(text)).toBe(text);
      expect(createRedactor([secret])(`${text}${secret}`)).toBe(`${text}${MARK}`);
    }
  });

  it('leaves secrets of less than four characters alone, which are as likely words', () => {
    expect(createRedactor(['', 'ab', 'abc'])('abc ab')).toBe('abc ab');
    expect(createRedactor(['abc', 'abcd'])('abc abcd')).toBe(`abc ${MARK}`);
  });

  it('returns the very value where there is nothing to remove', () => {
    const value = { a: ['b'] };
    expect(createRedactor([])(value)).toBe(value);
  });

  it('takes no longer for a long text and a secret of repeated letters', () => {
    const redact = createRedactor(['a'.repeat(60), '\\'.repeat(40), '%25'.repeat(20)]);
    const started = performance.now();
    redact('a'.repeat(59).concat('b').repeat(500) + '\\'.repeat(2_000) + '%2525'.repeat(2_000));
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});
