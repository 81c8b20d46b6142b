/** A class is named for what is odd; the name is part of a finding's identity, so it is not renamed lightly. */

import type { Json } from '../model.ts';

/** `literal`: text that stands in a JSON body without quotes: parsing would lose what is odd about it. */
export type EdgeValue =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'literal'; readonly text: string };

/** Which places a class is meant for, by what the schema asks for there. */
export type EdgePlace = 'number' | 'string' | 'date' | 'array' | 'object';

interface EdgeClass {
  /** `numbers/2^53+1`: the family, and what is odd. */
  readonly name: string;
  readonly for: EdgePlace;
  readonly values: readonly EdgeValue[];
}

function json(...values: readonly Json[]): readonly EdgeValue[] {
  return values.map((value) => ({ kind: 'json', value }));
}

function literal(...texts: readonly string[]): readonly EdgeValue[] {
  return texts.map((text) => ({ kind: 'literal', text }));
}

function of(
  place: EdgePlace,
  family: string,
  classes: { readonly [name: string]: readonly EdgeValue[] },
): readonly EdgeClass[] {
  return Object.entries(classes).map(([name, values]) => ({
    name: `${family}/${name}`,
    for: place,
    values,
  }));
}

const NUMBERS = of('number', 'numbers', {
  zero: json(0),
  negative: json(-1, -2_147_483_648),
  '2^31': json(2_147_483_647, 2_147_483_648),
  '2^32': json(4_294_967_295, 4_294_967_296),
  '2^53': json(9_007_199_254_740_991, 9_007_199_254_740_992),
  '2^53+1': literal('9007199254740993'),
  '2^63': literal('9223372036854775807', '9223372036854775808'),
  '2^64': literal('18446744073709551616'),
  'many-digits': literal('1'.repeat(400)),
  'negative-zero': literal('-0', '-0.0'),
  '1e308': literal('1e308', '-1e308'),
  'beyond-double': literal('1e400'),
  'smallest-double': literal('5e-324'),
  exponent: literal('1e2', '1E+2', '10e-1'),
  'whole-fraction': literal('1.0', '1.000000000000000000000001'),
  fraction: json(0.1, 1.5),
  'leading-zeros': literal('007', '00'),
  'plus-sign': literal('+1'),
  'no-leading-digit': literal('.5', '5.'),
  hexadecimal: literal('0x10'),
  'not-a-number': literal('NaN', 'Infinity', '-Infinity'),
  'other-digits': json('١٢', '１２', '१२'),
  separators: json('1,000', '1_000', '1 000'),
});

const STRINGS = of('string', 'strings', {
  empty: json(''),
  blank: json(' ', '\t', '\u00a0', '\u3000'),
  'surrounding-blanks': json(' touchstone '),
  '256-characters': json('a'.repeat(255), 'a'.repeat(256)),
  '64-KiB': json('a'.repeat(65_536)),
  'long-word-of-emoji': json('😀'.repeat(1_000)),
  nul: json('\u0000', 'a\u0000b'),
  controls: json('\u0001\u0008\u001b\u001f', '\u007f', '\u0085'),
  'line-breaks': json('a\nb', 'a\r\nb', 'a\u2028b\u2029c'),
  'combining-marks': json('a\u0301\u0302\u0303', `z${'\u0341'.repeat(200)}`),
  'right-to-left': json('שלום', 'مرحبا', '\u202eabc\u202c'),
  'zero-width': json('a\u200bb', '\ufeffa', 'a\u200db'),
  emoji: json('😀', '👩‍👩‍👧‍👦', '🏳️‍🌈', '🇪🇺'),
  'beyond-the-plane': json('\u{10ffff}', '𝕋', '\ufffe\uffff'),
  'lone-surrogate': json('\ud800', 'a\udc00b', '\udc00\ud800'),
  'normalisation-composed': json('é', 'Å', 'ﬁ'),
  'normalisation-decomposed': json('e\u0301', 'A\u030a', 'ß', 'İ', 'ı'),
  homoglyphs: json('pаypal', 'аdmin', 'ο'),
  quotes: json('"', "'", '`', "' OR '1'='1"),
  backslashes: json('\\', '\\\\', '\\u0000', '\\"'),
  markup: json('<b>touchstone</b>', '<script>touchstone</script>', '&amp;', '<!--', ']]>'),
  templates: json('{{7*7}}', '$' + '{7*7}', '%s%n', '%{touchstone}', '#' + '{7*7}', '[touchstone]'),
  paths: json('../../touchstone', '/etc/touchstone', 'C:\\touchstone', 'a/b', '.', '..'),
  wildcards: json('%', '_', '*', '?', '.*', '(a+)+$', '['),
  'sounds-like-nothing': json('null', 'undefined', 'NaN', 'None', 'nil'),
  'sounds-like-a-boolean': json('true', 'false', 'yes', 'off'),
  'sounds-like-a-number': json('0', '-1', '1e3', '0x1f', '1.'),
  'names-of-the-language': json('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length'),
  percent: json('%00', '%2e%2e%2f', '%', '%zz', '100%'),
  separators: json(',', ';', '&', '=', 'a=b&c=d', '#', '+', '|'),
});

const DATES = of('date', 'dates', {
  'leap-day': json('2024-02-29T00:00:00Z', '2000-02-29T23:59:59Z'),
  'no-leap-day': json('2023-02-29T00:00:00Z', '1900-02-29T00:00:00Z'),
  'leap-second': json('2016-12-31T23:59:60Z'),
  'hour-24': json('2024-01-01T24:00:00Z'),
  'far-offset': json('2024-01-01T00:00:00+14:00', '2024-01-01T00:00:00-12:00'),
  'odd-offset': json('2024-01-01T00:00:00+05:45', '2024-01-01T00:00:00-00:00'),
  'impossible-offset': json('2024-01-01T00:00:00+25:00', '2024-01-01T00:00:00+00:99'),
  'year-0': json('0000-01-01T00:00:00Z', '0000-12-31T23:59:59Z'),
  'year-1': json('0001-01-01T00:00:00Z'),
  'year-9999': json('9999-12-31T23:59:59Z'),
  'year-10000': json('10000-01-01T00:00:00Z', '+010000-01-01T00:00:00Z'),
  'negative-year': json('-0001-01-01T00:00:00Z'),
  'before-1970': json('1969-12-31T23:59:59Z', '1901-12-13T20:45:51Z'),
  '2038': json('2038-01-19T03:14:07Z', '2038-01-19T03:14:08Z'),
  'change-of-clocks': json('2024-03-31T02:30:00', '2024-10-27T02:30:00'),
  'no-seconds': json('2024-01-01T00:00Z', '2024-01-01T00:00'),
  'no-time': json('2024-01-01', '2024-01', '2024'),
  'no-zone': json('2024-01-01T00:00:00'),
  'many-fractions': json('2024-01-01T00:00:00.123456789123456789Z', '2024-01-01T00:00:00.Z'),
  'small-letters': json('2024-01-01t00:00:00z'),
  'blank-for-t': json('2024-01-01 00:00:00', '2024-01-01 00:00:00+00:00'),
  basic: json('20240101T000000Z'),
  week: json('2024-W01-1', '2024-001'),
  epoch: json('0', '1704067200', '1704067200000'),
  words: json('now', 'tomorrow', 'last tuesday', 'Mon, 01 Jan 2024 00:00:00 GMT'),
  'other-digits': json('٢٠٢٤-٠١-٠١T٠٠:٠٠:٠٠Z'),
  nothing: json('', '0000-00-00 00:00:00', '0000-00-00T00:00:00'),
});

const many = (count: number, value: Json): Json => Array.from({ length: count }, () => value);

function nested(depth: number, wrap: (inside: Json) => Json): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

const ARRAYS = of('array', 'arrays', {
  empty: json([]),
  'one-null': json([null]),
  'one-empty-text': json(['']),
  '1000-elements': json(many(1_000, 1), many(1_000, 'a')),
  '26-elements': json(many(26, 1), many(101, 1)),
  repeated: json([1, 1, 1], ['a', 'a'], [1, '1', 1.0]),
  nested: json(
    [[1]],
    [[]],
    [[['a']]],
    nested(50, (inside) => [inside]),
  ),
  mixed: json([1, 'a', null, true, {}, []]),
  'of-objects': json([{}], [{ id: 1 }]),
  negative: json([-1], [0], [-1, 0, 1]),
  'in-a-text': json('[1,2]', '1,2', '1;2', '[', '1,'),
});

const OBJECTS = of('object', 'objects', {
  empty: json({}),
  'duplicate-keys': literal('{"raw":"a","raw":"b"}', '{"terms":[1],"terms":[2]}'),
  'proto-key': literal('{"__proto__":{"touchstone":true},"raw":"a"}', '{"__proto__":null}'),
  'constructor-key': literal('{"constructor":{"prototype":{"touchstone":true}}}'),
  'empty-key': json({ '': 'a' }),
  'odd-keys': json({ 'a.b': 1, 'a[b]': 2, $where: 3, ' ': 4, '\u0000': 5, é: 6 }),
  '1000-keys': json(Object.fromEntries(many1000())),
  'deep-nesting': json(nested(100, (inside) => ({ raw: inside }))),
  'numbered-keys': json({ '0': 'a', '1': 'b' }, { '-1': 'a' }),
  'list-instead': json([], ['a']),
  'text-instead': json('', '{}', '{"raw":"a"}'),
  'null-members': json({ raw: null, rendered: null }),
});

function many1000(): readonly (readonly [string, Json])[] {
  return Array.from({ length: 1_000 }, (_, index) => [`key${index}`, index] as const);
}

export const VALUE_CLASSES: readonly EdgeClass[] = [
  ...NUMBERS,
  ...STRINGS,
  ...DATES,
  ...ARRAYS,
  ...OBJECTS,
];
