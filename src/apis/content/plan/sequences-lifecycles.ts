/** Short lives of objects: for each statement about state, the fewest requests that show it. */

import type { Contract } from '../../../contract/contract.ts';
import type { Json, JsonSchema, Step } from '../../../model.ts';
import { creationTests } from './sequences-creation.ts';
import {
  type LifecycleContext,
  type LifecycleTest,
  lifecycleIn,
  plainBody,
} from './sequences-ground.ts';
import {
  type BodyMembers,
  create,
  fieldsOf,
  from,
  isListedWhole,
  LIVED_IN,
  list,
  read,
  remove,
  stepFor,
  UPDATE_METHODS,
  update,
} from './sequences-steps.ts';
import { updateTests } from './sequences-updates.ts';
import { valuesFor, wordOf } from './sequences-values.ts';

export function shortLifecycles(contract: Contract, seed: number): readonly LifecycleTest[] {
  const grounds = LIVED_IN.map((collection) => ({
    collection,
    schemas: fieldsOf(contract, collection),
    seed,
  }));
  return grounds.flatMap((ground) => [
    ...creationTests(ground),
    ...updateTests(ground),
    ...deletionTests(ground),
    ...siblingTests(ground),
    ...shapeTests(ground),
  ]);
}

function deletionTests(ground: LifecycleContext): readonly LifecycleTest[] {
  const { collection } = ground;
  const lifecycle = lifecycleIn(ground);
  const looks = [
    read(collection, 'after', 'create'),
    ...(isListedWhole(collection)
      ? []
      : [list(collection, 'in-trash', ['create'], { status: ['trash'] })]),
    list(collection, 'list', ['create']),
  ];
  const lived = (tag: string, more: BodyMembers = {}): readonly Step[] => [
    create(collection, 'create', { ...plainBody(ground, tag, 1), ...more }),
    read(collection, 'before', 'create'),
    // The same list is asked for again once the object is gone.
    list(collection, 'listed', ['create']),
  ];
  return [
    lifecycle('trashed', 'moves to trash what is deleted without force', (tag) => [
      ...lived(tag),
      remove(collection, 'trash', 'create', false),
      ...looks,
    ]),
    lifecycle('trashed-by-default', 'moves to trash what is deleted and force not given', (tag) => [
      ...lived(tag),
      remove(collection, 'trash', 'create'),
      ...looks,
    ]),
    ...(isListedWhole(collection) ? [] : ['draft', 'pending', 'private']).map((status) =>
      lifecycle(
        `trashed-${status}`,
        `moves to trash what is ${status} and not published`,
        (tag) => [...lived(tag, { status }), remove(collection, 'trash', 'create'), ...looks],
      ),
    ),
    lifecycle('trashed-twice', 'keeps in trash what is deleted twice without force', (tag) => [
      ...lived(tag),
      remove(collection, 'trash', 'create'),
      remove(collection, 'trash-again', 'create'),
      ...looks,
    ]),
    lifecycle('deleted', 'deletes for good with force', (tag) => [
      ...lived(tag),
      remove(collection, 'delete', 'create', true),
      ...looks,
    ]),
    lifecycle('trashed-and-deleted', 'deletes for good what was in trash', (tag) => [
      ...lived(tag),
      remove(collection, 'trash', 'create', false),
      remove(collection, 'delete', 'create', true),
      ...looks,
    ]),
  ];
}

function siblingTests(ground: LifecycleContext): readonly LifecycleTest[] {
  const { collection, schemas } = ground;
  const lifecycle = lifecycleIn(ground);
  // Of what is marked, one more may push another out.
  const marks = valuesFor(schemas, ['sticky'], 2, '');
  const two = (tag: string): readonly Step[] => [
    create(collection, 'create', { ...plainBody(ground, `${tag}-a`, 1), ...marks }),
    read(collection, 'read', 'create'),
    create(collection, 'create-other', { ...plainBody(ground, `${tag}-b`, 2), ...marks }),
    read(collection, 'read-other', 'create-other'),
    read(collection, 'read-again', 'create'),
  ];
  const slug = schemas.has('slug') && !isListedWhole(collection);
  return [
    ...UPDATE_METHODS.map((method) =>
      lifecycle(
        `${method}-beside-another`,
        `changes no other object with ${method.toUpperCase()}`,
        (tag) => [
          ...two(tag),
          update(
            collection,
            'update',
            'create-other',
            method,
            valuesFor(schemas, ['title'], 3, tag),
          ),
          read(collection, 'after', 'create'),
        ],
      ),
    ),
    ...[false, true].map((force) =>
      lifecycle(
        force ? 'deleted-beside-another' : 'trashed-beside-another',
        'removes no other object',
        (tag) => [
          ...two(tag),
          remove(collection, 'remove', 'create-other', force),
          read(collection, 'after', 'create'),
        ],
      ),
    ),
    ...(slug
      ? [
          lifecycle('same-slug', 'gives no two objects the same slug', (tag) => [
            create(collection, 'create', plainBody(ground, tag, 1)),
            read(collection, 'read', 'create'),
            create(collection, 'create-other', plainBody(ground, tag, 1)),
            read(collection, 'read-other', 'create-other'),
          ]),
          lifecycle('same-slug-later', 'gives no object the slug of another', (tag) => [
            create(collection, 'create', plainBody(ground, tag, 1)),
            read(collection, 'read', 'create'),
            create(collection, 'create-other', plainBody(ground, tag, 2)),
            read(collection, 'read-other', 'create-other'),
            update(
              collection,
              'update',
              'create-other',
              'post',
              valuesFor(schemas, ['slug'], 1, tag),
            ),
            read(collection, 'after', 'create-other'),
          ]),
        ]
      : []),
  ];
}

function shapeTests(ground: LifecycleContext): readonly LifecycleTest[] {
  const { collection, schemas } = ground;
  const lifecycle = lifecycleIn(ground);
  const claimed = (tag: string, n: 1 | 2): BodyMembers =>
    Object.fromEntries(
      ['title', 'content', 'excerpt'].flatMap((name): readonly (readonly [string, Json])[] => {
        const members = readOnlyOf(schemas.get(name), tag, n);
        const [, text] = Object.entries(valuesFor(schemas, [name], n, tag))[0] ?? [];
        if (typeof text !== 'object' || members === undefined) return [];
        return [[name, { ...text, ...members }]];
      }),
    );
  return [
    ...(['edit', 'view'] as const).map((context) =>
      lifecycle(
        `listed-in-${context}`,
        `shows fields as their table gives them, in ${context}`,
        () => [stepFor('list', 'valid', `content/${collection}/list`, { query: { context } })],
      ),
    ),
    lifecycle('in-view', 'keeps raw texts for the edit context', (tag) => [
      create(collection, 'create', plainBody(ground, tag, 1)),
      read(collection, 'read', 'create'),
      read(collection, 'view', 'create', {}),
      read(collection, 'embed', 'create', { context: 'embed' }),
    ]),
    lifecycle('read-only', 'takes nothing for what is read-only', (tag) => [
      create(collection, 'create', { ...plainBody(ground, tag, 1), ...claimed(tag, 1) }),
      read(collection, 'read', 'create'),
      create(collection, 'create-other', {
        ...plainBody(ground, `${tag}-b`, 2),
        ...claimed(tag, 2),
      }),
      read(collection, 'read-other', 'create-other'),
      ...UPDATE_METHODS.flatMap((method, at) => [
        update(collection, method, 'create', method, {
          title: { rendered: `Claimed ${wordOf(tag, method, at)}` },
        }),
        read(collection, `after-${method}`, 'create'),
      ]),
    ]),
    ...(schemas.has('password') ? [passwordTest(ground)] : []),
  ];
}

/** Values for the read-only members that a text has by the contract; the first ones are none of the second. */
function readOnlyOf(
  schema: JsonSchema | undefined,
  tag: string,
  n: 1 | 2,
): BodyMembers | undefined {
  const members: { readonly [name: string]: Json } = {
    rendered: `Claimed ${wordOf(tag, 'claimed', n)}`,
    protected: n === 1,
    block_version: 100 - n,
  };
  const has = schema?.properties;
  if (typeof has !== 'object' || has === null) return undefined;
  return Object.fromEntries(Object.entries(members).filter(([name]) => Object.hasOwn(has, name)));
}

function passwordTest(ground: LifecycleContext): LifecycleTest {
  const { collection } = ground;
  const nobody = { kind: 'none' } as const;
  const path = { id: from('create') };
  return lifecycleIn(ground)('guarded', 'shows what has a password to those who give it', (tag) => {
    const get = (id: string, query: BodyMembers): Step =>
      stepFor(id, 'valid', `content/${collection}/get`, { path, query, credential: nobody });
    return [
      create(collection, 'create', {
        ...plainBody(ground, tag, 1),
        password: `secret-${ground.seed}`,
      }),
      read(collection, 'read', 'create'),
      get('without', {}),
      get('wrong', { password: 'another' }),
      get('right', { password: `secret-${ground.seed}` }),
      get('without-again', {}),
      stepFor('listed', 'valid', `content/${collection}/list`, {
        query: { include: [from('create')] },
        credential: nobody,
      }),
    ];
  });
}
