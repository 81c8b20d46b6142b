import { effectiveStatusText, type Validate } from '../contract/index.ts';
import type {
  Answer,
  Exchange,
  Finding,
  Json,
  JsonSchema,
  Obstacle,
  Operation,
  Step,
} from '../model/index.ts';
import type { StepOutcome } from './step-outcome.ts';

/** A step of a trace with its outcome. */
export interface StepResult {
  readonly step: Step;
  readonly operation: Operation;
  readonly exchange: Exchange | undefined;
  readonly standing: StepOutcome;
}

/** The data that a check reads. */
export interface CheckContext {
  /** The steps that the clause is about. */
  readonly steps: readonly StepResult[];
  readonly all: readonly StepResult[];
  /** The comparison of the answers of the case, if it has one. */
  readonly compared?: Json;
  /** Facts about the target, from its profile. */
  readonly known: { readonly [name: string]: readonly Json[] };
  /** Operations in the documents, for checks of answers that list them. */
  readonly operations: readonly Operation[];
  readonly validate: Validate;
}

/**
 * One way of judging. Level-free: the citing clause gives the level. `judge` is pure; loading the contract validates
 * its options (see `schemas/files/clauses.json`).
 */
export interface Check {
  readonly name: string;
  /** It compares several answers: another client can have caused a change between them. */
  readonly joins?: true;
  readonly judge: (checkContext: CheckContext, options: JsonSchema) => readonly Finding[];
}

export const HOLDS: Finding = { kind: 'holds' };

export function violated(
  shown: StepResult,
  pointer: string,
  actual: string,
  expected: string,
  absent: readonly string[] = [],
): Finding {
  const where = { step: shown.step.id, pointer };
  return { kind: 'violated', where, actual, expected, ...(absent.length > 0 && { absent }) };
}

/** @param what such as `a refusal` */
export function unsuccessful(
  shown: StepResult,
  { answer, status }: Extract<StepOutcome, { status: number }>,
  what: string,
): Finding {
  const actual = `${effectiveStatusText(answer, status)}, ${what}`;
  return violated(shown, 'status', actual, 'success');
}

export function observed(shown: StepResult, pointer: string, value: string): Finding {
  return { kind: 'observed', where: { step: shown.step.id, pointer }, value };
}

export function notJudgeable(because: Obstacle, why: string): Finding {
  return { kind: 'not-judgeable', because, why };
}

/** The reason why a step without the needed answer cannot be judged. */
export function obstacleOf(standing: Exclude<StepOutcome, { kind: 'succeeded' }>): Finding {
  return notJudgeable(becauseOf(standing), standing.why);
}

/** Separates a refusal by the target from a missing exchange. */
export function becauseOf(standing: Exclude<StepOutcome, { kind: 'succeeded' }>): Obstacle {
  if (standing.kind !== 'no-response') return 'precondition';
  return standing.code === 'unsent' ? standing.because : 'fault';
}

/** The answer's body as JSON; `undefined` if it is not JSON. */
export function jsonOf(answer: Answer): unknown {
  return answer.body.content.kind === 'json' ? answer.body.content.value : undefined;
}

/**
 * Judges each success by itself. Other answers cannot be judged.
 *
 * @param look gets the body as JSON; `undefined` if it is not JSON
 */
export function judgeEach(
  look: (
    json: unknown,
    shown: StepResult,
    options: JsonSchema,
    checkContext: CheckContext,
  ) => Finding | readonly Finding[],
): Check['judge'] {
  return (checkContext, options) =>
    checkContext.steps.flatMap((shown) =>
      shown.standing.kind === 'succeeded'
        ? look(jsonOf(shown.standing.answer), shown, options, checkContext)
        : obstacleOf(shown.standing),
    );
}

/** Maximum number of findings of one kind in one answer: more of the same kind tell nothing new. */
export const MOST = 3;

/** Violations in one answer, or that there are none. */
export function orHolds(violations: readonly Finding[]): readonly Finding[] {
  return violations.length === 0 ? [HOLDS] : violations.slice(0, MOST);
}

/** An option that the clause schema guarantees to be a string. */
export function textOption(options: JsonSchema, name: string): string {
  const value = options[name];
  if (typeof value !== 'string') throw new TypeError(`option "${name}" is not a string`);
  return value;
}
