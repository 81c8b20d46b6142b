/**
 * The parts of Polly.JS that cassettes use, in types: its own do not compile as classes under `nodenext`. The one
 * place that casts.
 */

import PollyAdapter from '@pollyjs/adapter';
import { Polly as PollyCore } from '@pollyjs/core';

/** `HeadersInit` as Polly keeps it: lower-case names; several values of a field are a list. */
export interface PollyHeaders {
  readonly [name: string]: string | readonly string[];
}

export interface PollyResponse {
  readonly statusCode: number;
  readonly headers: PollyHeaders;
  readonly body: string | undefined;
  readonly encoding: string | undefined;
}

/** The parts of a request that Polly compares. A function changes a part before. */
export interface MatchRequestsBy {
  readonly method?: boolean | ((method: string) => string);
  readonly headers?:
    | boolean
    | { readonly exclude: readonly string[] }
    | ((headers: PollyHeaders) => PollyHeaders);
  readonly body?: boolean | ((body: string) => string);
  readonly order?: boolean;
  readonly url?:
    | boolean
    | ((url: string) => string)
    | { readonly [part in UrlPart]?: boolean | ((value: string) => string) };
}

type UrlPart =
  | 'protocol'
  | 'username'
  | 'password'
  | 'hostname'
  | 'port'
  | 'pathname'
  | 'query'
  | 'hash';

interface PollyRequestConfig {
  readonly recordIfMissing: boolean;
  readonly matchRequestsBy: MatchRequestsBy;
  readonly expiresIn?: string;
  readonly expiryStrategy: 'record' | 'warn' | 'error';
}

export interface PollyRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: PollyHeaders;
  readonly body: string | Uint8Array | undefined;
  readonly recordingName: string;
  readonly config: PollyRequestConfig;
  readonly response: PollyResponse;
  /** The decision of Polly, once it is made. */
  readonly action: 'record' | 'replay' | 'intercept' | 'passthrough' | null;
  readonly requestArguments: object;
  /** ISO 8601. */
  readonly timestamp: string;
  /** Milliseconds. */
  readonly responseTime: number | undefined;
  readonly respond: (response: PollyResponse) => Promise<void>;
  readonly didRespond: boolean;
  /** A route lets it pass. */
  readonly shouldPassthrough: boolean;
  /** A digest of what it is matched by, once it is known. */
  readonly id: string;
  readonly _identify: () => Promise<void>;
  readonly _emit: (event: PollyEvent, given: object) => Promise<unknown>;
}

/** The argument of `handleRequest`. */
export interface GivenRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: PollyHeaders;
  readonly body: string | Uint8Array | undefined;
  readonly requestArguments: object;
}

interface PollyConfig {
  readonly mode?: 'record' | 'replay' | 'passthrough' | 'stopped';
  readonly adapters?: readonly (string | PollyPart)[];
  readonly adapterOptions?: { readonly [id: string]: object };
  readonly persister?: string | PollyPart;
  readonly persisterOptions?: { readonly [id: string]: object };
  readonly logLevel?: string;
  readonly recordIfMissing?: boolean;
  readonly recordFailedRequests?: boolean;
  readonly flushRequestsOnStop?: boolean;
  readonly expiresIn?: string;
  readonly expiryStrategy?: 'record' | 'warn' | 'error';
  readonly matchRequestsBy?: MatchRequestsBy;
}

/** An adapter or a persister, as Polly takes it: a class with a name. */
export interface PollyPart {
  readonly type: string;
  readonly id: string;
  new (polly: Polly): object;
}

type PollyEvent =
  | 'request'
  | 'response'
  | 'beforeResponse'
  | 'beforeReplay'
  | 'beforePersist'
  | 'error'
  | 'abort';

interface InterceptedResponse {
  readonly status: (code: number) => InterceptedResponse;
  readonly setHeader: (name: string, value: string) => InterceptedResponse;
  readonly send: (body: string) => InterceptedResponse;
  readonly json: (value: unknown) => InterceptedResponse;
  readonly sendStatus: (code: number) => InterceptedResponse;
}

/** Leaves a request to other handlers (`abort`), or to the server (`passthrough`). */
interface Interceptor {
  readonly abort: () => void;
  readonly passthrough: () => void;
}

interface PollyRoute {
  readonly on: (
    event: PollyEvent,
    listener: (request: PollyRequest, given: unknown) => unknown,
  ) => PollyRoute;
  readonly intercept: (
    handler: (
      request: PollyRequest,
      response: InterceptedResponse,
      interceptor: Interceptor,
    ) => unknown,
  ) => PollyRoute;
  readonly passthrough: (yes?: boolean) => PollyRoute;
  readonly filter: (accepts: (request: PollyRequest) => boolean) => PollyRoute;
  readonly configure: (config: PollyConfig) => PollyRoute;
}

/** Routes: `server.get('/cms/v2/posts').intercept((request, response) => response.sendStatus(503))`. */
type PollyServer = {
  readonly [method in 'any' | 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options']: (
    paths?: string | readonly string[],
  ) => PollyRoute;
} & { readonly host: (url: string, define: () => void) => void };

export interface Polly {
  readonly config: PollyConfig;
  readonly mode: string;
  readonly recordingName: string;
  readonly persister: object | null;
  readonly adapters: ReadonlyMap<string, object>;
  server: PollyServer;
  readonly registerRequest: (request: GivenRequest) => PollyRequest;
  readonly connectTo: (adapter: PollyPart) => void;
  readonly disconnect: () => void;
  /** Waits for all requests under way. */
  readonly flush: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** The methods of an adapter that ours override or call. */
interface Adapter {
  readonly polly: Polly;
  readonly options: object;
  readonly persister: { readonly recordRequest: (request: PollyRequest) => Promise<void> };
  /** @throws Error with the message, unless a condition holds */
  assert(message: string, condition?: boolean): void;
  handleRequest(request: GivenRequest): Promise<unknown>;
  onConnect(): void;
  onDisconnect(): void;
  onRequest(request: PollyRequest): void;
  onFetchResponse(request: PollyRequest): Promise<PollyResponse>;
  onReplay(request: PollyRequest, response: PollyResponse, entry: object): Promise<void>;
  onPassthrough(request: PollyRequest): Promise<void>;
  onRecord(request: PollyRequest): Promise<void>;
  onRespond(request: PollyRequest, error?: unknown): Promise<void>;
}

type AdapterClass = new (polly: Polly) => Adapter;

export const BaseAdapter = PollyAdapter as unknown as AdapterClass;
export const PollyClass = PollyCore as unknown as new (name: string, config: PollyConfig) => Polly;
