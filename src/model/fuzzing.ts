/** The data of a campaign: what is planned for it, what it finds, what it reports. Nothing here has behaviour. */

import type {
  Case,
  ClauseSource,
  Connectivity,
  DocumentName,
  ExchangeExcerpt,
  Json,
  Level,
  Reproduction,
  RunHeader,
  Shard,
  StepReport,
  Timings,
  Verdict,
} from './index.ts';

/**
 * The kind of requests of a campaign. `valid` also has pairwise combinations. `stateful` has cases of several requests,
 * which are judged as a whole.
 */
export type Mode = 'valid' | 'boundary' | 'violation' | 'edge' | 'stateful';

export const MODES: readonly Mode[] = ['valid', 'boundary', 'violation', 'edge', 'stateful'];

/** The unusual part of one step of a fuzz case. */
export interface Mark {
  /** Id of the step. */
  readonly step: string;
  readonly mode: Mode;
  /** Class of input, by name: `valid`, `pairwise`, `violation/type`, `numbers/2^53+1`. */
  readonly class: string;
  /** The unusual place: `query /per_page`, `headers`, or empty for the request as a whole. */
  readonly place: string;
}

/** One position of the stream: a case, and what its steps are about. Pure data. */
export interface FuzzCase {
  readonly index: number;
  readonly case: Case;
  readonly marks: readonly Mark[];
}

/** Why a finding is one, where no clause of a document says it. */
export interface RobustnessRule {
  readonly id: string;
  readonly level: Level;
  readonly states: string;
  /** The basis of the rule, if it is not a document under test. */
  readonly because: string;
}

/** Ids of the rules that a run holds every request against, and that are no clause of a document. */
export const RULES_FOR_ALL: readonly string[] = [
  'robust/no-server-error',
  'robust/no-server-error-on-invalid',
  'robust/body-as-typed',
  'robust/keeps-connection',
  'robust/answers-in-time',
  'robust/valid-accepted',
  'robust/creates-new',
  'robust/steady-answers',
];

/** Number of reproductions when its request was sent again. */
export interface Again {
  readonly times: number;
  readonly of: number;
  /** Why it was never sent again. */
  readonly why?: string;
}

/** A cause, with what a person needs to act on it. */
export interface CampaignFinding {
  /** From 1, in the order of the stream positions at which they were first met. */
  readonly number: number;
  /** The same for the same cause in every run: what a known failure names. */
  readonly id: string;
  /** One for each operation that shows it. */
  readonly ids: readonly string[];
  readonly verdict: Verdict;
  /** A clause of a document, or a rule of the campaign. */
  readonly clause: string;
  /** Other clauses that the same answers break for the same reason, most often at the same place. */
  readonly also?: readonly string[];
  readonly level: Level;
  readonly source?: ClauseSource;
  readonly states: string;
  readonly document: DocumentName;
  readonly operations: readonly string[];
  readonly class: string;
  /** Places of the request that it takes; empty where the plainest request is enough. */
  readonly places: readonly string[];
  /** All classes and places, if many classes at one place, or one class at many places, show the same. */
  readonly takes?: readonly { readonly class: string; readonly places: readonly string[] }[];
  /** Into the answer, elements and keys that are the request's own as `*`. */
  readonly pointer: string;
  /** Distinguishes different failures there; empty if there is only one. */
  readonly signature: string;
  readonly actual: string;
  readonly expected: string;
  readonly message: string;
  /** Number of answers that showed it. */
  readonly hits: number;
  readonly again: Again;
  /** Position of the first hit in the stream. */
  readonly index: number;
  /** The smallest case that shows it. */
  readonly case: Case;
  /** The step of it that shows it. */
  readonly step: string;
  readonly reproduce: Reproduction;
  /** The preceding requests, if it needs the other requests of its case. */
  readonly steps?: readonly StepReport[];
  /** The request that shows it, and its answer. */
  readonly exchange?: ExchangeExcerpt;
  /** Set where the target's profile lists it. */
  readonly known?: string;
  /** Files below the output folder, if one was asked for. */
  readonly files?: readonly string[];
}

/** Results for one class of input. */
export interface ClassCount {
  readonly name: string;
  readonly requests: number;
  /** Number of answers by status; `none` for no answer. */
  readonly statuses: { readonly [status: string]: number };
}

export interface CampaignCoverage {
  readonly operations: { readonly reached: number; readonly of: number };
  /** Rules of request schemas that a violating request was sent for. */
  readonly rules: { readonly reached: number; readonly of: number };
  readonly classes: { readonly reached: number; readonly of: number };
}

/** A known failure that names a finding, and what a campaign saw of it. */
export interface KnownFinding {
  readonly finding: string;
  readonly expires?: string;
  /** Its class was tried at its place. */
  readonly tried: boolean;
  readonly found: boolean;
}

/** Reached parts of a plan, by name. */
export interface ReachedNames {
  readonly operations: readonly string[];
  /** Clauses on refusals. */
  readonly rules: readonly string[];
  /** Classes of input that may come up, reached or not. */
  readonly classes: readonly string[];
}

/** Data that a shard reports because only all shards together can judge it. */
export interface CampaignShare {
  readonly only: readonly string[];
  readonly from: number;
  readonly strict: boolean;
  readonly failOnWarn: boolean;
  readonly heard: readonly Connectivity[];
  readonly reached: ReachedNames;
  readonly known: readonly KnownFinding[];
}

/** `report.json` of a campaign. */
export interface CampaignReport {
  readonly kind: 'campaign';
  readonly tool: RunHeader['tool'];
  readonly contract: RunHeader['contract'];
  readonly target: RunHeader['target'];
  readonly seed: number;
  readonly modes: readonly Mode[];
  readonly shard?: Shard;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly cases: number;
  readonly requests: number;
  /** Requests a second, over the whole campaign. */
  readonly rate: number;
  readonly judged: { readonly [verdict: string]: number };
  readonly coverage: CampaignCoverage;
  readonly classes: readonly ClassCount[];
  readonly findings: readonly CampaignFinding[];
  /** Seen once and not reproduced: it fails no run. Numbered together with the findings. */
  readonly unconfirmed: readonly CampaignFinding[];
  /** Why the campaign cannot vouch for the target, one sentence each. */
  readonly problems: readonly string[];
  /** Remarks that change nothing. */
  readonly notes: readonly string[];
  readonly stale: readonly string[];
  readonly timings?: Timings;
  readonly exitCode: 0 | 1 | 2;
  /** Only for a shard. */
  readonly share?: CampaignShare;
}

/** Progress of a campaign, for the screen. */
export interface CampaignProgress {
  readonly seconds: number;
  /** Until its time is up; absent where it has no bound of time. */
  readonly secondsLeft?: number;
  readonly requests: number;
  readonly rate: number;
  readonly findings: number;
  readonly coverage: CampaignCoverage;
}

/** Values that are filled into a plan. */
export type KnownValues = { readonly [name: string]: readonly Json[] };
