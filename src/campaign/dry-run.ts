/** The stream of a campaign, spelt and not sent. */

import type { Contract } from '../contract/contract.ts';
import type { Shard, Target } from '../model.ts';
import { isInShard } from '../plan/shard.ts';
import type { Stream } from '../plan/stream.ts';
import type { PlannedShot } from '../report/requests-file.ts';
import { spelt } from './replays.ts';

/** The shots at some positions of a stream, each with its requests as other tools can send them. */
export function* plannedShots(
  contract: Contract,
  target: Target,
  stream: Stream,
  range: { readonly from: number; readonly runs: number; readonly shard?: Shard },
): Generator<PlannedShot, void, undefined> {
  for (let index = range.from; index < range.from + range.runs; index += 1) {
    if (range.shard !== undefined && !isInShard(index, range.shard)) continue;
    const shot = stream.at(index);
    const endpoint = shot && target.endpoints[shot.case.document];
    if (!shot || !endpoint || shot.case.unproven !== undefined) continue;
    const { steps, captures } = spelt(
      shot.case,
      contract,
      endpoint,
      ({ id, role }) => `${shot.case.id} ${id} (${role})`,
    );
    yield { shot, steps, captures, insecure: target.tls.insecure };
  }
}
