/** Requests of a campaign, without sending them. */

import { resolve } from 'node:path';
import type { Contract } from '../contract/index.ts';
import { plannedFuzzCases } from '../fuzz/index.ts';
import { toolOf, writeLine } from '../io/index.ts';
import { count, MODES, type Mode, type Target, TouchstoneError } from '../model/index.ts';
import { openStream } from '../plan/index.ts';
import { openRequestsFile } from '../report/index.ts';
import type { FuzzOptions } from './fuzz.ts';
import type { Io } from './io.ts';
import { writePolicy } from './options.ts';

/** Default number of positions that are written. */
const DRY_RUNS = 1_000;

/** The target is not called: its facts come only from its profile. */
export function dryRun(contract: Contract, target: Target, options: FuzzOptions, io: Io): number {
  if (options.out === undefined) {
    throw new TouchstoneError(
      'usage',
      '--dry-run needs a file to write to',
      'name one with --out, such as --out requests.har',
    );
  }
  const seed = options.seed ?? Math.floor(Math.random() * 0x1_0000_0000);
  const stream = openStream(contract, target, {
    seed,
    modes: modesOf(options),
    only: options.only ?? [],
    writes: writePolicy(options),
  });
  const path = resolve(io.cwd, options.out);
  const file = openRequestsFile(path, toolOf());
  let fuzzCases = 0;
  let requests = 0;
  for (const planned of plannedFuzzCases(contract, target, stream, {
    from: options.from ?? 0,
    runs: options.runs ?? DRY_RUNS,
    ...(options.shard && { shard: options.shard }),
  })) {
    if (options.maxRequests !== undefined && requests >= options.maxRequests) break;
    file.add(planned);
    fuzzCases += 1;
    requests += planned.steps.length;
  }
  file.close();
  writeLine(
    io.stderr,
    `${count(requests, 'request')} of ${count(fuzzCases, 'case')}, not sent: ${options.out} (seed ${seed})`,
  );
  return fuzzCases > 0 ? 0 : 2;
}

export function modesOf({ mode }: FuzzOptions): readonly Mode[] {
  return mode === undefined || mode === 'all' ? MODES : [mode];
}
