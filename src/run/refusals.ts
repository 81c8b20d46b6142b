/** Valid requests that are refused, where plainer ones to the same operation are carried out. */

import { APIS, type Api } from '../apis/index.ts';
import { type Contract, effectiveStatusText } from '../contract/index.ts';
import { type CaseResult, clauseOf, stepOutcomeOf, VALID_ACCEPTED } from '../judge/index.ts';
import {
  type Answer,
  type Exchange,
  type Finding,
  type FindingReport,
  isObject,
  type Json,
  type Operation,
  pointerOf,
  type Step,
  type Trace,
} from '../model/index.ts';

/** The rule as reports speak of it. */
export const VALID_REQUESTS = clauseOf(VALID_ACCEPTED);

type Violated = Extract<Finding, { kind: 'violated' }>;

export interface RefusalOptions {
  readonly contract: Pick<Contract, 'operation' | 'validate'>;
  readonly reportOn: (trace: Trace, finding: Violated) => FindingReport;
  /** Of what it finds. */
  readonly verdict: 'warn' | 'fail';
}

export interface RefusalWatch {
  readonly note: (trace: Trace) => void;
  /** At the end of a run: for each operation that reads, below each object, whether it refused what is valid. */
  readonly results: () => readonly CaseResult[];
}

/** One parameter with its value. */
interface Added {
  readonly name: string;
  readonly value: Json;
}

interface Refused {
  readonly trace: Trace;
  readonly step: Step;
  readonly answer: Answer;
  readonly status: number;
}

/** What came of the valid requests for one operation, below one object. */
interface Asked {
  readonly operation: Operation;
  /** The case of the first request that was carried out. */
  readonly first: string;
  /** What was in requests that were carried out. */
  readonly carriedOut: Set<string>;
  readonly refused: Refused[];
}

/** What stands for something that is not there, by HTTP; which status does on a target, the documents may leave open. */
const ABSENT: readonly number[] = [404, 410];

/** So many refusals of one operation are looked at: one that refuses everything shows it without more. */
const MOST_REFUSED = 200;

/**
 * Watches the reads of a run. A parameter is to blame where it alone, with its value, is in no request that was
 * carried out. Where several may be, or it takes two together, nothing is said: servers refuse some pairs with good reason.
 */
export function watchRefusals({ contract, reportOn, verdict }: RefusalOptions): RefusalWatch {
  const asked = new Map<string, Asked>();
  const absent = new Set(ABSENT);

  const take = (trace: Trace, step: Step, exchange: Exchange) => {
    if (step.role !== 'valid' && step.role !== 'control' && step.role !== 'probe') return;
    const operation = contract.operation(step.request.operation);
    // What a write may be refused for depends on what is there.
    if (operation.writes || step.request.raw) return;
    const outcome = stepOutcomeOf(exchange, operation, contract.validate);
    if (outcome.kind !== 'succeeded' && outcome.kind !== 'refused') return;
    // Where nothing but an ID is sent, that is what there is to refuse.
    const isPlain = operation.action === 'get' && pairsOf(step).length === 0;
    if (outcome.kind === 'refused' && isPlain) absent.add(outcome.status);
    if (step.role === 'probe') return;
    // What is not there says nothing of parameters.
    if (outcome.kind === 'refused' && ABSENT.includes(outcome.status)) return;
    // Below one object all may be refused, such as the history of a template that comes with a theme.
    const key = `${operation.id} ${JSON.stringify(step.request.path)}`;
    const one: Asked = asked.get(key) ?? {
      operation,
      first: trace.case.id,
      carriedOut: new Set(),
      refused: [],
    };
    asked.set(key, one);
    if (outcome.kind === 'succeeded') {
      one.carriedOut.add('');
      for (const pair of pairsOf(step)) one.carriedOut.add(nameOf(pair));
    } else if (one.refused.length < MOST_REFUSED) {
      one.refused.push({ trace, step, answer: outcome.answer, status: outcome.status });
    }
  };

  return {
    note: (trace) => {
      for (const exchange of trace.exchanges) {
        const step = trace.case.steps.find(({ id }) => id === exchange.step);
        if (step) take(trace, step, exchange);
      }
    },
    results: () => {
      const judged = [...asked.values()].filter(({ carriedOut }) => carriedOut.has(''));
      return judged.map((one): CaseResult => {
        const found = causesIn(one, absent);
        const clause = VALID_REQUESTS.id;
        if (found.length === 0) {
          const findings = [{ kind: 'holds' }] as const;
          return { clause, case: one.first, verdict: 'pass', findings, reports: [] };
        }
        const reports = found.map(({ refused, finding, about }) => ({
          ...reportOn(refused.trace, finding),
          operations: [one.operation.id],
          about,
        }));
        const findings = found.map(({ finding }) => finding);
        return { clause, case: one.first, verdict, findings, reports };
      });
    },
  };
}

/** Whether a value, or an element of it, is filled in from an earlier answer. */
function isReference(value: Json): boolean {
  if (Array.isArray(value)) return value.some(isReference);
  return isObject(value) && '$from' in value;
}

/** Each parameter that is to blame, with the plainest request that shows it. */
function causesIn({ operation, carriedOut, refused }: Asked, absent: ReadonlySet<number>) {
  const plainest = new Map<string, { readonly refused: Refused; readonly added: Added }>();
  for (const one of refused) {
    const fresh = pairsOf(one.step).filter((pair) => !carriedOut.has(nameOf(pair)));
    const [added, ...more] = fresh;
    if (added === undefined || more.length > 0) continue;
    // What is refused with good reason may be the request, and not what is new in it: a page of a list that is shorter.
    const beside = new Set(
      pairsOf(one.step)
        .filter(hasValue)
        .map(({ name }) => name),
    );
    if (pairsOf(one.step).some((pair) => isConditional(operation, pair, carriedOut, beside)))
      continue;
    if (absent.has(one.status) && apiOf(operation)?.mayFindNothing?.(added.name, added.value))
      continue;
    // What it stood for is the target's own word, such as a text for an ID: a server may well refuse that.
    if (isReference(added.value)) continue;
    const before = plainest.get(added.name);
    if (before && pairsOf(before.refused.step).length <= pairsOf(one.step).length) continue;
    plainest.set(added.name, { refused: one, added });
  }
  return [...plainest.values()].map(({ refused: one, added }) => {
    const status = effectiveStatusText(one.answer, one.status);
    const value = JSON.stringify(added.value).slice(0, 80);
    const finding: Violated = {
      kind: 'violated',
      where: { step: one.step.id, pointer: 'status' },
      actual: `${status}, a refusal of \`${added.name}\` ${value}`,
      expected: 'success, as without it',
    };
    const about = { part: 'query', pointer: pointerOf([added.name]) } as const;
    return { refused: one, finding, about };
  });
}

function pairsOf({ request }: Step): readonly Added[] {
  return Object.entries(request.query).map(([name, value]) => ({ name, value }));
}

function nameOf(value: Json | Added): string {
  return JSON.stringify(value);
}

/** Whether a value has anything in it: no search, and a list of nothing, are as good as none. */
function hasValue({ value }: Added): boolean {
  return value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** Whether a server may refuse it although its table gives it. */
function isConditional(
  operation: Operation,
  { name, value }: Added,
  carriedOut: ReadonlySet<string>,
  beside: ReadonlySet<string>,
): boolean {
  const { schema = {} } = operation.parameters.find((one) => one.name === name) ?? {};
  // A default is what a request without it says, too.
  if (schema.default !== undefined && nameOf(schema.default) === nameOf(value)) return false;
  // Of some parameters a table gives the name alone, or a default.
  if (Object.keys(schema).every((keyword) => SAYS_NO_VALUES.test(keyword))) return true;
  const isCarriedOut = (other: Json) => carriedOut.has(nameOf({ name, value: other }));
  return apiOf(operation)?.mayRefuse?.(name, value, isCarriedOut, beside) ?? false;
}

function apiOf({ document }: Operation): Api | undefined {
  const apis: readonly Api[] = APIS;
  return apis.find(({ name }) => name === document);
}

const SAYS_NO_VALUES = /^(default|title|description|x-.*)$/;
