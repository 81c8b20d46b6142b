import type { Case, Json, Step, Values } from '../../../model.ts';
import { from, step } from '../../../plan/stage.ts';
import { requestTo } from '../../../planned-body.ts';
import {
  alone,
  batch,
  batchCase,
  carried,
  listing,
  METHODS,
  member,
  objects,
  readings,
  removals,
  retitled,
  titled,
} from './writes-batch-parts.ts';
import { BATCH_LIMIT } from './writes-fixtures.ts';
import { creation, reading, removal, text, titleOf } from './writes-test-owned.ts';

/** Each on an object of its own beside twins that are treated singly: they show whether a site keeps answers. */
export function effects(collection: string, slug: string): Case {
  const words = (method: string): string => `Changed by ${method}`;
  const names = [...METHODS.map((method) => method.toLowerCase()), 'delete'];
  const twins = names.map((name) => `twin-${name}`);
  const singly = [
    ...METHODS.map((method) => {
      const name = method.toLowerCase();
      return alone(`alone-${name}`, `twin-${name}`, collection, method, retitled(words(method)));
    }),
    alone('alone-delete', 'twin-delete', collection, 'DELETE'),
  ];
  const members = [
    ...METHODS.map((method) =>
      member(method.toLowerCase(), collection, method, retitled(words(method))),
    ),
    member('delete', collection, 'DELETE'),
  ];
  const runs = METHODS.map((method): Json => {
    const name = method.toLowerCase();
    const given = [carried('batch'), titled(`read-twin-${name}`, words(method))];
    return { ...titled(`read-${name}`, words(method)), given };
  });
  const updated = METHODS.map((method) => method.toLowerCase());
  const lists = METHODS.map((method, at): Json => {
    const place = (index: number) => ({ at: `/${index}/title/raw`, equals: words(method) });
    const given = [carried('batch'), { step: 'listed-singly', ...place(updated.length + at) }];
    return { step: 'listed', ...place(at), given };
  });
  const listed = (id: string) =>
    listing(id, collection, [...updated, ...updated.map((name) => `twin-${name}`)]);
  // What trashing leaves to be read is as open as ever; it only has to be the same in a batch.
  const trashed = (of: string) => ({ step: of, at: '/status', equals: 'trash' });
  const deletes: Json = {
    ...trashed('read-delete'),
    given: [carried('batch'), trashed('read-twin-delete')],
  };
  const effect = batchCase(
    `effects/${collection}`,
    `does in a batch to ${collection} what the same calls do singly`,
    [
      'batch/runs-writes',
      'batch/runs-deletes',
      'batch/accepted',
      'batch/answer-each',
      'batch/as-singly',
    ],
    [
      ...objects([...names, ...twins], collection, slug),
      ...twins.map((twin) => reading(`before-${twin}`, twin, collection)),
      listed('listed-before'),
      ...singly,
      ...names.map((name) => reading(`before-${name}`, name, collection)),
      listed('listed-singly'),
      batch('batch', 'valid', members),
      ...readings([...names, ...twins], collection),
      listed('listed'),
      ...removals([...names, ...twins], collection),
    ],
    { writes: [...runs, ...lists], deletes: [deletes], singly: singly.map(({ id }) => id) },
  );
  return { ...effect, alone: true };
}

/** Deletes for good: `force` stands in the query, and a member of a batch has one in its path alone. */
export function deletions(collection: string, slug: string): Case {
  const gone = (of: string) => carried(`read-${of}`, false);
  return batchCase(
    `deletes-for-good/${collection}`,
    `deletes ${collection} for good where \`force\` is in the path`,
    ['batch/query-in-path', 'batch/accepted', 'batch/as-singly'],
    [
      ...objects(['own', 'twin'], collection, slug),
      alone('alone', 'twin', collection, 'DELETE', undefined, { force: true }),
      batch('batch', 'valid', [
        { path: from('own#/id', `/cms/v2/${collection}/{}?force=true`), method: 'DELETE' },
      ]),
      ...readings(['own', 'twin'], collection),
      ...removals(['own', 'twin'], collection),
    ],
    {
      queries: [{ ...gone('own'), given: [carried('batch'), gone('twin')] }],
      singly: ['alone'],
    },
  );
}

/** Only an answer of the usual shape tells the ID to remove by: without one, nothing is created. */
export function creations(collection: string, slug: string): Case {
  const title = { raw: from('shape#/responses/0/body/title/raw') };
  const made = from('batch#/responses/0/body/id');
  const menu =
    collection === 'menu-items' ? { url: 'https://example.com/' } : { slug: `${slug}-made` };
  const body = { title, ...menu, status: 'draft' };
  const words = titleOf(`${slug}-told`);
  const reported = { step: 'shape', at: '/responses/0/body/title/raw', equals: words };
  const read = requestTo(`content/${collection}/get`, { id: made }, { context: 'edit' }, undefined);
  const remove = requestTo(
    `content/${collection}/delete`,
    { id: made },
    { force: true },
    undefined,
  );
  return batchCase(
    `creates/${collection}`,
    `creates ${collection} in a batch`,
    ['batch/runs-writes', 'batch/accepted'],
    [
      creation('own', collection, slug),
      batch('shape', 'setup', [member('own', collection, 'POST', retitled(words))]),
      batch('batch', 'valid', [{ method: 'POST', path: `/cms/v2/${collection}`, body }]),
      step('read', 'setup', read),
      step('remove-made', 'cleanup', remove),
      removal('own', collection),
    ],
    { writes: [{ ...titled('read', words), given: [reported, carried('batch')] }] },
  );
}

/** Two members that say the same make two posts: one is left when the other is removed. */
export function equalCreations(slug: string): Case {
  const words = titleOf(`${slug}-told`);
  const at = '/responses/0/body/title/raw';
  const create: Json = {
    method: 'POST',
    path: '/cms/v2/posts',
    body: { title: { raw: from(`shape#${at}`) }, status: 'draft' },
  };
  const on = (name: string, index: number, action: 'get' | 'delete', role: Step['role']): Step => {
    const id = from(`batch#/responses/${index}/body/id`);
    const query: Values = action === 'get' ? { context: 'edit' } : { force: true };
    return step(name, role, requestTo(`content/posts/${action}`, { id }, query, undefined));
  };
  const given: readonly Json[] = [
    { step: 'shape', at, equals: words },
    carried('batch'),
    titled('read-first', words),
    carried('remove'),
  ];
  return batchCase(
    'creates-equal',
    'creates as many posts in a batch as there are members, though they say the same',
    ['batch/runs-writes', 'batch/accepted'],
    [
      creation('own', 'posts', slug),
      batch('shape', 'setup', [member('own', 'posts', 'POST', retitled(words))]),
      batch('batch', 'valid', [create, create]),
      on('read-first', 0, 'get', 'setup'),
      on('remove', 0, 'delete', 'setup'),
      on('read-second', 1, 'get', 'setup'),
      on('remove-first', 0, 'delete', 'cleanup'),
      on('remove-second', 1, 'delete', 'cleanup'),
      removal('own', 'posts'),
    ],
    { writes: [{ ...carried('read-second'), given }] },
  );
}

/** Fields that can be changed one by one, so that 25 members have something to do on five posts. */
const FIELDS: readonly (readonly [string, Json, string, Json])[] = [
  ['title', text('One of twenty-five'), '/title/raw', 'One of twenty-five'],
  ['content', text('Two of twenty-five.'), '/content/raw', 'Two of twenty-five.'],
  ['excerpt', text('Three of twenty-five.'), '/excerpt/raw', 'Three of twenty-five.'],
  ['comment_status', 'closed', '/comment_status', 'closed'],
  ['ping_status', 'closed', '/ping_status', 'closed'],
];

/** As many members as a batch may have, all of which are carried out. */
export function full(slug: string): Case {
  const names = Array.from(
    { length: BATCH_LIMIT / FIELDS.length },
    (_, index) => `post-${index + 1}`,
  );
  const open = { comment_status: 'open', ping_status: 'open' };
  const opened = names.map((name) => alone(`open-${name}`, name, 'posts', 'POST', open));
  const members = FIELDS.flatMap(([field, value]) =>
    names.map((name) => member(name, 'posts', 'POST', { [field]: value })),
  );
  const singly = FIELDS.map(([field, value]) =>
    alone(`alone-${field.replace('_', '-')}`, 'twin', 'posts', 'POST', { [field]: value }),
  );
  const runs = names.flatMap((name) =>
    FIELDS.map(([, , at, equals]): Json => {
      const given = [carried('batch'), { step: 'read-twin', at, equals }];
      return { step: `read-${name}`, at, equals, given };
    }),
  );
  return batchCase(
    'twenty-five',
    'carries out all of 25 writes',
    ['batch/runs-25', 'batch/accepts-25', 'batch/answer-each'],
    [
      ...objects([...names, 'twin'], 'posts', slug),
      ...opened,
      ...singly,
      batch('batch', 'valid', members),
      ...readings([...names, 'twin'], 'posts'),
      ...removals([...names, 'twin'], 'posts'),
    ],
    { full: runs },
  );
}

/** One member too many: the batch is refused, and none of them is carried out. */
export function oversize(slug: string, validation?: 'require-all-validate'): Case {
  const before = titleOf(`${slug}-own`);
  const members = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      member('own', 'posts', 'POST', retitled(`Number ${index + 1} of too many`)),
    );
  const breach = { part: 'body', pointer: '/requests', keyword: 'maxItems' } as const;
  const isPlain = validation === undefined;
  return batchCase(
    isPlain ? 'twenty-six' : `twenty-six/${validation}`,
    isPlain ? 'carries out none of 26 writes' : 'refuses 26 writes that are all to be valid',
    ['batch/oversize-not-run', 'batch/body/requests/max-items'],
    [
      ...objects(['own'], 'posts', slug),
      { ...batch('batch', 'violation', members(BATCH_LIMIT + 1), validation), breach },
      reading('read', 'own', 'posts'),
      batch('control', 'control', members(BATCH_LIMIT), validation),
      ...removals(['own'], 'posts'),
    ],
    {
      oversize: [
        { ...titled('read', before), given: [carried('batch', false), carried('control')] },
      ],
    },
  );
}
