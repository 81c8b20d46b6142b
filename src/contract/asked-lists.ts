/** Clauses about lists as they are asked for, by the names of query parameters and of members of their records. */

import {
  type Clause,
  isMembers,
  type JsonSchema,
  type Operation,
  type Parameter,
  pointerOf,
  recordsOf,
  type Values,
} from '../model/index.ts';
import { merged } from './merge.ts';
import { listIn, membersOf, typesOf } from './schema.ts';
import { plainName, recordSchema, sizeIn } from './shown-places.ts';

const PAGE = /^(?:page|page_?(?:number|no|num|index))$/i;
const OFFSET = /^(?:offset|skip)$/i;
const CURSOR = /^(?:cursor|page_?token|next_?token|continuation_?token)$/i;

/** Members with the cursor of the next page. A plain cursor can be that of this page, so others come first. */
const NEXT = [/^next_?(?:page_?)?(?:token|cursor)$/i, /^next$/i, /^(?:cursor|(?:page_?)?token)$/i];

const ORDER = /^(?:sort|sort_?by|order_?by)$/i;

/** Names with a limit of a member: `min_price`, `priceMax`, `createdAfter`. */
const LEAST = [/^min_?(.+)$/i, /^(.+?)_?(?:min|from|after|since)$/i];
const MOST = [/^max_?(.+)$/i, /^(.+?)_?(?:max|until|before)$/i];

/** The clauses of a list; none for other operations, and for lists whose records no schema describes. */
export function askedClauses(
  operation: Operation,
  schemaAt: (reference: string) => JsonSchema,
): readonly Clause[] {
  if (operation.action !== 'list' || operation.lacks !== undefined) return [];
  const reference = operation.answers.find(({ status, schema }) => schema && status < 300)?.schema;
  const answer = reference === undefined ? undefined : schemaAt(reference);
  const record = answer && recordSchema(answer);
  if (answer === undefined || record === undefined) return [];
  const list = recordsOf(operation).items ?? '';
  const named = sizeIn(operation)?.name;
  // A size that the records have too can be a filter.
  const isFilter = membersOf(record).some(([one]) => plainName(one) === plainName(named ?? ''));
  const size = isFilter ? undefined : named;
  return operation.parameters
    .filter(({ in: where }) => where === 'query')
    .flatMap((parameter): readonly Clause[] => {
      const { name } = parameter;
      const base = (id: string, states: string) => ({
        id: `${operation.id}/${id}/${plainName(name)}`,
        document: operation.document,
        level: 'implied' as const,
        source: { ...operation.source, rule: name },
        states,
        operations: [operation.id],
        on: 'success' as const,
      });
      const pages = pagesOf(parameter, answer, size);
      if (pages !== undefined) {
        const id = idIn(operation, record);
        if (id === undefined) return [];
        const states = 'Two pages of a list, one after the other, have no record in common.';
        return [
          { ...base('pages', states), judged: [{ check: 'pages', with: { list, id, ...pages } }] },
        ];
      }
      const asked = askedOf(parameter, record, size);
      if (asked === undefined) return [];
      const { states, ...options } = asked;
      return [
        {
          ...base('asked', states),
          judged: [{ check: 'asked', with: { parameter: name, list, ...options } }],
        },
      ];
    });
}

function idIn(operation: Operation, record: JsonSchema): string | undefined {
  const id = pointerOf([(recordsOf(operation).id ?? '/id').split('/').at(-1) ?? 'id']);
  return membersOf(record).some(([name]) => pointerOf([name]) === id) ? id : undefined;
}

/** Options for the next page; undefined for a parameter that asks for none. */
function pagesOf(
  { name, schema: given }: Parameter,
  answer: JsonSchema,
  size: string | undefined,
): Values | undefined {
  const schema = merged(given);
  const isNumber = typesOf(schema).includes('integer');
  const own = { parameter: name, ...(size !== undefined && { size }) };
  if (PAGE.test(name) && isNumber) {
    const least = typeof schema.minimum === 'number' ? schema.minimum : 1;
    // Some servers take 0 for 1.
    const first = typeof schema.default === 'number' ? schema.default : Math.max(1, least);
    return { ...own, by: 'page', first };
  }
  if (OFFSET.test(name) && isNumber && size !== undefined)
    return { ...own, by: 'offset', first: 0 };
  if (!CURSOR.test(name)) return undefined;
  const texts = membersOf(merged(answer)).filter(([, one]) => {
    const member = merged(one);
    return typesOf(member).includes('string') && !/^(?:uri|url)/.test(String(member.format));
  });
  const [next] = NEXT.flatMap((form) => texts.filter(([member]) => form.test(member)));
  return next && { ...own, by: 'cursor', next: pointerOf([next[0]]) };
}

interface Asked {
  readonly part: 'equals' | 'size' | 'order' | 'least' | 'most';
  readonly states: string;
  readonly member?: string;
  /** Members that have an order of their own, or none. */
  readonly unordered?: readonly string[];
}

function askedOf(
  { name, schema: given }: Parameter,
  record: JsonSchema,
  size: string | undefined,
): Asked | undefined {
  const schema = merged(given);
  if (name === size) {
    return { part: 'size', states: 'A list has at most as many records as are asked for.' };
  }
  const memberFor = (word: string, wanted: (one: JsonSchema) => boolean): string | undefined => {
    const names = ['', 'at', 'on', 'date', 'time'].map((end) => `${plainName(word)}${end}`);
    const found = membersOf(record).find(
      ([member, one]) => names.includes(plainName(member)) && wanted(merged(one)),
    );
    return found && pointerOf([found[0]]);
  };
  if (ORDER.test(name) && listIn(schema, 'enum') !== undefined) {
    const unordered = membersOf(record)
      .filter(([, one]) => !isOrdered(merged(one)))
      .map(([member]) => member);
    const states = 'A list is in the order that is asked for.';
    return { part: 'order', states, ...(unordered.length > 0 && { unordered }) };
  }
  const types = typesOf(schema);
  const listed = listIn(schema, 'enum');
  // A number without a list of values can be the least one, or a version.
  const isExact = listed !== undefined || types.includes('boolean');
  const equal = isExact ? memberFor(name, (one) => isAlike(schema, one)) : undefined;
  if (equal !== undefined) {
    const states =
      'A filter of a list is not ignored: the records have the value that is asked for.';
    return { part: 'equals', member: equal, states };
  }
  for (const [part, forms] of [
    ['least', LEAST],
    ['most', MOST],
  ] as const) {
    const word = forms.map((form) => form.exec(name)?.[1]).find((one) => one !== undefined);
    const member = word === undefined ? undefined : memberFor(word, (one) => isRanged(schema, one));
    if (member === undefined) continue;
    return {
      part,
      member,
      states: `A list has only records from the ${part} value that is asked for.`,
    };
  }
  return undefined;
}

/** Returns true for numbers, times and plain texts. Values of a list can be in order of rank. */
function isOrdered(member: JsonSchema): boolean {
  const { format, pattern } = member;
  if (listIn(member, 'enum') !== undefined || Object.hasOwn(member, 'const')) return false;
  if (!typesOf(member).includes('string')) return true;
  return format === 'date' || format === 'date-time' || (format ?? pattern) === undefined;
}

/** Returns true if a value of the parameter can be one of the member. */
function isAlike(parameter: JsonSchema, member: JsonSchema): boolean {
  const [asked, shown] = [listIn(parameter, 'enum'), listIn(member, 'enum')];
  if (asked !== undefined) return asked.every((one) => shown?.includes(one) === true);
  const [type] = typesOf(parameter);
  return member.type !== undefined && typesOf(member).includes(type ?? 'null');
}

function isRanged(parameter: JsonSchema, member: JsonSchema): boolean {
  if (!isMembers(member) || member.type === undefined) return false;
  const isNumber = (one: JsonSchema) =>
    typesOf(one).some((type) => /^(?:number|integer)$/.test(type));
  const isTime = ({ format }: JsonSchema) => format === 'date' || format === 'date-time';
  return (isNumber(parameter) && isNumber(member)) || (isTime(parameter) && isTime(member));
}
