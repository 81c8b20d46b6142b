/** The fuzz cases of a campaign in the order of the stream, drawn some at a time. */

import type { FuzzCase } from '../fuzzing.ts';
import { isInShard } from '../plan/shard.ts';
import type { Stream } from '../plan/stream.ts';
import type { CampaignOptions } from './state.ts';

export interface Prefetch {
  /** The next fuzz case; `barren` where a stretch of the stream had none, undefined at its end. */
  readonly next: () => FuzzCase | 'barren' | undefined;
  /** How many positions gave nothing to send. */
  readonly barren: () => number;
}

/**
 * So many fuzz cases are made one after the other. Made one at a time, between all that sends and judges, each
 * takes half as long again: none of what makes it is left in the processor's caches by then.
 */
const TOGETHER = 32;

/** No more positions are looked at at once, or signals and timers would wait where few of them have a fuzz case. */
const STRETCH = 64;

export function prefetchOf(
  { at }: Pick<Stream, 'at'>,
  { shard, bounds, from = 0 }: Pick<CampaignOptions, 'shard' | 'bounds' | 'from'>,
): Prefetch {
  const end = bounds.runs === undefined ? Number.POSITIVE_INFINITY : from + bounds.runs;
  const drawn: FuzzCase[] = [];
  let position = from;
  let barren = 0;
  const draw = () => {
    let looked = 0;
    for (; drawn.length < TOGETHER && looked < STRETCH && position < end; position += 1) {
      if (shard !== undefined && !isInShard(position, shard)) continue;
      looked += 1;
      const fuzzCase = at(position);
      if (fuzzCase === undefined) barren += 1;
      else drawn.push(fuzzCase);
    }
    drawn.reverse();
  };
  return {
    next: () => {
      if (drawn.length === 0) draw();
      return drawn.pop() ?? (position < end ? 'barren' : undefined);
    },
    barren: () => barren,
  };
}
