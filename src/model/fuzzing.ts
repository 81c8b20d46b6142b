/** The data of a campaign: plan, findings and report. No behaviour. */

import type {
  Case,
  ClauseSource,
  Connectivity,
  DocumentName,
  ExchangeExcerpt,
  Json,
  Level,
  PlannedRequest,
  Reproduction,
  RunHeader,
  Shard,
  StepReport,
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
  readonly step: string;
  readonly mode: Mode;
  /** Class of input, by name: `valid`, `pairwise`, `violation/type`, `numbers/2^53+1`. */
  readonly class: string;
  /** The unusual place: `query /per_page`, `headers`, or empty for the whole request. */
  readonly place: string;
}

/** One position of the stream: a case, and the subject of its steps. Pure data. */
export interface FuzzCase {
  readonly index: number;
  readonly case: Case;
  readonly marks: readonly Mark[];
}

/** A request that a campaign keeps, as far as it differs from the plainest one of its operation. */
export interface CorpusInput {
  readonly operation: string;
  /** Class and place of the input, which are part of the ID of a finding. */
  readonly class?: string;
  readonly place?: string;
  readonly request: Partial<
    Pick<PlannedRequest, 'method' | 'path' | 'query' | 'headers' | 'body' | 'raw'>
  >;
}

/** A rule for findings that are no clause of a document. */
export interface RobustnessRule {
  readonly id: string;
  readonly level: Level;
  readonly states: string;
  /** The basis of the rule, if it is not a document under test. */
  readonly because: string;
}

/** Ids of rules that a server breaks by breaking down. */
export const BREAKDOWN_RULES: readonly string[] = [
  'robust/no-server-error',
  'robust/no-server-error-on-invalid',
];

/** Ids of rules for every request of a run that are no clause of a document. */
export const RULES_FOR_ALL: readonly string[] = [
  ...BREAKDOWN_RULES,
  'robust/body-as-typed',
  'robust/keeps-connection',
  'robust/answers-in-time',
  'robust/valid-accepted',
  'robust/creates-new',
  'robust/steady-answers',
];

/** Number of reproductions of a finding. */
export interface Again {
  readonly times: number;
  readonly of: number;
  /** Why it was not resent. */
  readonly why?: string;
}

/** A cause, with the data to act on it. */
export interface CampaignFinding {
  /** From 1, in the order of first occurrence in the stream. */
  readonly number: number;
  /** Identity of the cause in every run, used by known failures. */
  readonly id: string;
  /** One for each operation that shows it. */
  readonly ids: readonly string[];
  readonly verdict: Verdict;
  /** A clause of a document, or a rule of the campaign. */
  readonly clause: string;
  /** Other clauses that the same answers violate for the same reason, mostly at the same place. */
  readonly also?: readonly string[];
  readonly level: Level;
  readonly source?: ClauseSource;
  readonly states: string;
  readonly document: DocumentName;
  readonly operations: readonly string[];
  readonly class: string;
  /** Places of the request that it needs; empty if the plainest request suffices. */
  readonly places: readonly string[];
  /** Digest of the smallest values at the places: findings with the same one have one cause. */
  readonly smallest?: string;
  /** All classes and places, if many classes at one place, or one class at many places, show the same. */
  readonly takes?: readonly { readonly class: string; readonly places: readonly string[] }[];
  /** The place where an amount is the reason, and the least amount that fails: `301 characters`. */
  readonly from?: { readonly place: string; readonly amount: string };
  /** Pointer into the answer, with `*` for elements and for the request's own keys. */
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
  readonly step: string;
  readonly reproduce: Reproduction;
  /** The preceding requests, if it needs them. */
  readonly steps?: readonly StepReport[];
  /** The request that shows it, and its answer. */
  readonly exchange?: ExchangeExcerpt;
  /** Set if the target's profile lists it. */
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

/** Requests of one operation, and its answers. */
export interface OperationCount {
  readonly name: string;
  readonly requests: number;
  /** Number of answers by status, and by the form of their body: `200 list`, `400 object`. */
  readonly answers: { readonly [answer: string]: number };
  /** Places of the request that had an unusual value. */
  readonly places: readonly string[];
}

export interface CampaignCoverage {
  readonly operations: { readonly reached: number; readonly of: number };
  /** Rules of request schemas that a violating request was sent for. */
  readonly rules: {
    readonly reached: number;
    readonly of: number;
    /** Their clauses. Absent if all were reached, and in older reports. */
    readonly unreached?: readonly string[];
  };
  readonly classes: { readonly reached: number; readonly of: number };
}

/** A known failure of a finding, with the result of a campaign. */
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
  /** Possible classes of input, reached or not. */
  readonly classes: readonly string[];
}

/** Data of a shard that all shards together judge. */
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
  /** Absent in older reports. */
  readonly operations?: readonly OperationCount[];
  readonly findings: readonly CampaignFinding[];
  /** Seen once and not reproduced: fails no run. Numbered together with the findings. */
  readonly unconfirmed: readonly CampaignFinding[];
  /** Why the campaign cannot vouch for the target, one sentence each. */
  readonly problems: readonly string[];
  /** Remarks without effect on the verdict. */
  readonly notes: readonly string[];
  readonly stale: readonly string[];
  readonly exitCode: 0 | 1 | 2;
  /** Only for a shard. */
  readonly share?: CampaignShare;
}

export interface CampaignProgress {
  readonly seconds: number;
  /** Seconds until its time limit; absent without one. */
  readonly secondsLeft?: number;
  readonly requests: number;
  readonly rate: number;
  readonly findings: number;
  readonly coverage: CampaignCoverage;
}

/** Values that are filled into a plan. */
export type KnownValues = { readonly [name: string]: readonly Json[] };
