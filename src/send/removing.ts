import { credentialFields } from '../auth-schemes.ts';
import type { Endpoint, Outcome } from '../model.ts';
import type { Transport } from '../transport.ts';
import { type CreationContract, readInstead, removalAnswer, whyKept } from './creation.ts';
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
  const remove = async (target: string) => {
    const request = { ...creation, target };
    const read = () => send(readInstead(request), endpoint, transport, signal);
    const outcome = await send(request, endpoint, transport, signal);
    const answer = await removalAnswer(operation, outcome, validate, read);
    const isAccepted = answer.why === undefined && !answer.absent;
    return isAccepted ? { ...answer, why: await whyKept(operation, validate, read) } : answer;
  };
  const first = await remove(creation.target);
  const { why, absent } = trashed !== undefined && first.absent ? await remove(trashed) : first;
  if (why !== undefined) return { kind: 'left', why };
  return { kind: absent ? 'gone' : 'removed' };
}

async function send(
  { method, target, headers, baseUrl }: Creation,
  endpoint: Endpoint,
  transport: Transport,
  signal: AbortSignal,
): Promise<Outcome> {
  const signed = [...headers, ...credentialFields(endpoint)];
  const request = { method, target, headers: signed, body: undefined };
  return (await transport.send(request, baseUrl, signal)).outcome;
}
