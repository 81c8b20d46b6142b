import type { Endpoint } from '../model.ts';
import type { Transport } from '../transport.ts';
import { isGone } from './creation.ts';
import type { Creation } from './journal.ts';

/** What became of something that was to be removed. */
export type Removed =
  | { readonly kind: 'removed' }
  /** It was not there any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'left'; readonly why: string };

/**
 * Removes for good what an ended run left behind, with the credential of the endpoint. Nothing is sent
 * to a place that the endpoint is not: a credential belongs to its own target.
 */
export async function removeCreation(
  { document, baseUrl, method, target, headers }: Creation,
  endpoint: Endpoint | undefined,
  transport: Transport,
  signal: AbortSignal,
): Promise<Removed> {
  if (endpoint?.baseUrl !== baseUrl) {
    return { kind: 'left', why: `name its target with --${document} ${baseUrl} or --target` };
  }
  if (signal.aborted) return { kind: 'left', why: 'interrupted' };
  const { authorization } = endpoint;
  const { outcome } = await transport.send(
    {
      method,
      target,
      headers:
        authorization === undefined ? headers : [...headers, ['authorization', authorization]],
      body: undefined,
    },
    baseUrl,
    signal,
  );
  if (outcome.kind === 'fault') return { kind: 'left', why: outcome.message };
  const { status } = outcome;
  if (!isGone(status)) return { kind: 'left', why: `HTTP ${status}` };
  return { kind: status === 404 || status === 410 ? 'gone' : 'removed' };
}
