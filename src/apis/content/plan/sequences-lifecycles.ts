/** Short lives of objects: for each statement about state, the fewest requests that show it. */

import type { Contract } from '../../../contract/contract.ts';
import { defaultsOf } from '../../../contract/defaults.ts';
import { numberIn } from '../../../contract/schema.ts';
import type { Json, JsonSchema, Step } from '../../../model.ts';
import {
  type BodyMembers,
  type Collection,
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
import { PLAIN, tagOf, unusualText, valuesFor, wordOf } from './sequences-values.ts';

/** A case as thought out, before it has an id and its removals. */
export interface LifecycleTest {
  readonly collection: Collection;
  /** Last part of the case's id. */
  readonly name: string;
  /** What it shows, as a plain claim. */
  readonly title: string;
  readonly steps: readonly Step[];
}

/** What lives of one collection are made with. */
export interface Ground {
  readonly collection: Collection;
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly seed: number;
}

/** A body that publishes, with values of the plain fields. */
export function plainBody(ground: Ground, tag: string, n: number): BodyMembers {
  const { schemas } = ground;
  const values = valuesFor(schemas, PLAIN, n, tag);
  return schemas.has('status') ? { ...values, status: 'publish' } : values;
}

/** The fewest fields that an object is recognised by. */
export function spareBody(ground: Ground, tag: string, n: number): BodyMembers {
  const names = ['title', 'slug', 'url'].filter((name) => ground.schemas.has(name));
  return valuesFor(ground.schemas, names, n, tag);
}

/** Every short life, collection by collection. */
export function shortLifecycles(contract: Contract, seed: number): readonly LifecycleTest[] {
  const grounds = LIVED_IN.map((collection) => ({
    collection,
    schemas: fieldsOf(contract, collection),
    seed,
  }));
  return grounds.flatMap((ground) => [
    ...births(ground),
    ...updates(ground),
    ...deaths(ground),
    ...neighbours(ground),
    ...shapes(ground),
  ]);
}

function lifeIn(ground: Ground) {
  return (name: string, title: string, steps: (tag: string) => readonly Step[]): LifecycleTest => ({
    collection: ground.collection,
    name,
    title,
    steps: steps(tagOf(ground.seed, `${ground.collection}-${name}`)),
  });
}

function births(ground: Ground): readonly LifecycleTest[] {
  const { collection, schemas } = ground;
  const life = lifeIn(ground);
  const extras = Object.keys(
    valuesFor(schemas, ['date', 'date_gmt', 'format', 'sticky', 'meta'], 1, ''),
  );
  return [
    ...[1, 2].map((n) =>
      life(n === 1 ? 'created' : 'created-otherwise', 'keeps what it is created with', (tag) => [
        create(collection, 'create', plainBody(ground, tag, n)),
        read(collection, 'read', 'create'),
        read(collection, 'read-again', 'create'),
        list(collection, 'list', ['create']),
      ]),
    ),
    life('created-bare', 'fills in the defaults that are stated, as where they are sent', (tag) => [
      ...givenDefaults(ground, spareBody(ground, `${tag}-given`, 2)),
      create(collection, 'create', spareBody(ground, tag, 1)),
      read(collection, 'read', 'create'),
    ]),
    ...(isListedWhole(collection)
      ? [
          life('created-untitled', 'fills in what is stated for no title', (tag) => [
            // Neither title nor content may be refused.
            ...givenDefaults(ground, valuesFor(schemas, ['slug', 'content'], 2, `${tag}-given`), [
              'title',
            ]),
            create(collection, 'create', valuesFor(schemas, ['slug', 'content'], 1, tag)),
            read(collection, 'read', 'create'),
          ]),
        ]
      : []),
    ...(schemas.has('content')
      ? [
          life('characters-kept', 'keeps every character of a text', (tag) => [
            create(collection, 'create', {
              ...spareBody(ground, tag, 1),
              content: unusualText(tag),
            }),
            read(collection, 'read', 'create'),
          ]),
        ]
      : []),
    ...extras.flatMap((name) =>
      [1, 2].map((n) =>
        life(
          `${name.replaceAll('_', '-')}-${n === 1 ? 'kept' : 'kept-otherwise'}`,
          `keeps ${name}`,
          (tag) => [
            create(collection, 'create', {
              ...spareBody(ground, tag, n),
              status: 'publish',
              ...valuesFor(schemas, [name], n, tag),
            }),
            read(collection, 'read', 'create'),
          ],
        ),
      ),
    ),
    ...['draft', 'pending', 'private'].map((status) =>
      life(`${status}-kept`, `keeps the status ${status}, and lists it by it`, (tag) => [
        create(collection, 'create', { ...spareBody(ground, tag, 1), status }),
        read(collection, 'read', 'create'),
        ...(isListedWhole(collection)
          ? []
          : [list(collection, 'list', ['create'], { status: [status] })]),
      ]),
    ),
  ];
}

/**
 * An object that is created with the defaults of what the body leaves out, or of some fields; nothing where there is
 * none to send. It is the control of one that is created without them.
 */
function givenDefaults(
  { collection, schemas }: Ground,
  body: BodyMembers,
  names: readonly string[] = [...schemas.keys()],
): readonly Step[] {
  const given = names
    .filter((name) => !Object.hasOwn(body, name))
    .flatMap((name) => defaultsOf([name], schemas.get(name) ?? {}))
    .filter(({ sendable }) => sendable);
  if (given.length === 0) return [];
  const members = given.map(({ path: [name = '', member], value }): readonly [string, Json] => [
    name,
    member === undefined ? value : { [member]: value },
  ]);
  return [
    create(collection, 'given', { ...body, ...Object.fromEntries(members) }),
    read(collection, 'read-given', 'given'),
  ];
}

function updates(ground: Ground): readonly LifecycleTest[] {
  const { collection, schemas } = ground;
  const life = lifeIn(ground);
  const sent = PLAIN.filter((name) => name !== 'slug');
  return UPDATE_METHODS.flatMap((method) => [
    life(`${method}-of-all`, `changes all that ${method.toUpperCase()} sends`, (tag) => [
      create(collection, 'create', plainBody(ground, tag, 1)),
      read(collection, 'before', 'create'),
      list(collection, 'listed', ['create']),
      update(collection, 'update', 'create', method, valuesFor(schemas, sent, 2, tag)),
      read(collection, 'after', 'create'),
      // The same objects, asked for in other words, to which no cache can have an answer.
      list(collection, 'list', ['create'], { per_page: 9 }),
    ]),
    life(`${method}-of-one`, `leaves alone what ${method.toUpperCase()} does not send`, (tag) => [
      create(collection, 'create', plainBody(ground, tag, 2)),
      read(collection, 'before', 'create'),
      update(collection, 'update', 'create', method, valuesFor(schemas, ['title'], 3, tag)),
      read(collection, 'after', 'create'),
    ]),
    ...emptied(ground, method),
  ]);
}

/**
 * What many languages take for nothing: kept as it is sent, where something else was kept before. No
 * titles, slugs or excerpts, which a server may make from the rest where they are empty.
 */
const NOTHING: { readonly [field: string]: readonly [some: Json, nothing: Json] } = {
  sticky: [true, false],
  menu_order: [7, 0],
  attr_title: ['Something', ''],
  description: ['Something', ''],
};

function emptied(
  ground: Ground,
  method: (typeof UPDATE_METHODS)[number],
): readonly LifecycleTest[] {
  const { collection, schemas } = ground;
  const fields = Object.entries(NOTHING).filter(([name]) => {
    const schema = schemas.get(name);
    // Menu items begin to count at 1.
    return schema !== undefined && (numberIn(schema, 'minimum') ?? 0) <= 0;
  });
  if (fields.length === 0) return [];
  const bodyOf = (at: 0 | 1): BodyMembers =>
    Object.fromEntries(fields.map(([name, values]) => [name, values[at]]));
  return [
    lifeIn(ground)(
      `${method}-of-nothing`,
      `keeps empty what ${method.toUpperCase()} empties`,
      (tag) => [
        create(collection, 'create', plainBody(ground, tag, 1)),
        read(collection, 'before', 'create'),
        update(collection, 'fill', 'create', method, bodyOf(0)),
        read(collection, 'filled', 'create'),
        update(collection, 'empty', 'create', method, bodyOf(1)),
        read(collection, 'after', 'create'),
      ],
    ),
  ];
}

function deaths(ground: Ground): readonly LifecycleTest[] {
  const { collection } = ground;
  const life = lifeIn(ground);
  const looks = [
    read(collection, 'after', 'create'),
    ...(isListedWhole(collection)
      ? []
      : [list(collection, 'in-trash', ['create'], { status: ['trash'] })]),
    list(collection, 'list', ['create']),
  ];
  const lived = (tag: string): readonly Step[] => [
    create(collection, 'create', plainBody(ground, tag, 1)),
    read(collection, 'before', 'create'),
  ];
  return [
    life('trashed', 'moves to trash what is deleted without force', (tag) => [
      ...lived(tag),
      remove(collection, 'trash', 'create', false),
      ...looks,
    ]),
    life('trashed-by-default', 'moves to trash what is deleted and force not given', (tag) => [
      ...lived(tag),
      remove(collection, 'trash', 'create'),
      ...looks,
    ]),
    life('deleted', 'deletes for good with force', (tag) => [
      ...lived(tag),
      remove(collection, 'delete', 'create', true),
      ...looks,
    ]),
    life('trashed-and-deleted', 'deletes for good what was in trash', (tag) => [
      ...lived(tag),
      remove(collection, 'trash', 'create', false),
      remove(collection, 'delete', 'create', true),
      ...looks,
    ]),
  ];
}

function neighbours(ground: Ground): readonly LifecycleTest[] {
  const { collection, schemas } = ground;
  const life = lifeIn(ground);
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
      life(
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
      life(
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
          life('same-slug', 'gives no two objects the same slug', (tag) => [
            create(collection, 'create', plainBody(ground, tag, 1)),
            read(collection, 'read', 'create'),
            create(collection, 'create-other', plainBody(ground, tag, 1)),
            read(collection, 'read-other', 'create-other'),
          ]),
          life('same-slug-later', 'gives no object the slug of another', (tag) => [
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

function shapes(ground: Ground): readonly LifecycleTest[] {
  const { collection, schemas } = ground;
  const life = lifeIn(ground);
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
      life(`listed-in-${context}`, `shows fields as their table gives them, in ${context}`, () => [
        stepFor('list', 'valid', `content/${collection}/list`, { query: { context } }),
      ]),
    ),
    life('in-view', 'keeps raw texts for the edit context', (tag) => [
      create(collection, 'create', plainBody(ground, tag, 1)),
      read(collection, 'read', 'create'),
      read(collection, 'view', 'create', {}),
      read(collection, 'embed', 'create', { context: 'embed' }),
    ]),
    life('read-only', 'takes nothing for what is read-only', (tag) => [
      create(collection, 'create', { ...plainBody(ground, tag, 1), ...claimed(tag, 1) }),
      read(collection, 'read', 'create'),
      create(collection, 'create-other', {
        ...plainBody(ground, `${tag}-b`, 2),
        ...claimed(tag, 2),
      }),
      read(collection, 'read-other', 'create-other'),
    ]),
    ...(schemas.has('password') ? [guarded(ground)] : []),
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

function guarded(ground: Ground): LifecycleTest {
  const { collection } = ground;
  const nobody = { kind: 'none' } as const;
  const path = { id: from('create') };
  return lifeIn(ground)('guarded', 'shows what has a password to those who give it', (tag) => {
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
    ];
  });
}
