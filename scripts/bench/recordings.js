// Requests and recorders that the measures of recording and replaying share.
import { HEADERS, ZONES, ZONES_PATH } from './servers.js';

export const SECRETS = [{ name: 'integration-1', value: 'bench-token-0000-xyz' }];
export const TOOL = { name: 'touchstone', version: '0.0.0' };
export const LIMITS = { timeoutMs: 10_000, totalMs: 30_000, maxBodyBytes: 4_000_000 };
export const signal = new AbortController().signal;
const VERDICTS = [['integration/timezones/success', 'pass']];

/** The default export of a CommonJS module. */
export function unwrapped({ default: value }) {
  return value.default ?? value;
}

/** A request that differs from all others. */
export function wire(at) {
  const headers = Object.entries(HEADERS);
  return { method: 'GET', target: `${ZONES_PATH}?n=${at}`, headers, body: undefined };
}

export function requestContextOf(at) {
  const id = `integration/timezones/bench/${at}`;
  const operation = 'integration/timezones';
  const request = { operation, path: {}, query: {}, headers: [], body: { kind: 'none' } };
  const steps = [{ id: 'request', role: 'valid', request }];
  const item = { id, title: 'is sent', document: 'integration', evidence: [], steps };
  return { case: { ...item, origin: { kind: 'scenario' } }, step: 'request', operation };
}

/** A transport that answers without a network. */
export function canned() {
  const bytes = new TextEncoder().encode(ZONES);
  const headers = [['content-type', 'application/json']];
  const content = { kind: 'json', value: JSON.parse(ZONES) };
  const body = { bytes, completeness: 'complete', content };
  const outcome = { kind: 'answer', status: 200, reason: 'OK', headers, body };
  return { send: async () => ({ outcome, resent: false }), close: async () => {} };
}

export function bareTarget() {
  const rest = { tls: { insecure: false }, concurrency: 1, off: [], knownFailures: [] };
  return { name: 'bench', endpoints: {}, limits: LIMITS, ...rest };
}

/** A recorder around a transport, and a function that sends and keeps the exchange with this number. */
export async function recorderOf(folder, inner) {
  const { openRecorder } = await import('../../dist/record/recorder.js');
  const { name, endpoints, limits, concurrency, off, knownFailures } = bareTarget();
  const recorder = openRecorder({
    folder,
    inner,
    manifest: [
      { kind: 'contract', digest: 'bench' },
      { kind: 'plan', seed: 0, runs: 0, only: [], strict: false, discover: false },
      { kind: 'target', target: { name, endpoints, limits, concurrency, off, knownFailures } },
    ],
    secrets: SECRETS,
    now: Date.now,
    monotonic: () => performance.now(),
    finish: { tool: TOOL, keepOthers: false },
  });
  const send = async (at, url) => {
    const context = requestContextOf(at);
    await recorder.transport.send(wire(at), url, signal, context);
    recorder.keep({ case: context.case, exchanges: [] }, { verdicts: VERDICTS, observations: [] });
  };
  return { send, finish: () => recorder.finish() };
}
