/** Answers from a recording. */

import {
  counter,
  type Outcome,
  type RequestContext,
  type SentRequest,
  type Transport,
  type WireRequest,
} from '../model/index.ts';
import { type CleaningScope, createCleaner, type Secret } from '../secrets/index.ts';
import type { EntryRef } from './entries.ts';
import type { Recording } from './folder.ts';
import { differences, missing } from './mismatch.ts';
import { normalForms } from './normal-form.ts';

/**
 * A transport that answers from a recording and never opens a socket. An exchange is found by its case,
 * its step and how often that step was sent before, and has to ask the same: the normal form of its method,
 * target and body, and its header fields. Origin and path prefix of the base URL play no part. What is not there is a
 * fault of code `unrecorded` that names the nearest entry and what differs.
 *
 * @param secrets to recognise in requests what was recorded as a placeholder
 */
export function replayTransport(recording: Recording, secrets: readonly Secret[]): Transport {
  const cleaner = createCleaner(secrets, recording.manifest.target.secretRules);
  const count = counter();
  const answer = (
    scope: CleaningScope,
    request: WireRequest,
    requestContext: RequestContext | undefined,
  ): SentRequest => {
    const asked = scope.request(request).value;
    const found = requestContext
      ? recording.find(
          requestContext.case.id,
          requestContext.step,
          count(`${requestContext.case.id}\n${requestContext.step}`),
        )
      : looseMatch(recording, asked, count);
    const kept = found?.read();
    if (!kept || differences(asked, kept.request).length > 0) {
      return { outcome: unrecorded(missing(recording, asked, requestContext)), resent: false };
    }
    const { outcome, resent, earlier } = kept;
    return { outcome, resent, ...(earlier && { earlier }) };
  };
  let closed = false;
  return {
    send: async (request, _baseUrl, _signal, requestContext) => {
      if (closed) return { outcome: unrecorded('the transport was closed'), resent: false };
      return answer(cleaner.scope(), request, requestContext);
    },
    close: async () => {
      closed = true;
    },
  };
}

/** Distinguishes requests outside of cases by content and number. */
function looseMatch(
  recording: Recording,
  asked: WireRequest,
  count: (key: string) => number,
): EntryRef | undefined {
  const equal = recording
    .ofCase(null)
    .filter((ref) => differences(asked, ref.read().request).length === 0);
  const { method, target } = FORMS.line(asked);
  return equal[count(`\n${method} ${target}\n${FORMS.body(asked)}`)] ?? equal.at(-1);
}

const FORMS = normalForms();

function unrecorded(message: string): Outcome {
  return { kind: 'fault', code: 'unrecorded', message };
}
