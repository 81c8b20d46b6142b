/** Finds the parameter to blame for a refused valid request, in the data of a run or of a shard. */

import { APIS, type Api } from '../apis/index.ts';
import { type CaseResult, clauseOf, VALID_ACCEPTED } from '../judge/index.ts';
import {
  type Finding,
  type FindingReport,
  isMembers,
  isObject,
  type Json,
  type JsonSchema,
  type Operation,
  pointerOf,
  type ReadOutcomes,
  type RefusedParameter,
  type RefusedRead,
  type Step,
} from '../model/index.ts';

export const VALID_REQUESTS = clauseOf(VALID_ACCEPTED);

export type Violated = Extract<Finding, { kind: 'violated' }>;

export interface Added {
  readonly name: string;
  readonly value: Json;
}

export interface Refused extends Omit<RefusedRead, 'report'> {
  readonly reportOn: (finding: Violated) => FindingReport;
}

/** Results of valid requests for one operation, below one object. */
export interface Asked extends Omit<ReadOutcomes, 'key' | 'carriedOut' | 'refused'> {
  readonly carriedOut: Set<string>;
  readonly refused: Refused[];
}

export function resultsOf(
  asked: Iterable<Asked>,
  absent: ReadonlySet<number>,
  verdict: 'warn' | 'fail',
): readonly CaseResult[] {
  const judged = [...asked].filter(({ carriedOut }) => carriedOut.has(''));
  const inOrder = judged.toSorted((one, other) => one.first.at - other.first.at);
  return inOrder.map((one): CaseResult => {
    const found = causesIn(one, absent);
    const clause = VALID_REQUESTS.id;
    if (found.length === 0) {
      const findings = [{ kind: 'holds' }] as const;
      return { clause, case: one.first.id, verdict: 'pass', findings, reports: [] };
    }
    const reports = found.map(({ refused, finding, about }) => ({
      ...refused.reportOn(finding),
      operations: [one.operation],
      about,
    }));
    const findings = found.map(({ finding }) => finding);
    return { clause, case: one.first.id, verdict, findings, reports };
  });
}

/** Returns true if a value, or an element of it, is filled in from an earlier answer. */
function isReference(value: Json): boolean {
  if (Array.isArray(value)) return value.some(isReference);
  return isObject(value) && '$from' in value;
}

/** Each parameter to blame, with the simplest request that shows it. */
function causesIn({ document, carriedOut, refused }: Asked, absent: ReadonlySet<number>) {
  const api = apiOf(document);
  const plainest = new Map<string, { readonly refused: Refused; readonly added: Added }>();
  for (const one of refused.toSorted((a, b) => a.at - b.at)) {
    const fresh = one.query.filter((pair) => !carriedOut.has(nameOf(pair)));
    const [added, ...more] = fresh;
    if (added === undefined || more.length > 0) continue;
    // Another parameter can be the good reason for the refusal, such as the page of a list that became shorter.
    const others = new Set(one.query.filter(hasValue).map(({ name }) => name));
    if (one.query.some((pair) => isConditional(api, pair, carriedOut, others))) continue;
    if (absent.has(one.status) && api?.mayFindNothing?.(added.name, added.value)) continue;
    // The replaced value is the target's own, such as a text for an ID: a server can refuse that.
    if (isReference(added.value)) continue;
    const before = plainest.get(added.name);
    if (before && before.refused.query.length <= one.query.length) continue;
    plainest.set(added.name, { refused: one, added });
  }
  return [...plainest.values()].map(({ refused: one, added }) => {
    const value = JSON.stringify(added.value).slice(0, 80);
    const finding = refusalOf(one, `\`${added.name}\` ${value}`);
    const about = { part: 'query', pointer: pointerOf([added.name]) } as const;
    return { refused: one, finding, about };
  });
}

export function refusalOf(
  { step, words }: Pick<Refused, 'step' | 'words'>,
  blamed: string,
): Violated {
  return {
    kind: 'violated',
    where: { step, pointer: 'status' },
    actual: `${words}, a refusal of ${blamed}`,
    expected: 'success, as without it',
  };
}

export function pairsOf({ request }: Step): readonly Added[] {
  return Object.entries(request.query).map(([name, value]) => ({ name, value }));
}

export function nameOf(pair: Added): string {
  return JSON.stringify({ name: pair.name, value: pair.value });
}

/** Returns false for an empty value: an empty search or list equals none. */
function hasValue({ value }: Added): boolean {
  return value !== '' && !(Array.isArray(value) && value.length === 0);
}

export function tableOf(
  operation: Operation,
  { name }: Added,
): Omit<RefusedParameter, keyof Added> {
  const { schema = {} } = operation.parameters.find((one) => one.name === name) ?? {};
  return {
    ...(schema.default !== undefined && { default: schema.default }),
    // For some parameters, a table gives only the name or a default.
    isOpen:
      Object.keys(schema).every((keyword) => SAYS_NO_VALUES.test(keyword)) ||
      (apiOf(operation.document) === undefined && isAnyText(schema)),
  };
}

/** Many texts of a described API have a meaning that its schema does not say, such as a cursor or a query. */
function isAnyText({ type, enum: listed, items }: JsonSchema): boolean {
  if (isMembers(items)) return isAnyText(items);
  return listed === undefined && [type].flat().includes('string');
}

/** Returns true if a server may refuse a parameter although its table lists it. */
function isConditional(
  api: Api | undefined,
  { name, value, default: preset, isOpen }: RefusedParameter,
  carriedOut: ReadonlySet<string>,
  others: ReadonlySet<string>,
): boolean {
  // A default value equals an absent parameter.
  if (preset !== undefined && JSON.stringify(preset) === JSON.stringify(value)) return false;
  if (isOpen || (api === undefined && !hasValue({ name, value }))) return true;
  const isCarriedOut = (other: Json) => carriedOut.has(nameOf({ name, value: other }));
  return api?.mayRefuse?.(name, value, isCarriedOut, others) ?? false;
}

function apiOf(document: string): Api | undefined {
  const apis: readonly Api[] = APIS;
  return apis.find(({ name }) => name === document);
}

const SAYS_NO_VALUES = /^(default|title|description|x-.*)$/;
