import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { type PlannedBody, requestTo } from '../model/index.ts';
import { openRegister } from './announcing.ts';
import { intentsBy } from './intents.ts';
import { isFindable } from './object-names.ts';

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
    { collection: 'content/blocks', title: 'touchstone 1' },
  ]);
});

const NAMED = '{"slug":"touchstone-1","title":"touchstone 1"}';
const bytes = (some: Uint8Array): PlannedBody => ({
  ...{ kind: 'bytes', contentType: 'application/json' },
  base64: Buffer.from(some).toString('base64'),
});
const text = (some: string): PlannedBody => ({ kind: 'text', text: some, contentType: null });

it.each<[string, PlannedBody, 'gzip'?]>([
  ['UTF-16', bytes(Buffer.from(`\ufeff${NAMED}`, 'utf16le'))],
  ['Latin-1', bytes(Buffer.from(`${NAMED.slice(0, -1)},"a":"\u00e9"}`, 'latin1'))],
  ['gzip', bytes(gzipSync(NAMED)), 'gzip'],
  ['quotes that JSON has not', text(NAMED.replaceAll('"', "'"))],
  ['two values', text(`${NAMED}${NAMED}`)],
  ['JSON with comments', text(`/* a */ ${NAMED}`)],
])('what a lenient server may read is known by the names in it: %s', (_, body, coding) => {
  if (create === undefined) throw new Error('there is no such operation');
  const headers = coding ? [['content-encoding', coding] as const] : [];
  const request = { ...requestTo(create.id), headers, body };
  expect(intentsBy({ operations })(create, request)).toEqual([
    { collection: 'content/blocks', slug: 'touchstone-1', title: 'touchstone 1' },
  ]);
});

it.each([true, [], 'x', { title: '' }])('%j names nothing that it could be found by', (value) => {
  if (create === undefined) throw new Error('there is no such operation');
  const request = { ...requestTo(create.id), body: { kind: 'json', value } as const };
  const [intent] = intentsBy({ operations })(create, request);
  expect(intent && isFindable(intent)).toBe(false);
});

it('a file is known by its name in a form, and an item of a menu by where it leads', () => {
  const known = (id: string, body: PlannedBody) => {
    const operation = operations.find((one) => one.id === id);
    return operation && intentsBy({ operations })(operation, { ...requestTo(id), body });
  };
  const upload = { kind: 'form', fields: {}, file: { ...file, name: 'touchstone-1.png' } } as const;
  expect(known('content/media/create', upload)).toEqual([
    { collection: 'content/media', slug: 'touchstone-1' },
  ]);
  const url = 'https://example.com/touchstone-1';
  const item = { kind: 'json', value: { title: '', url } } as const;
  expect(known('content/menu-items/create', item)).toEqual([
    { collection: 'content/menu-items', url },
  ]);
});

describe('a collection in which nothing can be removed', () => {
  it('is known at the first creation whose answer gave no ID', () => {
    const register = openRegister(undefined);
    register.noteLost('tasks/tasks', 'no `id`');
    expect(register.lost('tasks/tasks')).toBe('no `id`');
    expect(register.lost('tasks/lists')).toBeUndefined();
  });

  it('is known at the third object that is not proven to be own, with no removal since', () => {
    const register = openRegister(undefined);
    const doubt = () => register.noteDoubted('tasks/tasks', 'it carries no name');
    doubt();
    doubt();
    register.noteRemoved('tasks/tasks 1');
    doubt();
    doubt();
    expect(register.lost('tasks/tasks')).toBeUndefined();
    doubt();
    expect(register.lost('tasks/tasks')).toBe('it carries no name');
  });
});
