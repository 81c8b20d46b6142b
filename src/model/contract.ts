/** A document as data: JSON, operations and clauses. */

import type { RecordShape } from './record-shape.ts';

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [member: string]: Json };

/** A JSON Schema (draft 2020-12) with every `$ref` resolved. */
export type JsonSchema = { readonly [keyword: string]: Json };

/** The name of an API, such as `integration`: ids begin with it. */
export type DocumentName = string;

/**
 * The force of a clause. `stated`: the document says it. `implied`: it follows from a stated schema, but the server's
 * reaction is unspecified. `unspecified`: the document says "not shown".
 */
export type Level = 'stated' | 'implied' | 'unspecified';

/** The place of a clause in its document. */
export interface ClauseSource {
  readonly section: string;
  readonly rule?: string;
}

/**
 * The exchanges of a trace that a clause is about. `success`: valid requests that the target carried out. `valid`:
 * valid requests, regardless of their outcome. `unauthorised`: requests whose only fault is an invalid credential.
 * `refusal`: requests that break one rule of a schema. `probe`: requests on which the document is silent. `answer`: any
 * of these but `unauthorised`. `trace`: all steps together.
 */
export type Subject =
  | 'success'
  | 'valid'
  | 'unauthorised'
  | 'refusal'
  | 'probe'
  | 'answer'
  | 'trace';

/** One way to judge a clause: a check by name, with options. */
export interface Judgement {
  readonly check: string;
  readonly with: JsonSchema;
  /** Judges only their answers, if not those of all operations of the clause. */
  readonly operations?: readonly string[];
}

/** One checkable statement of a document. */
export interface Clause {
  readonly id: string;
  readonly document: DocumentName;
  readonly level: Level;
  readonly source: ClauseSource;
  /** The statement of the document, in our own words. */
  readonly states: string;
  /** The operations of the clause; empty for general statements. */
  readonly operations: readonly string[];
  /** Absent for a clause that only named scenarios are evidence for. */
  readonly on?: Subject;
  readonly judged: readonly Judgement[];
  /** Why no external request can show it; such a clause has no check. */
  readonly untestable?: string;
  /** Why no fault of the reference target violates it. */
  readonly unbreakable?: string;
  /** The kind of schema that it follows from, if it is not written. */
  readonly derived?: 'request' | 'answer';
}

export type ParameterPlace = 'path' | 'query' | 'header';

export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** A rule of a request that the document leaves open: its violation is evidence for an open clause. */
export interface OpenRule {
  readonly pointer: string;
  readonly keyword: string;
  readonly clause: string;
}

/** A part of a body that no valid planned request has, with the reason. */
export interface UnaskedPart {
  readonly pointer: string;
  readonly why: string;
}

export interface BodyContract {
  readonly required: boolean;
  /** Its media type; JSON if absent. */
  readonly type?: string;
  readonly schema: JsonSchema;
  /** A subset of `schema`: bodies with a documented effect. */
  readonly settled: JsonSchema;
  /** The row with the fields, if it differs from the operation's. */
  readonly source?: ClauseSource;
  readonly open: readonly OpenRule[];
  readonly unasked?: readonly UnaskedPart[];
}

/** An answer that the document describes. */
export interface AnswerContract {
  readonly name: string;
  readonly status: number;
  /** The last status of a range that begins with `status`. */
  readonly upTo?: number;
  /** Media types of the body, in lower case; absent if the document lists none. */
  readonly types?: readonly string[];
  /** Reference to the schema of the body; absent if the body is not shown. */
  readonly schema?: string;
}

/**
 * `together`: the row gives it for its methods together. `implied`: only a similar route gives it. `open`: the row
 * names the method without it.
 */
export type Listed = 'together' | 'implied' | 'open';

/** One method on one route. */
export interface Operation {
  readonly id: string;
  readonly document: DocumentName;
  /** The resource, such as `posts`, or `revisions` with `posts` as their parent. */
  readonly resource: string;
  /** The resource that contains this one. */
  readonly parent?: string;
  /** The action on the resource: `list`, `create`, `get`, `update`, `delete`, or a word of the document. */
  readonly action: string;
  readonly method: string;
  /** Route with `{name}` for path parameters. */
  readonly route: string;
  readonly parameters: readonly Parameter[];
  readonly body?: BodyContract;
  readonly answers: readonly AnswerContract[];
  /** An answer whose body fits this schema is a refusal, regardless of its HTTP status. */
  readonly refusal?: JsonSchema;
  /** Why no valid request can be made. */
  readonly lacks?: string;
  /** The member of its body with the ID of the new object, which a client chooses. */
  readonly chooses?: string;
  /** `demanded`: without a valid credential, the operation refuses. Absent if the document does not say. */
  readonly credential?: 'demanded';
  /** Undefined if the document does not say. */
  readonly batchable?: boolean;
  /** The form in which a row gives parameters to several methods; `*` for all others. */
  readonly listed?: { readonly [parameter: string]: Listed };
  readonly source: ClauseSource;
  /** The operation asks another server: 502 and 504 are about that server (RFC 9110, 15.6.3 and 15.6.5). */
  readonly gateway?: true;
  /** True if it changes the target's state. */
  readonly writes: boolean;
  readonly title: string;
  /** Names in the records of its API. `recordsOf` has a default. */
  readonly records?: RecordShape;
  /** Places that its answers show by their schemas, where the API describes none. */
  readonly shows?: Partial<Pick<RecordShape, 'id' | 'items' | 'list'>>;
}
