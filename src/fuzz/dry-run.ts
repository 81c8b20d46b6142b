/** The stream of a campaign, encoded and not sent. */

import type { Contract } from '../contract/index.ts';
import type { Shard, Target } from '../model/index.ts';
import { isInShard, type Stream } from '../plan/index.ts';
import type { PlannedFuzzCase } from '../report/index.ts';
import { serialized } from './replays.ts';

/** The fuzz cases at some positions of a stream, each with its requests as other tools can send them. */
export function* plannedFuzzCases(
  contract: Contract,
  target: Target,
  stream: Stream,
  range: { readonly from: number; readonly runs: number; readonly shard?: Shard },
): Generator<PlannedFuzzCase, void, undefined> {
  for (let index = range.from; index < range.from + range.runs; index += 1) {
    if (range.shard !== undefined && !isInShard(stream.shardKey(index), range.shard)) continue;
    const fuzzCase = stream.at(index);
    const endpoint = fuzzCase && target.endpoints[fuzzCase.case.document];
    if (!fuzzCase || !endpoint || fuzzCase.case.unproven !== undefined) continue;
    const { steps } = serialized(
      fuzzCase.case,
      contract,
      endpoint,
      ({ id, role }) => `${fuzzCase.case.id} ${id} (${role})`,
    );
    yield { fuzzCase, steps };
  }
}
