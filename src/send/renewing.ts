/** Inserts fetched tokens into requests, and renews them before they expire. */

import type { Endpoint, Transport, WireRequest } from '../model/index.ts';
import { replacing } from '../secrets/index.ts';
import { fault } from './fault.ts';
import { fetchToken, type Token } from './token.ts';

/** After a new token was refused like the previous one, a 401 counts as the target's answer for this time. */
const BELIEVED_MS = 60_000;

/**
 * Sends requests with a token in place of its placeholder. After a 401 to a request with the intended credential, it
 * resends with a new token. Tokens in answers become the placeholder again, so no other code sees them.
 *
 * @param live sends the requests that fetch tokens
 * @param send sends the others
 * @returns a function that throws TouchstoneError 'credential-unavailable' if the first token cannot be fetched
 */
export function renewing(
  { renewed, authorization, baseUrl }: Endpoint,
  live: Transport,
  send: Transport['send'],
): Transport['send'] {
  if (renewed === undefined) return send;
  const { standIn, source } = renewed;
  let token: Token | undefined;
  let pending: Promise<Token> | undefined;
  let believedUntil = 0;
  const renew = (signal: AbortSignal): Promise<Token> => {
    pending ??= fetchToken(source, live, baseUrl, signal)
      .then((fetched) => {
        token = fetched;
        return fetched;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  const current = async (signal: AbortSignal): Promise<Token> =>
    token !== undefined && Date.now() < token.renewAt ? token : renew(signal);

  return async (request, base, signal, requestContext) => {
    if (!request.headers.some(([, value]) => value.includes(standIn))) {
      return send(request, base, signal, requestContext);
    }
    const sendWith = async ({ value }: Token) => {
      const sent = await send(withToken(request, standIn, value), base, signal, requestContext);
      const { outcome } = sent;
      return outcome.kind === 'answer'
        ? { ...sent, outcome: replacing(value, standIn)(outcome) }
        : sent;
    };
    const isFirst = token === undefined;
    try {
      const used = await current(signal);
      const sent = await sendWith(used);
      const isOwn = request.headers.some(([, value]) => value === authorization);
      const isRefused = sent.outcome.kind === 'answer' && sent.outcome.status === 401;
      if (!isOwn || !isRefused || Date.now() < believedUntil) return sent;
      // Another request can have renewed it meanwhile.
      const next = token === used ? await renew(signal) : await current(signal);
      const again = await sendWith(next);
      if (again.outcome.kind === 'answer' && again.outcome.status === 401) {
        believedUntil = Date.now() + BELIEVED_MS;
      }
      return again;
    } catch (error) {
      if (signal.aborted) return INTERRUPTED;
      if (isFirst || !(error instanceof Error)) throw error;
      return { outcome: fault('unsendable', error.message), resent: false };
    }
  };
}

const INTERRUPTED = { outcome: fault('interrupted', 'the run was interrupted'), resent: false };

function withToken(request: WireRequest, standIn: string, token: string): WireRequest {
  const headers = request.headers.map(
    ([name, value]) => [name, value.replaceAll(standIn, () => token)] as const,
  );
  return { ...request, headers };
}
