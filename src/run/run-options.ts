/** Options of a run, and the parts that it takes over unchanged. */

import type { Journal } from '../cleanup/index.ts';
import type { Contract } from '../contract/index.ts';
import type { DriftWatch } from '../findings/index.ts';
import { toolOf } from '../io/index.ts';
import type { FailOn } from '../judge/index.ts';
import type { BaselineOfRun, Case, Shard, Target, WritePolicy } from '../model/index.ts';
import type { Recording } from '../record/index.ts';
import type { Clock } from './pipeline.ts';

/** Default number of generated valid cases for each operation. */
export const DEFAULT_RUNS = 20;

export const CLOCK: Clock = { now: Date.now, monotonic: () => performance.now() };

/** Does work that holds up the process, during which a signal ends it at once. */
export type Killable = <T>(work: () => T | Promise<T>) => Promise<T>;

export const atOnce: Killable = async (work) => work();

export interface LiveRun {
  readonly contract: Contract;
  readonly target: Target;
  /** Any 32-bit number without sign: the same seed plans the same cases. */
  readonly seed: number;
  /** Generated valid cases for each operation; 20 if absent. */
  readonly runs?: number;
  /** Each unusual value is sent wherever it fits; false if absent. */
  readonly thorough?: boolean;
  /** Prefixes of ids of clauses, cases or operations; all if absent or empty. */
  readonly only?: readonly string[];
  /** The part of the plan that is sent; all of it if absent. */
  readonly shard?: Shard;
  /** Implied clauses fail like stated ones. */
  readonly strict?: boolean;
  /** Further reasons for exit code 1, in addition to failures. */
  readonly failOn?: FailOn;
  /** The findings that were accepted for the target; none if absent. */
  readonly baseline?: BaselineOfRun;
  /** Ends the run early; the findings until then are reported. */
  readonly signal?: AbortSignal;
  readonly targetOptions?: readonly string[];
  /** Only on loopback if absent. */
  readonly writes?: WritePolicy;
  /** Servers on which creations continue although removals are refused; loopback if absent. */
  readonly leaveBehind?: WritePolicy;
  /**
   * Where what is created is written down until it is removed, as `journalFor` begins it; nowhere if absent, and then
   * nothing removes what a killed run leaves behind.
   */
  readonly journal?: Journal;
  /** Probe what the content API's index lists and the document does not. */
  readonly discover?: boolean;
  /** Picks from the planned cases those that are sent; all if absent. */
  readonly choose?: (planned: readonly Case[]) => readonly Case[];
  /** The folder in which the exchanges are kept; nowhere if absent. */
  readonly record?: string;
  /** Answers in the target's place: its cases are sent, and nothing is planned. */
  readonly recording?: Recording;
  /** An earlier recording: what the documents leave open is compared with what was observed then. */
  readonly driftFrom?: Recording;
  /** Receives at the end what drifted since then. */
  readonly onDrift?: (watch: DriftWatch) => void;
  /** Does work during which the process may be ended at once, as nothing is at stake; just does it if absent. */
  readonly killable?: Killable;
  /** Receives lines about waiting for the target, and about problems of the recording, at once. */
  readonly onAlert?: (line: string) => void;
  /** Receives lines about objects that were found at the end and removed. */
  readonly onNote?: (line: string) => void;
  /** Receives lines about recorded exchanges, or about changes since the recording. */
  readonly onRecording?: (line: string) => void;
}

/** Options that a run takes over unchanged, live or not. */
export function common(options: LiveRun, signal: AbortSignal) {
  return {
    strict: options.strict ?? false,
    failOn: options.failOn ?? new Set(),
    ...(options.baseline && { baseline: options.baseline }),
    clock: CLOCK,
    signal,
    tool: toolOf(),
    targetOptions: options.targetOptions ?? [],
    ...(options.shard && { shard: options.shard }),
  };
}
