/** Records exchanges outside of a plan: those through a proxy, and imported ones. */

import type { ExchangePhases, Outcome, WireRequest } from '../model/index.ts';
import { createCleaner, type Secret } from '../secrets/index.ts';
import { type AlteredBody, alteredIn } from './altered.ts';
import { type ManifestLine, mostBodyBytesOf, recordingRulesOf, rulesOf } from './cassette.ts';
import { entryOf } from './entry.ts';
import { type Finished, type FinishOptions, finishWhereItIs } from './finish.ts';
import { openRecordingJournal } from './journal.ts';
import { recordingFilter } from './recording-rules.ts';

interface TrafficOptions {
  /** The folder of the recording, created if necessary. */
  readonly folder: string;
  readonly manifest: readonly ManifestLine[];
  /** Secrets that are known beforehand; others are found by place or form. */
  readonly secrets: readonly Secret[];
  readonly finish: FinishOptions;
  /** Receives problems of the recording at once. */
  readonly say?: (line: string) => void;
}

export interface TrafficExchange {
  /** Id of the operation; null for undocumented traffic. */
  readonly operation: string | null;
  readonly baseUrl: string;
  /** `target` relative to the base URL. */
  readonly request: WireRequest;
  readonly outcome: Outcome;
  readonly resent: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Only the total is known if absent. */
  readonly phases?: ExchangePhases;
  /** Parts that could not be recorded, one reason each. */
  readonly lost: readonly string[];
}

export interface KeptTraffic {
  /** Bodies in which a secret was replaced. */
  readonly altered: readonly AlteredBody[];
  /** Parts that could not be recorded, one reason each. */
  readonly lost: readonly string[];
}

export interface TrafficRecorder {
  /**
   * Writes an exchange synchronously.
   *
   * @returns undefined if the rules of the manifest exclude it
   * @throws TouchstoneError 'output-unwritable'
   */
  readonly keep: (exchange: TrafficExchange) => KeptTraffic | undefined;
  /** A text without the secrets that are known so far. */
  readonly clean: (text: string) => string;
  /**
   * Makes the files; after an error the journal stays.
   *
   * @throws TouchstoneError 'output-unwritable'
   */
  readonly finish: () => Finished;
}

/**
 * Records until an exchange cannot be written, and stops then: a gap would be taken for silence.
 *
 * @param failed receives the reason once
 * @returns the result of recording, or that all of the exchange is lost
 */
export function recordUntilFailure(
  keep: TrafficRecorder['keep'],
  failed: (error: unknown) => void,
): (exchange: TrafficExchange) => KeptTraffic {
  let hasStopped = false;
  return (exchange) => {
    const without = (why: string) => ({ altered: [], lost: [...exchange.lost, why] });
    if (hasStopped) return without(STOPPED);
    try {
      return keep(exchange) ?? without('all of it, as the profile says');
    } catch (error) {
      hasStopped = true;
      failed(error);
      return without(STOPPED);
    }
  };
}

const STOPPED = 'all of it: the recording has stopped';

/** @throws TouchstoneError 'output-unwritable', before anything has been sent */
export function openTraffic(options: TrafficOptions): TrafficRecorder {
  const cleaner = createCleaner(options.secrets, rulesOf(options.manifest));
  // One scope for all: a secret of one connection can recur on another.
  const scope = cleaner.scope();
  const manifest = options.manifest.map((line) => scope.known(line));
  const journal = openRecordingJournal(options.folder, manifest, options.say);
  const mostBodyBytes = mostBodyBytesOf(manifest);
  const isRecorded = recordingFilter(recordingRulesOf(options.manifest));
  let count = 0;
  return {
    keep: (exchange) => {
      if (!isRecorded(exchange)) return undefined;
      const place = { case: null, at: count, step: '', unsent: false };
      count += 1;
      const entry = entryOf(scope, { ...exchange, ...place }, mostBodyBytes);
      journal.write(entry);
      return { altered: alteredIn(entry), lost: entry._lost ?? [] };
    },
    // As the callback of a `map`, it gets an index too.
    clean: (text) => scope.text(text),
    finish: () => finishWhereItIs(journal.close(), options.folder, options.finish),
  };
}
