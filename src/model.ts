/**
 * The data that flows between the stages. Nothing here has behaviour; every type is plain and readonly.
 */

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
 * How binding a clause is.
 * `stated`: the document says it. `implied`: it follows from a stated parameter schema, but what a
 * server does about it is not said. `unspecified`: the document says "not shown".
 */
export type Level = 'stated' | 'implied' | 'unspecified';

/** Where in its document a clause stands. */
export interface ClauseSource {
  readonly section: string;
  readonly rule?: string;
}

/**
 * Which exchanges of a trace a clause speaks about.
 * `success`: valid requests that the target carried out. `valid`: valid requests, whatever came of them.
 * `unauthorised`: requests whose only fault is an invalid credential. `refusal`: requests that break
 * one rule of a schema. `probe`: requests on which the document is silent. `trace`: all steps together.
 */
export type Subject = 'success' | 'valid' | 'unauthorised' | 'refusal' | 'probe' | 'trace';

/** One way in which a clause is judged: a check by name, and its options. */
export interface Judgement {
  readonly check: string;
  readonly with: JsonSchema;
}

/** One checkable statement of a document. */
export interface Clause {
  readonly id: string;
  readonly document: DocumentName;
  readonly level: Level;
  readonly source: ClauseSource;
  /** What the document says, in our own words. */
  readonly states: string;
  /** The operations it speaks about; empty for statements about none in particular. */
  readonly operations: readonly string[];
  /** Absent for a clause that only named scenarios are evidence for. */
  readonly on?: Subject;
  readonly judged: readonly Judgement[];
  /** Why no request from outside can show it; such a clause has no check. */
  readonly untestable?: string;
  /** Why no fault of the reference target breaks it. */
  readonly unbreakable?: string;
}

export type ParameterPlace = 'path' | 'query' | 'header';

export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** A rule of a request that the document leaves open: breaking it is evidence for an open clause. */
export interface OpenRule {
  readonly pointer: string;
  readonly keyword: string;
  readonly clause: string;
}

/** A part of a body that no valid request of a plan has, and why. */
export interface UnaskedPart {
  readonly pointer: string;
  readonly why: string;
}

export interface BodyContract {
  readonly required: boolean;
  readonly schema: JsonSchema;
  /** Narrower than `schema`: the bodies whose effect the document does describe. */
  readonly settled: JsonSchema;
  readonly open: readonly OpenRule[];
  readonly unasked?: readonly UnaskedPart[];
}

/** An answer that the document describes. */
export interface AnswerContract {
  readonly name: string;
  readonly status: number;
  /** Reference to the schema of the body, or absent where the body is not shown. */
  readonly schema?: string;
}

/**
 * `together`: the row gives it for its methods together. `implied`: the row does not give it, another
 * route of the kind does. `open`: the row says what the method takes without it.
 */
export type Listed = 'together' | 'implied' | 'open';

/** One method on one route. */
export interface Operation {
  readonly id: string;
  readonly document: DocumentName;
  /** What it is about, such as `posts`, or `revisions` with `posts` as their parent. */
  readonly resource: string;
  /** The resource whose objects have this one below them. */
  readonly parent?: string;
  /** What it does to the resource: `list`, `create`, `get`, `update`, `delete`, or a word of the document. */
  readonly action: string;
  readonly method: string;
  /** Route with `{name}` for path parameters. */
  readonly route: string;
  readonly parameters: readonly Parameter[];
  readonly body?: BodyContract;
  readonly answers: readonly AnswerContract[];
  /** An answer whose body fits this is a refusal, whatever its HTTP status. */
  readonly refusal?: JsonSchema;
  /** Undefined where the document does not say. */
  readonly batchable?: boolean;
  /** How a row gives parameters that it does not give to this method by name; `*` for all others. */
  readonly listed?: { readonly [parameter: string]: Listed };
  readonly source: ClauseSource;
  /** Whether carrying it out changes the target's state. */
  readonly writes: boolean;
  readonly title: string;
}

/**
 * Which credential a request carries. `header` gives the whole Authorization value; in it,
 * `{credential}` stands for the target's own valid credential, which no plan contains.
 */
export type Credential =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid' }
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
  /** Fields beside a file, all of them texts. */
  | { readonly kind: 'form'; readonly fields: Values; readonly file: FormFile };

export type Values = { readonly [name: string]: Json };

/** What to send, before it has a spelling on the wire. */
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
 * What of a target is encoded by the plan itself: `route` stands in place of the operation's own, with its
 * values filled in; `query` comes after whatever else the query holds.
 */
export interface RawTarget {
  readonly route?: string;
  readonly query?: string;
}

/**
 * What a step is for. `valid`: conforms to every schema, credential included. `control`: the same, as the
 * counterpart of a `violation` or `unauthorised` step of the same case. `violation`: breaks one rule.
 * `unauthorised`: breaks nothing but the credential. `probe`: on what it asks, the document is silent.
 * `setup`: valid too, but there only so that later steps have something to work on; not judged by itself.
 * `cleanup`: removes what the case created; sent last, whatever came of the other steps.
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
  /** The value has to be an integer: one beside it is taken where it is none (`numberPlace`). */
  readonly integer?: true;
  /** The value is a date and time: one without an offset is of GMT, and gets it (RFC 3339). */
  readonly moment?: true;
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
}

/** The one rule that a violation breaks: a keyword, at a JSON Pointer into one part of the request. */
export interface MutatedRule {
  readonly part: 'path' | 'query' | 'body';
  readonly pointer: string;
  readonly keyword: string;
}

/** Where a case comes from, so that it can be made again. */
export type CaseOrigin =
  | { readonly kind: 'scenario' }
  | { readonly kind: 'valid'; readonly seed: number; readonly index: number }
  | { readonly kind: 'boundary'; readonly keyword: string; readonly pointer: string }
  | { readonly kind: 'violation' }
  | { readonly kind: 'sequence'; readonly seed: number; readonly index: number };

/** What to send and what it is evidence for. Plain data, made before anything is sent. */
export interface Case {
  readonly id: string;
  readonly title: string;
  readonly document: DocumentName;
  /** Ids of the clauses that are judged on it. */
  readonly evidence: readonly string[];
  readonly origin: CaseOrigin;
  readonly steps: readonly Step[];
  /** What the case writes that other objects have part in, by name: no two such cases are sent at once. */
  readonly shares?: readonly string[];
  /** How the answers of the case are to be compared, for checks that judge several together. */
  readonly compared?: Json;
  /** Set where the target lacks what the case needs: it is not sent, and its clauses are skipped on it. */
  readonly lacks?: string;
  /** Set where the case failed its own proof: it is not sent; an error of the tool. */
  readonly unproven?: string;
}

/** A request with its spelling: what goes out, byte for byte, after the base URL. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, relative to the base URL; begins with `/`. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | undefined;
  /**
   * All that goes over the connection, head and body, where that is no HTTP and the other members only
   * say what was meant. Such a request gets a connection of its own.
   */
  readonly raw?: Uint8Array;
}

/** How much of a body arrived. `too-large`: reading stopped at the limit. */
export type Completeness = 'complete' | 'cut-off' | 'too-large' | 'timed-out';

/** What the bytes of a body turned out to be. */
export type Content =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string; readonly why: string }
  | { readonly kind: 'binary'; readonly why: string };

export interface Body {
  /** As on the wire, before any content decoding. */
  readonly bytes: Uint8Array;
  readonly completeness: Completeness;
  /** After content decoding. */
  readonly content: Content;
}

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly reason: string;
  /** In order, with case and duplicates as received. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Body;
}

export type FaultCode =
  | 'refused'
  | 'reset'
  | 'closed'
  | 'timed-out'
  | 'unresolved'
  | 'tls'
  | 'malformed'
  | 'interrupted'
  | 'unsendable'
  /** Not in the recording that is replayed. */
  | 'unrecorded'
  | 'other';

/** The exchange brought no answer to judge. */
export interface TransportFault {
  readonly kind: 'fault';
  readonly code: FaultCode;
  readonly message: string;
}

export type Outcome = Answer | TransportFault;

/** One request as sent, and its outcome. */
export interface Exchange {
  readonly step: string;
  readonly request: WireRequest;
  readonly url: string;
  readonly outcome: Outcome;
  readonly startedAt: number;
  readonly durationMs: number;
  /** A reused connection had been closed by the target, and the request was sent once more. */
  readonly resent: boolean;
  /** It never went out: the target had been given up on, or the run was interrupted. */
  readonly unsent?: true;
}

/** A case with its exchanges, in the order of its steps. */
export interface Trace {
  readonly case: Case;
  readonly exchanges: readonly Exchange[];
  /** Steps that could not be sent because what they refer to had not come. */
  readonly unsent?: readonly Unsent[];
  /** Sent after all steps, to remove what they had created and not removed. */
  readonly removals?: readonly Exchange[];
  /** What the case created and could not remove, or otherwise put right. */
  readonly left?: readonly Leftover[];
}

export interface Unsent {
  readonly step: string;
  readonly why: string;
  /** `fault`: what it refers to was lost on the way, or is a mistake of ours. `no-data`: the target does not show it. */
  readonly because: Obstacle;
}

/** Something that a run leaves behind on a target. */
export interface Leftover {
  /** What it is, such as `content/posts 4711`. */
  readonly what: string;
  /** What was tried with it: to remove what the case had created, or to carry out a cleanup step. */
  readonly tried: 'remove' | 'clean up';
  readonly why: string;
}

/** Where a finding points: a step of the case, and a JSON Pointer into the body of its answer. */
export interface Where {
  readonly step: string;
  /** A JSON Pointer, or the name of another part of the answer such as `status`. */
  readonly pointer: string;
}

export type Obstacle = 'precondition' | 'fault' | 'no-data';

/** What a check says of a trace. */
export type Finding =
  | { readonly kind: 'holds' }
  | {
      readonly kind: 'violated';
      readonly where: Where;
      readonly actual: string;
      readonly expected: string;
    }
  | { readonly kind: 'observed'; readonly where: Where; readonly value: string }
  | { readonly kind: 'not-judgeable'; readonly because: Obstacle; readonly why: string };

export type Verdict = 'pass' | 'fail' | 'warn' | 'observed' | 'skipped' | 'blocked' | 'error';

/** Words of a document to the words that a site uses in their place. */
export type Names = { readonly [ofDocument: string]: string };

/** How values are encoded in a query string. The document does not show it; the target profile says. */
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
  /** PEM text of a certificate authority to trust besides the usual ones. */
  readonly ca?: string;
  readonly insecure: boolean;
}

/** How one document's API is reached on a target. */
export interface Endpoint {
  readonly baseUrl: string;
  /** The whole Authorization value of the valid credential, or absent where none was given. */
  readonly authorization?: string;
  /** Secret parts of the credential, to be removed from whatever leaves the tool. */
  readonly secrets: readonly string[];
  /** Environment variables that a pasted command takes the credential from. */
  readonly credentialFrom:
    | { readonly scheme: 'Bearer'; readonly variable: string }
    | { readonly scheme: 'Basic'; readonly variable: string; readonly password: string };
  /** Facts about the target that cases need, such as the IDs of its systems. */
  readonly known: { readonly [name: string]: readonly Json[] };
  readonly style: WireStyle;
  /** The site's own words, where it has any. */
  readonly names?: Names;
}

export interface SwitchedOff {
  readonly prefix: string;
  readonly reason: string;
}

/** A failure that is known of: it does not fail the run until it passes or expires. */
export interface KnownFailure {
  readonly clause?: string;
  readonly case?: string;
  /** Identity of a finding of a campaign, or the beginning of it up to a slash. */
  readonly finding?: string;
  readonly reason: string;
  /** ISO 8601 date; from that day on it fails the run again. */
  readonly expires?: string;
}

/** A deployment under test. */
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

export interface Target {
  readonly name: string;
  readonly endpoints: { readonly [document: DocumentName]: Endpoint };
  readonly limits: Limits;
  readonly tls: Tls;
  readonly concurrency: number;
  /** Requests a second, or absent for no limit. */
  readonly rate?: number;
  readonly off: readonly SwitchedOff[];
  readonly knownFailures: readonly KnownFailure[];
  /** What of it is a secret, and what is none, beside what is always taken for one. */
  readonly secretRules?: SecretRules;
}

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

export interface FindingReport {
  readonly case: string;
  readonly verdict: Verdict;
  readonly step: string;
  readonly where: string;
  readonly actual: string;
  readonly expected: string;
  readonly message: string;
  /** What led to it: the requests of the case up to the one that shows it, where there are several. */
  readonly steps?: readonly StepReport[];
  readonly reproduce: Reproduction;
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
  readonly verdict: Verdict;
  /** How many cases gave which verdict. */
  readonly cases: VerdictCounts;
  readonly findings: readonly FindingReport[];
  readonly observations: readonly Observation[];
  /** Why it was not judged, or not on every case; each reason once. */
  readonly reasons: readonly string[];
  /** Set where the target's profile lists this failure. */
  readonly known?: string;
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
  /** What is to be known before the verdicts are read, such as that no credential was given. */
  readonly caveats?: readonly string[];
  readonly cases: number;
  readonly clauses: number;
}

/** One of several runs that share a plan: the parts have no case in common, and together they are the plan. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

/** What came of the requests of one document. */
export interface Connectivity {
  readonly document: DocumentName;
  /** Whether a credential was sent along. */
  readonly authorised: boolean;
  readonly answered: boolean;
  /** Whether a valid request succeeded. */
  readonly admitted: boolean;
  /** Statuses of valid requests that did not. */
  readonly barred: readonly number[];
  /** The first fault of the connection. */
  readonly fault?: string;
}

/** A known failure, and how the cases that it speaks of came out. */
export interface KnownSeen {
  readonly name: string;
  readonly expires?: string;
  readonly verdicts: readonly Verdict[];
}

/** What a shard reports besides, because only all shards together can decide it. */
export interface Share {
  /** Of the ids of all planned cases, those of other shards among them. */
  readonly plan: string;
  readonly only: readonly string[];
  readonly strict: boolean;
  readonly failOn: readonly string[];
  readonly heard: readonly Connectivity[];
  readonly known: readonly KnownSeen[];
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
  /** What else is worth knowing of the run; absent where nothing is. */
  readonly notes?: readonly string[];
  /** Of a shard alone. */
  readonly share?: Share;
}

/** What a run tells while it goes; every report is made from these and nothing else. */
export type RunEvent =
  | RunHeader
  | CaseJudged
  | ({ readonly kind: 'clause' } & ClauseReport)
  | RunFooter;

/** `report.json`. */
export type RunReport = Omit<RunHeader, 'kind' | 'cases' | 'clauses'> &
  Omit<RunFooter, 'kind'> & { readonly clauses: readonly ClauseReport[] };
