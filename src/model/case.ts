/** Planned requests, steps and cases. */

import type { DocumentName, Json } from './contract.ts';

/** The change made to a copy of the target's own credential. */
export type NearCredential = 'letter' | 'case' | 'end' | 'less';

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

/** A file within a form. */
export interface FormFile {
  /** The name of its field. */
  readonly field: string;
  readonly name: string;
  readonly base64: string;
  readonly contentType: string;
}

/** A body as planned. `json` and `form` are serialised by the encoder; the others are sent as they stand. */
export type PlannedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: Json; readonly contentType?: string | null }
  | { readonly kind: 'text'; readonly text: string; readonly contentType: string | null }
  | { readonly kind: 'bytes'; readonly base64: string; readonly contentType: string }
  /** Fields next to a file, all of them texts. */
  | { readonly kind: 'form'; readonly fields: Values; readonly file: FormFile };

export type Values = { readonly [name: string]: Json };

/** A request before it is encoded. */
export interface PlannedRequest {
  readonly operation: string;
  /** In place of the operation's own method: for probing methods that the document does not show. */
  readonly method?: string;
  readonly path: Values;
  readonly query: Values;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: PlannedBody;
  readonly credential: Credential;
  /** Odd spellings, sent as they stand. */
  readonly raw?: RawTarget;
}

/**
 * Parts of a request target that the plan encodes itself: `route` replaces the operation's own, with its
 * values filled in; `query` follows the rest of the query.
 */
export interface RawTarget {
  readonly route?: string;
  readonly query?: string;
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
  /** Values that stand for nothing, such as `null`; they are as good as not there. */
  readonly none?: readonly Json[];
  /** With `*`: each value once, however often it is there; everything else counts what is left. */
  readonly distinct?: true;
  /** With `*`: how many values there have to be, counted before any is left out; 1 if absent. */
  readonly least?: number;
  /** With `*`: how many values are left out at the beginning. */
  readonly from?: number;
  /** With `*`: how many values are taken at the most. */
  readonly most?: number;
  /** The value has to be an integer; a neighbouring one replaces it otherwise (`numberPlace`). */
  readonly integer?: true;
  /**
   * The value is a date and time: one without an offset is of GMT, and gets it (RFC 3339). An offset from
   * GMT in minutes gives the same moment as clocks there show it.
   */
  readonly moment?: true | number;
  /** A number to add to the value. */
  readonly plus?: number;
  /** Minutes to add to a time; negative for an earlier one. */
  readonly later?: number;
  /** The first half of the value, as far as its last letter or digit; it has to be of such, hyphens and underscores. */
  readonly half?: true;
  /**
   * With `*`: only texts of letters, digits and single blanks count, and only the first one is taken, without a list.
   */
  readonly plain?: true;
  /** A text to put the value into, in the place of `{}`: `/cms/v2/posts/{}?force=true`. */
  readonly in?: string;
}

export interface Step {
  readonly id: string;
  readonly role: Role;
  readonly request: PlannedRequest;
  /** The clauses that the step is evidence for, where those are not all of its case's. */
  readonly shows?: readonly string[];
  /** The one rule that a violation breaks. */
  readonly breach?: MutatedRule;
  /**
   * The cleanup step that puts back what this one changes of what was there before. Its request is known, and in the
   * journal, before this one goes out.
   */
  readonly undone?: string;
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
  | { readonly kind: 'sequence'; readonly seed: number; readonly index: number };

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
  /** It is sent while no other case is: what others write may undo what it looks for, such as an answer kept too long. */
  readonly alone?: true;
  /** The way to compare the answers of the case, for checks that judge several together. */
  readonly compared?: Json;
  /** Set where the target lacks what the case needs: it is not sent, and its clauses are skipped on it. */
  readonly lacks?: string;
  /** Set where the case failed its own proof: it is not sent; an error of the tool. */
  readonly unproven?: string;
}
