/** Generates objects from their members, and JSON of any form. */

import fc from 'fast-check';
import type { Json } from '../model/index.ts';
import { numbers } from './numbers.ts';
import { texts } from './texts.ts';

/** Names for members that only `additionalProperties` covers. */
export function surplusNames(): fc.Arbitrary<string> {
  const unit = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
  return fc.string({ unit, minLength: 1, maxLength: 8 });
}

const ABSENT = Symbol('absent');

/** Objects with the given members, optional ones present or not, and at most `most` of all. */
export function record(
  members: ReadonlyMap<string, fc.Arbitrary<Json>>,
  required: readonly string[],
  most: number,
): fc.Arbitrary<{ readonly [name: string]: Json }> {
  const names = [...members.keys()];
  const optional = names.filter((name) => !required.includes(name)).length;
  // With many optional members, a few at a time show more than half of them.
  const weight = optional > 6 ? 3 : 1;
  const slots = [...members].map(([name, member]) =>
    required.includes(name)
      ? member
      : fc.oneof(
          { withCrossShrink: true },
          { weight, arbitrary: fc.constant(ABSENT) },
          { weight: 1, arbitrary: member },
        ),
  );
  return fc.tuple(...slots).map((values) => {
    const result: { [name: string]: Json } = {};
    let room = most - required.length;
    values.forEach((value, index) => {
      const name = names[index];
      if (typeof value === 'symbol' || name === undefined) return;
      if (!required.includes(name)) {
        if (room <= 0) return;
        room -= 1;
      }
      result[name] = value;
    });
    return result;
  });
}

/** Any JSON with at most two levels. */
export function anything(): fc.Arbitrary<Json> {
  const scalar = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    numbers({}, 'integer'),
    texts({}).arbitrary,
  );
  return fc.oneof(
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
    {
      weight: 1,
      arbitrary: fc.dictionary(surplusNames(), scalar, { maxKeys: 3, noNullPrototype: true }),
    },
  );
}
