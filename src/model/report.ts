/** Events, clauses and findings of a report. */

import type { MutatedRule } from './case.ts';
import type { ClauseSource, DocumentName, Level } from './contract.ts';
import type { Verdict } from './finding.ts';
import type { AnswerCause, ReadEvidence } from './rule-evidence.ts';

export interface Reproduction {
  /** A line for the shell; the credential is an environment variable in it. */
  readonly curl: string;
  readonly touchstone: string;
}

/** A request of a case and what came of it, each in a line. */
export interface StepReport {
  readonly step: string;
  /** Method, what was asked for, and the beginning of the body. */
  readonly request: string;
  /** The status, or what became of the connection. */
  readonly answer: string;
}

/** An HTTP message as a report shows it: its first line, its headers and its body, shortened. */
export interface MessageExcerpt {
  readonly text: string;
  /** The first and the last line that the finding is about, from 0. */
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
  /** The operations that show it; absent where the case was drawn at random. */
  readonly operations?: readonly string[];
  /** The part of the request that it is about: the rule that is broken, or the parameter that is refused. */
  readonly about?: Pick<MutatedRule, 'part' | 'pointer'> & { readonly keyword?: string };
  /** Names of what is not there, such as routes and their namespaces, where that is what is wrong. */
  readonly absent?: readonly string[];
  /** The preceding requests: the requests of the case up to the one that shows it, if there are several. */
  readonly steps?: readonly StepReport[];
  readonly reproduce: Reproduction;
  /** Only on the shortest of the findings on one clause at one place. */
  readonly exchange?: ExchangeExcerpt;
}

export interface Observation {
  readonly case: string;
  readonly step: string;
  readonly where: string;
  readonly value: string;
}

export type VerdictCounts = { readonly [V in Verdict]: number };

/** All that a run found about one clause. */
export interface ClauseReport {
  readonly id: string;
  readonly level: Level;
  readonly source: ClauseSource;
  readonly states: string;
  /** The operations that it speaks about; absent where it is about none in particular. */
  readonly operations?: readonly string[];
  readonly verdict: Verdict;
  /** Number of cases by verdict. */
  readonly cases: VerdictCounts;
  /** Operations without any verdict; absent if empty. */
  readonly unjudged?: readonly string[];
  readonly findings: readonly FindingReport[];
  readonly observations: readonly Observation[];
  /** Why it was not judged, or not on every case; each reason once. */
  readonly reasons: readonly string[];
  /** Set where the target's profile lists this failure, or its baseline has all that was found. */
  readonly known?: string;
  /** Milliseconds of its cases; a case that is evidence for several clauses has its time shared among them. */
  readonly durationMs?: number;
}

/**
 * In what way something is wrong. `accepted`: a request that breaks a rule was carried out. `refused`, `failed`:
 * a request was answered with 4xx, 5xx. `status`: another status than stated. `missing`, `null`, `value`: what
 * stands, or does not stand, at a place of an answer.
 */
export type ViolationKind =
  | 'accepted'
  | 'refused'
  | 'failed'
  | 'status'
  | 'missing'
  | 'null'
  | 'value';

/** A violation by the properties that are the same in every run: no values, cases or seeds. */
export interface BaselineCause {
  /** `fail` where the document states what is broken, `warn` where it only implies it. */
  readonly verdict: 'fail' | 'warn';
  readonly kind: ViolationKind;
  /** The part of the request that breaks a rule, or the place in the answer; indices as `*`. */
  readonly at: string;
  /** Ids of clauses, each with the operations that show it. */
  readonly clauses: { readonly [clause: string]: readonly string[] };
}

/** Findings that were accepted once for a target: a later run fails on new ones. */
export interface Baseline {
  /** The name of the target. */
  readonly target: string;
  /** Digest of the contract that the accepted runs were judged by. */
  readonly contract: string;
  /** Ids of the clauses that existed then; of any other clause nothing was accepted. All are compared if absent. */
  readonly clauses?: readonly string[];
  /** Accepted of a run of the suites; absent where none was taken in. */
  readonly causes?: readonly BaselineCause[];
  /** Accepted of campaigns, by the ids of findings; absent where none was taken in. */
  readonly findings?: readonly string[];
}

/** A run compared with the baseline of its target. */
export interface BaselineComparison {
  /** The name of the baseline's file. */
  readonly file: string;
  /** Causes that the baseline has none of. */
  readonly new: readonly BaselineCause[];
  /** Causes that the baseline has, with the clauses and operations that it does not have. */
  readonly worse: readonly BaselineCause[];
  /** Entries of the baseline that a whole run did not find, although it judged the clauses in full. */
  readonly gone: readonly BaselineCause[];
  /** Number of causes of the run that the baseline contains. */
  readonly accepted: number;
  /** Causes of clauses that did not exist when the baseline was made; absent if there are no such causes. */
  readonly uncompared?: readonly BaselineCause[];
}

export interface RunHeader {
  readonly kind: 'header';
  readonly tool: { readonly name: string; readonly version: string };
  readonly contract: { readonly digest: string };
  /** The name of the target, and the base URLs of its APIs by their names. */
  readonly target: { readonly name: string; readonly [api: DocumentName]: string };
  readonly mode: 'live' | 'recording' | 'replaying';
  readonly seed: number;
  /** Absent where it is the whole plan. */
  readonly shard?: Shard;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Notes to read before the verdicts, such as that no credential was given. */
  readonly caveats?: readonly string[];
  /** Number of objects that the plan creates, by collection; absent if it creates nothing. */
  readonly creates?: { readonly [collection: string]: number };
  /** Number of requests that the steps of the plan send; absent if it is not known. */
  readonly requests?: number;
  readonly cases: number;
  readonly clauses: number;
}

/** One of several runs that share a plan: the parts have no case in common, and together they are the plan. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

/** Connectivity of one document: outcomes of its requests. */
export interface Connectivity {
  readonly document: DocumentName;
  /** True if a credential was sent along. */
  readonly authorised: boolean;
  readonly answered: boolean;
  /** True if a valid request succeeded. */
  readonly admitted: boolean;
  /** Statuses of valid requests that did not. */
  readonly barred: readonly number[];
  /** The first fault of the connection. */
  readonly fault?: string;
}

/** An answer that differs from the recording, where the documents leave it open. */
export interface DriftReport {
  readonly clause: string;
  /** The part of the observation: `status`, `header x`, a path into the shape of the body, or `value`. */
  readonly place: string;
  readonly before: string;
  readonly after: string;
  /** Number of cases that show it. */
  readonly cases: number;
}

/** Response times of an operation. */
export interface OperationTimings {
  readonly operation: string;
  readonly requests: number;
  readonly maxMs: number;
  /** Number of answers up to each of `LATENCY_BOUNDS_MS`, and above the one before; the last counts all others. */
  readonly latencies: readonly number[];
}

/** The requests of a run over time, and how long they took. */
export interface Timings {
  readonly operations: readonly OperationTimings[];
  /** Width of a period of `overTime`, which begins with the first request. */
  readonly everyMs: number;
  /** For each period, the number of requests that began in it, and of those without an answer. */
  readonly overTime: readonly {
    readonly requests: number;
    readonly unanswered: number;
  }[];
}

/** A known failure, and how the cases that it speaks of came out. */
export interface KnownSeen {
  readonly name: string;
  readonly expires?: string;
  readonly verdicts: readonly Verdict[];
}

/** Data that a shard reports because only all shards together can judge it. */
export interface Share {
  /** A digest of the ids of all planned cases, including those of other shards. */
  readonly plan: string;
  readonly only: readonly string[];
  readonly strict: boolean;
  readonly failOn: readonly ('warn' | 'drift' | 'new')[];
  readonly heard: readonly Connectivity[];
  readonly known: readonly KnownSeen[];
  /** Absent where the rule on valid requests is switched off, or was not asked for. */
  readonly reads?: ReadEvidence;
  /** Causes of answers that are wrong regardless of the request. */
  readonly answers?: readonly AnswerCause[];
  readonly baseline?: BaselineOfRun;
}

/** A baseline, and what a run makes of it. */
export interface BaselineOfRun {
  /** The name of its file. */
  readonly file: string;
  readonly baseline: Baseline;
  /** True if what it has fails no run; else it is only compared with. */
  readonly excuses: boolean;
}

/** One case has been judged. */
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
  /** Why the run cannot vouch for the target: it was interrupted, no credential got through, and so on. */
  readonly problems: readonly string[];
  /** Known failures that no longer fail, or have expired. */
  readonly stale: readonly string[];
  /** Further notes about the run; absent if empty. */
  readonly notes?: readonly string[];
  /** Absent where the target has no baseline. */
  readonly baseline?: BaselineComparison;
  /** Absent where nothing was sent, as in a replay. */
  readonly timings?: Timings;
  /** Absent where nothing drifted, or no recording was compared with. */
  readonly drift?: readonly DriftReport[];
  /** Only for a shard. */
  readonly share?: Share;
}

/** An event of a run. Every report is made only from these. */
export type RunEvent =
  | RunHeader
  | CaseJudged
  | ({ readonly kind: 'clause' } & ClauseReport)
  | RunFooter;

/** `report.json`. */
export type RunReport = Omit<RunHeader, 'kind' | 'cases' | 'clauses'> &
  Omit<RunFooter, 'kind'> & { readonly clauses: readonly ClauseReport[] };
