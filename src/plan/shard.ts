/** Parts of a plan, for several machines. */

import type { Case, Shard } from '../model/index.ts';
import { mix } from './chance.ts';

/**
 * Returns true if a case id or a stream position belongs to a shard. Each belongs to exactly one, independent of the
 * rest, so that a new case moves no other; shards are about equally large.
 */
export function isInShard(key: number | string, { index, of }: Shard): boolean {
  return mix('shard', key) % of === index - 1;
}

/** Key for all cases with shared site state. */
export const SHARED = 'shares';

/**
 * Returns true if a case belongs to a shard. Shards run in parallel, so all cases with shared site state are in one of
 * them.
 */
export function isCaseInShard({ id, shares = [] }: Case, shard: Shard): boolean {
  return isInShard(shares.length > 0 ? SHARED : id, shard);
}
