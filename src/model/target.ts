/** Targets under test, and the way to reach them. */

import type { DocumentName, Json } from './contract.ts';

/** Words of a document to the words that a site uses in their place. */
export type Names = { readonly [ofDocument: string]: string };

/** The encoding of values in a query string. The document does not show it; the target profile says. */
export interface WireStyle {
  /** `brackets`: `a[]=1&a[]=2`. `commas`: `a=1,2`. `repeat`: `a=1&a=2`. */
  readonly arrays: 'brackets' | 'commas' | 'repeat';
  /** `path`: the route is the path. `query`: the route travels in a parameter of one fixed path. */
  readonly routing:
    | { readonly kind: 'path' }
    | { readonly kind: 'query'; readonly path: string; readonly parameter: string };
}

/** Bounds of one exchange. */
export interface Limits {
  /** Milliseconds until the head of the answer must have arrived, and between two pieces of its body. */
  readonly timeoutMs: number;
  /** Milliseconds until the whole answer must have arrived. */
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

/** Proxies that stand between this machine and a target. URLs may hold a user and a password. */
export interface Proxies {
  /** For targets at `http:` and `https:`; never for loopback. */
  readonly http?: string;
  readonly https?: string;
  /** Hosts that are reached without one, as `NO_PROXY` lists them. */
  readonly except: string;
  /** For every target, loopback too: the profile says so. */
  readonly always?: string;
}

/** A header field that is sent with every request to an API. */
export interface ExtraHeader {
  readonly name: string;
  readonly value: string;
  /** As the profile has it, `${NAME}` in the place of what comes from the environment. */
  readonly written: string;
}

/** The source of a token that is fetched when a request needs it, and again before it expires. */
export type TokenSource =
  | {
      readonly kind: 'command';
      /** Program and arguments; no shell reads them. */
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
      /** The way the client signs in there: HTTP Basic, or members of the form. */
      readonly clientAuth: 'basic' | 'body';
      /** Further members of the form, such as `scope` and `audience`. */
      readonly form: { readonly [name: string]: string };
    };

/** A way to sign in; `auth-schemes.ts` says how each works. */
export type SchemeName = 'Bearer' | 'Basic';

/** The environment variables that a credential comes from; `password` is that of a scheme's second part. */
export interface CredentialSource {
  readonly scheme: SchemeName;
  readonly variable: string;
  readonly password?: string;
}

/** The way to reach the API of one document on a target. */
export interface Endpoint {
  readonly baseUrl: string;
  /** The whole value of the header field with the valid credential, or absent where none was given. */
  readonly authorization?: string;
  /** Headers and cookies of what stands in front of the API, such as a gateway. */
  readonly headers?: readonly ExtraHeader[];
  /** `authorization` has `standIn` in the place of a token that is fetched; the transport puts that in. */
  readonly renewed?: { readonly standIn: string; readonly source: TokenSource };
  /** Secret parts of the credential, to be removed from everything that leaves the tool. */
  readonly secrets: readonly string[];
  /** Environment variables that a pasted command takes the credential from. */
  readonly credentialFrom: CredentialSource;
  /** Facts about the target that cases need, such as the IDs of its systems. */
  readonly known: { readonly [name: string]: readonly Json[] };
  readonly style: WireStyle;
  /** The site's own words, where it has any. */
  readonly names?: Names;
  /** Query parameters that change nothing: a request with them is judged as one without. */
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
  /** Identity of a finding of a campaign, or the beginning of it up to a slash. */
  readonly finding?: string;
  readonly reason: string;
  /** ISO 8601 date; from that day on it fails the run again. */
  readonly expires?: string;
  /** It stands in a baseline: that it is gone fails no run. */
  readonly accepted?: true;
}

export interface SecretNames {
  /** Names of header fields, in any case. */
  readonly headers?: readonly string[];
  /** JSON Pointers into bodies; `*` stands for one name or index, `**` for any number of them. */
  readonly members?: readonly string[];
  /** Names of parameters of the query. */
  readonly query?: readonly string[];
  /** Regular expressions: what they match, or their first group where they have one. */
  readonly patterns?: readonly string[];
}

export interface SecretRules {
  readonly redact?: SecretNames;
  readonly keep?: SecretNames;
}

/** Conditions on a request and its answer; all of them must hold. */
export interface TrafficRule {
  /** A regular expression on the target of the request, which begins after the base URL. */
  readonly path?: string;
  readonly methods?: readonly string[];
  /** Media types of the answer; `image/*` stands for all that begin so. */
  readonly types?: readonly string[];
  /** The answer has a body of more bytes. */
  readonly moreBytesThan?: number;
}

/** Further parts that distinguish requests when they are answered from a recording. */
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
  /** Nothing is recorded but what the documents describe. */
  readonly documented?: boolean;
  readonly match?: MatchRules;
  /** Addresses of the target in answers become those that the client uses. */
  readonly rewriteUrls?: boolean;
}

/** A deployment under test. */
export interface Target {
  readonly name: string;
  /** The reference target in this very process: what is created there ends with it. */
  readonly embedded?: true;
  readonly endpoints: { readonly [document: DocumentName]: Endpoint };
  readonly limits: Limits;
  readonly tls: Tls;
  readonly proxies?: Proxies;
  readonly concurrency: number;
  /** Requests a second, or absent for no limit. */
  readonly rate?: number;
  readonly off: readonly SwitchedOff[];
  readonly knownFailures: readonly KnownFailure[];
  /** Additional secrets, and values that are not secrets. */
  readonly secretRules?: SecretRules;
  readonly recordingRules?: RecordingRules;
}
