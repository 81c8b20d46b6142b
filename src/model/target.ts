/** Targets under test, and the way to reach them. */

import type { DocumentName, Json } from './contract.ts';

/** A site's own words, by the document's words. */
export type Names = { readonly [ofDocument: string]: string };

/** The encoding of values in a query string. The document does not show it; the target profile states it. */
export interface WireStyle {
  /** `brackets`: `a[]=1&a[]=2`. `commas`: `a=1,2`. `repeat`: `a=1&a=2`. */
  readonly arrays: 'brackets' | 'commas' | 'repeat' | 'spaces' | 'pipes';
  /** `path`: the route is the path. `query`: the route is a parameter of one fixed path. */
  readonly routing:
    | { readonly kind: 'path' }
    | { readonly kind: 'query'; readonly path: string; readonly parameter: string };
}

/** Time and size limits of one exchange. */
export interface Limits {
  /** Milliseconds until the head of the answer, and between two pieces of its body. */
  readonly timeoutMs: number;
  /** Milliseconds until the whole answer. */
  readonly totalMs: number;
  readonly maxBodyBytes: number;
}

export interface Tls {
  /** PEM text of a certificate authority to trust in addition to the usual ones. */
  readonly ca?: string;
  /** PEM text of the certificate that the client shows, and of its private key. */
  readonly cert?: string;
  readonly key?: string;
  readonly insecure: boolean;
}

/** Proxies between this machine and a target. URLs can contain a user and a password. */
export interface Proxies {
  /** For targets at `http:` and `https:`; never for loopback. */
  readonly http?: string;
  readonly https?: string;
  /** Hosts without a proxy, as in `NO_PROXY`. */
  readonly except: string;
  /** For every target, loopback included, as stated by the profile. */
  readonly always?: string;
}

/** A header field that is sent with every request to an API. */
export interface ExtraHeader {
  readonly name: string;
  readonly value: string;
  /** As in the profile, with `${NAME}` for values from the environment. */
  readonly written: string;
}

/** The source of a token that is fetched when needed, and renewed before it expires. */
export type TokenSource =
  | {
      readonly kind: 'command';
      /** Program and arguments, without a shell. */
      readonly words: readonly string[];
      readonly folder: string;
      readonly env: { readonly [name: string]: string | undefined };
    }
  | {
      /** OAuth 2.0 client credentials (RFC 6749, 4.4). */
      readonly kind: 'client-credentials';
      readonly url: string;
      readonly clientId: string;
      readonly clientSecret: string;
      /** Client authentication: HTTP Basic, or members of the form. */
      readonly clientAuth: 'basic' | 'body';
      /** Further members of the form, such as `scope` and `audience`. */
      readonly form: { readonly [name: string]: string };
    };

/** A way to sign in; `auth-schemes.ts` says how each works. */
export type SchemeName = 'Bearer' | 'Basic' | KeyScheme;

/** A key in a field of this name. */
export type KeyScheme = `${'header' | 'query' | 'cookie'}:${string}`;

/** The environment variables of a credential; `password` is for a scheme's second part. */
export interface CredentialSource {
  readonly scheme: SchemeName;
  readonly variable: string;
  readonly password?: string;
}

/** The way to reach the API of one document on a target. */
export interface Endpoint {
  readonly baseUrl: string;
  /** The whole value of the header field with the valid credential; absent without one. */
  readonly authorization?: string;
  /** Headers and cookies for a gateway in front of the API. */
  readonly headers?: readonly ExtraHeader[];
  /** `authorization` contains `standIn` for a fetched token; the transport replaces it. */
  readonly renewed?: { readonly standIn: string; readonly source: TokenSource };
  /** Secret parts of the credential, removed from all output. */
  readonly secrets: readonly string[];
  /** Environment variables of the credential in pasted commands. */
  readonly credentialFrom: CredentialSource;
  /** Facts about the target that cases need, such as the IDs of its systems. */
  readonly known: { readonly [name: string]: readonly Json[] };
  readonly style: WireStyle;
  /** The site's own words, if any. */
  readonly names?: Names;
  /** Operations that the target answers like a route that does not exist. */
  readonly absent?: readonly string[];
  /** Query parameters without effect: a request with them is judged like one without. */
  readonly withoutEffect?: readonly string[];
}

export interface SwitchedOff {
  readonly prefix: string;
  readonly reason: string;
}

/** A known failure: it does not fail the run until it passes or expires. */
export interface KnownFailure {
  readonly clause?: string;
  readonly case?: string;
  /** Identity of a finding of a campaign, or its prefix up to a slash. */
  readonly finding?: string;
  readonly reason: string;
  /** ISO 8601 date; from that day on it fails the run again. */
  readonly expires?: string;
  /** From a baseline: fails no run when it is gone. */
  readonly accepted?: true;
}

export interface SecretNames {
  /** Names of header fields, in any case. */
  readonly headers?: readonly string[];
  /** JSON Pointers into bodies; `*` stands for one name or index, `**` for any number of them. */
  readonly members?: readonly string[];
  /** Names of parameters of the query. */
  readonly query?: readonly string[];
  /** Regular expressions for secrets: the match, or its first group if there is one. */
  readonly patterns?: readonly string[];
}

export interface SecretRules {
  readonly redact?: SecretNames;
  readonly keep?: SecretNames;
}

/** Conditions on a request and its answer; all have to hold. */
export interface TrafficRule {
  /** A regular expression for the target of the request after the base URL. */
  readonly path?: string;
  readonly methods?: readonly string[];
  /** Media types of the answer; `image/*` stands for all with this prefix. */
  readonly types?: readonly string[];
  readonly moreBytesThan?: number;
}

/** Further parts that distinguish requests to a recording. */
export interface MatchRules {
  /** Names of header fields. */
  readonly headers?: readonly string[];
  readonly ignore?: {
    /** Fields that distinguish requests by default: conditions and ranges. */
    readonly headers?: readonly string[];
    /** Names of parameters. */
    readonly query?: readonly string[];
    /** JSON Pointers into bodies, with `*` and `**` as in `SecretNames`. */
    readonly members?: readonly string[];
  };
}

/** Options for recording traffic of a target and for answering from the recording. */
export interface RecordingRules {
  /** Recorded exchanges; all if absent. */
  readonly only?: readonly TrafficRule[];
  /** Exchanges that are not recorded. */
  readonly except?: readonly TrafficRule[];
  /** Records only exchanges that the documents describe. */
  readonly documented?: boolean;
  readonly match?: MatchRules;
  /** Replaces addresses of the target in answers by those that the client uses. */
  readonly rewriteUrls?: boolean;
}

/** A deployment under test. */
export interface Target {
  readonly name: string;
  /** The reference target in this process: created objects end with it. */
  readonly embedded?: true;
  readonly endpoints: { readonly [document: DocumentName]: Endpoint };
  readonly limits: Limits;
  readonly tls: Tls;
  readonly proxies?: Proxies;
  readonly concurrency: number;
  /** Requests a second; unlimited if absent. */
  readonly rate?: number;
  readonly off: readonly SwitchedOff[];
  readonly knownFailures: readonly KnownFailure[];
  /** Additional secrets, and values that are not secrets. */
  readonly secretRules?: SecretRules;
  readonly recordingRules?: RecordingRules;
}
