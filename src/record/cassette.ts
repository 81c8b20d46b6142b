/**
 * The layout of a recording on disk. It is a folder:
 *
 * - `manifest.ndjson`: what was recorded, one fact a line;
 * - `cases.ndjson`: the planned cases with the verdicts of the time, one a line, sorted by id;
 * - `<operation id>.har`: the exchanges of one operation, HAR 1.2, one entry a line, sorted by case and
 *   position. A file that would grow too large is split: `list.1of4.har` and so on;
 * - `journal.ndjson`: there only while a recording goes on, or after it was killed.
 *
 * The first member of each line is a checksum of the rest, which identifies edited and incomplete lines. Nothing stands at the top of a file that a new entry would change,
 * and commas stand before entries, so that two branches that add cases merge line by line.
 */

import {
  type Case,
  type Completeness,
  type EarlierId,
  type ExchangePhases,
  type FaultCode,
  MOST_BODY_BYTES,
  type Outcome,
  type RecordingRules,
  type SecretRules,
  type Target,
  type Verdict,
  type WireRequest,
} from '../model/index.ts';

/** Version of the folder; other versions are not read. */
export const FORMAT_VERSION = 1;

export const MANIFEST = 'manifest.ndjson';
export const CASES = 'cases.ndjson';
export const JOURNAL = 'journal.ndjson';

/** The file of exchanges without an operation. */
export const OTHER = 'other';

/** Maximum size of a file before it is split by case. */
export const MOST_FILE_BYTES = 8 * 1024 * 1024;

export interface HarPair {
  readonly name: string;
  readonly value: string;
}

export interface HarPostData {
  readonly mimeType: string;
  readonly text: string;
  /** `text` is base64, as the bytes are not UTF-8. HAR has this mark only for answers. */
  readonly _encoding?: 'base64';
}

export interface HarRequest {
  readonly method: string;
  /** The full URL, for people and other tools; not used for searching. */
  readonly url: string;
  readonly httpVersion: string;
  readonly cookies: readonly never[];
  readonly headers: readonly HarPair[];
  readonly queryString: readonly HarPair[];
  readonly postData?: HarPostData;
  readonly headersSize: -1;
  /** Bytes of the body; -1 is not used. */
  readonly bodySize: number;
  /** The request target relative to the base URL, byte for byte as sent. */
  readonly _target: string;
  /** A secret was replaced in the body, or in `_raw`. */
  readonly _altered?: true;
  /** Base64 of all bytes of the connection, if they are no HTTP. */
  readonly _raw?: string;
}

/** The body of an answer. `text` is without content coding. */
export interface HarContent {
  /** Bytes after content decoding. */
  readonly size: number;
  readonly mimeType: string;
  readonly text: string;
  readonly encoding?: 'base64';
  /** Base64 of the wire bytes that `text` was decoded from. */
  readonly _wire?: string;
}

export interface HarResponse {
  /** 0 without an answer. */
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly cookies: readonly never[];
  readonly headers: readonly HarPair[];
  readonly content: HarContent;
  readonly redirectURL: string;
  readonly headersSize: -1;
  /** Bytes of the body on the wire. */
  readonly bodySize: number;
  /** Absent for a complete body. */
  readonly _completeness?: Exclude<Completeness, 'complete'>;
  /** The connection was reset within the body. */
  readonly _reset?: true;
  /** A secret was replaced in the body, or in `_raw`. */
  readonly _altered?: true;
  /** Why there is no answer. */
  readonly _error?: { readonly code: FaultCode; readonly message: string };
  /** Received bytes that are not HTTP, in base64. */
  readonly _raw?: string;
}

/** Milliseconds. Unmeasured parts are 0, and only the total is known then. */
interface HarTimings {
  readonly send: number;
  readonly wait: number;
  readonly receive: number;
}

/** One exchange. The members before `startedDateTime` come first in the line, in this order. */
export interface HarEntry {
  /** CRC-32 of the rest of the line, eight hexadecimal digits. */
  readonly _sum: string;
  /** Id of the case; null for an exchange outside of cases. */
  readonly _case: string | null;
  /** Position among the exchanges of its case, from 0; outside of cases, in order of arrival. */
  readonly _at: number;
  /** Id of the operation; null for undocumented traffic. */
  readonly _operation: string | null;
  /** Step of the case, or `remove …` after its steps; empty outside of cases. */
  readonly _step: string;
  /** ISO 8601. */
  readonly startedDateTime: string;
  /** Milliseconds. */
  readonly time: number;
  readonly request: HarRequest;
  readonly response: HarResponse;
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: HarTimings;
  /** Base URL of the request, without user name and password. */
  readonly _base: string;
  /** The target had closed a reused connection, and the request was resent. */
  readonly _resent?: true;
  /** Never sent: the target had been given up on, or the run was interrupted. */
  readonly _unsent?: true;
  /** Facts of lists from before the run about the ID that is read. */
  readonly _earlier?: EarlierId;
  /** A secret was replaced in bytes that other members speak about, such as `bodySize`. */
  readonly _redacted?: true;
  /** Parts that an import omitted or invented, one reason each. */
  readonly _lost?: readonly string[];
}

/** An entry without its checksum. */
export type UnsummedEntry = Omit<HarEntry, '_sum'>;

/** The plain data of an exchange, to make and to read an entry. */
export interface RecordedExchange {
  readonly case: string | null;
  readonly at: number;
  readonly operation: string | null;
  readonly step: string;
  readonly baseUrl: string;
  readonly request: WireRequest;
  readonly outcome: Outcome;
  readonly resent: boolean;
  /** True if it never went out. */
  readonly unsent: boolean;
  readonly earlier?: EarlierId | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Only the total is known if absent. */
  readonly phases?: ExchangePhases;
  readonly lost?: readonly string[];
}

/** An observation about an unspecified clause, for comparison with later runs. */
export interface RecordedObservation {
  readonly clause: string;
  readonly step: string;
  readonly pointer: string;
  readonly value: string;
}

/** A line of `cases.ndjson`. The members before `case` come first in the line, in this order. */
export interface RecordedCase {
  readonly id: string;
  readonly exchanges: number;
  readonly case: Case;
  /** The verdicts at the time; absent if the recording was interrupted before. */
  readonly verdicts?: readonly (readonly [clause: string, verdict: Verdict])[];
  readonly observations?: readonly RecordedObservation[];
}

/** The recorded part of a target's profile: no credential, no certificate. */
export type RecordedTarget = Pick<
  Target,
  | 'name'
  | 'endpoints'
  | 'limits'
  | 'concurrency'
  | 'off'
  | 'knownFailures'
  | 'secretRules'
  | 'recordingRules'
>;

/** A line of `manifest.ndjson`. After a merge there can be several of a kind. */
export type ManifestLine =
  | { readonly kind: 'recording'; readonly version: number }
  | { readonly kind: 'tool'; readonly name: string; readonly version: string }
  | { readonly kind: 'contract'; readonly digest: string }
  | ({ readonly kind: 'plan' } & PlanFacts)
  | { readonly kind: 'target'; readonly target: RecordedTarget };

/** The inputs of the plan, and the way it was judged. */
export interface PlanFacts {
  readonly seed: number;
  readonly runs: number;
  readonly only: readonly string[];
  readonly strict: boolean;
  readonly discover: boolean;
}

export interface Manifest {
  readonly tool: { readonly name: string; readonly version: string };
  /** Digests of the judging contracts: several after a merge. */
  readonly contracts: readonly string[];
  readonly plan: PlanFacts;
  readonly target: RecordedTarget;
}

/** A line of the journal. Its entries are already redacted lines of the HAR files. */
export type JournalLine =
  | {
      readonly kind: 'process';
      readonly pid: number;
      readonly host: string;
      /** Start of the process, in milliseconds since 1970: process numbers recur. */
      readonly began: number;
    }
  | { readonly kind: 'manifest'; readonly line: ManifestLine }
  | { readonly kind: 'case'; readonly id: string; readonly case: Case }
  | ({ readonly kind: 'judged'; readonly id: string } & JudgedCase);

export type JudgedCase = Required<Pick<RecordedCase, 'verdicts' | 'observations'>>;

export function mostBodyBytesOf(manifest: readonly ManifestLine[]): number {
  const target = manifest.find((line) => line.kind === 'target')?.target;
  return target?.limits.maxBodyBytes ?? MOST_BODY_BYTES;
}

/** Secrets named by the profile of a recording's target. */
export function rulesOf(manifest: readonly ManifestLine[]): SecretRules | undefined {
  return manifest.find((line) => line.kind === 'target')?.target.secretRules;
}

export function recordingRulesOf(manifest: readonly ManifestLine[]): RecordingRules | undefined {
  return manifest.find((line) => line.kind === 'target')?.target.recordingRules;
}
