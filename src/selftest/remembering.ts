import { encode } from '../contract/encode.ts';
import { type ClauseFindings, judge } from '../judge/judge.ts';
import type { Case, Outcome, PlannedRequest, WireRequest } from '../model.ts';
import type { Encode } from '../send/send.ts';

/** Where each step brings the very same answer object again, the findings are those of then. */
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

/** What is filled in from answers is no planned request, and is encoded each time. */
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
