/** Measures how a plan covers the contract, using only the planned requests. */

import type {
  Case,
  Clause,
  Level,
  MutatedRule,
  Operation,
  PlannedRequest,
} from '../model/index.ts';
import type { Contract } from './contract.ts';
import { isRefusable, refusalId } from './derive.ts';
import type { AnswerReading } from './derive-answers.ts';
import { breaksRule, keepsRule } from './measure.ts';
import { type RequestRule, rulesOf } from './rules.ts';

interface ClauseCoverage {
  readonly id: string;
  readonly level: Level;
  /** Ids of the sent cases with evidence for it. */
  readonly cases: readonly string[];
  /** Names of faults of the reference target that violate it. */
  readonly faults: readonly string[];
  /** Reason why it has no cases. */
  readonly reason?: string;
}

export interface RuleCoverage {
  readonly part: MutatedRule['part'];
  readonly pointer: string;
  readonly keyword: string;
  /** Index of the branch of the surrounding choice, if there is one. */
  readonly branch?: number;
  /** Number of planned valid requests on its inner side. */
  readonly valid: number;
  readonly violated: number;
  /** Reason why no case violates it. */
  readonly reason?: string;
}

interface OperationCoverage {
  readonly id: string;
  readonly parameters: readonly RuleCoverage[];
}

export interface Coverage {
  readonly clauses: readonly ClauseCoverage[];
  /** Each fact of each answer's schema. */
  readonly answers: readonly AnswerReading[];
  readonly operations: readonly OperationCoverage[];
}

/** For coverage, a fault is the clauses that it violates. */
interface Breaker {
  readonly name: string;
  readonly breaks: readonly string[];
}

/**
 * Compares a plan with the contract: for each clause its cases and faults, for each keyword of a request schema the
 * numbers of valid and violating requests. Uncovered parts have a reason, if known.
 *
 * @param cases as planned; for full coverage, with all facts known and writes allowed
 */
export function coverageOf(
  contract: Pick<Contract, 'operations' | 'clauses' | 'answers'>,
  cases: readonly Case[],
  faults: readonly Breaker[],
): Coverage {
  const lacks = new Map(
    cases.flatMap(({ lacks: why, evidence }) =>
      why === undefined ? [] : evidence.map((id) => [id, why] as const),
    ),
  );
  const sent = cases.filter((item) => item.lacks === undefined && item.unproven === undefined);
  const evidence = grouped(
    sent.flatMap((item) => item.evidence.map((clause) => [clause, item.id] as const)),
  );
  const breakers = grouped(
    faults.flatMap(({ name, breaks }) => breaks.map((clause) => [clause, name] as const)),
  );
  const steps = grouped(sent.flatMap(plannedOf));
  const clauses = contract.clauses.map((clause) =>
    ofClause(clause, evidence.get(clause.id), breakers.get(clause.id), lacks.get(clause.id)),
  );
  const reasons = new Map(clauses.map(({ id, reason }) => [id, reason]));
  return {
    clauses,
    answers: contract.answers,
    operations: contract.operations.map((operation) => ({
      id: operation.id,
      parameters: ofOperation(operation, steps.get(operation.id) ?? [], reasons),
    })),
  };
}

function grouped<T>(pairs: readonly (readonly [string, T])[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, item] of pairs) {
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** A planned valid request, or one that violates one rule. */
interface Planned {
  readonly request: PlannedRequest;
  readonly breach: MutatedRule | undefined;
}

function plannedOf({ steps }: Case): readonly (readonly [string, Planned])[] {
  return steps.flatMap(({ role, request, breach }): readonly (readonly [string, Planned])[] => {
    if (role === 'valid' || role === 'control') {
      return [[request.operation, { request, breach: undefined }]];
    }
    return breach === undefined ? [] : [[request.operation, { request, breach }]];
  });
}

function ofClause(
  { id, level, untestable, on }: Clause,
  cases: readonly string[] = [],
  faults: readonly string[] = [],
  lacks: string | undefined,
): ClauseCoverage {
  const unasked = on === undefined ? 'no scenario asks for it' : undefined;
  const reason = untestable ?? lacks ?? unasked;
  return {
    id,
    level,
    cases,
    faults,
    ...(cases.length === 0 && reason !== undefined && { reason }),
  };
}

function ofOperation(
  operation: Operation,
  planned: readonly Planned[],
  reasons: ReadonlyMap<string, string | undefined>,
): readonly RuleCoverage[] {
  const valid = planned.filter(({ breach }) => breach === undefined);
  const settled = settledRules(operation);
  return rulesOf(operation).map((rule) => {
    const { part, pointer, keyword, within } = rule;
    const inside = valid.filter(({ request }) => keepsRule(rule, request)).length;
    const violated = planned.filter(
      ({ request, breach }) => breach !== undefined && breaksRule(rule, request, breach),
    ).length;
    const why = [
      ...(inside === 0 ? whyNotValid(operation, rule, settled) : []),
      ...(violated === 0 ? whyNotViolated(operation, rule, reasons) : []),
    ];
    return {
      part,
      pointer,
      keyword,
      ...(within && { branch: within.branch }),
      valid: inside,
      violated,
      ...(why.length > 0 && { reason: [...new Set(why)].join('; ') }),
    };
  });
}

/** Rules of bodies with a documented effect: only those are sent as valid. */
function settledRules(operation: Operation): ReadonlySet<string> {
  const { body } = operation;
  const rules = body ? rulesOf({ ...operation, body: { ...body, schema: body.settled } }) : [];
  return new Set(rules.map(keyOf));
}

function keyOf({ part, pointer, keyword }: RequestRule): string {
  return [part, pointer, keyword].join(' ');
}

const READ_ONLY = 'it is read only: clients do not send it';

function whyNotValid(
  { body }: Operation,
  rule: RequestRule,
  settled: ReadonlySet<string>,
): readonly string[] {
  if (rule.readOnly) return [READ_ONLY];
  const unasked = body?.unasked?.filter(({ pointer }) =>
    `${rule.pointer}/`.startsWith(`${pointer}/`),
  );
  if (rule.part === 'body' && unasked?.[0]) return [unasked[0].why];
  if (rule.schema['x-known'] !== undefined) {
    return ['its values are what the target is known to have, wherever the limit is'];
  }
  return rule.part === 'body' && !settled.has(keyOf(rule))
    ? ['what a valid request at this limit brings is not shown']
    : [];
}

function whyNotViolated(
  operation: Operation,
  rule: RequestRule,
  reasons: ReadonlyMap<string, string | undefined>,
): readonly string[] {
  if (rule.readOnly) return [READ_ONLY];
  const { part, pointer, keyword, within } = rule;
  const open = operation.body?.open.find(
    (one) => one.pointer === pointer && one.keyword === keyword,
  );
  if (part === 'body' && open && !isRefusable(operation, rule)) {
    return [`what a breach brings is not shown (${open.clause})`];
  }
  const reason = reasons.get(refusalId(operation.id, within ? { part, ...within } : rule));
  return reason === undefined ? [] : [reason];
}
