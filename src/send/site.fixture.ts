import { loadContract } from '../contract/contract.ts';
import { encode } from '../contract/encode.ts';
import type {
  Case,
  Endpoint,
  PlannedRequest,
  Role,
  SentRequest,
  Step,
  Target,
  Trace,
  Transport,
} from '../model/index.ts';
import { AUTHORIZATION, BASE, type Drive, drive } from '../reference/content/drive.fixture.ts';
import { inProcess } from '../reference/transport.ts';
import { paceOf } from './pace.ts';
import type { SendOptions } from './send.ts';

export const contract = loadContract();

export function targetAt(baseUrl: string): Target & { endpoints: { content: Endpoint } } {
  return {
    name: 'site',
    endpoints: {
      content: {
        baseUrl,
        authorization: AUTHORIZATION,
        secrets: [],
        credentialFrom: { scheme: 'Basic', variable: 'USER', password: 'PASSWORD' },
        known: {},
        style: {
          arrays: 'brackets',
          routing: { kind: 'query', path: '/index.php', parameter: 'rest_route' },
        },
      },
    },
    limits: { timeoutMs: 1000, totalMs: 1000, maxBodyBytes: 1e6 },
    tls: { insecure: false },
    concurrency: 1,
    off: [],
    knownFailures: [],
  };
}

/** The reference site in this process, the requests to it, and options to send cases to it. */
export interface SentSite {
  readonly site: Drive;
  /** `POST /cms/v2/posts` and so on, in order. */
  readonly log: readonly string[];
  readonly options: SendOptions;
}

/**
 * @param change replaces the transport's outcome; undefined keeps it
 * @param given choices of the site
 */
export function siteWith(
  options: Partial<SendOptions> = {},
  change: (line: string, signal: AbortSignal) => Promise<SentRequest | undefined> = async () =>
    undefined,
  given: Parameters<typeof drive>[0] = {},
): SentSite {
  const site = drive(given);
  const near = inProcess(site.handler);
  const log: string[] = [];
  const transport: Transport = {
    ...near,
    send: async (request, baseUrl, signal) => {
      const route = decodeURIComponent(request.target.replace('/index.php?rest_route=', ''));
      const line = `${request.method} ${route}`;
      log.push(line);
      return (await change(line, signal)) ?? near.send(request, baseUrl, signal);
    },
  };
  return {
    site,
    log,
    options: {
      target: targetAt(BASE),
      transport,
      // The log lacks requests outside of cases.
      besides: near,
      contract,
      encode,
      clock: () => 0,
      signal: new AbortController().signal,
      concurrency: 1,
      pace: paceOf(undefined),
      ...options,
    },
  };
}

export function step(
  id: string,
  role: Role,
  operation: string,
  change: Partial<PlannedRequest> = {},
): Step {
  return {
    id,
    role,
    request: {
      operation: `content/${operation}`,
      path: {},
      query: {},
      headers: [],
      body: { kind: 'none' },
      credential: { kind: 'valid' },
      ...change,
    },
  };
}

export function caseOf(...steps: readonly Step[]): Case {
  return {
    id: 'content/case',
    title: 'is sent',
    document: 'content',
    evidence: [],
    origin: { kind: 'scenario' },
    steps,
  };
}

export async function all(traces: AsyncIterable<Trace>): Promise<readonly Trace[]> {
  const list: Trace[] = [];
  for await (const trace of traces) list.push(trace);
  return list;
}
