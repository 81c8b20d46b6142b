import { isMembers } from '../../../json.ts';
import type { FormFile, Step } from '../../../model.ts';
import { looksFor, oneByOne } from './sequences-fields.ts';
import { type LifecycleContext, type LifecycleTest, lifecycleIn } from './sequences-ground.ts';
import { create, from, read, UPDATE_METHODS, update } from './sequences-steps.ts';
import { PLAIN, unusualTexts, valuesFor } from './sequences-values.ts';
import { fileFor } from './writes-test-owned.ts';

/** What the table of media lists, with a file and without: a record without one may be refused. */
export function uploadTests(ground: LifecycleContext): readonly LifecycleTest[] {
  const { collection, schemas } = ground;
  const lifecycle = lifecycleIn(ground);
  const changed = PLAIN.filter((name) => name !== 'slug');
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
    lifecycle('created', 'keeps what a record is created with', (tag) => made(tag, (one) => one)),
    lifecycle('uploaded', 'keeps what a file is uploaded with, and what updates change', (tag) => [
      ...looksFor(ground, tag),
      ...made(tag, (one) => besideFile(one, fileFor(tag))),
      ...UPDATE_METHODS.flatMap((method, at) => [
        update(
          collection,
          `all-by-${method}`,
          'create',
          method,
          valuesFor(schemas, changed, at + 2, tag),
        ),
        read(collection, `all-after-${method}`, 'create'),
        ...oneByOne(ground, method, at, tag),
        update(
          collection,
          `characters-by-${method}`,
          'create',
          method,
          unusualTexts(schemas, at + 9, tag),
        ),
        read(collection, `characters-after-${method}`, 'create'),
      ]),
    ]),
  ];
}

export function besideFile(one: Step, file: FormFile): Step {
  const { body } = one.request;
  const fields = body.kind === 'json' && isMembers(body.value) ? body.value : {};
  return { ...one, request: { ...one.request, body: { kind: 'form', fields, file } } };
}
