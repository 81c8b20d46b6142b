import { expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { PlannedBody } from '../model.ts';
import { requestTo } from '../planned-body.ts';
import { intentsBy } from './announcing.ts';

const { operations } = loadContract();
const create = operations.find(({ id }) => id === 'content/blocks/create');
const FORM = 'application/x-www-form-urlencoded';
const file = { field: 'file', name: 'a.png', base64: '', contentType: 'image/png' };

it.each<[string, PlannedBody]>([
  ['JSON', { kind: 'json', value: { title: { raw: 'touchstone 1' } } }],
  ['JSON as text', { kind: 'text', text: '{"title":"touchstone 1"}', contentType: null }],
  ['a form', { kind: 'text', text: 'a=1&title[raw]=touchstone+1', contentType: FORM }],
  ['a form with a file', { kind: 'form', fields: { title: 'touchstone 1' }, file }],
])('what is about to be created is known by its title in %s', (_, body) => {
  if (create === undefined) throw new Error('there is no such operation');
  const request = { ...requestTo(create.id), body };
  expect(intentsBy({ operations })(create, request)).toEqual([
    { shelf: 'content/blocks', title: 'touchstone 1' },
  ]);
});
