import { type Contract, loadContract } from '../../contract/index.ts';
import { isObject, parsedJson } from '../../model/index.ts';
import type { Handler, Reply } from '../http.ts';
import { type ContentOptions, contentHandler } from './handler.ts';
import { REFERENCE_PASSWORD, REFERENCE_USER } from './identity.ts';
import { readSeed, type Seed } from './seed.ts';

/** For tests: a content site that is called in process, with a clock that stands still. */
export interface Drive {
  readonly handler: Handler;
  call(method: string, route: string, body?: unknown, headers?: Headers): Promise<SiteAnswer>;
  /** The same request without a login. */
  anonymous(method: string, route: string, body?: unknown): Promise<SiteAnswer>;
  /** Advances the clock. */
  wait(ms: number): void;
}

type Headers = Readonly<Record<string, string>>;

export interface SiteAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly bytes: Uint8Array;
}

export const BASE = 'http://127.0.0.1:8080/content';

export const AUTHORIZATION = `Basic ${Buffer.from(`${REFERENCE_USER}:${REFERENCE_PASSWORD}`).toString('base64')}`;

const START = Date.UTC(2026, 0, 15, 12, 0, 0);

let contract: Contract | undefined;
let seed: Seed | undefined;

export function drive(options: Partial<ContentOptions> = {}): Drive {
  contract ??= loadContract();
  seed ??= readSeed();
  let now = START;
  const handler = contentHandler({
    contract,
    seed,
    now: () => now,
    baseUrl: () => BASE,
    ...options,
  });
  const send = async (
    method: string,
    route: string,
    body: unknown,
    headers: Headers,
  ): Promise<SiteAnswer> => {
    const json = body !== undefined && !(body instanceof Uint8Array);
    return reported(
      await handler({
        method,
        target: `/content${route}`,
        headers: { ...(json && { 'content-type': 'application/json' }), ...headers },
        rawHeaders: [],
        body: bytesOf(body),
      }),
    );
  };
  return {
    handler,
    call: (method, route, body, headers = {}) =>
      send(method, route, body, { authorization: AUTHORIZATION, ...headers }),
    anonymous: (method, route, body) => send(method, route, body, {}),
    wait(ms) {
      now += ms;
    },
  };
}

function bytesOf(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array();
  return body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body));
}

function reported(reply: Reply): SiteAnswer {
  const bytes = typeof reply.body === 'string' ? new TextEncoder().encode(reply.body) : reply.body;
  const headers = Object.fromEntries(
    reply.headers.map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    status: reply.status,
    headers,
    body: parsedJson(new TextDecoder().decode(bytes)),
    bytes,
  };
}

/** The value at a path of names and indices; undefined if it is missing. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((found, step) => {
    if (Array.isArray(found)) return found[Number(step)];
    return isObject(found) ? found[step] : undefined;
  }, value);
}

export function column(
  reported: SiteAnswer,
  ...path: readonly (string | number)[]
): readonly unknown[] {
  return Array.isArray(reported.body) ? reported.body.map((record) => at(record, ...path)) : [];
}

export function idOf(reported: SiteAnswer): number {
  const id = at(reported.body, 'id');
  if (typeof id !== 'number')
    throw new Error(`no id in ${reported.status} ${JSON.stringify(reported.body)}`);
  return id;
}
