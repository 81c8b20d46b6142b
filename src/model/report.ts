/** Events, clauses and findings of a report. */

import type { BaselineComparison, BaselineOfRun, SinceReport } from './baseline.ts';
import type { MutatedRule } from './case.ts';
import type { ClauseSource, DocumentName, Level } from './contract.ts';
import type { Verdict } from './finding.ts';
import type { AnswerCause, ReadEvidence } from './rule-evidence.ts';

export interface Reproduction {
  /** A shell command with an environment variable for the credential. */
  readonly curl: string;
  readonly touchstone: string;
}

/** A request of a case and its outcome, each in a line. */
export interface StepReport {
  readonly step: string;
  /** Method, target, and the beginning of the body. */
  readonly request: string;
  /** The status, or the fault of the connection. */
  readonly answer: string;
  /** With its body, like the exchange of the finding. */
  readonly exchange?: ExchangeExcerpt;
  /** Absent if it builds on an earlier answer, and so cannot be sent by itself. */
  readonly curl?: string;
}

/** A shortened HTTP message in a report: first line, headers and body. */
export interface MessageExcerpt {
  readonly text: string;
  /** The first and the last line of the finding, from 0. */
  readonly marked?: readonly [first: number, last: number];
}

export interface ExchangeExcerpt {
  readonly request: MessageExcerpt;
  readonly answer: MessageExcerpt;
}

export interface FindingReport {
  readonly case: string;
  readonly verdict: Verdict;
  readonly step: string;
  readonly where: string;
  readonly actual: string;
  readonly expected: string;
  readonly message: string;
  /** The operations that show it; absent for a randomly drawn case. */
  readonly operations?: readonly string[];
  /** The part of the request: the violated rule, or the refused parameter. */
  readonly about?: Pick<MutatedRule, 'part' | 'pointer'> & { readonly keyword?: string };
  /** Names of missing things, such as routes and namespaces, if that is the violation. */
  readonly absent?: readonly string[];
  /** The requests of the case up to the one that shows it, if there are several. */
  readonly steps?: readonly StepReport[];
  readonly reproduce: Reproduction;
  /** Only for the shortest finding of one clause at one place. */
  readonly exchange?: ExchangeExcerpt;
}

export interface Observation {
  readonly case: string;
  readonly step: string;
  readonly where: string;
  readonly value: string;
}

export type VerdictCounts = { readonly [V in Verdict]: number };

export interface ClauseReport {
  readonly id: string;
  readonly level: Level;
  readonly source: ClauseSource;
  readonly states: string;
  /** The operations of the clause; absent for general statements. */
  readonly operations?: readonly string[];
  readonly verdict: Verdict;
  readonly cases: VerdictCounts;
  /** Operations without any verdict; absent if empty. */
  readonly unjudged?: readonly string[];
  readonly findings: readonly FindingReport[];
  readonly observations: readonly Observation[];
  /** Why it was not judged, or not on every case, without duplicates. */
  readonly reasons: readonly string[];
  /** Set if the target's profile lists this failure, or its baseline has all findings. */
  readonly known?: string;
  /** Milliseconds of its cases; the time of a case is divided among its clauses. */
  readonly durationMs?: number;
}

export interface RunHeader {
  readonly kind: 'header';
  readonly tool: { readonly name: string; readonly version: string };
  readonly contract: { readonly digest: string };
  /** The name of the target, and the base URLs of its APIs by their names. */
  readonly target: { readonly name: string; readonly [api: DocumentName]: string };
  readonly mode: 'live' | 'recording' | 'replaying';
  readonly seed: number;
  /** Absent for the whole plan. */
  readonly shard?: Shard;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Notes to read before the verdicts, such as that no credential was given. */
  readonly caveats?: readonly string[];
  /** Number of objects that the plan creates, by collection; absent if it creates none. */
  readonly creates?: { readonly [collection: string]: number };
  /** Number of requests of the plan's steps; absent if unknown. */
  readonly requests?: number;
  readonly cases: number;
  readonly clauses: number;
}

/** One of several runs that divide a plan among them. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

/** Connectivity of one document: outcomes of its requests. */
export interface Connectivity {
  readonly document: DocumentName;
  /** True if a credential was sent. */
  readonly authorised: boolean;
  readonly answered: boolean;
  /** True if a valid request succeeded. */
  readonly admitted: boolean;
  /** Statuses of other valid requests. */
  readonly barred: readonly number[];
  /** The first fault of the connection. */
  readonly fault?: string;
}

/** An answer that differs from the recording in an unspecified point. */
export interface DriftReport {
  readonly clause: string;
  /** The part of the observation: `status`, `header x`, a path into the shape of the body, or `value`. */
  readonly place: string;
  readonly before: string;
  readonly after: string;
  readonly cases: number;
}

/** A known failure, with the results of its cases. */
export interface KnownSeen {
  readonly name: string;
  readonly expires?: string;
  readonly verdicts: readonly Verdict[];
}

/** Data of a shard that all shards together judge. */
export interface Share {
  /** A digest of the ids of all planned cases, including those of other shards. */
  readonly plan: string;
  readonly only: readonly string[];
  readonly strict: boolean;
  readonly failOn: readonly ('warn' | 'drift' | 'new')[];
  readonly heard: readonly Connectivity[];
  readonly known: readonly KnownSeen[];
  /** Absent if the rule on valid requests is off or was not asked for. */
  readonly reads?: ReadEvidence;
  /** Causes of answers that are wrong regardless of the request. */
  readonly answers?: readonly AnswerCause[];
  readonly baseline?: BaselineOfRun;
}

export interface CaseJudged {
  readonly kind: 'case';
  readonly id: string;
  readonly title: string;
  readonly requests: number;
  readonly durationMs: number;
  readonly verdicts: readonly { readonly clause: string; readonly verdict: Verdict }[];
  readonly findings: readonly (FindingReport & { readonly clause: string })[];
}

export interface RunFooter {
  readonly kind: 'footer';
  readonly durationMs: number;
  readonly requests: number;
  readonly counts: VerdictCounts;
  readonly exitCode: 0 | 1 | 2;
  /** Why the run cannot vouch for the target, such as an interruption or a rejected credential. */
  readonly problems: readonly string[];
  /** Known failures that no longer fail, or have expired. */
  readonly stale: readonly string[];
  /** Further notes about the run; absent if empty. */
  readonly notes?: readonly string[];
  /** Absent without a baseline. */
  readonly baseline?: BaselineComparison;
  /** Absent without drift, or without a recording to compare. */
  readonly drift?: readonly DriftReport[];
  /** Only for a shard. */
  readonly share?: Share;
}

/** An event of a run, the only source of every report. */
export type RunEvent =
  | RunHeader
  | CaseJudged
  | ({ readonly kind: 'clause' } & ClauseReport)
  | RunFooter;

export type RunReport = Omit<RunHeader, 'kind' | 'cases' | 'clauses'> &
  Omit<RunFooter, 'kind'> & {
    /** Only with `--compare-to`. */
    readonly since?: SinceReport;
    readonly clauses: readonly ClauseReport[];
  };
