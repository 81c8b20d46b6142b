/** What a request of a stream claims: to be valid, or to violate one rule. */

import {
  accepts,
  arrivesAs,
  type Contract,
  ownViolationsOf,
  partSchemaOf,
  refusalId,
} from '../contract/index.ts';
import type { Json, MutatedRule, Operation, PlannedRequest } from '../model/index.ts';
import { proofOf } from './proof.ts';
import type { BaseRequest } from './stream-bases.ts';

export type Claim =
  | { readonly role: 'valid' | 'probe'; readonly shows: readonly string[] }
  | {
      readonly role: 'violation';
      readonly shows: readonly string[];
      readonly breach: MutatedRule;
    };

/** Nothing is claimed. */
export const PROBE: Claim = { role: 'probe', shows: [] };

/**
 * The expectation for a request with one unusual value: a valid one is judged as valid, one that violates exactly one
 * rule is to be refused, and others are unspecified.
 *
 * @param free true if the value is independent of the target's facts
 */
export function claimFor(
  contract: Contract,
  base: BaseRequest,
  request: PlannedRequest,
  part: MutatedRule['part'],
  value: Json,
  free: boolean,
): Claim {
  const { operation, endpoint } = base;
  const schema = partSchemaOf(operation, part);
  const arrived = arrivesAs(operation, part, endpoint.style)(value);
  if (schema === undefined || arrived === undefined) return PROBE;
  const [rule, ...more] = ownViolationsOf(schema, arrived);
  if (more.length > 0) return PROBE;
  if (rule === undefined && !(free && (part !== 'body' || isSettled(operation, value)))) {
    return PROBE;
  }
  return provenClaim(contract, base, request, rule && { part, ...rule });
}

/** The claim of a request that breaks one rule or none, if its bytes prove it, and a clause is about that rule. */
export function provenClaim(
  contract: Contract,
  { operation, endpoint, refusals, evidence }: BaseRequest,
  request: PlannedRequest,
  breach: MutatedRule | undefined,
): Claim {
  const clause = breach && refusalId(operation.id, withPattern(breach));
  if (clause !== undefined && !refusals.has(clause)) return PROBE;
  const proof = proofOf(contract, operation, request, endpoint.style, breach);
  if (proof.kind !== 'proven') return PROBE;
  if (breach === undefined || clause === undefined) return { role: 'valid', shows: evidence };
  return { role: 'violation', shows: [clause], breach };
}

function withPattern(breach: MutatedRule): MutatedRule {
  return { ...breach, pointer: breach.pointer.replace(/\/\d+(?=\/|$)/g, '/*') };
}

/** Returns true for a body with a documented effect. */
export function isSettled({ body }: Operation, value: Json): boolean {
  return accepts(body?.settled ?? {}, value);
}
