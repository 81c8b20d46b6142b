/** Short lives that need something of the target besides: what they refer to is listed first. */

import type { Contract } from '../../../contract/contract.ts';
import type { FormFile, Json, Step } from '../../../model.ts';
import { isObject } from '../../../pointer.ts';
import { type Ground, type LifecycleTest, plainBody, spareBody } from './sequences-lifecycles.ts';
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
import { tagOf, valuesFor } from './sequences-values.ts';
import { fileFor } from './writes-test-owned.ts';

/** Terms are looked for in what there was before the run: what it makes itself has none, and comes and goes. */
const OLDEST: BodyMembers = { orderby: 'id', order: 'asc', per_page: 50 };

/** So many terms are tried. */
const TRIED = 3;

/** Lives of objects that refer to others, and of what is kept about an object. */
export function lifecyclesFinding(contract: Contract, seed: number): readonly LifecycleTest[] {
  const ground = (collection: Collection): Ground => ({
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
    tagged(ground('posts')),
    ...termed(ground('blocks'), 'cms_pattern_category'),
    ...termed(ground('menu-items'), 'menus'),
    pointing(ground('menu-items')),
    ...synced(ground('blocks')),
    ...filed(ground('media')),
    ...LIVED_IN.filter(hasRevisions).map((name) => revised(ground(name))),
    ...LIVED_IN.map((name) => autosaved(ground(name))),
  ];
}

function life(
  { collection, seed }: Ground,
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
function kept(ground: Ground, tag: string, more: BodyMembers): readonly Step[] {
  const { collection } = ground;
  return [
    create(collection, 'create', { ...spareBody(ground, tag, 1), status: 'publish', ...more }),
    read(collection, 'read', 'create'),
  ];
}

/** An author who is not the one that the login stands for, and that one. */
function authored(ground: Ground): readonly LifecycleTest[] {
  const { collection } = ground;
  const own = (tag: string) => create(collection, 'own', spareBody(ground, `${tag}-own`, 1));
  return [
    life(ground, 'author-kept', 'keeps another author', (tag) => [
      own(tag),
      look(collection, 'others', { author_exclude: [from('own', '/author')], per_page: 1 }),
      ...kept(ground, tag, { author: from('others', '/0/author') }),
    ]),
    life(ground, 'own-author-kept', 'keeps the author who writes', (tag) => [
      own(tag),
      ...kept(ground, tag, { author: from('own', '/author') }),
    ]),
  ];
}

function featured(ground: Ground): LifecycleTest {
  return life(ground, 'featured-media-kept', 'keeps the media that are featured', (tag) => [
    look('media', 'media', { per_page: 1, media_type: ['image'] }),
    ...kept(ground, tag, { featured_media: from('media', '/0/id') }),
  ]);
}

/** No list tells the files of a theme; one that a theme does not have may be refused, and so may a template. */
function themed(ground: Ground): readonly LifecycleTest[] {
  return [
    life(ground, 'template-kept', 'keeps the theme file', (tag) =>
      kept(ground, tag, { template: 'full-width' }),
    ),
    life(ground, 'listed-template-kept', 'keeps the slug of a template', (tag) => [
      look('templates', 'templates', {}),
      ...kept(ground, tag, { template: from('templates', '/0/slug') }),
    ]),
  ];
}

function childOf(ground: Ground): LifecycleTest {
  const { collection } = ground;
  return life(ground, 'parent-kept', 'keeps the parent', (tag) => [
    create(collection, 'parent', plainBody(ground, `${tag}-above`, 1)),
    ...kept(ground, tag, { parent: from('parent') }),
  ]);
}

/** Two categories, of which the second is of an object that has not the first. */
function categorised(ground: Ground): readonly LifecycleTest[] {
  const { collection } = ground;
  const first = from('some', '/0/categories/0');
  return [
    life(ground, 'categories-kept', 'keeps both of two categories', (tag) => [
      look(collection, 'some', { per_page: 1 }),
      look(collection, 'others', { per_page: 1, categories_exclude: [first] }),
      ...kept(ground, tag, { categories: [first, from('others', '/0/categories/0')] }),
    ]),
    life(ground, 'category-kept', 'keeps one category', (tag) => [
      look(collection, 'some', { per_page: 1 }),
      look(collection, 'others', { per_page: 1, categories_exclude: [first] }),
      ...kept(ground, tag, { categories: [from('others', '/0/categories/0')] }),
    ]),
  ];
}

/** Terms that the target has: the first few, each on an object of its own. */
function termed(ground: Ground, field: string): readonly LifecycleTest[] {
  const { collection } = ground;
  const single = ground.schemas.get(field)?.type === 'integer';
  return Array.from({ length: TRIED }, (_, at) =>
    life(ground, `${field.replaceAll('_', '-')}-kept-${at + 1}`, `keeps ${field}`, (tag) => {
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

/** Tags that are left alone, and then taken away. */
function tagged(ground: Ground): LifecycleTest {
  const { collection, schemas } = ground;
  const tags = { $from: 'some#/*/tags/0', distinct: true, most: 2 };
  return life(ground, 'tags-left', 'keeps tags until an update takes them away', (tag) => [
    look(collection, 'some', OLDEST),
    ...kept(ground, tag, { tags }),
    ...UPDATE_METHODS.flatMap((method, at) => [
      update(collection, method, 'create', method, valuesFor(schemas, ['title'], at + 3, tag)),
      read(collection, `after-${method}`, 'create'),
      update(collection, `none-by-${method}`, 'create', method, { tags: [] }),
      read(collection, `without-${method}`, 'create'),
      update(collection, `some-by-${method}`, 'create', method, { tags }),
      read(collection, `with-${method}`, 'create'),
    ]),
  ]);
}

/** A menu item that stands for a page. */
function pointing(ground: Ground): LifecycleTest {
  return life(ground, 'object-kept', 'keeps the object of a menu item', (tag) => [
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

function synced(ground: Ground): readonly LifecycleTest[] {
  return ['partial', 'unsynced'].map((status) =>
    life(ground, `sync-${status}-kept`, `keeps the sync status ${status}`, (tag) =>
      kept(ground, tag, { meta: { cms_pattern_sync_status: status } }),
    ),
  );
}

/** What the table of media lists, with a file and without: a record without one may be refused. */
function filed(ground: Ground): readonly LifecycleTest[] {
  const { collection, schemas } = ground;
  const made = (tag: string, withFile: (one: Step) => Step): readonly Step[] => [
    create('posts', 'post', { title: { raw: `Title of ${tag}` }, slug: `${tag}-post` }),
    withFile(
      create(collection, 'create', {
        ...valuesFor(schemas, ['title', 'slug', 'alt_text', 'caption', 'description'], 1, tag),
        post: from('post'),
      }),
    ),
    read(collection, 'read', 'create'),
  ];
  return [
    life(ground, 'created', 'keeps what a record is created with', (tag) =>
      made(tag, (one) => one),
    ),
    life(ground, 'uploaded', 'keeps what a file is uploaded with', (tag) =>
      made(tag, (one) => besideFile(one, fileFor(tag))),
    ),
  ];
}

function besideFile(one: Step, file: FormFile): Step {
  const { body } = one.request;
  const fields = body.kind === 'json' && isMembers(body.value) ? body.value : {};
  return { ...one, request: { ...one.request, body: { kind: 'form', fields, file } } };
}

function isMembers(value: Json): value is BodyMembers {
  return isObject(value);
}

/** Texts change twice, so that a server that keeps revisions has some. */
function revised(ground: Ground): LifecycleTest {
  const { collection, schemas } = ground;
  const parent = { parent: from('create') };
  const path = { ...parent, id: numberFrom('revisions', '/0/id') };
  const revision = (id: string, role: Step['role'], action: string, query: BodyMembers): Step =>
    stepFor(id, role, `content/${collection}/revisions/${action}`, { path, query });
  const texts = ['title', 'content'];
  return life(ground, 'revised', 'keeps revisions until they are deleted with force', (tag) => [
    create(collection, 'create', plainBody(ground, tag, 1)),
    read(collection, 'before', 'create'),
    update(collection, 'update', 'create', 'post', valuesFor(schemas, texts, 2, tag)),
    update(collection, 'update-again', 'create', 'post', valuesFor(schemas, texts, 3, tag)),
    stepFor('revisions', 'valid', `content/${collection}/revisions/list`, {
      path: parent,
      query: { context: 'edit' },
    }),
    revision('revision', 'valid', 'get', { context: 'edit' }),
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
  ]);
}

/** What is published stays as it is while somebody types. */
function autosaved(ground: Ground): LifecycleTest {
  const { collection, schemas } = ground;
  const path = { id: from('create') };
  const typed = valuesFor(
    schemas,
    ['title', 'content'],
    2,
    tagOf(ground.seed, `${collection}-typed`),
  );
  return life(ground, 'autosaved', 'keeps an autosave apart from the object', (tag) => [
    create(collection, 'create', plainBody(ground, tag, 1)),
    read(collection, 'before', 'create'),
    stepFor('autosave', 'valid', `content/${collection}/autosaves/create`, { path, body: typed }),
    stepFor('autosaves', 'valid', `content/${collection}/autosaves/list`, {
      path,
      query: { context: 'edit' },
    }),
    stepFor('saved', 'valid', `content/${collection}/autosaves/get`, {
      path: { parent: from('create'), id: numberFrom('autosave') },
      query: { context: 'edit' },
    }),
    read(collection, 'after', 'create'),
  ]);
}
