/** Parts of a plan, for several machines. */

import type { Case, Shard } from '../model.ts';
import { mix } from './chance.ts';

/** Each belongs to just one, so that a new case moves no other; each shard has its share of everything. */
export function isInShard(key: number | string, { index, of }: Shard): boolean {
  return mix('shard', key) % of === index - 1;
}

/** Stands for the id or position of a case that shares something of the site with others. */
export const SHARED = 'shares';

/** Shards run at the same time: cases that share something of the site are in one of them. */
export function isCaseInShard({ id, shares = [] }: Case, shard: Shard): boolean {
  return isInShard(shares.length > 0 ? SHARED : id, shard);
}
