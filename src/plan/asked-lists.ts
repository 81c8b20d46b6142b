/** Cases about lists as they are asked for: one for each clause about a query parameter of a list. */

import { accepts, type Contract, listIn, merged, sizeIn, typesOf } from '../contract/index.ts';
import {
  type Case,
  type Clause,
  isMembers,
  type Json,
  type JsonSchema,
  type Operation,
  requestTo,
  type Step,
  type Target,
  type Values,
} from '../model/index.ts';
import { missingFact } from './facts.ts';
import { wayTo } from './found-objects.ts';
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
    const [id = ''] = clause.operations ?? [];
    const operation = contract.operation(id);
    const endpoint = target.endpoints[operation.document];
    const needed = neededQuery(operation);
    if (endpoint === undefined || needed === undefined) return [];
    const reached = wayTo(contract, operation, endpoint);
    if (reached === undefined || missingFact(requestSchema(operation), reached.known)) return [];
    const ask = (name: string, query: Values, role: Step['role'] = 'valid') =>
      step(name, role, requestTo(operation.id, reached.path, { ...needed, ...query }));
    const steps =
      judged.check === 'pages'
        ? pageSteps(operation, judged.with, ask)
        : askedSteps(operation, judged.with, ask);
    if (steps.length === 0) return [];
    const all = [...reached.steps, ...steps];
    const roles = all.map(({ role, request }) => ({ role, operation: request.operation }));
    const evidence = evidenceOf(contract, { steps: roles, evidence: [clause.id] });
    // Other cases create objects, which move the records of a page.
    const isAlone = judged.check === 'pages' || judged.with.part === 'total';
    const { document } = operation;
    return [
      {
        ...{
          id: `${clause.id}/list`,
          title: 'shows a list as it is asked for',
          document,
          evidence,
        },
        ...{ origin: { kind: 'scenario' }, steps: all },
        ...(isAlone && { alone: true }),
      },
    ];
  });
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
  const schemaOf = (one: string) =>
    merged(operation.parameters.find((each) => each.name === one)?.schema ?? {});
  const some = ask('some', largestPage(operation), 'setup');
  // The largest page has all of what a filter shows, if a page can.
  const filtered = (id: string, query: Values) => ask(id, { ...largestPage(operation), ...query });
  const shown = (at: number, of = member) => from(`some#${list}/${at}${of}`);
  if (part === 'least' || part === 'most') return [some, ask('asked', { [name]: shown(0) })];
  if (part === 'together') {
    const { parameter: second = '', member: own = '' } = Object(options.other);
    const queryOf = (one: string, place: Json) => {
      const isList = typesOf(schemaOf(one)).includes('array') && schemaOf(one).type !== undefined;
      return { [one]: isList ? [shown(0, place)] : shown(0, place) };
    };
    const [one, other] = [queryOf(name, String(member)), queryOf(second, own)];
    return [
      some,
      ...[filtered('one', one), filtered('other', other)],
      filtered('together', { ...one, ...other }),
    ];
  }
  const by = part === 'total' ? String(options.filter ?? '') : name;
  if (by === '') return [];
  const filter = schemaOf(by);
  const each = isMembers(filter.items) ? merged(filter.items) : filter;
  const usual = part === 'size' ? [1, 2, 3] : (listIn(each, 'enum') ?? usualValues(each));
  const values = usual.filter((value) => accepts(each, value)).slice(0, MOST);
  const given = part !== 'size' && values.length === 0 ? [shown(0), shown(1)] : values;
  const queries = given.map((value) => ({ [by]: each === filter ? value : [value] }));
  const asks = queries.map((query, at) => {
    const id = `asked-${at + 1}`;
    return part === 'size' ? ask(id, query) : filtered(id, query);
  });
  if (part === 'size') return asks;
  const both = each === filter ? [] : [filtered('both', { [by]: given.slice(0, 2) })];
  return [some, ...asks, ...both];
}

/** The query for the largest page of a list. */
function largestPage(operation: Operation): Values {
  const size = sizeIn(operation);
  const { maximum } = merged(size?.schema ?? {});
  return size && typeof maximum === 'number' ? { [size.name]: Math.min(maximum, 100) } : {};
}

function usualValues(schema: Parameters<typeof typesOf>[0]): readonly Json[] {
  return typesOf(schema).includes('boolean') ? [true, false] : [];
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
  if (by === 'usual') {
    const usual = { [name]: schemaOf(name).default ?? null };
    return [ask('without', {}), ask('usual', usual), ask('without-again', {})];
  }
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
