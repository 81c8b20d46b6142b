import { defaultsOf } from '../../../contract/defaults.ts';
import type { Json, Step } from '../../../model.ts';
import {
  type LifecycleContext,
  type LifecycleTest,
  lifecycleIn,
  plainBody,
  spareBody,
} from './sequences-ground.ts';
import {
  type BodyMembers,
  create,
  isListedWhole,
  list,
  read,
  UPDATE_METHODS,
  update,
} from './sequences-steps.ts';
import { unusualTexts, valuesFor } from './sequences-values.ts';

export function creationTests(ground: LifecycleContext): readonly LifecycleTest[] {
  const { collection, schemas } = ground;
  const lifecycle = lifecycleIn(ground);
  const extras = Object.keys(
    valuesFor(schemas, ['date', 'date_gmt', 'format', 'sticky', 'meta'], 1, ''),
  );
  return [
    ...[1, 2].map((n) =>
      lifecycle(
        n === 1 ? 'created' : 'created-otherwise',
        'keeps what it is created with',
        (tag) => [
          create(collection, 'create', plainBody(ground, tag, n)),
          read(collection, 'read', 'create'),
          read(collection, 'read-again', 'create'),
          list(collection, 'list', ['create']),
        ],
      ),
    ),
    lifecycle(
      'created-bare',
      'fills in the defaults that are stated, as where they are sent',
      (tag) => [
        ...givenDefaults(ground, spareBody(ground, `${tag}-given`, 2)),
        create(collection, 'create', spareBody(ground, tag, 1)),
        read(collection, 'read', 'create'),
      ],
    ),
    ...(isListedWhole(collection)
      ? [
          lifecycle('created-untitled', 'fills in what is stated for no title', (tag) => [
            // Neither title nor content may be refused.
            ...givenDefaults(ground, valuesFor(schemas, ['slug', 'content'], 2, `${tag}-given`), [
              'title',
            ]),
            create(collection, 'create', valuesFor(schemas, ['slug', 'content'], 1, tag)),
            read(collection, 'read', 'create'),
          ]),
        ]
      : []),
    lifecycle('characters-kept', 'keeps every character of a text', (tag) => [
      // What plain texts become tells whether it is the characters that are lost.
      create(collection, 'plain', plainBody(ground, `${tag}-plain`, 1)),
      read(collection, 'read-plain', 'plain'),
      create(collection, 'create', {
        ...spareBody(ground, tag, 2),
        ...unusualTexts(schemas, 1, tag),
      }),
      read(collection, 'read', 'create'),
      ...UPDATE_METHODS.flatMap((method, at) => [
        update(collection, method, 'plain', method, unusualTexts(schemas, at + 2, tag)),
        read(collection, `after-${method}`, 'plain'),
      ]),
    ]),
    ...extras.flatMap((name) =>
      [1, 2].map((n) =>
        lifecycle(
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
      lifecycle(`${status}-kept`, `keeps the status ${status}, and lists it by it`, (tag) => [
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
 * An object that is created with all but what has a default. What it refers to may be the occasion to guess another
 * value; whether that is kept is not judged, since what has the default may go without.
 * @param fields that refer to others @param looks steps that find those
 */
export function guessingTest(
  ground: LifecycleContext,
  fields: BodyMembers = {},
  looks: readonly Step[] = [],
): LifecycleTest {
  const { collection, schemas } = ground;
  const isOpen = (name: string) => defaultsOf([name], schemas.get(name) ?? {}).length === 0;
  const bodyFor = (tag: string, n: number): BodyMembers => {
    const plain = Object.entries(plainBody(ground, tag, n)).filter(([name]) => isOpen(name));
    return { ...Object.fromEntries(plain), ...fields };
  };
  const test = lifecycleIn(ground)(
    'defaults-beside-others',
    'fills in the defaults that are stated, whatever else is sent',
    (tag) => [
      ...looks,
      ...givenDefaults(ground, bodyFor(`${tag}-given`, 2)),
      create(collection, 'create', bodyFor(tag, 1)),
      read(collection, 'read', 'create'),
    ],
  );
  return { ...test, rules: ['default'] };
}

/** The control of an object that is created without the fields that have defaults. */
function givenDefaults(
  { collection, schemas }: LifecycleContext,
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
