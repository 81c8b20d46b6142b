/** Answers from a recording. */

import type { Outcome, WireRequest } from '../model.ts';
import { createCleaner, type Scope, type Secret } from '../secrets/index.ts';
import type { Errand, Sent, Transport } from '../transport.ts';
import type { EntryRef } from './entries.ts';
import type { Recording } from './folder.ts';
import { differences, missing } from './mismatch.ts';
import { carrier } from './polly.ts';

/**
 * A transport that answers from a recording and never opens a socket. An exchange is found by its case,
 * its step and how often that step was sent before, and has to be the one that was asked for: method,
 * target, headers and body. Origin and path prefix of the base URL play no part. What is not there is a
 * fault of code `unrecorded` that names the nearest entry and what differs.
 *
 * @param secrets to recognise in requests what was recorded as a placeholder
 */
export function replayTransport(recording: Recording, secrets: readonly Secret[]): Transport {
  const polly = carrier('replay');
  const cleaner = createCleaner(secrets, recording.manifest.target.secretRules);
  const counts = new Map<string, number>();
  const count = (key: string): number => {
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    return nth;
  };
  const answer = (scope: Scope, request: WireRequest, errand: Errand | undefined): Sent => {
    const asked = scope.request(request).value;
    const found = errand
      ? recording.find(errand.case.id, errand.step, count(`${errand.case.id}\n${errand.step}`))
      : looseMatch(recording, asked, count);
    const kept = found?.read();
    if (!kept || differences(asked, kept.request).length > 0) {
      return { outcome: unrecorded(missing(recording, asked, errand)), resent: false };
    }
    return { outcome: kept.outcome, resent: kept.resent };
  };
  let closed = false;
  return {
    send: async (request, _baseUrl, _signal, errand) => {
      if (closed) return { outcome: unrecorded('the transport was closed'), resent: false };
      return polly.carry({
        find: () => answer(cleaner.scope(), request, errand),
        fetch: () => Promise.reject(new Error('a replay does not go live')),
        keep: () => {},
      });
    },
    close: async () => {
      closed = true;
      await polly.stop();
    },
  };
}

/** What was sent for no case is told apart by what was asked, and by how often. */
function looseMatch(
  recording: Recording,
  asked: WireRequest,
  count: (key: string) => number,
): EntryRef | undefined {
  const equal = recording
    .ofCase(null)
    .filter((ref) => differences(asked, ref.read().request).length === 0);
  const body = asked.body ? Buffer.from(asked.body).toString('base64') : '';
  return equal[count(`\n${asked.method} ${asked.target}\n${body}`)] ?? equal.at(-1);
}

function unrecorded(message: string): Outcome {
  return { kind: 'fault', code: 'unrecorded', message };
}
