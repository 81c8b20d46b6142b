/** Strings within the limits of a schema. */

import fc from 'fast-check';
import { numberIn, textIn } from '../contract/index.ts';
import { type JsonSchema, TouchstoneError } from '../model/index.ts';
import { CHARACTERS, type Lengths, matching } from './patterns.ts';

/** Strings, and a flag that is false if some do not match the schema. */
interface TextArbitrary {
  readonly arbitrary: fc.Arbitrary<string>;
  readonly exact: boolean;
}

/**
 * Strings for a schema's `pattern`, `format`, `minLength` and `maxLength`, shrinking towards few and plain characters.
 *
 * @throws TouchstoneError `schema-unsatisfiable` if the lengths exclude each other
 */
export function texts(schema: JsonSchema): TextArbitrary {
  const least = numberIn(schema, 'minLength') ?? 0;
  const most = numberIn(schema, 'maxLength') ?? Number.POSITIVE_INFINITY;
  if (least > most) {
    throw new TouchstoneError(
      'schema-unsatisfiable',
      `minLength ${least} is above maxLength ${most}`,
      'correct the limits',
    );
  }
  const pattern = textIn(schema, 'pattern');
  const format = textIn(schema, 'format');
  const limited = least > 0 || Number.isFinite(most);
  if (format !== undefined) {
    const arbitrary = (FORMS[format] ?? dateTimes)();
    return { arbitrary, exact: pattern === undefined && !limited };
  }
  if (pattern !== undefined) {
    return { arbitrary: matching(pattern, { least, most }), exact: false };
  }
  return { arbitrary: plain({ least, most }), exact: true };
}

function plain({ least, most }: Lengths): fc.Arbitrary<string> {
  return fc.string({
    unit: fc.constantFrom(...CHARACTERS),
    minLength: least,
    ...(Number.isFinite(most) ? { maxLength: most } : {}),
  });
}

const FORMS: { readonly [format: string]: () => fc.Arbitrary<string> } = {
  uri: uris,
  date: () => dateTimes().map((text) => text.slice(0, 'YYYY-MM-DD'.length)),
  uuid: () => fc.uuid({ version: 4 }),
  // Reserved names and addresses, so that nobody gets mail or traffic (RFC 2606, RFC 5737).
  email: () =>
    fc
      .tuple(lowerCase(), fc.constantFrom('example.com', 'example.org'))
      .map(([name, host]) => `${name}@${host}`),
  ipv4: () => fc.integer({ min: 1, max: 254 }).map((last) => `192.0.2.${last}`),
};

function lowerCase(): fc.Arbitrary<string> {
  const unit = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
  return fc.string({ unit, minLength: 1, maxLength: 10 });
}

/** RFC 3339 dates and times in years that servers store without loss. */
function dateTimes(): fc.Arbitrary<string> {
  const two = (value: number): string => String(value).padStart(2, '0');
  const zone = fc.oneof(
    { weight: 3, arbitrary: fc.constant('Z') },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 12 }), fc.constantFrom(0, 30))
        .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`),
    },
  );
  return fc
    .tuple(
      fc.integer({ min: 1971, max: 2037 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      fc.integer({ min: 0, max: 59 }),
      zone,
    )
    .map(
      ([year, month, day, hour, minute, second, offset]) =>
        `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${offset}`,
    );
}

/** Web addresses under reserved example names, so that no server fetches a foreign site. */
function uris(): fc.Arbitrary<string> {
  const word = fc.string({
    unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789-_~'),
    minLength: 1,
    maxLength: 8,
  });
  const query = fc.oneof(
    fc.constant(''),
    fc.tuple(word, word).map(([name, value]) => `?${name}=${value}`),
  );
  return fc
    .tuple(
      fc.constantFrom('https', 'http'),
      fc.constantFrom('example.com', 'www.example.org', 'example.net:8080'),
      fc.array(word, { maxLength: 3 }),
      query,
    )
    .map(([scheme, host, path, rest]) => `${scheme}://${host}/${path.join('/')}${rest}`);
}
