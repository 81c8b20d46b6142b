import { numberIn } from '../../../contract/schema.ts';
import type { Json } from '../../../model.ts';
import { changedBody, fieldTests, fullBody } from './sequences-fields.ts';
import {
  type LifecycleContext,
  type LifecycleTest,
  lifecycleIn,
  plainBody,
} from './sequences-ground.ts';
import { type BodyMembers, create, list, read, UPDATE_METHODS, update } from './sequences-steps.ts';

export function updateTests(ground: LifecycleContext): readonly LifecycleTest[] {
  const { collection } = ground;
  const lifecycle = lifecycleIn(ground);
  const ofEach = UPDATE_METHODS.flatMap((method) => [
    lifecycle(`${method}-of-all`, `changes all that ${method.toUpperCase()} sends`, (tag) => [
      create(collection, 'create', fullBody(ground, tag)),
      read(collection, 'before', 'create'),
      list(collection, 'listed', ['create']),
      update(collection, 'update', 'create', method, changedBody(ground, 2, tag)),
      read(collection, 'after', 'create'),
      // The same objects, asked for in other words, to which no cache can have an answer.
      list(collection, 'list', ['create'], { per_page: 9 }),
    ]),
    ...emptied(ground, method),
  ]);
  return [...ofEach, ...fieldTests(ground)];
}

/** What many languages take for nothing. No titles, slugs or excerpts, which a server may make from the rest. */
const NOTHING: { readonly [field: string]: readonly [some: Json, nothing: Json] } = {
  sticky: [true, false],
  menu_order: [7, 0],
  attr_title: ['Something', ''],
  alt_text: ['Something', ''],
  description: ['Something', ''],
  target: ['_blank', ''],
  content: [{ raw: 'Something' }, { raw: '' }],
};

function emptied(
  ground: LifecycleContext,
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
    lifecycleIn(ground)(
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
