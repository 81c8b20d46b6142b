/** Cases about lists as they are asked for: one for each clause about a query parameter of a list. */

import { accepts, type Contract, listIn, merged, typesOf } from '../contract/index.ts';
import {
  type Case,
  type Clause,
  type Json,
  type JsonSchema,
  type Operation,
  requestTo,
  type Step,
  type Target,
  type Values,
} from '../model/index.ts';
import { missingFact } from './facts.ts';
import { requestSchema } from './generated.ts';
import { plainValue } from './plain-values.ts';
import { evidenceOf } from './scenarios.ts';
import { from, step } from './stage.ts';

/** Maximum number of values of a parameter: scales of ranks have no more. */
const MOST = 8;

/** The number of records of a page, so that the next one has some. */
const PAGE = 2;

export function askedListCases(contract: Contract, target: Target): readonly Case[] {
  return contract.clauses.flatMap((clause): readonly Case[] => {
    const [judged] = clause.judged;
    if (judged === undefined || !/^(?:asked|pages)$/.test(judged.check)) return [];
    // Any list is evidence for it.
    if (judged.with.part === 'total') return [];
    const [id = ''] = clause.operations ?? [];
    const operation = contract.operation(id);
    const endpoint = target.endpoints[operation.document];
    if (!endpoint || missingFact(requestSchema(operation), endpoint.known)) return [];
    const needed = neededQuery(operation);
    if (needed === undefined || operation.route.includes('{')) return [];
    const ask = (name: string, query: Values, role: Step['role'] = 'valid') =>
      step(name, role, requestTo(operation.id, {}, { ...needed, ...query }));
    const steps =
      judged.check === 'pages'
        ? pageSteps(operation, judged.with, ask)
        : askedSteps(operation, judged.with, ask);
    if (steps.length === 0) return [];
    const all = steps.map(({ role }) => ({ role, operation: operation.id }));
    const evidence = evidenceOf(contract, { steps: all, evidence: [clause.id] });
    return [caseOf(clause, evidence, operation, steps)];
  });
}

function caseOf(
  { id }: Clause,
  evidence: readonly string[],
  { document }: Operation,
  steps: readonly Step[],
): Case {
  return {
    id: `${id}/list`,
    title: 'shows a list as it is asked for',
    document,
    evidence,
    origin: { kind: 'scenario' },
    steps,
  };
}

/** Values for the parameters that a list needs. */
function neededQuery({ parameters }: Operation): Values | undefined {
  const needed = parameters.filter((one) => one.required && one.in === 'query');
  const values = needed.map(({ name, schema }) => [name, plainValue(schema, 1)] as const);
  return values.some(([, value]) => value === undefined)
    ? undefined
    : (Object.fromEntries(values) as Values);
}

type Ask = (name: string, query: Values, role?: Step['role']) => Step;

function askedSteps(
  operation: Operation,
  options: Clause['judged'][number]['with'],
  ask: Ask,
): readonly Step[] {
  const { part, parameter, list, member } = options;
  const name = String(parameter);
  const schema = merged(operation.parameters.find((one) => one.name === name)?.schema ?? {});
  if (part === 'least' || part === 'most') {
    const value = from(`some#${list}/0${member}`);
    return [ask('some', {}, 'setup'), ask('asked', { [name]: value })];
  }
  const values: readonly Json[] =
    part === 'size' ? [1, 2, 3] : (listIn(schema, 'enum') ?? usualValues(schema));
  return values
    .filter((value) => accepts(schema, value))
    .slice(0, MOST)
    .map((value, at) => ask(`asked-${at + 1}`, { [name]: value }));
}

function usualValues(schema: Parameters<typeof typesOf>[0]): readonly Json[] {
  return typesOf(schema).includes('boolean') ? [true, false] : [1, 2, 3];
}

/** Values of a cursor that say that there is no more. */
const NO_MORE = ['', '0', null];

function pageSteps(
  operation: Operation,
  options: Clause['judged'][number]['with'],
  ask: Ask,
): readonly Step[] {
  const { parameter, size, by, first, next } = options;
  const name = String(parameter);
  const schemaOf = (one: unknown) =>
    merged(operation.parameters.find((each) => each.name === one)?.schema ?? {});
  const sizes = typeof size === 'string' ? sizesIn(schemaOf(size)) : [];
  const [amount, larger] = sizes;
  if (typeof size === 'string' && amount === undefined) return [];
  const sized = (value: number | undefined): Values =>
    typeof size === 'string' && value !== undefined ? { [size]: value } : {};
  const start = Number(first);
  const query = (value: Json): Values => ({ ...sized(amount), [name]: value });
  const whole = (given: Values) =>
    larger === undefined ? [] : [ask('more', { ...given, ...sized(larger) }, 'setup')];
  if (by === 'cursor') {
    const later = query({ $from: `page#${next}`, none: NO_MORE });
    const opening = ask('page', sized(amount));
    return [opening, ask('next', later), ...whole({}), ask('again', sized(amount))];
  }
  const later = start + (by === 'page' ? 1 : (amount ?? PAGE));
  if (!accepts(schemaOf(name), start) || !accepts(schemaOf(name), later)) return [];
  const opening = query(start);
  return [
    ask('page', opening),
    ask('next', query(later)),
    ...whole(opening),
    ask('again', opening),
  ];
}

/** The amount of records of a page, and a larger one; none that the schema does not accept. */
function sizesIn(schema: JsonSchema): readonly number[] {
  const isAccepted = (one: unknown): one is number =>
    typeof one === 'number' && accepts(schema, one);
  const { minimum, maximum } = schema;
  const listed = listIn(schema, 'enum') ?? [];
  const amount = [PAGE, minimum, ...listed].find(isAccepted);
  if (amount === undefined) return [];
  const larger = [amount + 1, amount * 2, ...listed, maximum]
    .filter(isAccepted)
    .find((one) => one > amount);
  return larger === undefined ? [amount] : [amount, larger];
}
