/** Lifecycle tests that need something of the target besides: what they refer to is listed first. */

import type { Contract } from '../../../contract/contract.ts';
import type { Json, Step } from '../../../model.ts';
import { guessingTest } from './sequences-creation.ts';
import {
  type LifecycleContext,
  type LifecycleTest,
  plainBody,
  spareBody,
} from './sequences-ground.ts';
import { uploadTests } from './sequences-media.ts';
import {
  type BodyMembers,
  type Collection,
  create,
  fieldsOf,
  from,
  hasRevisions,
  LIVED_IN,
  numberFrom,
  read,
  stepFor,
  UPDATE_METHODS,
  update,
} from './sequences-steps.ts';
import { textLifecycles } from './sequences-texts.ts';
import { tagOf, valuesFor } from './sequences-values.ts';

/** Terms are looked for in what there was before the run: what it makes itself has none, and comes and goes. */
const OLDEST: BodyMembers = { orderby: 'id', order: 'asc', per_page: 50 };

/** So many terms are tried. */
const TRIED = 3;

/** Lives of objects that refer to others, and of what is kept about an object. */
export function lifecyclesFinding(contract: Contract, seed: number): readonly LifecycleTest[] {
  const ground = (collection: Collection): LifecycleContext => ({
    collection,
    schemas: fieldsOf(contract, collection),
    seed,
  });
  return [
    ...(['posts', 'pages'] as const).flatMap((name) => [
      ...authored(ground(name)),
      featured(ground(name)),
      ...themed(ground(name)),
    ]),
    ...(['pages', 'menu-items'] as const).map((name) => childOf(ground(name))),
    ...categorised(ground('posts')),
    ...termed(ground('posts'), 'tags'),
    ...termed(ground('blocks'), 'cms_pattern_category'),
    ...termed(ground('menu-items'), 'menus'),
    pointing(ground('menu-items')),
    ...LIVED_IN.map((name) => guessing(ground(name))),
    ...synced(ground('blocks')),
    ...uploadTests(ground('media')),
    ...LIVED_IN.flatMap((name) => relisted(ground(name))),
    ...LIVED_IN.filter(hasRevisions).map((name) => revised(ground(name))),
    ...LIVED_IN.flatMap((name) => textLifecycles(ground(name))),
  ];
}

function lifecycle(
  { collection, seed }: LifecycleContext,
  name: string,
  title: string,
  steps: (tag: string) => readonly Step[],
): LifecycleTest {
  return { collection, name, title, steps: steps(tagOf(seed, `${collection}-${name}`)) };
}

function look(collection: Collection, id: string, query: BodyMembers): Step {
  return stepFor(id, 'setup', `content/${collection}/list`, { query });
}

/** An object with some more fields, and what is read of it. */
function kept(ground: LifecycleContext, tag: string, more: BodyMembers): readonly Step[] {
  const { collection } = ground;
  return [
    create(collection, 'create', { ...spareBody(ground, tag, 1), status: 'publish', ...more }),
    read(collection, 'read', 'create'),
  ];
}

/** An author who is not the one that the login stands for, and that one. */
function authored(ground: LifecycleContext): readonly LifecycleTest[] {
  const { collection } = ground;
  const own = (tag: string) => create(collection, 'own', spareBody(ground, `${tag}-own`, 1));
  return [
    lifecycle(ground, 'author-kept', 'keeps another author', (tag) => [
      own(tag),
      look(collection, 'others', { author_exclude: [from('own', '/author')], per_page: 1 }),
      ...kept(ground, tag, { author: from('others', '/0/author') }),
    ]),
    lifecycle(ground, 'own-author-kept', 'keeps the author who writes', (tag) => [
      own(tag),
      ...kept(ground, tag, { author: from('own', '/author') }),
    ]),
  ];
}

function featured(ground: LifecycleContext): LifecycleTest {
  return lifecycle(ground, 'featured-media-kept', 'keeps the media that are featured', (tag) => [
    look('media', 'media', { per_page: 1, media_type: ['image'] }),
    ...kept(ground, tag, { featured_media: from('media', '/0/id') }),
  ]);
}

/** No list tells the files of a theme; one that a theme does not have may be refused, and so may a template. */
function themed(ground: LifecycleContext): readonly LifecycleTest[] {
  return [
    lifecycle(ground, 'template-kept', 'keeps the theme file', (tag) =>
      kept(ground, tag, { template: 'full-width' }),
    ),
    lifecycle(ground, 'listed-template-kept', 'keeps the slug of a template', (tag) => [
      look('templates', 'templates', {}),
      ...kept(ground, tag, { template: from('templates', '/0/slug') }),
    ]),
  ];
}

function childOf(ground: LifecycleContext): LifecycleTest {
  const { collection } = ground;
  return lifecycle(ground, 'parent-kept', 'keeps the parent', (tag) => [
    create(collection, 'parent', plainBody(ground, `${tag}-above`, 1)),
    ...kept(ground, tag, { parent: from('parent') }),
  ]);
}

/** Two categories, of which the second is of an object that has not the first. */
function categorised(ground: LifecycleContext): readonly LifecycleTest[] {
  const { collection } = ground;
  const first = from('some', '/0/categories/0');
  return [
    lifecycle(ground, 'categories-kept', 'keeps both of two categories', (tag) => [
      look(collection, 'some', { per_page: 1 }),
      look(collection, 'others', { per_page: 1, categories_exclude: [first] }),
      ...kept(ground, tag, { categories: [first, from('others', '/0/categories/0')] }),
    ]),
    lifecycle(ground, 'category-kept', 'keeps one category', (tag) => [
      look(collection, 'some', { per_page: 1 }),
      look(collection, 'others', { per_page: 1, categories_exclude: [first] }),
      ...kept(ground, tag, { categories: [from('others', '/0/categories/0')] }),
    ]),
  ];
}

/** Terms that the target has: the first few, each on an object of its own. */
function termed(ground: LifecycleContext, field: string): readonly LifecycleTest[] {
  const { collection } = ground;
  const single = ground.schemas.get(field)?.type === 'integer';
  return Array.from({ length: TRIED }, (_, at) =>
    lifecycle(ground, `${field.replaceAll('_', '-')}-kept-${at + 1}`, `keeps ${field}`, (tag) => {
      const value: Json = single
        ? from('some', `/${at}/${field}`)
        : { $from: `some#/*/${field}/0`, distinct: true, from: at, most: 1 };
      return [
        // What it shows of the field is judged too: where that is no ID, nothing can be written.
        { ...look(collection, 'some', OLDEST), role: 'valid' },
        ...kept(ground, tag, { [field]: value }),
      ];
    }),
  );
}

/**
 * Lists that are left alone, and then replaced: by a part of what is kept, by others, by none. Where nothing is left of
 * the categories, a site may file the object under one of its own, and of words one that is empty.
 */
function relisted(ground: LifecycleContext): readonly LifecycleTest[] {
  const { collection, schemas } = ground;
  const lists = [...schemas].filter(([, { type }]) => type === 'array').map(([name]) => name);
  return lists.map((name) => {
    const words = valuesFor(schemas, [name], 2, '')[name];
    const some = (at: number, most: number): Json =>
      Array.isArray(words)
        ? words.slice(at, at + most)
        : { $from: `some#/*/${name}/0`, distinct: true, from: at, most };
    const changes: readonly (readonly [string, BodyMembers])[] = [
      ['fewer', { [name]: some(1, 1) }],
      ['others', { [name]: some(0, 1) }],
      ...(Array.isArray(words) || name === 'categories' ? [] : [['none', { [name]: [] }] as const]),
      ['all', { [name]: some(0, 2) }],
    ];
    const place = `${name.replaceAll('_', '-')}-replaced`;
    return lifecycle(ground, place, `keeps ${name} until an update replaces them`, (tag) => [
      ...(Array.isArray(words) ? [] : [look(collection, 'some', OLDEST)]),
      ...kept(ground, tag, { [name]: some(0, 2) }),
      ...UPDATE_METHODS.flatMap((method, at) => [
        update(collection, method, 'create', method, valuesFor(schemas, ['title'], at + 3, tag)),
        read(collection, `after-${method}`, 'create'),
        ...changes.flatMap(([kind, body]) => [
          update(collection, `${kind}-by-${method}`, 'create', method, body),
          read(collection, `${kind}-after-${method}`, 'create'),
        ]),
      ]),
    ]);
  });
}

/** A menu item that stands for a page. */
function pointing(ground: LifecycleContext): LifecycleTest {
  return lifecycle(ground, 'object-kept', 'keeps the object of a menu item', (tag) => [
    look('pages', 'pages', { per_page: 1 }),
    create(ground.collection, 'create', {
      ...valuesFor(ground.schemas, ['title'], 1, tag),
      status: 'publish',
      type: 'post_type',
      object: 'page',
      object_id: from('pages', '/0/id'),
    }),
    read(ground.collection, 'read', 'create'),
  ]);
}

/** Where there is an object to point to, a menu item points to it, and leaves out of which type that is. */
function guessing(ground: LifecycleContext): LifecycleTest {
  if (!ground.schemas.has('object')) return guessingTest(ground);
  const page = { object: 'page', object_id: from('pages', '/0/id') };
  return guessingTest(ground, page, [look('pages', 'pages', { per_page: 1 })]);
}

function synced(ground: LifecycleContext): readonly LifecycleTest[] {
  return ['partial', 'unsynced'].map((status) =>
    lifecycle(ground, `sync-${status}-kept`, `keeps the sync status ${status}`, (tag) =>
      kept(ground, tag, { meta: { cms_pattern_sync_status: status } }),
    ),
  );
}

/** Texts change twice, so that a server that keeps revisions has some. */
function revised(ground: LifecycleContext): LifecycleTest {
  const { collection, schemas } = ground;
  const parent = { parent: from('create') };
  const path = { ...parent, id: numberFrom('revisions', '/0/id') };
  const revision = (id: string, role: Step['role'], action: string, query: BodyMembers): Step =>
    stepFor(id, role, `content/${collection}/revisions/${action}`, { path, query });
  const texts = ['title', 'content'];
  return lifecycle(
    ground,
    'revised',
    'keeps revisions until they are deleted with force',
    (tag) => [
      create(collection, 'create', plainBody(ground, tag, 1)),
      read(collection, 'before', 'create'),
      update(collection, 'update', 'create', 'post', valuesFor(schemas, texts, 2, tag)),
      update(collection, 'update-again', 'create', 'post', valuesFor(schemas, texts, 3, tag)),
      stepFor('revisions', 'valid', `content/${collection}/revisions/list`, {
        path: parent,
        query: { context: 'edit' },
      }),
      revision('revision', 'valid', 'get', { context: 'edit' }),
      stepFor('older', 'valid', `content/${collection}/revisions/get`, {
        path: { ...parent, id: numberFrom('revisions', '/1/id') },
        query: { context: 'edit' },
      }),
      // Breaks the rule that `force` must be true.
      revision('unforced', 'probe', 'delete', { force: false }),
      revision('still', 'probe', 'get', { context: 'edit' }),
      read(collection, 'read', 'create'),
      revision('forced', 'valid', 'delete', { force: true }),
      revision('gone', 'probe', 'get', { context: 'edit' }),
      stepFor('left', 'valid', `content/${collection}/revisions/list`, {
        path: parent,
        query: { context: 'edit' },
      }),
      read(collection, 'after', 'create'),
    ],
  );
}
