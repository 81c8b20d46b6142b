import type { Case, Json, Step } from '../model.ts';
import {
  creation,
  from,
  idOf,
  reading,
  removal,
  requestTo,
  step,
  text,
  titleOf,
} from './writes-own.ts';
import { BATCH_LIMIT } from './writes-stage.ts';

/** Collections of which the document calls writes batchable, and whose objects can be removed again. */
const BATCHABLE = ['posts', 'pages', 'blocks', 'menu-items'] as const;

const METHODS = ['POST', 'PUT', 'PATCH'] as const;

/**
 * Cases about batches (4.2, POST /batch/v1; section 1, item 4; section 8). What a batch does is told by
 * reading afterwards, and by what the same calls do when made singly: how a batch is answered is not
 * shown, so only a few clauses look at that.
 */
export function batchCases(slug: string): readonly Case[] {
  return [
    ...BATCHABLE.map((collection) => effects(collection, `${slug}-${collection}`)),
    ...BATCHABLE.map((collection) => creations(collection, `${slug}-new-${collection}`)),
    full(`${slug}-full`),
    oversize(`${slug}-oversize`),
    methodDefault(`${slug}-method`),
    methodDefaultCreates(`${slug}-creating`),
    validationDefault(`${slug}-validation`),
    ...(['first', 'last'] as const).map((place) => isolation(`${slug}-${place}`, place)),
    requireAll(`${slug}-all`),
    order(`${slug}-order`),
    unlisted(`${slug}-unlisted`),
  ];
}

function batchCase(
  name: string,
  title: string,
  evidence: readonly string[],
  steps: readonly Step[],
  compared: { readonly [part: string]: Json } = {},
): Case {
  return {
    id: `content/batch/${name}`,
    title,
    document: 'content',
    evidence: evidence.map((id) => `content/${id}`),
    origin: { kind: 'scenario' },
    steps,
    ...(Object.keys(compared).length > 0 && { compared }),
  };
}

// ---- building blocks -----------------------------------------------------------------------------------

function batch(
  id: string,
  role: Step['role'],
  requests: readonly Json[],
  validation?: string,
): Step {
  const body = { requests, ...(validation !== undefined && { validation }) };
  return step(id, role, requestTo('content/batch', {}, {}, body));
}

/** A member that is about what a step created. */
function member(of: string, collection: string, method: string | undefined, body?: Json): Json {
  return {
    path: from(`${of}#/id`, `/cms/v2/${collection}/{}`),
    ...(method !== undefined && { method }),
    ...(body !== undefined && { body }),
  };
}

function retitled(words: string): Json {
  return { title: text(words) };
}

/** Breaks a rule of 2.2, besides asking for another title. */
function invalid(words: string): Json {
  return { title: text(words), status: 'touchstone' };
}

/** The same call by itself. */
function alone(id: string, of: string, collection: string, method: string, body?: Json): Step {
  const operation = method === 'DELETE' ? 'delete' : `update/${method.toLowerCase()}`;
  return step(
    id,
    'setup',
    requestTo(`content/${collection}/${operation}`, { id: idOf(of) }, {}, body),
  );
}

function titled(of: string, words: string): { readonly [name: string]: Json } {
  return { step: of, at: '/title/raw', equals: words };
}

function carried(of: string, yes = true): Json {
  return { step: of, carried: yes };
}

function objects(names: readonly string[], collection: string, slug: string): readonly Step[] {
  return names.map((name) => creation(name, collection, `${slug}-${name}`));
}

function readings(names: readonly string[], collection: string): readonly Step[] {
  return names.map((name) => reading(`read-${name}`, name, collection));
}

function removals(names: readonly string[], collection: string): readonly Step[] {
  return names.map((name) => removal(name, collection));
}

// ---- what a batch does -----------------------------------------------------------------------------------

/** Updates and a delete, each on an object of its own, beside twins that are treated singly. */
function effects(collection: string, slug: string): Case {
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
  // What trashing leaves to be read is as open as ever; it only has to be the same in a batch.
  const trashed = (of: string) => ({ step: of, at: '/status', equals: 'trash' });
  const deletes: Json = {
    ...trashed('read-delete'),
    given: [carried('batch'), trashed('read-twin-delete')],
  };
  return batchCase(
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
      ...singly,
      batch('batch', 'valid', members),
      ...readings([...names, ...twins], collection),
      ...removals([...names, ...twins], collection),
    ],
    { writes: runs, deletes: [deletes], singly: singly.map(({ id }) => id) },
  );
}

/**
 * Creates an object in a batch. Only an answer of the usual shape tells its ID, by which it can be removed;
 * so the words that are written come from such an answer, and without one nothing is created.
 */
function creations(collection: string, slug: string): Case {
  const title = { raw: from('shape#/responses/0/body/title/raw') };
  const made = from('batch#/responses/0/body/id');
  const menu =
    collection === 'menu-items' ? { url: 'https://example.com/' } : { slug: `${slug}-made` };
  const body = { title, ...menu, status: 'draft' };
  const words = titleOf(`${slug}-told`);
  const told = { step: 'shape', at: '/responses/0/body/title/raw', equals: words };
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
    { writes: [{ ...titled('read', words), given: [told, carried('batch')] }] },
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
function full(slug: string): Case {
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

/** One member too many: none of them is carried out. */
function oversize(slug: string): Case {
  const before = titleOf(`${slug}-own`);
  const members = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      member('own', 'posts', 'POST', retitled(`Number ${index + 1} of too many`)),
    );
  return batchCase(
    'twenty-six',
    'carries out none of 26 writes',
    ['batch/oversize-not-run'],
    [
      ...objects(['own'], 'posts', slug),
      batch('batch', 'setup', members(BATCH_LIMIT + 1)),
      reading('read', 'own', 'posts'),
      batch('control', 'setup', members(BATCH_LIMIT)),
      ...removals(['own'], 'posts'),
    ],
    {
      oversize: [
        { ...titled('read', before), given: [carried('batch', false), carried('control')] },
      ],
    },
  );
}

// ---- defaults ------------------------------------------------------------------------------------------

function methodDefault(slug: string): Case {
  const words = 'Changed without a method';
  return batchCase(
    'method-left-out',
    'takes a member without a method for a POST',
    ['batch/method-default'],
    [
      ...objects(['own', 'twin'], 'posts', slug),
      batch('model', 'setup', [member('twin', 'posts', 'POST', retitled(words))]),
      batch('batch', 'setup', [member('own', 'posts', undefined, retitled(words))]),
      ...readings(['own', 'twin'], 'posts'),
      ...removals(['own', 'twin'], 'posts'),
    ],
    {
      method: [
        { ...titled('read-own', words), given: [carried('model'), titled('read-twin', words)] },
        { step: 'batch', carried: true, given: [carried('model')] },
      ],
    },
  );
}

/**
 * On a collection, only POST creates. As elsewhere, what is created can be removed by what the answer to
 * another batch tells first.
 */
function methodDefaultCreates(slug: string): Case {
  const words = titleOf(`${slug}-told`);
  const at = '/responses/0/body/title/raw';
  const title = { raw: from(`shape#${at}`) };
  const made = (name: string, method?: string): Json => ({
    path: '/cms/v2/posts',
    ...(method !== undefined && { method }),
    body: { title, slug: `${slug}-${name}`, status: 'draft' },
  });
  const remove = (name: string): Step => {
    const id = from(`${name}#/responses/0/body/id`);
    const request = requestTo('content/posts/delete', { id }, { force: true }, undefined);
    return step(`remove-${name}`, 'cleanup', request);
  };
  const told = (name: string) => ({ step: name, at, equals: words });
  return batchCase(
    'method-left-out/creates',
    'creates by a member without a method',
    ['batch/method-default'],
    [
      creation('own', 'posts', slug),
      batch('shape', 'setup', [member('own', 'posts', 'POST', retitled(words))]),
      batch('model', 'setup', [made('model', 'POST')]),
      batch('batch', 'setup', [made('batch')]),
      remove('model'),
      remove('batch'),
      removal('own', 'posts'),
    ],
    {
      method: [
        {
          step: 'batch',
          at: '/responses/0/status',
          as: { step: 'model' },
          given: [told('shape'), told('model')],
        },
      ],
    },
  );
}

/** One of three members is invalid, so that the two ways of validating can differ. */
function validationDefault(slug: string): Case {
  const names = ['one', 'two', 'three'];
  const others = names.map((name) => `other-${name}`);
  const three = ([one = '', two = '', last = '']: readonly string[]) => [
    member(one, 'posts', 'POST', retitled('Valid before')),
    member(two, 'posts', 'POST', invalid('Not valid')),
    member(last, 'posts', 'POST', retitled('Valid after')),
  ];
  return batchCase(
    'validation-left-out',
    'validates as normal where nothing is said',
    ['batch/validation-default'],
    [
      ...[...names, ...others].map((name) =>
        creation(name, 'posts', `${slug}-${name}`, 'One title for all'),
      ),
      batch('normal', 'setup', three(others), 'normal'),
      batch('batch', 'setup', three(names)),
      ...readings([...names, ...others], 'posts'),
      ...removals([...names, ...others], 'posts'),
    ],
    {
      validation: names.map((name) => ({
        step: `read-${name}`,
        at: '/title/raw',
        as: { step: `read-other-${name}`, at: '/title/raw' },
        given: [carried('normal'), { step: 'batch', answered: true }],
      })),
    },
  );
}

// ---- members beside each other ---------------------------------------------------------------------------

/** One member breaks a rule: the others are carried out all the same, and it is not. */
function isolation(slug: string, place: 'first' | 'last'): Case {
  const bad = member('bad', 'posts', 'POST', invalid('Not valid'));
  const good = ['one', 'two'].map((name) =>
    member(name, 'posts', 'POST', retitled(`Valid, ${name}`)),
  );
  const given: readonly Json[] = [
    carried('control'),
    titled('read-control', 'Valid by itself'),
    titled('read-control-two', 'Valid by itself too'),
    carried('alone-bad', false),
    { step: 'batch', answered: true },
  ];
  return batchCase(
    `isolation-${place}`,
    `carries out what is valid beside a member that is not, and stands ${place}`,
    ['batch/isolation', 'batch/invalid-not-run', 'batch/answer-each', 'batch/as-singly'],
    [
      ...objects(['one', 'two', 'bad', 'free', 'free-two'], 'posts', slug),
      batch('control', 'setup', [
        member('free', 'posts', 'POST', retitled('Valid by itself')),
        member('free-two', 'posts', 'POST', retitled('Valid by itself too')),
      ]),
      reading('read-control', 'free', 'posts'),
      reading('read-control-two', 'free-two', 'posts'),
      alone('alone-one', 'free', 'posts', 'POST', retitled('Valid, one')),
      alone('alone-two', 'free-two', 'posts', 'POST', retitled('Valid, two')),
      alone('alone-bad', 'free', 'posts', 'POST', invalid('Not valid')),
      batch('batch', 'valid', place === 'first' ? [bad, ...good] : [...good, bad], 'normal'),
      ...readings(['one', 'two', 'bad'], 'posts'),
      ...removals(['one', 'two', 'bad', 'free', 'free-two'], 'posts'),
    ],
    {
      isolation: ['one', 'two'].map((name) => ({
        ...titled(`read-${name}`, `Valid, ${name}`),
        given,
      })),
      invalid: [{ ...titled('read-bad', titleOf(`${slug}-bad`)), given }],
      singly:
        place === 'first'
          ? ['alone-bad', 'alone-one', 'alone-two']
          : ['alone-one', 'alone-two', 'alone-bad'],
    },
  );
}

/** What `require-all-validate` does where not all do is not said; where all do, all are carried out. */
function requireAll(slug: string): Case {
  const names = ['one', 'two', 'good', 'bad', 'twin'];
  const words = 'All are valid';
  const given = [carried('batch'), titled('read-twin', words)];
  return batchCase(
    'require-all-validate',
    'carries out all members where all have to be valid and are',
    ['batch/runs-writes', 'batch/accepted', 'open/batch-require-all'],
    [
      ...objects(names, 'posts', slug),
      alone('alone', 'twin', 'posts', 'POST', retitled(words)),
      batch(
        'batch',
        'valid',
        ['one', 'two'].map((name) => member(name, 'posts', 'POST', retitled(words))),
        'require-all-validate',
      ),
      batch(
        'not-all',
        'probe',
        [
          member('good', 'posts', 'POST', retitled(words)),
          member('bad', 'posts', 'POST', invalid(words)),
        ],
        'require-all-validate',
      ),
      ...readings(['one', 'two', 'twin'], 'posts'),
      step(
        'read-good',
        'probe',
        requestTo('content/posts/get', { id: idOf('good') }, { context: 'edit' }, undefined),
      ),
      ...removals(names, 'posts'),
    ],
    { writes: ['one', 'two'].map((name) => ({ ...titled(`read-${name}`, words), given })) },
  );
}

/** Members in another order than that of their objects' IDs. */
function order(slug: string): Case {
  const names = ['one', 'two', 'three', 'four'];
  const asked = ['three', 'one', 'four', 'two'];
  return batchCase(
    'order',
    'answers members in the order of the requests',
    ['batch/answer-order', 'batch/answer-each'],
    [
      ...objects(names, 'posts', slug),
      batch(
        'batch',
        'valid',
        asked.map((name) => member(name, 'posts', 'POST', retitled(`Asked for ${name}`))),
      ),
      ...removals(names, 'posts'),
    ],
  );
}

/** Routes of which the document does not say that they may be called so, and one that may not. */
function unlisted(slug: string): Case {
  return batchCase(
    'other-routes',
    'is asked to call routes in a batch that are not called batchable',
    ['open/batch-routes'],
    [
      ...objects(['own'], 'posts', slug),
      batch('autosave', 'probe', [
        {
          method: 'POST',
          path: from('own#/id', '/cms/v2/posts/{}/autosaves'),
          body: retitled('Saved by itself'),
        },
      ]),
      // No site has so many; and where it has, an update without a field changes nothing.
      batch('styles', 'probe', [
        { method: 'POST', path: '/cms/v2/global-styles/4294967295', body: {} },
      ]),
      batch('unknown', 'probe', [{ method: 'POST', path: '/touchstone/v1/nothing', body: {} }]),
      ...removals(['own'], 'posts'),
    ],
  );
}
