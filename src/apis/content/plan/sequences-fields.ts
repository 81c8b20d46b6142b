/** Updates single fields of objects whose other fields are not at their defaults. */

import { OWN_PASSWORD, type Step } from '../../../model/index.ts';
import type { LifecycleContext } from './sequences-ground.ts';
import {
  type BodyMembers,
  create,
  from,
  isListedWhole,
  read,
  stepFor,
  UPDATE_METHODS,
  update,
} from './sequences-steps.ts';
import { PLAIN, valuesFor } from './sequences-values.ts';

type Method = (typeof UPDATE_METHODS)[number];

/** Further fields that a server has no reason to refuse in a published object. */
const MORE: readonly string[] = ['date', 'format', 'sticky', 'meta'];

/** Values that differ from the default, for fields with few values. */
const CREATED: BodyMembers = { sticky: true, target: '_blank' };
const CHANGED: BodyMembers = { sticky: false, target: '' };

function own({ schemas }: LifecycleContext, members: BodyMembers): BodyMembers {
  return Object.fromEntries(Object.entries(members).filter(([name]) => schemas.has(name)));
}

/** A published object with a value in every field that needs nothing from the target. */
export function fullBody(ground: LifecycleContext, tag: string): BodyMembers {
  return {
    ...valuesFor(ground.schemas, [...PLAIN, ...MORE], 1, tag),
    ...own(ground, CREATED),
    ...(ground.collection !== 'media' && own(ground, { status: 'publish' })),
  };
}

/** Other values for all of these, except those that identify the object. */
export function changedBody(ground: LifecycleContext, n: number, tag: string): BodyMembers {
  const names = [...PLAIN, ...MORE].filter((name) => name !== 'slug');
  return { ...valuesFor(ground.schemas, names, n, tag), ...own(ground, CHANGED) };
}

/** Requests for objects that the updates refer to, sent first. */
export function looksFor(ground: LifecycleContext, tag: string): readonly Step[] {
  return links(ground, tag).flatMap(({ looks }) => looks);
}

/**
 * Updates one field after another, each with a read of the object. The seed assigns methods to fields; each method
 * changes the title.
 *
 * @param at index of the method
 */
export function oneByOne(
  ground: LifecycleContext,
  method: Method,
  at: number,
  tag: string,
): readonly Step[] {
  const { collection, schemas, seed } = ground;
  const turn = Math.abs(seed | 0) + at;
  const mine = changesOf(ground, tag).filter(
    (_, place) => (place + turn) % UPDATE_METHODS.length === 0,
  );
  const linked = links(ground, tag).map(({ field, value }) => [field, { [field]: value }] as const);
  const others = otherLinks(ground);
  const updates: readonly (readonly [string, BodyMembers])[] = [
    // Fields that are changed first have their new value while the others change.
    ...(turn % 2 === 0 ? linked : linked.toReversed()),
    ...(turn % 2 === 0 ? mine : mine.toReversed()),
    ['title', valuesFor(schemas, ['title'], at + 6, tag)],
    ...(Object.keys(others).length === 0
      ? []
      : [['all-linked', { ...changedBody(ground, at + 10, tag), ...others }] as const]),
    ...(isPublished(ground) ? [['status', { status: 'draft' }] as const] : []),
  ];
  return updates.flatMap(([name, body]) => {
    const id = `${name.replaceAll('_', '-')}-by-${method}`;
    return [
      update(collection, id, 'create', method, body),
      read(collection, `after-${id}`, 'create'),
    ];
  });
}

/** Media and templates have no known statuses other than published. */
function isPublished({ collection, schemas }: LifecycleContext): boolean {
  return schemas.has('status') && collection !== 'media' && !isListedWhole(collection);
}

function changesOf(
  ground: LifecycleContext,
  tag: string,
): readonly (readonly [string, BodyMembers])[] {
  const { schemas, collection } = ground;
  const changes: BodyMembers = {
    ...changedBody(ground, 2, tag),
    // A template is identified by its slug.
    ...(!isListedWhole(collection) && valuesFor(schemas, ['slug'], 2, tag)),
    // It is unspecified if a sticky post can have a password.
    ...(schemas.has('password') && !schemas.has('sticky') && { password: OWN_PASSWORD }),
  };
  return Object.entries(changes)
    .filter(([name]) => name !== 'title')
    .map(([name, value]) => [name, { [name]: value }]);
}

interface Link {
  readonly field: string;
  readonly value: BodyMembers[string];
  readonly looks: readonly Step[];
}

const TERMS: readonly string[] = ['categories', 'tags', 'cms_pattern_category', 'menus'];

/** References to other objects, each found in the target or created. */
function links(ground: LifecycleContext, tag: string): readonly Link[] {
  const { collection, schemas } = ground;
  const look = (id: string, of: string, query: BodyMembers): Step =>
    stepFor(id, 'setup', `content/${of}/list`, { query });
  const oldest = { orderby: 'id', order: 'asc', per_page: 50 };
  const all: readonly Link[] = [
    {
      field: 'author',
      value: from('authors', '/0/author'),
      looks: [
        create('posts', 'own', { title: { raw: `Title of ${tag}` }, slug: `${tag}-own` }),
        look('authors', 'posts', { author_exclude: [from('own', '/author')], per_page: 1 }),
      ],
    },
    {
      field: 'featured_media',
      value: from('media', '/0/id'),
      looks: [look('media', 'media', { per_page: 2, media_type: ['image'] })],
    },
    {
      field: 'template',
      value: from('templates', '/0/slug'),
      looks: [look('templates', 'templates', {})],
    },
    ...TERMS.map((field) => ({
      field,
      value:
        schemas.get(field)?.type === 'integer' ? from('some', `/0/${field}`) : someOf(field, 0),
      // The list of posts that shows categories also shows tags.
      looks: field === 'tags' ? [] : [look('some', collection, oldest)],
    })),
    {
      field: 'parent',
      value: from('above'),
      looks: [create(collection, 'above', fullBody(ground, `${tag}-above`))],
    },
  ];
  const isFor = (field: string) =>
    schemas.has(field) &&
    (field !== 'template' || collection === 'posts' || collection === 'pages');
  return isListedWhole(collection) ? [] : all.filter(({ field }) => isFor(field));
}

function someOf(field: string, at: number): BodyMembers[string] {
  return { $from: `some#/*/${field}/0`, distinct: true, from: at, most: 1 };
}

/** Other values for references, if there can be a second object. */
function otherLinks({ collection, schemas }: LifecycleContext): BodyMembers {
  if (isListedWhole(collection)) return {};
  const lists = TERMS.filter((field) => schemas.get(field)?.type === 'array');
  return {
    ...(schemas.has('author') && { author: from('own', '/author') }),
    ...(schemas.has('featured_media') && { featured_media: from('media', '/1/id') }),
    ...Object.fromEntries(lists.map((field) => [field, someOf(field, 1)])),
  };
}
