import type { Json } from '../../model/index.ts';
import type { Cut } from '../http.ts';

/** Path to places of a value: a pointer such as `/data/*`, or a list if names contain slashes. */
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
  /** Only from the second occurrence of the same request on. */
  readonly repeated?: boolean;
  /** Only every nth matching request. */
  readonly every?: number;
  /** Names of the query parameters. */
  readonly parameters?: FaultCondition;
  /** Number of the request among matching ones, from 1. */
  readonly count?: FaultCondition;
  /** The answer to `ask`. */
  readonly asked?: FaultCondition;
}

export interface ReplyEntry {
  /** The server's own status if absent. */
  readonly status?: number;
  readonly json?: Json;
  readonly text?: string;
  readonly type?: string;
  readonly headers?: { readonly [name: string]: string };
}

export interface HeaderEdits {
  readonly drop?: string;
  readonly set?: { readonly [name: string]: string };
  /** Other values of existing headers. */
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
  /** The part to keep: a fraction below 1, or all but the last so many characters. */
  readonly keep?: number;
  readonly after?: string;
}

export interface RequestEdits {
  readonly method?: string;
  /** A pattern in the route, and its replacement. */
  readonly route?: readonly [string, string];
  readonly query?: { readonly [parameter: string]: Json };
  readonly body?: Edits;
}

/** Cached answers. */
export interface KeepEntry {
  /** Texts that must be equal. */
  readonly by: readonly string[];
  /** Requests that clear the cache, as in `request`. */
  readonly 'cleared-by'?: string;
  /** Statuses that a cached answer replaces; any if absent. */
  readonly 'in-place-of'?: FaultCondition;
}

/** One change of the traffic between a client and a server. */
export interface Rule extends RequestEdits {
  /** Methods and a pattern of the route; any request if absent. */
  readonly request?: string;
  readonly if?: When;
  /** A read by the same client, before the request. */
  readonly ask?: RequestEdits;
  readonly keep?: KeepEntry;
  /** Answered without the server. */
  readonly refuse?: ReplyEntry | string;
  /** Resends the request with changes, and returns that answer. */
  readonly again?: RequestEdits;
  /** Changes of the whole list, before paging. */
  readonly whole?: Edits;
  readonly answer?: Edits;
  readonly records?: Edits;
  readonly status?: number;
  readonly headers?: HeaderEdits;
  readonly write?: Writing;
  /** Replaces the answer. */
  readonly reply?: ReplyEntry;
  /** Ends the connection instead of the answer, or in it. */
  readonly cut?: Cut;
  readonly gzip?: boolean;
  readonly delay?: number;
}
