import type { Trace } from '../model/index.ts';
import { wallWatch } from '../probe/index.ts';
import type { RunOptions } from './pipeline.ts';

/** A signal that also ends the run if one page answers everything. A recording is judged to its end. */
export function endingAtWall({ signal, mode, target, contract }: RunOptions) {
  const stop = new AbortController();
  const watch = wallWatch(target, contract);
  return {
    signal: AbortSignal.any([signal, stop.signal]),
    note: (trace: Trace) => {
      const found = mode === 'replaying' ? undefined : watch.note(trace);
      if (found !== undefined) stop.abort(found);
    },
  };
}
