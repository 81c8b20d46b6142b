import { resolve } from 'node:path';
import type { Contract } from '../contract/index.ts';
import { toolOf, writeLine } from '../io/index.ts';
import {
  count as amountOf,
  formatNumber,
  isNothingSent,
  type Outcome,
  type Target,
  type WireRequest,
} from '../model/index.ts';
import {
  openTraffic,
  type Policy,
  type Recording,
  recordUntilFailure,
  type ServedResult,
  serveRecording,
  type TrafficRecorder,
} from '../record/index.ts';
import { manifestOf, recordedTarget, secretsToKeepOut } from '../run/index.ts';
import { secretsOf } from '../secrets/index.ts';
import { liveTransport } from '../send/index.ts';
import { placer, UNPLANNED } from '../traffic/index.ts';
import type { Io } from './io.ts';
import { refuseExisting } from './record.ts';
import { recordedSecrets } from './recorded-secrets.ts';
import { stoppedLines } from './traffic-lines.ts';

export interface ServeRecordingOptions {
  readonly port?: number;
  readonly policy?: Policy;
  readonly delays?: boolean;
  readonly allowHost?: readonly string[];
  readonly rewriteUrls?: boolean;
  readonly cors?: boolean;
  /** The server for missing answers, in place of the recorded origin. */
  readonly passthrough?: URL;
  /** The folder for those answers. */
  readonly record?: string;
}

/**
 * Serves a recording until the user stops it.
 *
 * @param target by its present profile; as recorded if absent
 */
export async function serve(
  contract: Contract,
  recording: Recording,
  target: Target | undefined,
  options: ServeRecordingOptions,
  io: Io,
): Promise<number> {
  const { passthrough, record, allowHost, port = 0, policy = 'repeat-last', ...how } = options;
  const folder = record === undefined ? undefined : resolve(io.cwd, record);
  if (folder !== undefined) refuseExisting(folder);
  const own = target ?? recordedTarget(recording.manifest, { urls: {} });
  const passing =
    passthrough && passingTo(movedTarget(own, passthrough), passthrough, contract, folder, io);
  const count = { served: 0, missing: 0, passed: 0, refused: 0, preflight: 0 };
  const serving = await serveRecording({
    ...{ recording, port, policy, ...how },
    ...(allowHost && { allowedHosts: allowHost }),
    ...(own.recordingRules && { rules: own.recordingRules }),
    ...(passing && { passOn: passing.send }),
    secrets: [...(target ? secretsOf(target) : []), ...recordedSecrets(recording.manifest, io.env)],
    served: ({ method, target }, found) => {
      count.served += 1;
      if (found.kind !== 'found') count[found.kind] += 1;
      writeLine(io.stdout, `${method} ${target}  ${said(found)}`);
    },
  });
  const endpoints = Object.entries(recording.manifest.target.endpoints);
  for (const [document, { baseUrl }] of endpoints) {
    const path = new URL(baseUrl).pathname.replace(/\/+$/, '');
    writeLine(io.stdout, `${`${document} API`.padEnd(17)} ${serving.origin}${path}`);
  }
  if (endpoints.length === 0)
    writeLine(io.stdout, `${'its address here'.padEnd(17)} ${serving.origin}`);
  writeLine(io.stdout, 'stop with Ctrl-C');
  await new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve();
    else io.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await serving.close();
  const { served, missing, passed, refused } = count;
  const others = [
    ...(passed === 0 ? [] : [`, ${passed} passed on`]),
    ...(refused === 0 ? [] : [`, ${refused} refused`]),
  ].join('');
  writeLine(
    io.stdout,
    `${amountOf(served, 'request')}, ${formatNumber(missing)} of them not in the recording${others}`,
  );
  await passing?.close();
  return 0;
}

function said(found: ServedResult): string {
  if (found.kind === 'missing' || found.kind === 'refused') return found.why;
  if (found.kind === 'preflight') return '204, a browser asked for permission';
  const { outcome } = found;
  const answer = outcome.kind === 'answer' ? String(outcome.status) : outcome.code;
  if (found.kind === 'passed') return `${answer}, passed on`;
  return [answer, found.disorder, found.partial].filter((part) => part !== undefined).join(', ');
}

/** Fields that a transport writes itself. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'expect',
]);

interface Passing {
  readonly send: (request: WireRequest) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

function passingTo(
  target: Target,
  url: URL,
  contract: Contract,
  folder: string | undefined,
  { env, signal, stderr }: Io,
): Passing {
  const { limits, tls } = target;
  const transport = liveTransport({ limits, tls, connections: 8 });
  const place = placer(contract, target);
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  let traffic: TrafficRecorder | undefined;
  let failure: unknown;
  const opened = (place: string) => {
    traffic ??= openTraffic({
      folder: place,
      manifest: manifestOf(contract, target, UNPLANNED),
      secrets: [...secretsToKeepOut(target), ...recordedSecrets({ target }, env)],
      finish: { tool: toolOf(), keepOthers: false },
    });
    return traffic;
  };
  const record =
    folder !== undefined &&
    recordUntilFailure(
      (exchange) => opened(folder).keep(exchange),
      (error) => {
        for (const line of stoppedLines(error)) writeLine(stderr, line);
        failure = error;
      },
    );
  const keep = (request: WireRequest, outcome: Outcome, startedAt: number, begun: number) => {
    if (!record || (outcome.kind === 'fault' && isNothingSent(outcome.code))) return;
    const whole = `${base.slice(url.origin.length)}${request.target}`;
    const {
      operation,
      baseUrl,
      request: placed,
    } = place(url.origin, { ...request, target: whole });
    record({
      ...{ operation: operation?.id ?? null, baseUrl, request: placed, outcome, startedAt },
      ...{ resent: false, durationMs: performance.now() - begun, lost: [] },
    });
  };
  return {
    send: async (given) => {
      const headers = given.headers.filter(([name]) => !OWN_FIELDS.has(name.toLowerCase()));
      const request = { ...given, headers };
      const [startedAt, begun] = [Date.now(), performance.now()];
      const { outcome } = await transport.send(request, base, signal);
      keep(request, outcome, startedAt, begun);
      return outcome;
    },
    close: async () => {
      await transport.close();
      traffic?.finish();
      if (failure !== undefined) throw failure;
    },
  };
}

/** A target at another origin. */
function movedTarget(target: Target, url: URL): Target {
  const endpoints = Object.entries(target.endpoints).map(([name, endpoint]) => {
    const { pathname } = new URL(endpoint.baseUrl);
    const baseUrl = `${url.origin}${url.pathname.replace(/\/+$/, '')}${pathname}`;
    return [name, { ...endpoint, baseUrl: baseUrl.replace(/\/+$/, '') }];
  });
  return { ...target, endpoints: Object.fromEntries(endpoints) };
}
