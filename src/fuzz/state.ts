/** Options of a campaign, and its state while it runs. */

import type { CreationRegister, Journal } from '../cleanup/index.ts';
import type { Contract } from '../contract/index.ts';
import type {
  CampaignProgress,
  CampaignReport,
  FuzzCase,
  Mode,
  RunHeader,
  Shard,
  Target,
  Trace,
  Transport,
  WritePolicy,
} from '../model/index.ts';
import type { Stream } from '../plan/index.ts';
import type { accessTo } from '../probe/index.ts';
import type { Absences, LoadSummary, Locks } from '../send/index.ts';
import type { Executor } from './executor.ts';
import type { ReportedFinding } from './findings.ts';
import type { LaneOptions, LearningLane } from './lane.ts';
import type { LengthWatch } from './lengths.ts';
import type { Registry } from './registry.ts';
import type { CampaignTally } from './tally.ts';

/** When a campaign ends; the first that comes. With none of them it goes on until it is stopped. */
interface Bounds {
  /** Positions of the stream. */
  readonly runs?: number;
  /** Requests after which no further case begins. */
  readonly requests?: number;
  readonly milliseconds?: number;
  /** Causes after which no further case begins. */
  readonly causes?: number;
}

export interface CampaignOptions {
  readonly contract: Contract;
  readonly target: Target;
  readonly seed: number;
  readonly modes: readonly Mode[];
  readonly only: readonly string[];
  readonly bounds: Bounds;
  /** Position of the stream at which it begins; 0 if absent. */
  readonly from?: number;
  readonly shard?: Shard;
  /** The corpus, and the lane that learns; none if absent. */
  readonly lane?: LaneOptions;
  readonly strict: boolean;
  readonly failOnWarn: boolean;
  readonly writes: WritePolicy;
  /** Servers on which creations continue although removals are refused; loopback if absent. */
  readonly leaveBehind?: WritePolicy;
  readonly transport: Transport;
  readonly clock: { readonly now: () => number; readonly monotonic: () => number };
  readonly signal: AbortSignal;
  readonly tool: RunHeader['tool'];
  readonly targetOptions: readonly string[];
  readonly journal?: Journal;
  /** The process of the target on this machine. */
  readonly process?: TargetProcess;
  /** Receives what was removed and what is left if an error ends the campaign. */
  readonly alert?: (line: string) => void;
  /** Milliseconds that an unreachable target is waited for; 10 s if absent. */
  readonly absenceLimitMs?: number;
  /** Milliseconds after its end for what was begun and what was just found; see `graceOf` if absent. */
  readonly graceMs?: number;
  /** Refusals for load; none if absent. */
  readonly load?: () => LoadSummary | undefined;
  /** Told twice a second how it stands. */
  readonly watch?: (standing: CampaignProgress) => void;
  /** Receives the collections in which it will create objects, before it sends the first request. */
  readonly announce?: (collections: readonly string[]) => void;
}

/** The process of a target, as the system shows it. */
export interface TargetProcess {
  readonly id?: number;
  /** Returns true once it was seen to have ended. */
  readonly hasEnded: () => boolean;
  /** Starts the target again; called for as long as it cannot be reached. */
  readonly restart?: () => void;
  /** Bytes that it uses, at first, now and at the most; undefined where the system does not tell. */
  readonly memory: () =>
    | { readonly first: number; readonly last: number; readonly most: number }
    | undefined;
}

/** A fuzz case that brought no whole answer. */
export interface Suspect {
  readonly fuzzCase: FuzzCase;
  readonly trace: Trace;
}

export interface SuspectWatch {
  /** Milliseconds for the answers to a case that is like one that hangs; undefined for others. */
  readonly limitFor: (fuzzCase: FuzzCase) => number | undefined;
  /**
   * Waits until the suspects that were under way at the same time are tried.
   * @returns true if what happened is explained; otherwise it may happen to any request
   */
  readonly look: (suspect: Suspect) => Promise<boolean>;
  /** Number of those that were under way when the target ended for good. */
  readonly away: () => number;
  readonly notes: () => readonly string[];
}

export interface CampaignResult {
  readonly report: CampaignReport;
  /** For each finding, the exchanges that show it, secrets removed from what is text. */
  readonly shown: readonly ReportedFinding[];
}

/** A campaign under way. */
export interface Campaign {
  readonly options: CampaignOptions;
  readonly stream: Stream;
  readonly executor: Executor;
  readonly triageExecutor: Executor;
  /** Base URLs to which there was a connection. */
  readonly connected: ReadonlySet<string>;
  readonly absences: Absences;
  readonly locks: Locks;
  readonly suspects: SuspectWatch;
  readonly lengths: LengthWatch;
  readonly lane: LearningLane;
  readonly registry: Registry;
  readonly register: CreationRegister;
  readonly tally: CampaignTally;
  readonly access: ReturnType<typeof accessTo>;
  /** Beginnings of the identities of what could have been found. */
  readonly reached: Set<string>;
  readonly notes: Map<string, number>;
  /** Why cases could not be judged, and how many of them. */
  readonly unjudged: Map<string, number>;
  /** Violations of one kind are investigated one after the other: they can have one cause. */
  readonly looking: Map<string, Promise<void>>;
  readonly state: {
    /** The next position of the stream. */
    position: number;
    /** Positions that gave nothing to send. */
    barren: number;
    cases: number;
    /** Cases that could not be judged. */
    unjudged: number;
    /** Cases that the end of the campaign cut short. */
    interrupted: number;
    unproven: number;
    /** Cases that were not sent, as what they create could not be found again. */
    unmarked: number;
    firstUnproven: string;
  };
  readonly goesOn: () => boolean;
  /** Returns true if there is time to send a finding again. */
  readonly inGrace: () => boolean;
  /** Returns true if there is time to make a finding smaller first: half of the grace is kept for sending again. */
  readonly mayShrink: () => boolean;
}

/** Number of requests that went out. */
export function requestsOf({
  executor,
  triageExecutor,
}: Pick<Campaign, 'executor' | 'triageExecutor'>): number {
  return executor.requests() + triageExecutor.requests();
}
