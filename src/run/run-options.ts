/** What a run is asked to do, and what it takes over from that as it is. */

import type { Journal } from '../cleanup/index.ts';
import type { Contract } from '../contract/index.ts';
import type { DriftWatch } from '../findings/index.ts';
import { toolOf } from '../io/index.ts';
import type { FailOn } from '../judge/index.ts';
import type { BaselineOfRun, Case, Shard, Target, WritePolicy } from '../model/index.ts';
import type { Recording } from '../record/index.ts';
import type { Clock } from './pipeline.ts';

/** Generated valid cases for each operation, where nobody says how many. */
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
  /** What is implied fails like what is stated. */
  readonly strict?: boolean;
  /** What makes the exit code 1 besides failures. */
  readonly failOn?: FailOn;
  /** What was accepted of the target; nothing if absent. */
  readonly baseline?: BaselineOfRun;
  /** Ends the run early; what was found until then is told. */
  readonly signal?: AbortSignal;
  readonly targetOptions?: readonly string[];
  /** On loopback alone if absent. */
  readonly writes?: WritePolicy;
  /** Where creations go on although removals are refused; on loopback if absent. */
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
  /** Is told at the end what drifted since then. */
  readonly onDrift?: (watch: DriftWatch) => void;
  /** Does work during which the process may be ended at once, as nothing is at stake; just does it if absent. */
  readonly killable?: Killable;
  /** Is told at once, in a line, that requests wait for the target, and what befalls the recording. */
  readonly onAlert?: (line: string) => void;
  /** Is told, in a line, what was found at the end and removed. */
  readonly onNote?: (line: string) => void;
  /** Is told, in a line, what was recorded, or what changed since the recording. */
  readonly onRecording?: (line: string) => void;
}

/** What a run takes over from its options as it is, live or not. */
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
