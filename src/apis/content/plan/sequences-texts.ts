import { accepts } from '../../../contract/schema-violations.ts';
import type { Json } from '../../../model.ts';
import { isObject } from '../../../pointer.ts';
import {
  type LifecycleContext,
  type LifecycleTest,
  lifecycleIn,
  plainBody,
} from './sequences-ground.ts';
import {
  type BodyMembers,
  create,
  from,
  numberFrom,
  read,
  stepFor,
  update,
} from './sequences-steps.ts';
import { tagOf, valuesFor } from './sequences-values.ts';

export function textLifecycles(ground: LifecycleContext): readonly LifecycleTest[] {
  const others = ['excerpt', 'attr_title', 'description'].filter((name) =>
    ground.schemas.has(name),
  );
  return [
    autosaved(ground, { name: 'autosaved', typed: 'typed', fields: ['title', 'content'] }),
    ...(others.length > 0
      ? [autosaved(ground, { name: 'autosaved-texts', typed: 'typed-texts', fields: others })]
      : []),
    ...givenAsStrings(ground),
  ];
}

interface Typing {
  readonly name: string;
  /** Place of what is typed, which differs from what was there before. */
  readonly typed: string;
  readonly fields: readonly string[];
}

/** What is published stays as it is while somebody types. */
function autosaved(
  ground: LifecycleContext,
  { name, typed: place, fields }: Typing,
): LifecycleTest {
  const { collection, schemas } = ground;
  const path = { id: from('create') };
  const typed = (n: number) =>
    valuesFor(schemas, fields, n, tagOf(ground.seed, `${collection}-${place}`));
  const save = (id: string, n: number) =>
    stepFor(id, 'valid', `content/${collection}/autosaves/create`, { path, body: typed(n) });
  const list = (id: string) =>
    stepFor(id, 'valid', `content/${collection}/autosaves/list`, {
      path,
      query: { context: 'edit' },
    });
  const saved = (id: string, of: string) =>
    stepFor(id, 'valid', `content/${collection}/autosaves/get`, {
      path: { parent: from('create'), id: numberFrom(of) },
      query: { context: 'edit' },
    });
  return lifecycleIn(ground)(name, 'keeps an autosave apart from the object', (tag) => [
    create(collection, 'create', plainBody(ground, tag, 1)),
    read(collection, 'before', 'create'),
    save('autosave', 2),
    list('autosaves'),
    saved('saved', 'autosave'),
    save('autosave-again', 3),
    list('autosaves-again'),
    saved('saved-again', 'autosave-again'),
    read(collection, 'after', 'create'),
  ]);
}

/** Texts of which section 2.3 says "or string" are kept as strings, too. */
function givenAsStrings(ground: LifecycleContext): readonly LifecycleTest[] {
  const { collection, schemas } = ground;
  const given = ['title', 'content'].filter((name) => {
    const schema = schemas.get(name);
    return schema !== undefined && accepts(schema, 'A text');
  });
  if (given.length === 0) return [];
  const strings = (n: number, tag: string): BodyMembers =>
    Object.fromEntries(
      Object.entries(valuesFor(schemas, given, n, tag)).map(([name, value]) => [
        name,
        stringOf(value),
      ]),
    );
  return [
    lifecycleIn(ground)('given-as-strings', 'keeps texts that are given as strings', (tag) => [
      create(collection, 'create', { ...plainBody(ground, tag, 1), ...strings(1, tag) }),
      read(collection, 'read', 'create'),
      update(collection, 'update', 'create', 'post', strings(2, tag)),
      read(collection, 'after', 'create'),
    ]),
  ];
}

function stringOf(value: Json): Json {
  return isObject(value) && typeof value.raw === 'string' ? value.raw : value;
}
