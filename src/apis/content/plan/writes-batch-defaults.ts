import type { Case, Json, Step } from '../../../model.ts';
import { from, step } from '../../../plan/stage.ts';
import { requestTo } from '../../../planned-body.ts';
import {
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
import { creation, removal, titleOf } from './writes-test-owned.ts';

export function methodDefault(slug: string): Case {
  const words = 'Changed without a method';
  return batchCase(
    'method-left-out',
    'takes a member without a method for a POST',
    ['batch/method-default'],
    [
      ...objects(['own', 'twin'], 'posts', slug),
      batch('model', 'setup', [member('twin', 'posts', 'POST', retitled(words))]),
      batch('batch', 'setup', [member('own', 'posts', undefined, retitled(words))]),
      ...readings(['own', 'twin'], 'posts'),
      ...removals(['own', 'twin'], 'posts'),
    ],
    {
      method: [
        {
          ...titled('read-own', words),
          given: [carried('model'), titled('read-twin', words), { step: 'batch', answered: true }],
        },
        { step: 'batch', carried: true, given: [carried('model')] },
      ],
    },
  );
}

/** On a collection, only POST creates; what is created is removed by the answer to another batch. */
export function methodDefaultCreates(slug: string): Case {
  const words = titleOf(`${slug}-told`);
  const at = '/responses/0/body/title/raw';
  const title = { raw: from(`shape#${at}`) };
  const made = (name: string, method?: string): Json => ({
    path: '/cms/v2/posts',
    ...(method !== undefined && { method }),
    body: { title, slug: `${slug}-${name}`, status: 'draft' },
  });
  const remove = (name: string): Step => {
    const id = from(`${name}#/responses/0/body/id`);
    const request = requestTo('content/posts/delete', { id }, { force: true }, undefined);
    return step(`remove-${name}`, 'cleanup', request);
  };
  const reported = (name: string) => ({ step: name, at, equals: words });
  return batchCase(
    'method-left-out/creates',
    'creates by a member without a method',
    ['batch/method-default'],
    [
      creation('own', 'posts', slug),
      batch('shape', 'setup', [member('own', 'posts', 'POST', retitled(words))]),
      batch('model', 'setup', [made('model', 'POST')]),
      batch('batch', 'setup', [made('batch')]),
      remove('model'),
      remove('batch'),
      removal('own', 'posts'),
    ],
    {
      method: [
        {
          step: 'batch',
          at: '/responses/0/status',
          as: { step: 'model' },
          given: [reported('shape'), reported('model')],
        },
      ],
    },
  );
}

/** One of three members is invalid, so that the two ways of validating can differ. */
export function validationDefault(slug: string): Case {
  const names = ['one', 'two', 'three'];
  const others = names.map((name) => `other-${name}`);
  const three = ([one = '', two = '', last = '']: readonly string[]) => [
    member(one, 'posts', 'POST', retitled('Valid before')),
    member(two, 'posts', 'POST', invalid('Not valid')),
    member(last, 'posts', 'POST', retitled('Valid after')),
  ];
  return batchCase(
    'validation-left-out',
    'validates as normal where nothing is said',
    ['batch/validation-default'],
    [
      ...[...names, ...others].map((name) =>
        creation(name, 'posts', `${slug}-${name}`, 'One title for all'),
      ),
      batch('normal', 'setup', three(others), 'normal'),
      batch('batch', 'setup', three(names)),
      ...readings([...names, ...others], 'posts'),
      ...removals([...names, ...others], 'posts'),
    ],
    {
      validation: names.map((name) => ({
        step: `read-${name}`,
        at: '/title/raw',
        as: { step: `read-other-${name}`, at: '/title/raw' },
        given: [carried('normal'), { step: 'batch', answered: true }],
      })),
    },
  );
}
