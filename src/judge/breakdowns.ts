/** Rules on a server that breaks down: one for valid requests, one for all others. */

import type { RobustnessRule, Role, Step } from '../model/index.ts';

export const NO_SERVER_ERROR: RobustnessRule = {
  id: 'robust/no-server-error',
  level: 'stated',
  states: 'No request makes the server break down.',
  because:
    'RFC 9110, 15.6: a 5xx says that the server is aware that it has erred. 501, 503 and 505 are left out: they say what a server does not do, or not now.',
};

export const SURVIVES_INVALID: RobustnessRule = {
  id: 'robust/no-server-error-on-invalid',
  level: 'implied',
  states: 'No invalid request makes the server break down.',
  because:
    'RFC 9110, 15.5 and 15.6: invalid requests are answered with 4xx. The documents do not show the answer.',
};

/** Roles of requests whose answer is not in the documents. */
const UNSAID: ReadonlySet<Role> = new Set(['probe', 'violation', 'unauthorised']);

/** The rule that a breakdown violates, by what was sent. */
export function breakdownRule(role: Role): RobustnessRule {
  return UNSAID.has(role) ? SURVIVES_INVALID : NO_SERVER_ERROR;
}

/** Returns true for a request that `SURVIVES_INVALID` speaks about. */
export function isInvalid({ role }: Pick<Step, 'role'>): boolean {
  return UNSAID.has(role);
}

/** Names one rule for a cause that valid and invalid requests show. */
export function ruleFamily(clause: string): string {
  return clause === SURVIVES_INVALID.id ? NO_SERVER_ERROR.id : clause;
}

/** Returns true for either rule about a server that breaks down. */
export function isBreakdown(clause: string): boolean {
  return ruleFamily(clause) === NO_SERVER_ERROR.id;
}

/** A line with the number of crashes; empty without any. */
export function breakdownNotes(times: number, causes: number): readonly string[] {
  if (times === 0) return [];
  const often = times === 1 ? 'once' : `${times} times`;
  return [`The server broke down ${often}, by ${causes === 1 ? '1 cause' : `${causes} causes`}.`];
}
