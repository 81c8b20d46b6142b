/** Proxies between clients and a target: passes all traffic on, judges and records it. */

import { X509Certificate } from 'node:crypto';
import type { Contract } from '../contract/index.ts';
import { toolOf } from '../io/index.ts';
import {
  type DocumentName,
  type Outcome,
  rewrittenAnswer,
  type Target,
  urlRewriter,
} from '../model/index.ts';
import {
  type HostCheck,
  hostCheck,
  type OpenProxy,
  openProxy,
  type PassedExchange,
  type Rewrite,
} from '../proxy/index.ts';
import {
  type AlteredBody,
  type Finished,
  type KeptTraffic,
  openTraffic,
  recordUntilFailure,
  type TrafficRecorder,
} from '../record/index.ts';
import { manifestOf, secretsToKeepOut } from '../run/index.ts';
import { CLOSED, faultOf, streamDialler } from '../send/index.ts';
import {
  judgeTraffic,
  type PlacedExchange,
  type PlaceExchange,
  placer,
  type TrafficVerdict,
} from './judging.ts';

/** One redacted exchange for display. */
export interface ReportedExchange {
  /** Id of the operation; null for undocumented traffic. */
  readonly operation: string | null;
  readonly method: string;
  /** Relative to the base URL. */
  readonly target: string;
  readonly outcome: Outcome;
  readonly durationMs: number;
  readonly verdict: TrafficVerdict;
  readonly words: readonly string[];
  /** Parts that are not in the recording, one reason each. */
  readonly lost: readonly string[];
  /** Bodies in which a secret was replaced. */
  readonly altered: readonly AlteredBody[];
}

export interface WatchOptions {
  readonly contract: Contract;
  readonly target: Target;
  /** An empty folder for the recording. */
  readonly folder: string;
  /** Port of the first proxy; further ones count up. 0 uses free ones. */
  readonly port: number;
  /** Listening address of the proxies; loopback if absent. */
  readonly host?: string;
  /** Further accepted host names. */
  readonly allowedHosts?: readonly string[];
  /** Clients use TLS, if there is a certificate (PEM). */
  readonly certificate?: { readonly cert: string; readonly key: string };
  readonly strict: boolean;
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly show: (shown: ReportedExchange) => void;
  /** Receives problems of the recording at once. */
  readonly say: (line: string) => void;
  /** Called once if an exchange cannot be recorded. From then on, all traffic passes unrecorded. */
  readonly failed: (error: unknown) => void;
}

export interface Watch {
  /** Addresses for clients, in place of the base URLs. */
  readonly addresses: { readonly [document: DocumentName]: string };
  /**
   * Ends the proxies and makes the files.
   *
   * @throws TouchstoneError 'output-unwritable'
   */
  readonly finish: () => Promise<Finished>;
}

/** The manifest of unplanned traffic. */
export const UNPLANNED = { seed: 0, runs: 0, only: [], strict: false, discover: false };

/**
 * Opens a proxy for each origin of a target. A base URL keeps its path, so where both
 * documents have one origin there is one proxy.
 *
 * @throws TouchstoneError 'port-unavailable' or 'output-unwritable', before anything is passed on
 */
export async function openWatch(options: WatchOptions): Promise<Watch> {
  const { contract, target } = options;
  const proxies = new Map<string, OpenProxy>();
  const dial = streamDialler(target);
  const close = async () => {
    await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
  };
  const origins = new Set(
    Object.values(target.endpoints).map(({ baseUrl }) => new URL(baseUrl).origin),
  );
  const hosts = hostsOf(options, origins);
  let keep: ReturnType<typeof owner> | undefined;
  try {
    for (const origin of origins) {
      const proxy = await openProxy({
        origin,
        port: options.port === 0 ? 0 : options.port + proxies.size,
        maxBodyBytes: target.limits.maxBodyBytes,
        link: { dial: () => dial(new URL(origin)), faultOf, closed: CLOSED },
        hosts,
        ...(options.host !== undefined && { host: options.host }),
        ...(options.certificate && { certificate: options.certificate }),
        now: options.now,
        monotonic: options.monotonic,
        passed: (exchange) => keep?.(origin, exchange),
        ...(target.recordingRules?.rewriteUrls && { rewrite: rewriteTo(proxies) }),
      });
      proxies.set(origin, proxy);
    }
    // Last, so that a busy port leaves no empty recording.
    const traffic = openTraffic({
      folder: options.folder,
      manifest: manifestOf(contract, target, UNPLANNED),
      secrets: secretsToKeepOut(target),
      finish: { tool: toolOf(), keepOthers: false },
      say: options.say,
    });
    keep = owner(options, traffic, placer(contract, target));
    return {
      addresses: addressesOf(target, proxies),
      finish: async () => {
        await close();
        // The last exchange is judged in the next turn of the event loop.
        await new Promise((resolve) => setImmediate(resolve));
        return traffic.finish();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function hostsOf(
  { host, allowedHosts = [], certificate }: WatchOptions,
  origins: ReadonlySet<string>,
): HostCheck {
  const own = certificate && new X509Certificate(certificate.cert);
  const names = [...origins].map((origin) => new URL(origin).host);
  return hostCheck(
    [...names, ...(host === undefined ? [] : [host]), ...allowedHosts],
    (name) => own?.checkHost(name) !== undefined,
  );
}

/** Puts the proxies, by the host that a client knows them by, in the place of the target in an answer. */
function rewriteTo(proxies: ReadonlyMap<string, OpenProxy>): Rewrite {
  return (answer, host) => {
    const asked = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;
    const there = [...proxies].map(([origin, proxy]) => {
      const own = new URL(proxy.origin);
      if (asked !== undefined) own.hostname = asked;
      return [origin, own.origin];
    });
    const was = Object.fromEntries([...proxies.keys()].map((origin) => [origin, origin]));
    return rewrittenAnswer(answer, urlRewriter(was, Object.fromEntries(there)));
  };
}

/** Writes an exchange down before its answer passes on, and judges it afterwards. */
function owner(options: WatchOptions, traffic: TrafficRecorder, place: PlaceExchange) {
  const show = judged(options, traffic);
  const record = recordUntilFailure(traffic.keep, options.failed);
  return (origin: string, exchange: PassedExchange): void => {
    const placed = place(origin, exchange.request);
    const { baseUrl, request, operation } = placed;
    const own = { ...exchange, operation: operation?.id ?? null, baseUrl, request };
    const kept = record(own);
    setImmediate(() => show(exchange, placed, kept));
  };
}

function judged(options: WatchOptions, traffic: TrafficRecorder) {
  return (exchange: PassedExchange, placed: PlacedExchange, kept: KeptTraffic): void => {
    const { outcome, durationMs } = exchange;
    const { altered } = kept;
    const { contract, strict } = options;
    const verdict = judgeTraffic(contract, placed, outcome, strict, exchange.lost);
    const words = inWords(verdict).map(traffic.clean);
    const { method } = placed.request;
    const target = traffic.clean(placed.request.target);
    const operation = placed.operation?.id ?? null;
    const lost = lossesOf(exchange, kept).map(traffic.clean);
    options.show({ operation, method, target, outcome, durationMs, verdict, words, lost, altered });
  };
}

/** Parts of an exchange that could not be recorded, including those that its answer shows. */
function lossesOf({ outcome }: PassedExchange, { lost }: KeptTraffic): readonly string[] {
  if (outcome.kind === 'fault') return lost;
  const { completeness, bytes } = outcome.body;
  if (completeness !== 'too-large') return lost;
  return [
    `the body of the answer after ${bytes.length} bytes: it is larger than the limit`,
    ...lost,
  ];
}

function addressesOf({ endpoints }: Target, proxies: ReadonlyMap<string, OpenProxy>) {
  return Object.fromEntries(
    Object.entries(endpoints).map(([document, { baseUrl }]) => {
      const { origin, pathname } = new URL(baseUrl);
      return [document, `${proxies.get(origin)?.origin ?? ''}${pathname.replace(/\/+$/, '')}`];
    }),
  );
}

/** The report on an exchange: one line, or one for each violation. */
export function inWords(verdict: TrafficVerdict): readonly string[] {
  switch (verdict.kind) {
    case 'outside':
      return [
        `outside the documents${verdict.noResponse ? `; no answer: ${verdict.noResponse}` : ''}`,
      ];
    case 'unanswered':
      return [`no answer: ${verdict.why}`];
    case 'unfit-request':
      return [`${verdict.refused ? 'refused' : 'accepted'}, and the request breaks ${verdict.why}`];
    case 'not-judged':
      return [`not judged: ${verdict.why}`];
    case 'judged': {
      const { outcome, violations, findings, why } = verdict.judgement;
      const observed = findings.flatMap(({ clause, finding }) =>
        finding.kind === 'observed' ? [`observed ${clause}: ${finding.value}`] : [],
      );
      const broken = violations.map(({ clause, verdict: weighed, message }) => {
        return `${weighed === 'fail' ? 'FAIL' : 'warn'} ${clause}: ${message}`;
      });
      if (broken.length > 0) return [...broken, ...observed];
      const judged =
        outcome === 'conforms' ? 'conforms' : `not judged: ${why[0] ?? 'no clause applies'}`;
      return [[judged, ...observed].join('; ')];
    }
  }
}

/** Returns true if a clause fails on an exchange. */
export function isFailure(verdict: TrafficVerdict): boolean {
  return verdict.kind === 'judged' && verdict.judgement.outcome === 'violates';
}

/** Returns true if an implied clause is violated, or if the target accepted a request that breaks a rule. */
export function isWarning(verdict: TrafficVerdict): boolean {
  if (verdict.kind === 'unfit-request') return !verdict.refused;
  return (
    verdict.kind === 'judged' && !isFailure(verdict) && verdict.judgement.violations.length > 0
  );
}
