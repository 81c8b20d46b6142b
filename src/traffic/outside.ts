/** Finds undocumented parts of a documented request. */

import { type Contract, decode } from '../contract/index.ts';
import type { Endpoint, Operation, WireRequest, WireStyle } from '../model/index.ts';
import { METHOD_PARAMETER, overrideIn } from '../record/index.ts';

/** @returns why no clause judges the request; undefined if it is fully documented */
export function partsOutside(
  { operations }: Contract,
  operation: Operation,
  { withoutEffect = [] }: Endpoint,
  request: WireRequest,
  style: WireStyle,
): string | undefined {
  const override = overrideIn(request);
  if (override !== undefined && !isDescribedAs(request.method, operation, operations)) {
    return `the request is ${request.method} and asks for ${override}, outside the document`;
  }
  const decoded = decode(operation, request, style);
  if (decoded.kind === 'undecodable') return undefined;
  const known = new Set([
    ...operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    ...withoutEffect,
    ...(override === undefined ? [] : [METHOD_PARAMETER]),
  ]);
  const others = Object.keys(decoded.query).filter((name) => !known.has(name));
  if (others.length === 0) return undefined;
  return `the request has parameters outside the document: ${others.join(', ')}`;
}

/** Reports that the document describes the same action for the method of the message, such as POST for PUT. */
function isDescribedAs(
  method: string,
  { document, resource, action, route }: Operation,
  operations: readonly Operation[],
): boolean {
  return operations.some(
    (one) =>
      one.method === method &&
      one.route === route &&
      one.document === document &&
      one.resource === resource &&
      one.action === action,
  );
}
