import type { Encode } from '../cleanup/index.ts';
import { encode } from '../contract/index.ts';
import { type ClauseFindings, judge } from '../judge/index.ts';
import type { Case, Outcome, PlannedRequest, WireRequest } from '../model/index.ts';

/**
 * Judges like `judge`, and reuses the findings of a case whose steps bring the same answer objects again. For one
 * target's facts and one plan, as cases are compared by id.
 */
export function rememberingJudge(): typeof judge {
  const before = new Map<
    string,
    { readonly outcomes: readonly Outcome[]; readonly findings: readonly ClauseFindings[] }
  >();
  return (contract, known, trace) => {
    // Reasons for unsent requests are not comparable objects.
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
 * Encodes like `encode`, and reuses the bytes of planned requests. For one target's style and credential. Requests with
 * values from answers are encoded each time.
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
