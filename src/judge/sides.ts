import type { Finding } from '../model/index.ts';
import { notJudgeable, type StepResult } from './check.ts';
import { spanOf } from './comparable.ts';
import type { ListComparison } from './comparison.ts';
import { requestOf } from './describe.ts';
import { isFinding, type ListReading, readingOf, resolved } from './reading.ts';

/** One side of a comparison: the combined lists of some steps, or given values. */
export interface ListSide {
  readonly keys: readonly (string | number)[];
  readonly readings: readonly ListReading[];
}

/** All lists and values of a comparison. */
export interface Sides {
  readonly left: ListSide;
  readonly right: ListSide;
}

export type RelationJudge = (
  sides: Sides,
  comparison: ListComparison,
  all: readonly StepResult[],
) => readonly Finding[];

export function nothing(why: string): Finding {
  return notJudgeable('precondition', why);
}

/**
 * Reads both sides and checks the preconditions of the comparison: list answers, enough records, and no change between
 * beginning and end.
 *
 * @returns a finding if nothing can be said
 */
export function sidesOf(comparison: ListComparison, all: readonly StepResult[]): Sides | Finding {
  const trouble = obstacleAmong(comparison, all);
  if (trouble) return trouble;
  const read = new Map<string, ListReading>();
  const { left, right, again, least } = comparison;
  for (const step of [...left, ...right, ...again, ...least.keys()]) {
    const shown = all.find((one) => one.step.id === step);
    if (!shown) throw new TypeError(`the case compares a step "${step}" that it has not`);
    const reading = readingOf(shown, comparison.by);
    if (isFinding(reading)) return reading;
    read.set(step, reading);
  }
  const lacking = lackIn(comparison, read);
  if (lacking !== undefined) return notJudgeable('precondition', lacking);
  const values = valuesOf(comparison, all);
  if (values === undefined) {
    return notJudgeable('precondition', 'what it is to be compared with is not there');
  }
  const sideOf = (steps: readonly string[]): ListSide => {
    if (steps.length === 0) return { keys: values, readings: [] };
    const readings = steps.flatMap((step) => read.get(step) ?? []);
    return {
      keys: readings.flatMap(({ entries }) => entries.map(({ key }) => key)),
      readings,
    };
  };
  return { left: sideOf(comparison.left), right: sideOf(comparison.right) };
}

/** The obstacle to a comparison: connection failures first. */
function obstacleAmong(
  comparison: ListComparison,
  all: readonly StepResult[],
): Finding | undefined {
  for (const { operation, standing } of all) {
    if (
      standing.kind === 'no-response' &&
      standing.code !== 'unsent' &&
      standing.code !== 'other'
    ) {
      return notJudgeable('fault', `${requestOf(operation)}: ${standing.why}`);
    }
  }
  const moments = comparison.ascending.map((value) => resolved(value, all));
  for (const [at, moment] of moments.slice(1).entries()) {
    const between = spanOf(moments[at], moment);
    if (between === undefined || between.span <= 0) {
      return notJudgeable('precondition', 'the list shows no two moments of which one is later');
    }
    if (comparison.apart && between.span <= between.astray) {
      const why = 'the moments that the list shows have no offset and are too near to each other';
      return notJudgeable('precondition', why);
    }
  }
  return undefined;
}

/** Describes a lack or excess in the lists; `undefined` if they suffice. */
function lackIn(
  comparison: ListComparison,
  read: ReadonlyMap<string, ListReading>,
): string | undefined {
  for (const [step, least] of comparison.least) {
    const count = read.get(step)?.entries.length ?? 0;
    if (count < least) return `a list has ${inNumbers(count)}, and judging it takes ${least}`;
  }
  for (const [step, most] of comparison.most) {
    const count = read.get(step)?.entries.length ?? 0;
    if (count > most) return `a list has ${inNumbers(count)}, and ${most} were asked for`;
  }
  const [first, again] = comparison.again.map((step) => keysOf(read.get(step)));
  if (first !== undefined && again !== undefined && first !== again) {
    return 'the list changed while it was read';
  }
  return undefined;
}

function inNumbers(count: number): string {
  return count === 1 ? '1 record' : `${count} records`;
}

/** Keys as a set, since equal ones may stand in any order. */
function keysOf(reading: ListReading | undefined): string | undefined {
  return reading && JSON.stringify(reading.entries.map(({ key }) => key).sort());
}

function valuesOf(
  { values }: ListComparison,
  all: readonly StepResult[],
): readonly (string | number)[] | undefined {
  if (values === undefined) return [];
  const found = resolved(values, all);
  if (!Array.isArray(found)) return undefined;
  const keys = found.filter((one) => typeof one === 'string' || typeof one === 'number');
  return keys.length === found.length ? keys : undefined;
}
