import type { Json } from '../../model/index.ts';

/** Steps to places of a value: a pointer such as `/data/*`, or a list where a name has slashes. */
export type Path = string | readonly (string | { readonly matches: string })[];

/** What has to hold of a value; `schemas/files/faults.json` describes it. */
export type FaultCondition = Json;

/** What becomes of a value, step by step; `schemas/files/faults.json` describes it. */
export interface JsonEdit {
  readonly at?: Path;
  readonly if?: FaultCondition;
  readonly [step: string]: Json | Path | undefined;
}

export type Edits = JsonEdit | readonly JsonEdit[];

/** What has to hold of a request, and of its answer. */
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
}

export interface ReplyEntry {
  readonly status: number;
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

/** How the JSON of an answer is written. */
export interface Writing {
  readonly indent?: number | string;
  readonly escape?: readonly ('letters' | 'slashes')[];
  readonly before?: string;
  readonly replace?: readonly [string, string];
  /** The part to keep: a share below 1, or all but the last so many characters. */
  readonly keep?: number;
  readonly after?: string;
}

/** One change of what passes between a client and a server. */
export interface Rule {
  /** Methods and a pattern of the route; any request if absent. */
  readonly request?: string;
  readonly if?: When;
  readonly method?: string;
  /** A pattern in the route, and what takes its place. */
  readonly route?: readonly [string, string];
  readonly query?: { readonly [parameter: string]: Json };
  readonly body?: Edits;
  /** Answered in place of the server. */
  readonly refuse?: ReplyEntry | string;
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
