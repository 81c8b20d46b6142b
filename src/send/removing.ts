import { statusOf } from '../contract/told.ts';
import type { Endpoint } from '../model.ts';
import type { Transport } from '../transport.ts';
import { type Law, whyNotGone } from './creation.ts';
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
  { operations, validate }: Law,
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
  // Errors look alike all over a document.
  const operation = operations.find((one) => one.document === document) ?? {};
  const why = whyNotGone(operation, outcome, validate);
  if (outcome.kind === 'fault' || why !== undefined) return { kind: 'left', why: why ?? '' };
  const removed = statusOf(operation, outcome, validate) < 300;
  return { kind: removed ? 'removed' : 'gone' };
}
