/** Keeps exchanges that no plan asked for: those that passed a proxy, and those of other recorders. */

import type { Outcome, WireRequest } from '../model.ts';
import { createCleaner, type Secret } from '../secrets/index.ts';
import { type ManifestLine, rulesOf } from './cassette.ts';
import { entryJson } from './entry.ts';
import { type Finished, type FinishOptions, finishRecording } from './finish.ts';
import { openRecordingJournal } from './journal.ts';
import { createSpeller, lostOf } from './spelling.ts';

export interface TrafficOptions {
  /** The folder of the recording; it is made if need be. */
  readonly folder: string;
  readonly manifest: readonly ManifestLine[];
  /** Secrets that are known beforehand; others are found by their place or form. */
  readonly secrets: readonly Secret[];
  readonly finish: FinishOptions;
  /** Is told at once what befalls the recording. */
  readonly say?: (line: string) => void;
}

export interface TrafficExchange {
  /** Id of the operation, or null for what no document describes. */
  readonly operation: string | null;
  readonly baseUrl: string;
  /** `target` relative to the base URL. */
  readonly request: WireRequest;
  readonly outcome: Outcome;
  readonly resent: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** What could not be kept of it, one reason each. */
  readonly lost: readonly string[];
}

export interface TrafficRecorder {
  /** Writes exchanges down at once. @throws TouchstoneError 'output-unwritable' */
  readonly keep: (...exchanges: readonly TrafficExchange[]) => void;
  /** A text as it may be shown: without the secrets that are known by now. */
  readonly clean: (text: string) => string;
  /** Makes the files. @throws TouchstoneError 'output-unwritable'; the journal stays then */
  readonly finish: () => Finished;
}

/** @throws TouchstoneError 'output-unwritable', before anything has been sent */
export function openTraffic(options: TrafficOptions): TrafficRecorder {
  const cleaner = createCleaner(options.secrets, rulesOf(options.manifest));
  // One for all of it: what one connection showed to be a secret may come back on another.
  const scope = cleaner.scope();
  const manifest = options.manifest.map((line) => scope.known(line));
  const journal = openRecordingJournal(options.folder, manifest, options.say);
  let count = 0;
  const speller = createSpeller();
  const keep = ({ lost, request, outcome, ...facts }: TrafficExchange) => {
    const asked = speller.request(scope, request, facts.baseUrl);
    const answered = speller.outcome(scope, outcome);
    const kept = {
      ...facts,
      baseUrl: scope.text(facts.baseUrl),
      case: null,
      at: count,
      step: '',
      unsent: false,
      ...lostOf([...lost.map(scope.text), asked.lost, answered.lost]),
    };
    count += 1;
    const redacted = asked.changed || answered.changed;
    journal.entry(entryJson(kept, asked.json, answered.json, redacted));
  };
  return {
    keep: (...exchanges) => {
      for (const exchange of exchanges) keep(exchange);
      journal.flush();
    },
    clean: scope.text,
    finish: () => {
      journal.close();
      return finishRecording(options.folder, options.finish);
    },
  };
}
