import { toolOf } from '../io/index.ts';
import type { Endpoint, ExtraHeader, Target, Transport, WireRequest } from '../model/index.ts';
import { liveTransport } from './live.ts';
import { renewing } from './renewing.ts';

/** Firewalls refuse requests without a user agent. A profile can set another one. */
const USER_AGENT = `touchstone/${toolOf().version}`;

/**
 * The network transport to a target, with additions from its profile: headers, cookies and fetched tokens.
 * They are added below everything that records and reports, so that they are in no file.
 *
 * @param connections maximum number to one origin; further requests wait
 * @throws TouchstoneError 'credential-unavailable', from `send`, if the first token cannot be fetched
 */
export function transportTo(
  target: Pick<Target, 'endpoints' | 'limits' | 'tls' | 'proxies'>,
  connections = 1,
): Transport {
  const inner = liveTransport({ ...target, connections });
  const agent = [{ name: 'user-agent', value: USER_AGENT, written: USER_AGENT }];
  const live: Transport = {
    ...inner,
    send: (request, ...rest) => inner.send(withHeaders(request, agent), ...rest),
  };
  const endpoints = Object.values(target.endpoints);
  const routes = new Map(
    [...new Set(endpoints.map(({ baseUrl }) => baseUrl))].map((baseUrl) => [
      baseUrl,
      routeOf(
        endpoints.filter((one) => one.baseUrl === baseUrl),
        live,
      ),
    ]),
  );
  return {
    send: (request, baseUrl, signal, requestContext) =>
      (nearest(routes, baseUrl) ?? live.send)(request, baseUrl, signal, requestContext),
    close: live.close,
  };
}

/** Also for a place below a base URL: `init` tries several. */
function nearest<Route>(routes: ReadonlyMap<string, Route>, url: string): Route | undefined {
  const above = [...routes.keys()].filter((base) => `${url}/`.startsWith(`${base}/`));
  const [longest = ''] = above.sort((one, other) => other.length - one.length);
  return routes.get(longest);
}

/** The transport of requests to one base URL, for any API there. */
function routeOf(endpoints: readonly Endpoint[], live: Transport): Transport['send'] {
  const headers = endpoints.flatMap((endpoint) => endpoint.headers ?? []);
  const send = endpoints.reduce(
    (inner, endpoint) => (endpoint.renewed ? renewing(endpoint, live, inner) : inner),
    live.send,
  );
  if (headers.length === 0) return send;
  return (request, ...rest) => send(withHeaders(request, headers), ...rest);
}

/** A planned field is kept. */
function withHeaders(request: WireRequest, extra: readonly ExtraHeader[]): WireRequest {
  const names = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const added = extra
    .filter(({ name }) => !names.has(name.toLowerCase()))
    .map(({ name, value }) => [name, value] as const);
  return { ...request, headers: [...request.headers, ...added] };
}
