/** Cases about lists as they are asked for: one for each clause about a query parameter of a list. */

import { accepts, type Contract, listIn, merged, typesOf } from '../contract/index.ts';
import {
  type Case,
  type Clause,
  type Json,
  type Operation,
  requestTo,
  type Step,
  type Target,
  type Values,
} from '../model/index.ts';
import { missingFact } from './facts.ts';
import { requestSchema } from './generated.ts';
import { plainValue } from './plain-values.ts';
import { from, step } from './stage.ts';

/** Maximum number of values of a parameter. */
const MOST = 6;

/** The number of records of a page, so that the next one has some. */
const PAGE = 2;

export function askedListCases(contract: Contract, target: Target): readonly Case[] {
  return contract.clauses.flatMap((clause): readonly Case[] => {
    const [judged] = clause.judged;
    if (judged === undefined || !/^(?:asked|pages)$/.test(judged.check)) return [];
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
        ? pageSteps(judged.with, ask)
        : askedSteps(operation, judged.with, ask);
    return steps.length === 0 ? [] : [caseOf(clause, operation, steps)];
  });
}

function caseOf(clause: Clause, { document }: Operation, steps: readonly Step[]): Case {
  const [id, title] = [clause.id, `shows a list as it is asked for`];
  return {
    id: `${id}/list`,
    title,
    document,
    evidence: [clause.id],
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

function pageSteps(options: Clause['judged'][number]['with'], ask: Ask): readonly Step[] {
  const { parameter, size, by, first, next } = options;
  const sized: Values = typeof size === 'string' ? { [size]: PAGE } : {};
  const [name, start] = [String(parameter), Number(first)];
  const query = (value: Json): Values => ({ ...sized, [name]: value });
  const opening = by === 'cursor' ? sized : query(start);
  const later = by === 'cursor' ? from(`page#${next}`) : start + (by === 'page' ? 1 : PAGE);
  return [ask('page', opening), ask('next', query(later)), ask('again', opening)];
}
