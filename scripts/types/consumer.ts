/** Compiled by `scripts/types.js` with each vitest: the types of the package, as its users write them. */

import { type GivenExchange, loadContract, type OperationId, validateExchange } from 'touchstone';
import { CassettePersister } from 'touchstone/polly';
import { cassette } from 'touchstone/vitest';
import { expect, test } from 'vitest';

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles where the value is of just this type. */
function isOf<Type>() {
  return <Value>(_value: Value, _same: Same<Type, Value>): void => {};
}

const OPERATION: OperationId = 'integration/timezones';

test('what has yet to be read makes a promise', async () => {
  await using tape = await cassette('zones');
  const response = await fetch('http://127.0.0.1:1');
  isOf<Promise<void>>()(expect(response).toConformTo(OPERATION), true);
  isOf<Promise<void>>()(expect(response).not.toConformTo(OPERATION), true);
  isOf<Promise<void>>()(expect({ statusCode: 200, body: response }).toConformTo(OPERATION), true);
  isOf<Promise<void>>()(expect(fetch(tape.name)).resolves.toConformTo(OPERATION), true);
});

test('what has been read makes none, but for .resolves', () => {
  const response = { status: 200, body: '{}' };
  isOf<void>()(expect(response).toConformTo(OPERATION, { strict: true }), true);
  isOf<void>()(expect(response).not.toConformTo(OPERATION), true);
  isOf<Promise<void>>()(expect(Promise.resolve(response)).resolves.toConformTo(OPERATION), true);
});

test('what is no operation does not compile', () => {
  // @ts-expect-error There are time zones.
  expect({ status: 200 }).toConformTo('integration/timezone');
});

test('the other entries have their types', () => {
  const exchange: GivenExchange = { operation: OPERATION, response: { status: 200 } };
  expect(validateExchange(loadContract(), exchange).outcome).toBe('violates');
  expect(CassettePersister.id).toBeTypeOf('string');
});
