/** Parts of a plan, for several machines. */

import type { Case, Shard } from '../model/index.ts';
import { mix } from './chance.ts';

/**
 * Returns true if a case, by its id, or a position of a stream belongs to a shard. Each belongs to just one, whatever
 * else is planned, so that a new case moves no other; and each shard has its share of everything.
 */
export function isInShard(key: number | string, { index, of }: Shard): boolean {
  return mix('shard', key) % of === index - 1;
}

/** Stands for the id or position of a case that shares something of the site with others. */
export const SHARED = 'shares';

/**
 * Returns true if a case belongs to a shard. Shards run at the same time, so all cases that share something of the site
 * with others are in one of them.
 */
export function isCaseInShard({ id, shares = [] }: Case, shard: Shard): boolean {
  return isInShard(shares.length > 0 ? SHARED : id, shard);
}
