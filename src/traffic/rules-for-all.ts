/** Applies the rules for all requests to an exchange that cannot be resent. */

import { type Contract, effectiveStatusOf } from '../contract/index.ts';
import {
  type ClauseFindings,
  clauseOf,
  isFleeting,
  repeatedNames,
  robustnessViolationsOf,
  UNIQUE_NAMES,
} from '../judge/index.ts';
import { type Exchange, jsonTextOf, type Operation } from '../model/index.ts';

/** Maximum number of names. */
const MOST_NAMED = 5;

/** Returns violations and observations by the rules. */
export function rulesOn(
  { validate }: Pick<Contract, 'validate'>,
  operation: Operation,
  exchange: Exchange,
): readonly ClauseFindings[] {
  const { step, outcome } = exchange;
  const reported = effectiveStatusOf(exchange, operation, validate);
  const violated = robustnessViolationsOf(exchange, operation, reported)
    // A single connection failure says nothing about the target.
    .filter(({ rule, signature }) => !isFleeting(rule.id, signature))
    .map(({ rule, pointer, actual, expected }): ClauseFindings => {
      const where = { step, pointer };
      return { clause: clauseOf(rule), findings: [{ kind: 'violated', where, actual, expected }] };
    });
  if (outcome.kind === 'fault' || outcome.body.content.kind !== 'json') return violated;
  const names = repeatedNames(jsonTextOf(outcome));
  if (names.length === 0) return violated;
  const shown = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  const value = `a name stands more than once in one object: ${shown}${more}`;
  const where = { step, pointer: 'body' };
  return [
    ...violated,
    { clause: clauseOf(UNIQUE_NAMES), findings: [{ kind: 'observed', where, value }] },
  ];
}
