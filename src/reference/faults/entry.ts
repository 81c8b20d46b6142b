import type { Json } from '../../model/index.ts';

/** Steps to places of a value: a pointer such as `/data/*`, or a list where a name has slashes. */
export type Path = string | readonly (string | { readonly matches: string })[];

/** A condition on a value; `schemas/files/faults.json` describes it. */
export type FaultCondition = Json;

/** Changes of a value, step by step; `schemas/files/faults.json` describes it. */
export interface JsonEdit {
  readonly at?: Path;
  readonly if?: FaultCondition;
  readonly [step: string]: Json | Path | undefined;
}

export type Edits = JsonEdit | readonly JsonEdit[];

/** Conditions on a request and its answer. */
export interface When {
  readonly query?: { readonly [parameter: string]: FaultCondition };
  readonly headers?: { readonly [name: string]: FaultCondition };
  readonly body?: FaultCondition;
  readonly status?: FaultCondition;
  readonly answer?: FaultCondition;
  /** Only from the second time on that this very request has come. */
  readonly repeated?: boolean;
  /** Only every nth request of those that fit. */
  readonly every?: number;
  /** Names of the parameters in the query. */
  readonly parameters?: FaultCondition;
  /** The number of the request among those that fit, from 1. */
  readonly count?: FaultCondition;
  /** The answer to `ask`. */
  readonly asked?: FaultCondition;
}

export interface ReplyEntry {
  /** If absent, the server's own. */
  readonly status?: number;
  readonly json?: Json;
  readonly text?: string;
  readonly type?: string;
  readonly headers?: { readonly [name: string]: string };
}

export interface HeaderEdits {
  readonly drop?: string;
  readonly set?: { readonly [name: string]: string };
  /** Other values of headers that are there. */
  readonly replace?: { readonly [name: string]: string };
  readonly add?: readonly (readonly [string, string])[];
  readonly names?: 'upper' | 'lower';
}

/** The way to write the JSON of an answer. */
export interface Writing {
  readonly indent?: number | string;
  readonly escape?: readonly ('letters' | 'slashes')[];
  readonly before?: string;
  readonly replace?: readonly [string, string];
  /** The part to keep: a share below 1, or all but the last so many characters. */
  readonly keep?: number;
  readonly after?: string;
}

/** Changes of a request. */
export interface RequestEdits {
  readonly method?: string;
  /** A pattern in the route, and what takes its place. */
  readonly route?: readonly [string, string];
  readonly query?: { readonly [parameter: string]: Json };
  readonly body?: Edits;
}

/** Answers that are kept and shown again. */
export interface KeepEntry {
  /** Texts that have to be the same. */
  readonly by: readonly string[];
  /** Requests after which nothing is kept, as in `request`. */
  readonly 'cleared-by'?: string;
  /** The statuses that a kept answer replaces; any if absent. */
  readonly 'in-place-of'?: FaultCondition;
}

/** One change of what passes between a client and a server. */
export interface Rule extends RequestEdits {
  /** Methods and a pattern of the route; any request if absent. */
  readonly request?: string;
  readonly if?: When;
  /** A read by the same client that comes before the request. */
  readonly ask?: RequestEdits;
  readonly keep?: KeepEntry;
  /** Answered in place of the server. */
  readonly refuse?: ReplyEntry | string;
  /** Sends the request once more, changed, and answers so. */
  readonly again?: RequestEdits;
  /** Changes of the whole list, before it is cut into pages. */
  readonly whole?: Edits;
  readonly answer?: Edits;
  readonly records?: Edits;
  readonly status?: number;
  readonly headers?: HeaderEdits;
  readonly write?: Writing;
  /** In place of the answer. */
  readonly reply?: ReplyEntry | string;
  readonly gzip?: boolean;
  /** Milliseconds. */
  readonly delay?: number;
}
