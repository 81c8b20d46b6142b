import { type Contract, encode, verifyRequest } from '../contract/index.ts';
import type { MutatedRule, Operation, PlannedRequest, WireStyle } from '../model/index.ts';

/** Verifies a planned request on the bytes that are sent for it (see `verifyRequest`). */
export function proofOf(
  { validate }: Pick<Contract, 'validate'>,
  operation: Operation,
  request: PlannedRequest,
  style: WireStyle,
  breach?: MutatedRule,
) {
  return verifyRequest(operation, encode(operation, request, { style }), style, breach, validate);
}
