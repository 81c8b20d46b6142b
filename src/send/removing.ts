import { credentialFields } from '../auth-schemes.ts';
import type { Endpoint, Outcome } from '../model.ts';
import type { Transport } from '../transport.ts';
import { type CreationContract, isAbsent, whyNotGone } from './creation.ts';
import type { Creation } from './journal.ts';

/** What became of something that was to be removed. */
type Removed =
  | { readonly kind: 'removed' }
  /** It was not there any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'left'; readonly why: string };

/**
 * Removes for good what an ended run left behind, with the credential of the endpoint. Nothing is sent
 * to a place that the endpoint is not: a credential belongs to its own target.
 */
export async function removeCreation(
  creation: Creation,
  endpoint: Endpoint | undefined,
  transport: Transport,
  { operations, validate }: CreationContract,
  signal: AbortSignal,
): Promise<Removed> {
  const { document, baseUrl, trashed } = creation;
  if (endpoint?.baseUrl !== baseUrl) {
    return { kind: 'left', why: `name its target with --${document} ${baseUrl} or --target` };
  }
  if (signal.aborted) return { kind: 'left', why: 'interrupted' };
  // Errors look alike all over a document.
  const operation = operations.find((one) => one.document === document) ?? {};
  const first = await send(creation, creation.target, endpoint, transport, signal);
  const last =
    trashed !== undefined && isAbsent(operation, first, validate)
      ? await send(creation, trashed, endpoint, transport, signal)
      : first;
  const why = whyNotGone(operation, last, validate);
  if (last.kind === 'fault' || why !== undefined) return { kind: 'left', why: why ?? '' };
  return { kind: isAbsent(operation, last, validate) ? 'gone' : 'removed' };
}

async function send(
  { method, headers, baseUrl }: Creation,
  target: string,
  endpoint: Endpoint,
  transport: Transport,
  signal: AbortSignal,
): Promise<Outcome> {
  const signed = [...headers, ...credentialFields(endpoint)];
  const request = { method, target, headers: signed, body: undefined };
  return (await transport.send(request, baseUrl, signal)).outcome;
}
