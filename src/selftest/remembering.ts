import type { Encode } from '../cleanup/index.ts';
import { encode } from '../contract/index.ts';
import { type ClauseFindings, judge } from '../judge/index.ts';
import type { Case, Outcome, PlannedRequest, WireRequest } from '../model/index.ts';

/**
 * Judges as `judge` does, but remembers of each case what it was first answered and what was found: where
 * each of its steps brings the very same answer again (the same object), the findings are those of then.
 * For one target's facts and one plan: cases are told apart by their ids.
 */
export function rememberingJudge(): typeof judge {
  const before = new Map<
    string,
    { readonly outcomes: readonly Outcome[]; readonly findings: readonly ClauseFindings[] }
  >();
  return (contract, known, trace) => {
    // What was not sent has reasons, which are no objects to know again.
    if (trace.unsent !== undefined) return judge(contract, known, trace);
    const { id } = trace.case;
    const outcomes = trace.exchanges.map(({ outcome }) => outcome);
    const first = before.get(id);
    if (first !== undefined && isSame(first.outcomes, outcomes)) return first.findings;
    const findings = judge(contract, known, trace);
    if (first === undefined) before.set(id, { outcomes, findings });
    return findings;
  };
}

/**
 * Encodes as `encode` does, and remembers the bytes of each planned request. For one target's style and
 * credential. What is filled in from answers is no planned request, and is encoded each time.
 */
export function rememberingEncode(plan: readonly Case[]): Encode {
  const planned = new Set(plan.flatMap(({ steps }) => steps.map(({ request }) => request)));
  const before = new Map<PlannedRequest, WireRequest>();
  return (operation, request, endpoint) => {
    const known = before.get(request);
    if (known !== undefined) return known;
    const wire = encode(operation, request, endpoint);
    if (planned.has(request)) before.set(request, wire);
    return wire;
  };
}

function isSame(before: readonly Outcome[], now: readonly Outcome[]): boolean {
  return before.length === now.length && before.every((outcome, at) => outcome === now[at]);
}
