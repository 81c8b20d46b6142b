import type { Case } from '../../../model.ts';
import { methodDefault, methodDefaultCreates, validationDefault } from './writes-batch-defaults.ts';
import {
  creations,
  deletions,
  effects,
  equalCreations,
  full,
  oversize,
} from './writes-batch-effects.ts';
import {
  indexed,
  isolation,
  order,
  requireAll,
  unlisted,
  withHeaders,
} from './writes-batch-members.ts';

/** Collections of which the document calls writes batchable, and whose objects can be removed again. */
const BATCHABLE = ['posts', 'pages', 'blocks', 'menu-items'] as const;

/** Those of which it says nothing, so that what an index says of them is all there is. */
const UNSAID = ['media', 'templates', 'template-parts'] as const;

/** How a batch is answered is not shown: what it does is told by reading, and by the same calls made singly. */
export function batchCases(slug: string): readonly Case[] {
  return [
    ...BATCHABLE.map((collection) => effects(collection, `${slug}-${collection}`)),
    ...BATCHABLE.map((collection) => creations(collection, `${slug}-new-${collection}`)),
    ...BATCHABLE.map((collection) => deletions(collection, `${slug}-gone-${collection}`)),
    full(`${slug}-full`),
    oversize(`${slug}-oversize`),
    oversize(`${slug}-oversize-valid`, 'require-all-validate'),
    equalCreations(`${slug}-equal`),
    methodDefault(`${slug}-method`),
    methodDefaultCreates(`${slug}-creating`),
    validationDefault(`${slug}-validation`),
    ...(['first', 'last'] as const).map((place) => isolation(`${slug}-${place}`, place)),
    requireAll(`${slug}-all`),
    withHeaders(`${slug}-headers`),
    order(`${slug}-order`),
    ...[...BATCHABLE, ...UNSAID].map((one) => indexed(one, `${slug}-indexed-${one}`)),
    unlisted(`${slug}-unlisted`),
  ];
}
