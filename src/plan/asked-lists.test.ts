import { expect, it } from 'vitest';
import type { Contract } from '../contract/index.ts';
import type { JsonSchema, Target } from '../model/index.ts';
import { askedListCases } from './asked-lists.ts';

/** The queries of the case about pages of a list with these parameters. */
function queriesOf(options: object, schemas: { readonly [name: string]: JsonSchema }) {
  const parameters = Object.entries(schemas).map(([name, schema]) => ({
    ...{ name, schema, in: 'query', required: false },
  }));
  const operation = { id: 'a/b/list', document: 'a', route: '/b', parameters };
  const judged = [{ check: 'pages', with: { parameter: 'p', list: '', id: '/id', ...options } }];
  const contract = {
    clauses: [{ id: 'a/b/list/pages/p', operations: ['a/b/list'], judged }],
    operation: () => operation,
  } as unknown as Contract;
  const target = { endpoints: { a: { known: {} } } } as unknown as Target;
  return askedListCases(contract, target).flatMap(({ steps }) =>
    steps.map(({ id, request }) => [id, request.query]),
  );
}

const NUMBER = { type: 'integer' };

it('a page has a size that the schema accepts, and a larger one shows that there is more', () => {
  const sized = (size: JsonSchema) =>
    queriesOf({ by: 'offset', first: 0, size: 'size' }, { p: NUMBER, size });
  expect(sized({ ...NUMBER, enum: [10, 20] })).toEqual([
    ['page', { p: 0, size: 10 }],
    ['next', { p: 10, size: 10 }],
    ['more', { p: 0, size: 20 }],
    ['again', { p: 0, size: 10 }],
  ]);
  expect(sized({ ...NUMBER, minimum: 5 })[1]).toEqual(['next', { p: 5, size: 5 }]);
  expect(sized({ ...NUMBER, maximum: 1 })).toEqual([]);
});

it('a cursor that is empty asks for nothing', () => {
  expect(queriesOf({ by: 'cursor', next: '/next' }, { p: { type: 'string' } })[1]).toEqual([
    'next',
    { p: { $from: 'page#/next', none: ['', '0', null] } },
  ]);
});
