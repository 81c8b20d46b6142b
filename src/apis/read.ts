import { encode } from '../contract/index.ts';
import {
  type Operation,
  type Outcome,
  type PlannedRequest,
  requestTo,
  type Values,
} from '../model/index.ts';
import type { Asking } from './api.ts';

type PlannedBody = PlannedRequest['body'];

/** Sends a request with the credential, outside of any plan. */
export async function read(
  { endpoint, transport, signal }: Omit<Asking, 'contract'>,
  operation: Operation,
  parts: { readonly path?: Values; readonly query?: Values; readonly body?: PlannedBody } = {},
): Promise<Outcome> {
  const wire = encode(operation, { ...requestTo(operation.id), ...parts }, endpoint);
  const { outcome } = await transport.send(wire, endpoint.baseUrl, signal);
  return outcome;
}

/** The JSON of an answer with HTTP 200; undefined for any other. */
export function jsonOf(outcome: Outcome): unknown {
  if (outcome.kind !== 'answer' || outcome.status !== 200) return undefined;
  const { content } = outcome.body;
  return content.kind === 'json' ? content.value : undefined;
}

/** Describes a failed request, as the end of a sentence. */
export function failureOf(outcome: Outcome): string {
  if (outcome.kind !== 'answer') return `gave no answer: ${outcome.message}`;
  const { status, headers, body } = outcome;
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  if (location !== undefined) return `answered with HTTP ${status} and leads to ${location}`;
  const why =
    status === 200 && body.content.kind !== 'json' ? ' and something that is not JSON' : '';
  return `answered with HTTP ${status}${why}`;
}
