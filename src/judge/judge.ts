import type { Contract } from '../contract/index.ts';
import {
  type Clause,
  type Finding,
  type Json,
  type Role,
  type Subject,
  TouchstoneError,
  type Trace,
} from '../model/index.ts';
import type { Check, CheckContext, StepResult } from './check.ts';
import { CHECKS } from './registry.ts';
import { stepOutcomeOf } from './step-outcome.ts';

/** The part of the contract that judging needs. */
export type ContractView = Pick<Contract, 'operation' | 'operations' | 'clause' | 'validate'>;

export interface ClauseFindings {
  readonly clause: Clause;
  readonly findings: readonly Finding[];
}

const ROLES: { readonly [S in Subject]: readonly Role[] } = {
  success: ['valid', 'control'],
  valid: ['valid', 'control'],
  unauthorised: ['unauthorised'],
  refusal: ['violation'],
  probe: ['probe'],
  answer: ['valid', 'control', 'violation', 'probe'],
  trace: ['valid', 'control', 'violation', 'unauthorised', 'probe', 'setup'],
};

const CHECK_BY_NAME: ReadonlyMap<string, Check> = new Map(
  CHECKS.map((check) => [check.name, check]),
);

/**
 * Judges a trace by every clause that its case is evidence for. Pure: needs the contract, the facts
 * that the target's profile states, and the trace; no network.
 *
 * @param known facts about the target, by name
 * @returns for each clause at least one finding
 */
export function judge(
  contract: ContractView,
  known: { readonly [name: string]: readonly Json[] },
  trace: Trace,
): readonly ClauseFindings[] {
  const all = shownOf(contract, trace);
  const { operations, validate } = contract;
  return trace.case.evidence.map((id) => {
    const clause = contract.clause(id);
    return { clause, findings: judgeClause(clause, trace, all, { known, operations, validate }) };
  });
}

function shownOf(contract: ContractView, trace: Trace): readonly StepResult[] {
  const exchanges = new Map(trace.exchanges.map((exchange) => [exchange.step, exchange]));
  const unsent = new Map(trace.unsent?.map((one) => [one.step, one]));
  // A step that restores an object is evidence for nothing.
  const steps = trace.case.steps.filter(({ role }) => role !== 'cleanup');
  return steps.map((step) => {
    const operation = contract.operation(step.request.operation);
    const exchange = exchanges.get(step.id);
    const standing = stepOutcomeOf(exchange, operation, contract.validate, unsent.get(step.id));
    return { step, operation, exchange, standing };
  });
}

function judgeClause(
  clause: Clause,
  trace: Trace,
  all: readonly StepResult[],
  facts: Pick<CheckContext, 'known' | 'operations' | 'validate'>,
): readonly Finding[] {
  const { lacks, unproven } = trace.case;
  const compared = trace.case.compared === undefined ? {} : { compared: trace.case.compared };
  if (lacks) return [{ kind: 'not-judgeable', because: 'no-data', why: lacks }];
  if (unproven) return [{ kind: 'not-judgeable', because: 'fault', why: unproven }];
  const roles = ROLES[clause.on ?? 'trace'];
  const steps = all.filter(
    ({ step, operation }) =>
      roles.includes(step.role) &&
      clause.operations.includes(operation.id) &&
      (step.shows?.includes(clause.id) ?? true),
  );
  const findings = clause.judged.flatMap(({ check, with: options, operations }) => {
    const found = CHECK_BY_NAME.get(check);
    if (!found) {
      throw new TouchstoneError(
        'contract-broken',
        `clause "${clause.id}": there is no check "${check}"`,
      );
    }
    const about = operations && steps.filter((one) => operations.includes(one.operation.id));
    if (about?.length === 0) return [];
    return found.judge({ steps: about ?? steps, all, ...facts, ...compared }, options);
  });
  if (findings.length > 0) return findings;
  return [{ kind: 'not-judgeable', because: 'no-data', why: NO_STEP }];
}

/** The reason of a clause for which a trace has no data. */
export const NO_STEP = 'no step of the case shows it';
