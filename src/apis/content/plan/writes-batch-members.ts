/** Members of a batch beside each other: broken ones, their order, and what may be none. */

import type { Case, Json } from '../../../model.ts';
import { from, idOf, step } from '../../../plan/stage.ts';
import { requestTo } from '../../../planned-body.ts';
import {
  alone,
  batch,
  batchCase,
  carried,
  invalid,
  member,
  objects,
  readings,
  removals,
  retitled,
  titled,
} from './writes-batch-parts.ts';
import { reading, titleOf } from './writes-test-owned.ts';

/** One member breaks a rule: the others are carried out all the same, and it is not. */
export function isolation(slug: string, place: 'first' | 'last'): Case {
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
export function requireAll(slug: string): Case {
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

/** A member's headers are texts, or lists of them; neither keeps it from being carried out. */
export function withHeaders(slug: string): Case {
  const names = ['text', 'list', 'twin'];
  const words = 'With headers of its own';
  const headed = (name: string, value: Json): Json => ({
    path: from(`${name}#/id`, '/cms/v2/posts/{}'),
    method: 'POST',
    body: retitled(words),
    headers: { 'X-Touchstone': value },
  });
  const given = [carried('batch'), titled('read-twin', words)];
  return batchCase(
    'headers',
    'carries out members that have headers, of one value and of several',
    ['batch/runs-writes', 'batch/accepted'],
    [
      ...objects(names, 'posts', slug),
      alone('alone', 'twin', 'posts', 'POST', retitled(words)),
      batch('batch', 'valid', [headed('text', 'one'), headed('list', ['one', 'two'])]),
      ...readings(names, 'posts'),
      ...removals(names, 'posts'),
    ],
    { writes: ['text', 'list'].map((name) => ({ ...titled(`read-${name}`, words), given })) },
  );
}

/** Members in another order than that of their objects' IDs. */
export function order(slug: string): Case {
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

export function indexed(collection: string, slug: string): Case {
  const words = 'Changed where the index says so';
  return batchCase(
    `indexed/${collection}`,
    `changes ${collection} in a batch where the index says that it may`,
    ['batch/as-indexed'],
    [
      step('index', 'setup', requestTo('content/index', {}, {}, undefined)),
      ...objects(['own', 'twin'], collection, slug),
      alone('alone', 'twin', collection, 'POST', retitled(words)),
      batch('batch', 'probe', [member('own', collection, 'POST', retitled(words))]),
      ...removals(['own', 'twin'], collection),
    ],
    { singly: ['alone'] },
  );
}

/** Routes of which the document does not say that they may be called so, and one that may not. */
export function unlisted(slug: string): Case {
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
