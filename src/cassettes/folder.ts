/** A cassette in a folder: earlier exchanges, and those that are recorded now. */

import { toolOf } from '../io/index.ts';
import {
  isNothingSent,
  type Outcome,
  TouchstoneError,
  type TransportFault,
} from '../model/index.ts';
import {
  earlierFiles,
  isRecording,
  type ManifestLine,
  openRecording,
  openTraffic,
  type RecordedExchange,
  type Recording,
  type TrafficExchange,
  type TrafficRecorder,
} from '../record/index.ts';
import type { Secret } from '../secrets/index.ts';

interface CassetteFolderOptions {
  readonly folder: string;
  readonly manifestOf: (exchanges: readonly TrafficExchange[]) => readonly ManifestLine[];
  readonly secrets: readonly Secret[];
}

/** An earlier exchange, by its number in the folder. */
export interface CassetteEntry {
  readonly number: number;
  readonly exchange: RecordedExchange;
}

export interface CassetteFolder {
  /** In the order in which they were sent. */
  readonly entries: readonly CassetteEntry[];
  readonly recording: Recording | undefined;
  /**
   * Writes an exchange to the journal at once.
   *
   * @param inPlaceOf an earlier one that is out of date
   */
  readonly record: (exchange: TrafficExchange, inPlaceOf?: CassetteEntry) => void;
  /**
   * Makes the files, unless nothing was recorded.
   * @throws TouchstoneError 'output-unwritable', 'target-unreachable' where no request reached a server
   */
  readonly finish: () => void;
  /**
   * Puts back the files that were there before something was recorded.
   *
   * @returns false if nothing was recorded, or no files were there
   * @throws TouchstoneError 'output-unwritable'
   */
  readonly putBackEarlier: () => boolean;
}

/**
 * @param earlier decides about earlier exchanges
 * @throws TouchstoneError 'recording-unreadable', 'output-unwritable'
 */
export function openCassetteFolder(
  options: CassetteFolderOptions,
  earlier: 'extended' | 'replaced',
): CassetteFolder {
  const recording =
    earlier === 'extended' && isRecording(options.folder)
      ? openRecording(options.folder, toolOf())
      : undefined;
  const entries = (recording?.entries ?? [])
    .map((entry) => entry.read())
    .toSorted((a, b) => a.startedAt - b.startedAt || a.at - b.at)
    .map((exchange, number): CassetteEntry => ({ number, exchange }));
  const replaced = new Set<number>();
  const recorded: TrafficExchange[] = [];
  let traffic: TrafficRecorder | undefined;
  let putBack: (() => void) | undefined;
  let manifest: readonly ManifestLine[] = [];
  /** Nothing is begun, or replaced, before a request has reached its target. */
  let unreached: TrafficExchange[] = [];
  return {
    entries,
    recording,
    record: (exchange, inPlaceOf) => {
      if (inPlaceOf) replaced.add(inPlaceOf.number);
      recorded.push(exchange);
      unreached.push(exchange);
      const { outcome } = exchange;
      if (!traffic && outcome.kind === 'fault' && isNothingSent(outcome.code)) return;
      if (!traffic) {
        const putBackFiles = isRecording(options.folder) ? earlierFiles(options.folder) : undefined;
        const earlier = entries.map(trafficOf);
        manifest = options.manifestOf([...earlier, ...unreached]);
        traffic = begun(options, manifest, earlier);
        // Not before: nothing is changed where another run records.
        putBack = putBackFiles;
      }
      for (const one of unreached) traffic.keep(one);
      unreached = [];
    },
    finish: () => {
      const [outcome] = unreached.map((one) => one.outcome);
      if (outcome?.kind === 'fault') throw unrecordable(options.folder, outcome);
      if (!traffic) return;
      traffic.finish();
      const current = entries.filter(({ number }) => !replaced.has(number)).map(trafficOf);
      const all = [...current, ...recorded];
      // Later exchanges may have shown the base URL of another API.
      const whole = options.manifestOf(all);
      if (replaced.size === 0 && JSON.stringify(whole) === JSON.stringify(manifest)) return;
      begun(options, whole, all).finish();
    },
    putBackEarlier: () => {
      putBack?.();
      return putBack !== undefined;
    },
  };
}

function unrecordable(folder: string, { message }: TransportFault): TouchstoneError {
  return new TouchstoneError(
    'target-unreachable',
    `no request reached a server (${message}), and nothing was recorded in ${folder}`,
    'start the server; a fault that a test is about can be made up with an intercept',
  );
}

/** All that stays goes into the journal first: a process that is killed loses nothing. */
function begun(
  { folder, secrets }: CassetteFolderOptions,
  manifest: readonly ManifestLine[],
  exchanges: readonly TrafficExchange[],
): TrafficRecorder {
  const finish = { tool: toolOf(), keepOthers: false };
  const traffic = openTraffic({ folder, manifest, secrets, finish });
  for (const exchange of exchanges) traffic.keep(exchange);
  return traffic;
}

function trafficOf({ exchange }: CassetteEntry): TrafficExchange {
  const { operation, baseUrl, request, resent, startedAt, durationMs, lost = [] } = exchange;
  const outcome: Outcome = exchange.outcome;
  return { operation, baseUrl, request, outcome, resent, startedAt, durationMs, lost };
}
