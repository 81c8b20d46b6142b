/** From a trace to what is wrong in it, in a form in which causes can be compared. */

import { type Contract, effectiveStatusOf } from '../contract/index.ts';
import { absentInAll, absentNames } from '../findings/index.ts';
import {
  alteredIn,
  CREATES_NEW,
  describeValue,
  grade,
  judge,
  KEEPS_VALUES,
  reusedIdsIn,
  robustnessViolationsOf,
  STAYS_PRIVATE,
  shownToAnyone,
} from '../judge/index.ts';
import {
  type Clause,
  type ClauseSource,
  type Finding,
  type FuzzCase,
  groupedBy,
  isObject,
  type KnownValues,
  type Level,
  type Mark,
  type Operation,
  type Outcome,
  pointerOf,
  type RobustnessRule,
  type Trace,
  tokens,
  type Verdict,
  type Where,
} from '../model/index.ts';

/** One thing that is wrong with one answer. */
export interface FuzzViolation {
  /** Id of a clause, or of a rule of the campaign. */
  readonly clause: string;
  readonly level: Level;
  readonly verdict: Verdict;
  readonly source?: ClauseSource;
  readonly states: string;
  readonly step: string;
  readonly operation: string;
  /** Into the answer, as it is there. */
  readonly where: string;
  /** The same with `*` for elements, and for keys that depend on the request. */
  readonly pointer: string;
  readonly actual: string;
  readonly expected: string;
  readonly signature: string;
  /** Names of what is not there, where that is all that is wrong. */
  readonly absent?: readonly string[];
  /** The subject of the step; none for a control or a step that prepares others. */
  readonly mark: Mark | undefined;
}

interface JudgedFuzzCase {
  readonly hits: readonly FuzzViolation[];
  /** Results of the clauses. */
  readonly verdicts: readonly Verdict[];
}

/** Judges the trace of a fuzz case by the clauses that it is evidence for, and by the campaign's own rules. */
export function hitsOf(
  contract: Contract,
  known: KnownValues,
  fuzzCase: FuzzCase,
  trace: Trace,
  strict: boolean,
): JudgedFuzzCase {
  const stepOf = (step: string) => trace.case.steps.find(({ id }) => id === step);
  const outcomeOf = (step: string | undefined) =>
    trace.exchanges.find((one) => one.step === step)?.outcome;
  const control = trace.case.steps.find(({ role }) => role === 'control')?.id;
  const isEmptied = (step: string) =>
    showsNothing(outcomeOf(step)) && !showsNothing(outcomeOf(control));
  const operationOf = (step: string) => stepOf(step)?.request.operation ?? '';
  const markOf = (step: string) => fuzzCase.marks.find((mark) => mark.step === step);
  const hits: FuzzViolation[] = [];
  const verdicts: Verdict[] = [];
  for (const { clause, findings } of judge(contract, known, trace)) {
    const patterns = patternsOf(clause, findings);
    const absentAt = absentNamesAt(findings, patterns, (step) =>
      contract.operation(operationOf(step)),
    );
    for (const finding of findings) {
      const verdict = grade(clause.level, finding, strict);
      verdicts.push(verdict);
      if (finding.kind !== 'violated' || (verdict !== 'fail' && verdict !== 'warn')) continue;
      const { where, actual, expected } = finding;
      const { id, level, source, states } = clause;
      const absent = absentAt(where);
      hits.push({
        clause: id,
        level,
        verdict,
        source,
        states,
        step: where.step,
        operation: operationOf(where.step),
        where: where.pointer,
        pointer: patterns.get(where) ?? where.pointer,
        actual,
        expected,
        signature: clause.on === 'refusal' && isEmptied(where.step) ? NOTHING : '',
        ...(absent.length > 0 && { absent }),
        mark: clause.on === 'refusal' ? ruleMark(trace, where.step, markOf) : markOf(where.step),
      });
    }
  }
  for (const exchange of trace.exchanges) {
    const { step } = exchange;
    const operation = contract.operation(operationOf(step));
    const reported = effectiveStatusOf(exchange, operation, contract.validate);
    for (const { rule, pointer, actual, expected, signature } of robustnessViolationsOf(
      exchange,
      operation,
      reported,
      stepOf(step)?.role,
    )) {
      verdicts.push('fail');
      hits.push({
        clause: rule.id,
        level: rule.level,
        verdict: 'fail',
        states: rule.states,
        step,
        operation: operation.id,
        where: pointer,
        pointer,
        actual,
        expected,
        signature,
        mark: asSingle(markOf(step)),
      });
    }
  }
  const verdict = strict ? 'fail' : 'warn';
  for (const { rule, mark = asSingle, ...hit } of impliedIn(contract, trace)) {
    const { id, level, states } = rule;
    const { step } = hit;
    // In whole cases, clauses tell what is read back.
    if (rule === KEEPS_VALUES && markOf(step)?.mode === 'stateful') continue;
    verdicts.push(verdict);
    hits.push({
      ...{
        clause: id,
        level,
        states,
        verdict,
        operation: operationOf(step),
        mark: mark(markOf(step)),
      },
      ...hit,
    });
  }
  return { hits, verdicts };
}

type ImpliedViolation = Pick<
  FuzzViolation,
  'step' | 'where' | 'pointer' | 'actual' | 'expected' | 'signature'
> & {
  readonly rule: RobustnessRule;
  /** What it is about; a single request if absent. */
  readonly mark?: (mark: Mark | undefined) => Mark | undefined;
};

/** Violations of the rules on what several answers, or a request and its answer, show together. */
function impliedIn(contract: Contract, trace: Trace): readonly ImpliedViolation[] {
  const reused = reusedIdsIn(trace).map((one) => ({
    ...{ ...one, rule: CREATES_NEW, where: '/id', pointer: '/id', signature: '' },
  }));
  const altered = alteredIn(trace, contract).map(({ step, pointer, sent, shown, how }) => ({
    ...{ rule: KEEPS_VALUES, step, where: pointer, pointer: 'body', signature: how },
    ...{ actual: `${describeValue(shown)}, ${how}`, expected: describeValue(sent) },
  }));
  const shown = shownToAnyone(trace).map(({ step }) => ({
    ...{ rule: STAYS_PRIVATE, step, where: 'status', pointer: 'status', signature: '' },
    ...{ actual: 'HTTP 200, with what the login was shown', expected: 'a refusal, as before' },
    mark: (mark: Mark | undefined) => mark,
  }));
  return [...reused, ...altered, ...shown];
}

/** Signature of invalid requests that are answered with an empty success, unlike their control. */
export const NOTHING = 'nothing';

function showsNothing(outcome: Outcome | undefined): boolean {
  const content = outcome?.kind === 'answer' ? outcome.body.content : undefined;
  const value = content?.kind === 'json' ? content.value : undefined;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Names of what is not there, at each place; none where something else is wrong there too. */
function absentNamesAt(
  findings: readonly Finding[],
  patterns: ReadonlyMap<Where, string>,
  operationAt: (step: string) => Operation,
): (where: Where) => readonly string[] {
  const placeOf = (where: Where) => `${where.step}\n${patterns.get(where)}`;
  const violated = findings.flatMap((one) => (one.kind === 'violated' ? [one] : []));
  const atPlaces = groupedBy(violated, ({ where }) => placeOf(where));
  return (where) =>
    absentInAll(
      (atPlaces.get(placeOf(where)) ?? []).map((one) => absentNames(one, operationAt(where.step))),
    );
}

/** If one request of a whole case shows it by itself, a valid request shows it. */
function asSingle(mark: Mark | undefined): Mark | undefined {
  return mark?.mode === 'stateful' ? { ...mark, mode: 'valid', class: 'valid' } : mark;
}

/** All violating values of a rule that are not refused are one violation. */
function ruleMark(
  trace: Trace,
  id: string,
  markOf: (step: string) => Mark | undefined,
): Mark | undefined {
  const mark = markOf(id);
  const breach = trace.case.steps.find((step) => step.id === id)?.breach;
  if (mark === undefined || breach === undefined) return mark;
  const place = `${breach.part} ${breach.pointer.replace(/\/\d+(?=\/|$)/g, '/*')}`.trim();
  return { ...mark, class: `violation/${breach.keyword}`, place };
}

/** A clause that is broken at more members of one object than this is broken by what they have in common. */
const MOST_MEMBERS = 3;

/** Pointers without what differs from one answer to the next, and from one member to the next. */
function patternsOf(clause: Clause, findings: readonly Finding[]): ReadonlyMap<Where, string> {
  const patterns = new Map<Where, string>();
  const members = new Map<string, Set<string>>();
  for (const finding of findings) {
    if (finding.kind !== 'violated') continue;
    const pattern = patternOf(clause, finding.where.pointer);
    patterns.set(finding.where, pattern);
    const parent = parentOf(pattern);
    members.set(parent, (members.get(parent) ?? new Set()).add(pattern));
  }
  for (const [where, pattern] of patterns) {
    const parent = parentOf(pattern);
    const alike = members.get(parent)?.size ?? 0;
    if (pattern.startsWith('/') && alike > MOST_MEMBERS) patterns.set(where, `${parent}/*`);
  }
  return patterns;
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

function patternOf({ judged }: Clause, pointer: string): string {
  if (!pointer.startsWith('/')) return pointer;
  const patterns = judged.map((one) => {
    const at = isObject(one.with) && typeof one.with.at === 'string' ? tokens(one.with.at) : [];
    return one.check.startsWith('keys') ? [...at, '*'] : at;
  });
  const path = tokens(pointer).map((token, index) => {
    const general = patterns.some((pattern) => pattern[index] === '*');
    // Elements, and the routes of the index, which have a slash in their name.
    return general || /^\d+$/.test(token) || token.startsWith('/') ? '*' : token;
  });
  return pointerOf(path);
}
