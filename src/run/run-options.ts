/** Options of a run, and those that it passes on unchanged. */

import type { Journal } from '../cleanup/index.ts';
import type { Contract } from '../contract/index.ts';
import type { DriftWatch } from '../findings/index.ts';
import { toolOf } from '../io/index.ts';
import type { FailOn } from '../judge/index.ts';
import type {
  BaselineOfRun,
  Case,
  CorpusInput,
  Shard,
  Target,
  WritePolicy,
} from '../model/index.ts';
import type { Recording } from '../record/index.ts';
import type { Clock } from './pipeline.ts';

/** Default number of generated valid cases for each operation. */
export const DEFAULT_RUNS = 20;

export const CLOCK: Clock = { now: Date.now, monotonic: () => performance.now() };

/** Does work that blocks the process, and can be ended by a signal meanwhile. */
export type Killable = <T>(work: () => T | Promise<T>) => Promise<T>;

export const atOnce: Killable = async (work) => work();

export interface LiveRun {
  readonly contract: Contract;
  readonly target: Target;
  /** Seed of the plan, an unsigned 32-bit integer. */
  readonly seed: number;
  /** Generated valid cases for each operation; 20 if absent. */
  readonly runs?: number;
  /** Sends each unusual value wherever it fits; false if absent. */
  readonly thorough?: boolean;
  /** Prefixes of ids of clauses, cases or operations; all if absent or empty. */
  readonly only?: readonly string[];
  /** The part of the plan to send; all if absent. */
  readonly shard?: Shard;
  /** Implied clauses fail like stated ones. */
  readonly strict?: boolean;
  /** Further reasons for exit code 1, in addition to failures. */
  readonly failOn?: FailOn;
  /** Accepted findings of the target; none if absent. */
  readonly baseline?: BaselineOfRun;
  /** Ends the run early; findings so far are reported. */
  readonly signal?: AbortSignal;
  readonly targetOptions?: readonly string[];
  /** Only on loopback if absent. */
  readonly writes?: WritePolicy;
  /** Servers on which creations continue although removals are refused; loopback if absent. */
  readonly leaveBehind?: WritePolicy;
  /** The journal of created objects, from `journalFor`. Without it, nothing removes the objects of a killed run. */
  readonly journal?: Journal;
  /** Probes what the content API's index lists and the document does not. */
  readonly discover?: boolean;
  /** Inputs that campaigns kept, sent too; none if absent. */
  readonly corpus?: readonly CorpusInput[];
  /** Picks the cases to send from the plan; all if absent. */
  readonly choose?: (planned: readonly Case[]) => readonly Case[];
  /** The folder for the recording; none if absent. */
  readonly record?: string;
  /** A recording that answers in place of the target: its cases are sent, and nothing is planned. */
  readonly recording?: Recording;
  /** An earlier recording, whose observations of unspecified behaviour are compared. */
  readonly driftFrom?: Recording;
  /** Receives the drift since then, at the end. */
  readonly onDrift?: (watch: DriftWatch) => void;
  /** Wraps work during which the process may be ended at once. */
  readonly killable?: Killable;
  /** Receives lines about waiting for the target and about recording problems, at once. */
  readonly onAlert?: (line: string) => void;
  /** Called each time requests begin to wait. @param waitsFor returns the current reason */
  readonly onWait?: (waitsFor: () => string | undefined) => void;
  /** Receives lines about leftovers that were found and removed at the end. */
  readonly onNote?: (line: string) => void;
  /** Receives lines about recorded exchanges, or about changes since the recording. */
  readonly onRecording?: (line: string) => void;
}

/** Options that a run passes on unchanged, live or not. */
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
