/** Clauses about lists as they are asked for. */

import {
  type Clause,
  type JsonSchema,
  type Operation,
  type Parameter,
  pointerOf,
  recordsOf,
  type Values,
} from '../model/index.ts';
import { type Asks, asksOf, sizeIn } from './asks.ts';
import { merged } from './merge.ts';
import { membersOf, typesOf } from './schema.ts';
import { accepts } from './schema-violations.ts';
import { plainName, recordSchema } from './shown-places.ts';

/** The clauses of a list; none for other operations, and for lists whose records no schema describes. */
export function askedClauses(
  operation: Operation,
  schemaAt: (reference: string) => JsonSchema,
): readonly Clause[] {
  if (operation.action !== 'list' || operation.lacks !== undefined) return [];
  const reference = operation.answers.find(({ status, schema }) => schema && status < 300)?.schema;
  const answer = reference === undefined ? undefined : schemaAt(reference);
  const record = answer && recordSchema(answer, operation.shows?.items);
  if (answer === undefined || record === undefined) return [];
  const list = recordsOf(operation).items ?? '';
  const size = sizeOf(operation, record);
  const clauseOf = (name: string, { check, states, options }: AskedJudgement): Clause => ({
    id: `${operation.id}/${check}/${plainName(name)}`,
    document: operation.document,
    level: 'implied',
    source: { ...operation.source, rule: name },
    states,
    operations: [operation.id],
    on: 'success',
    judged: [{ check, with: { parameter: name, list, ...options } }],
  });
  const asked = operation.parameters.flatMap((parameter): readonly Clause[] => {
    const { name, in: where } = parameter;
    const asks = where === 'query' ? asksOf(parameter, { answer, record }, size) : undefined;
    const judged = asks && judgedBy(asks, parameter, size);
    if (judged === undefined) return [];
    if (judged.check === 'asked') return [clauseOf(name, judged)];
    const id = idIn(operation, record);
    return id === undefined
      ? []
      : [clauseOf(name, { ...judged, options: { ...judged.options, id } })];
  });
  const filters = asked.filter(({ judged: [one] }) => one?.with.part === 'equals');
  const id = idIn(operation, record);
  return [
    ...asked,
    ...togetherOf(filters).map((judged) => ({
      ...clauseOf('together', judged),
      source: operation.source,
    })),
    ...(id === undefined
      ? []
      : usualIn(operation).map((name) => ({
          ...clauseOf(name, { ...USUAL, options: { by: 'usual', id } }),
          id: `${operation.id}/usual/${plainName(name)}`,
        }))),
    ...totalOf({ answer, list, size }, filters).map((judged) => ({
      ...clauseOf(size ?? '', judged),
      id: `${operation.id}/asked/total`,
    })),
  ];
}

const USUAL = {
  check: 'pages',
  states: 'A list without a parameter is as with the default of that parameter.',
} as const;

/** Query parameters with a default. */
function usualIn({ parameters }: Operation): readonly string[] {
  return parameters.flatMap(({ name, in: where, schema }) => {
    const { default: usual } = merged(schema);
    const isPlain = /^(?:string|number|boolean)$/.test(typeof usual) && usual !== '';
    return where === 'query' && isPlain && accepts(schema, usual ?? null) ? [name] : [];
  });
}

/** The first two filters. */
function togetherOf(filters: readonly Clause[]): readonly AskedJudgement[] {
  const [one, other] = filters.map(({ judged: [judged] }) => judged?.with ?? {});
  if (one === undefined || other === undefined) return [];
  const { parameter = '', member = '' } = other;
  const states = 'Two filters that each have an effect on a list have it together.';
  return [
    { check: 'asked', states, options: { ...one, part: 'together', other: { parameter, member } } },
  ];
}

function totalOf(
  {
    answer,
    list,
    size,
  }: { readonly answer: JsonSchema; readonly list: string; readonly size: string | undefined },
  filters: readonly Clause[],
): readonly AskedJudgement[] {
  const total = list === '' || size === undefined ? undefined : totalIn(answer);
  if (total === undefined) return [];
  const filter = filters[0]?.judged[0]?.with.parameter;
  const states =
    'The total of a list is no less than the records that it shows, and with a filter not that of all.';
  const options = { part: 'total', member: total, ...(filter !== undefined && { filter }) };
  return [{ check: 'asked', states, options }];
}

const TOTAL = /^(?:total|totalcount|totalitems|totalrecords|totalresults|totalelements)$/;

/** Pointer to the number of all records, next to them or in an object next to them. */
function totalIn(answer: JsonSchema): string | undefined {
  const members = membersOf(merged(answer));
  const inner = members.flatMap(([name, one]) =>
    membersOf(merged(one)).map(([own, schema]) => [[name, own], schema] as const),
  );
  const all = [...members.map(([name, one]) => [[name], one] as const), ...inner];
  const found = all.find(
    ([path, one]) =>
      TOTAL.test(plainName(path.at(-1) ?? '')) && typesOf(merged(one)).includes('integer'),
  );
  return found && pointerOf(found[0]);
}

/** A size that the records have too can be a filter. */
function sizeOf(operation: Operation, record: JsonSchema): string | undefined {
  const size = sizeIn(operation);
  const isSaid = size?.schema['x-asks'] !== undefined;
  const isFilter = membersOf(record).some(
    ([one]) => plainName(one) === plainName(size?.name ?? ''),
  );
  return isFilter && !isSaid ? undefined : size?.name;
}

function idIn(operation: Operation, record: JsonSchema): string | undefined {
  const id = pointerOf([(recordsOf(operation).id ?? '/id').split('/').at(-1) ?? 'id']);
  return membersOf(record).some(([name]) => pointerOf([name]) === id) ? id : undefined;
}

interface AskedJudgement {
  readonly check: 'asked' | 'pages';
  readonly states: string;
  readonly options: Values;
}

const PAGES = 'Two pages of a list, one after the other, have no record in common.';

const PARTS = {
  equals: 'A filter of a list is not ignored: the records have the value that is asked for.',
  least: 'A list has only records from the least value that is asked for.',
  most: 'A list has only records from the most value that is asked for.',
} as const;

/** The judgement of a meaning; undefined for meanings without one. */
function judgedBy(
  asks: Asks,
  { schema }: Parameter,
  size: string | undefined,
): AskedJudgement | undefined {
  const sized = size === undefined ? {} : { size };
  const pages = (options: Values) =>
    ({ check: 'pages', states: PAGES, options: { ...sized, ...options } }) as const;
  if (asks === 'open') return undefined;
  if (asks === 'page') return pages({ by: 'page', first: firstPage(merged(schema)) });
  if (asks === 'offset') return size === undefined ? undefined : pages({ by: 'offset', first: 0 });
  if (asks === 'size') {
    const states = 'A list has at most as many records as are asked for, or as is usual.';
    const { default: usual } = merged(schema);
    const isKnown = typeof usual === 'number';
    return { check: 'asked', states, options: { part: 'size', ...(isKnown && { usual }) } };
  }
  if ('cursor' in asks) return pages({ by: 'cursor', next: asks.cursor });
  if ('order' in asks) {
    const states = 'A list is in the order that is asked for.';
    return { check: 'asked', states, options: { part: 'order', order: asks.order } };
  }
  const [[part, member] = ['equals', '']] = Object.entries(asks);
  const states = PARTS[part as keyof typeof PARTS];
  return { check: 'asked', states, options: { part, member } };
}

/** Some servers take 0 for 1. */
function firstPage({ minimum, default: usual }: JsonSchema): number {
  return typeof usual === 'number' ? usual : Math.max(1, Number(minimum ?? 1));
}
