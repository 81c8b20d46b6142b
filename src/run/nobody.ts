import { type Contract, effectiveStatusOf } from '../contract/index.ts';
import type { ClauseFindings } from '../judge/index.ts';
import type { Clause, Finding, Role, Target, Trace } from '../model/index.ts';

/** The reason for all that cannot be judged without a credential. */
const NEEDS_LOGIN: Finding = {
  kind: 'not-judgeable',
  because: 'no-data',
  why: 'it needs a login, and none was given',
};

/** Requests that a target is expected to carry out; the others expect a refusal. */
const ORDINARY: ReadonlySet<Role> = new Set(['valid', 'control', 'setup']);

/**
 * The findings on a trace of an anonymous run. Requests without a credential are ordinary there: the public part of a
 * site is judged, and refusals for missing rights are skipped.
 */
export function foundAsNobody(
  found: readonly ClauseFindings[],
  trace: Trace,
  target: Target,
  contract: Pick<Contract, 'operation' | 'validate'>,
): readonly ClauseFindings[] {
  if (target.endpoints[trace.case.document]?.authorization !== undefined) return found;
  const turnedAway = isTurnedAway(trace, contract);
  return found.map(({ clause, findings }) => ({
    clause,
    findings: findings.map((finding) =>
      (turnedAway && isBlocked(finding)) || hidesFromNobody(clause, finding)
        ? NEEDS_LOGIN
        : finding,
    ),
  }));
}

function isBlocked(finding: Finding): boolean {
  return finding.kind === 'not-judgeable' && finding.because === 'precondition';
}

/** RFC 9110, 15.5.4: a server may answer 404 to hide a route from those who may not use it. */
function hidesFromNobody({ judged }: Clause, finding: Finding): boolean {
  return finding.kind === 'violated' && judged.some(({ check }) => check === 'served');
}

function isTurnedAway(
  { case: { steps }, exchanges }: Trace,
  { operation, validate }: Pick<Contract, 'operation' | 'validate'>,
): boolean {
  return exchanges.some((exchange) => {
    const step = steps.find(({ id }) => id === exchange.step);
    if (step === undefined || !ORDINARY.has(step.role)) return false;
    const status = effectiveStatusOf(exchange, operation(step.request.operation), validate);
    return status === 401 || status === 403;
  });
}
