import { type Json, parsedJson } from '../model/index.ts';
import type { Handler, Reply, ServedRequest } from './http.ts';

/** A request to the API of one document, in either routing. */
export interface RoutedRequest {
  readonly method: string;
  /** Decoded path within the API, such as `/cms/v2/posts/3` or `/timezones`. */
  readonly route: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array;
}

/** Answers a request with any number of requests to the server behind, changed or not. */
export type Middleware = (request: RoutedRequest, ask: Ask) => Promise<Reply>;
export type Ask = (request: RoutedRequest) => Promise<Reply>;

/**
 * A change of the traffic in front of a server. It can be written from only the document, without knowing the server's
 * code.
 */
export interface InFront {
  /** Called once for each server, so that each has its own memory. */
  readonly inFront: () => Middleware;
}

/**
 * A handler with changes in front of it, the first outermost.
 *
 * @param prefix path of the API's base URL
 */
export function withInFront(handler: Handler, fronts: readonly InFront[], prefix: string): Handler {
  if (fronts.length === 0) return handler;
  const reply = fronts.reduceRight<Handler>((behind, { inFront }) => {
    const middleware = inFront();
    return async (request) => {
      const routed = routedRequest(request, prefix);
      return middleware(routed.request, async (changed) => behind(routed.served(changed)));
    };
  }, handler);
  return Object.assign(reply, handler);
}

/** The routed form of a request, and the inverse. */
function routedRequest(came: ServedRequest, prefix: string) {
  // To a URL with a base, two slashes begin the name of a host.
  const path = came.target.replace(/^\/{2,}/, (slashes) => `/.${slashes}`);
  const url = new URL(path, 'http://127.0.0.1');
  const byQuery = url.searchParams.get('rest_route');
  const query = new URLSearchParams(url.search);
  query.delete('rest_route');
  const route = byQuery ?? decoded(url.pathname.slice(prefix.length));
  const asked = `${query}`;
  const request: RoutedRequest = {
    method: came.method,
    route,
    query,
    headers: came.headers,
    body: came.body,
  };
  const served = (changed: RoutedRequest): ServedRequest => ({
    method: changed.method,
    target: targetOf(changed),
    headers: changed.headers,
    rawHeaders:
      changed.headers === came.headers ? came.rawHeaders : Object.entries(changed.headers),
    body: changed.body,
  });
  const targetOf = (changed: RoutedRequest) => {
    // An unchanged query keeps its original form.
    if (changed.route === route && `${changed.query}` === asked) return came.target;
    const search = new URLSearchParams(changed.query);
    if (byQuery === null) {
      const path = changed.route === route ? url.pathname : `${prefix}${encodeURI(changed.route)}`;
      return search.size > 0 ? `${path}?${search}` : path;
    }
    return `${url.pathname}?${new URLSearchParams([['rest_route', changed.route], ...search])}`;
  };
  return { request, served };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The JSON of a body, or `undefined` if it is not JSON. */
export function jsonIn({ body }: Pick<Reply | RoutedRequest, 'body'>): Json | undefined {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  // JSON.parse returns JSON.
  return parsedJson(text) as Json | undefined;
}

/** The same answer or request with another JSON body and its length. */
export function withJson<Message extends Reply | RoutedRequest>(
  message: Message,
  value: Json,
): Message {
  const body = new TextEncoder().encode(JSON.stringify(value));
  const { headers } = message;
  const fitted = (name: string, given: string) =>
    name.toLowerCase() === 'content-length' ? String(body.length) : given;
  const renewed = isFields(headers)
    ? headers.map(([name, given]) => [name, fitted(name, given)])
    : Object.fromEntries(
        Object.entries(headers).map(([name, given]) => [name, fitted(name, given)]),
      );
  return { ...message, headers: renewed, body };
}

function isFields(
  headers: Reply['headers'] | RoutedRequest['headers'],
): headers is Reply['headers'] {
  return Array.isArray(headers);
}
