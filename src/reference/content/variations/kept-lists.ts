import { to } from '../../fronts.ts';
import type { ContentVariation } from '../deviation.ts';
import { keeping, type Moment } from '../kept-lists.ts';

/** Lists whose requests can have unique words: for others, such as templates, no case can tell their age. */
const LISTS = to(
  'GET',
  '/cms/v2/(?:(?:posts|pages|media|menu-items|blocks|navigation)|.+/revisions)',
);

function kept(
  name: string,
  how: string,
  isFresh: (kept: Moment, now: Moment) => boolean,
): ContentVariation {
  return {
    kind: 'variation',
    name: `lists-kept-${name}`,
    document: 'content',
    leaves: `4.2: of a plugin that caches, what it keeps is not shown: lists ${how}`,
    choose: {},
    inFront: keeping({ lists: LISTS, isFresh }),
  };
}

/** The clock of the last stands still for some requests, and then all cached lists expire at once. */
export const variationsOfKeptLists: readonly ContentVariation[] = [
  kept('for-a-second', 'for a second', (list, now) => now.time - list.time < 1000),
  kept('for-some-requests', 'for ten requests', (list, now) => now.request - list.request < 10),
  kept(
    'by-an-odd-clock',
    'until it is emptied, at every seventh request',
    (list, now) => Math.floor(list.request / 7) === Math.floor(now.request / 7),
  ),
];
