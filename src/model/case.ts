/** Planned requests, steps and cases. */

import type { DocumentName, Json } from './contract.ts';

/** The change made to a copy of the target's own credential. */
export type NearCredential = 'letter' | 'case' | 'end' | 'less' | 'more';

/**
 * The credential that a request carries. `header` gives the whole Authorization value; in it,
 * `{credential}` stands for the target's own valid credential, which no plan contains.
 */
export type Credential =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'near'; readonly change: NearCredential }
  | { readonly kind: 'none' }
  | { readonly kind: 'header'; readonly value: string };

export interface FormFile {
  readonly field: string;
  readonly name: string;
  readonly base64: string;
  readonly contentType: string;
}

/** A planned body. The encoder serialises `json` and `form`; the others are sent unchanged. */
export type PlannedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: Json; readonly contentType?: string | null }
  | { readonly kind: 'text'; readonly text: string; readonly contentType: string | null }
  | { readonly kind: 'bytes'; readonly base64: string; readonly contentType: string }
  /** Fields next to a file, all of them texts. */
  | { readonly kind: 'form'; readonly fields: Values; readonly file: FormFile };

export type Values = { readonly [name: string]: Json };

export interface PlannedRequest {
  readonly operation: string;
  /** Replaces the operation's own method: for probing methods that the document does not show. */
  readonly method?: string;
  readonly path: Values;
  readonly query: Values;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: PlannedBody;
  readonly credential: Credential;
  /** Unusual encodings, sent unchanged. */
  readonly raw?: RawTarget;
}

/**
 * Parts of a request target that the plan encodes itself: `route` replaces the operation's own, with its
 * values filled in; `query` follows the rest of the query.
 */
export interface RawTarget {
  readonly route?: string;
  readonly query?: string;
  /** Address of a file of the target, or a reference to one: it is read in place of the operation. */
  readonly file?: Json;
}

/**
 * The role of a step. `valid`: conforms to every schema, credential included. `control`: the same, as the
 * counterpart of a `violation` or `unauthorised` step of the same case. `violation`: breaks one rule.
 * `unauthorised`: breaks nothing but the credential. `probe`: on what it asks, the document is silent.
 * `setup`: valid too, but there only so that later steps have something to work on; not judged by itself.
 * `cleanup`: removes what the case created, or restores what it changed; sent last, regardless of the other steps.
 */
export type Role =
  | 'valid'
  | 'control'
  | 'violation'
  | 'unauthorised'
  | 'probe'
  | 'setup'
  | 'cleanup';

/**
 * Stands in a planned value for what the answer to an earlier step of the case has at a place:
 * `{ $from: 'create#/id' }`. It is filled in when the step is about to be sent. A pointer that has
 * `*` for one of its tokens stands for the list of all the values that are there.
 */
export interface Reference {
  readonly $from: string;
  /** Values that count as missing, such as `null`. */
  readonly none?: readonly Json[];
  /** With `*`: removes duplicates before the other options apply. */
  readonly distinct?: true;
  /** With `*`: minimum number of values before any is left out; 1 if absent. */
  readonly least?: number;
  /** With `*`: number of values to leave out at the beginning. */
  readonly from?: number;
  /** With `*`: maximum number of values. */
  readonly most?: number;
  /** The value has to be an integer; a neighbouring one replaces it otherwise (`numberPlace`). */
  readonly integer?: true;
  /**
   * The value is a date and time; without an offset it is read as GMT, and gets that offset (RFC 3339). A number
   * converts it to that offset from GMT, in minutes.
   */
  readonly moment?: true | number;
  /** A number to add to the value. */
  readonly plus?: number;
  /** Minutes to add to a time; negative for an earlier one. */
  readonly later?: number;
  /** The first half of the value, up to its last letter or digit; only for letters, digits, hyphens and underscores. */
  readonly half?: true;
  /**
   * With `*`: only texts of letters, digits and single blanks count, and only the first one is taken, without a list.
   */
  readonly plain?: true;
  /** The value is an address; one without a host is at that of the answer, as in a browser. */
  readonly address?: true;
  /** A text around the value, which replaces `{}`: `/cms/v2/posts/{}?force=true`. */
  readonly in?: string;
}

export interface Step {
  readonly id: string;
  readonly role: Role;
  readonly request: PlannedRequest;
  /** Steps that send what a lenient server may read this as. If it refuses all of them, it may not accept this. */
  readonly readings?: readonly string[];
  /** The clauses of the step, if not all of its case's. */
  readonly shows?: readonly string[];
  /** The one rule that a violation breaks. */
  readonly breach?: MutatedRule;
  /**
   * The cleanup step that restores what this one changes. Its request is known, and in the journal, before this one is
   * sent.
   */
  readonly undone?: string;
  /** Sent while the step before it is under way. */
  readonly concurrent?: true;
}

/** The one rule that a violation breaks: a keyword, at a JSON Pointer into one part of the request. */
export interface MutatedRule {
  readonly part: 'path' | 'query' | 'body';
  readonly pointer: string;
  readonly keyword: string;
}

/** The origin of a case, so that it can be made again. */
export type CaseOrigin =
  | { readonly kind: 'scenario' }
  | { readonly kind: 'valid'; readonly seed: number; readonly index: number }
  | { readonly kind: 'boundary'; readonly keyword: string; readonly pointer: string }
  | { readonly kind: 'violation' }
  | { readonly kind: 'sequence'; readonly seed: number; readonly index: number }
  | { readonly kind: 'corpus' };

/** Requests to send, and the clauses that they are evidence for. Plain data, made before anything is sent. */
export interface Case {
  readonly id: string;
  readonly title: string;
  readonly document: DocumentName;
  /** Ids of the clauses that are judged on it. */
  readonly evidence: readonly string[];
  readonly origin: CaseOrigin;
  readonly steps: readonly Step[];
  /** Shared objects that the case writes, by name: two such cases are never sent at once. */
  readonly shares?: readonly string[];
  /** Sent while no other case runs: other writes could disturb it, such as an answer that is cached too long. */
  readonly alone?: true;
  /** The way to compare the answers of the case, for checks that judge several together. */
  readonly compared?: Json;
  /** Set where the target lacks what the case needs: it is not sent, and its clauses are skipped on it. */
  readonly lacks?: string;
  /** Set if the case failed its own verification: it is not sent; a defect of Touchstone. */
  readonly unproven?: string;
}
