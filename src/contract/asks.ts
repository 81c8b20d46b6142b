/** Meanings of query parameters of lists: those of `x-asks`, or guesses by the names of parameters and members. */

import {
  isMembers,
  type JsonSchema,
  type Operation,
  type Parameter,
  pointerOf,
} from '../model/index.ts';
import { merged } from './merge.ts';
import { listIn, membersOf, typesOf } from './schema.ts';
import { plainName } from './shown-places.ts';

/** `schemas/files/schema.json` describes it as `x-asks`. Members are pointers into a record. */
export type Asks =
  | 'open'
  | 'page'
  | 'offset'
  | 'size'
  | { readonly cursor: string }
  | { readonly equals: string }
  | { readonly least: string }
  | { readonly most: string }
  /** The member of each value, after `+` or `-` for the direction if it has one. */
  | { readonly order: { readonly [value: string]: string } };

const PAGE = /^(?:page|page_?(?:number|no|num|index))$/i;
const OFFSET = /^(?:offset|skip)$/i;
const CURSOR = /^(?:cursor|page_?token|next_?token|continuation_?token)$/i;
/** Further names of parameters that lead to a page: what the next one begins after. */
const AFTER =
  /^(?:start|from|begin|before|after|marker|token|(?:starting|ending|start|page)_?\w*)$/i;
const SIZE = /^(?:limit|size|count|top|first|max|page_?size|per_?page|max_?results)$/i;

/** Members with the cursor of the next page. A plain cursor can be that of this page, so others come first. */
const NEXT = [/^next_?(?:page_?)?(?:token|cursor)$/i, /^next$/i, /^(?:cursor|(?:page_?)?token)$/i];

const ORDER = /^(?:sort|order|ordering|sort_?by|order_?by)$/i;

/** Parameters that choose words or forms of an answer, also where records have such a member. */
const FORM = /^(?:lang|language|locale|currency|version|format|units?|timezone|tz)$/i;

/** A member with a sign or a word for the direction: `-price`, `price_desc`, `price:asc`. */
const DIRECTED = /^([-+]?)(.*?)(?:[ _:.-](asc|desc))?$/i;

/** Names with a limit of a member: `min_price`, `priceMax`, `createdAfter`. */
const LEAST = [/^min_?(.+)$/i, /^(.+?)_?(?:min|from|after|since)$/i];
const MOST = [/^max_?(.+)$/i, /^(.+?)_?(?:max|until|before)$/i];

/** The meaning in the parameter's own table, which an overlay can add. */
function saidOf({ schema }: Parameter): Asks | undefined {
  return schema['x-asks'] as Asks | undefined;
}

/** The query parameter with the amount of records that a list shows at most. */
export function sizeIn({ parameters }: Pick<Operation, 'parameters'>): Parameter | undefined {
  const queries = parameters.filter((one) => one.in === 'query');
  return (
    queries.find((one) => saidOf(one) === 'size') ??
    queries.find((one) => saidOf(one) === undefined && SIZE.test(one.name) && isWhole(one))
  );
}

/** The parts of `RecordShape.list` that names of parameters and members tell. */
export function pagingOf(operation: Operation, answer: JsonSchema | undefined) {
  const size = sizeIn(operation)?.name;
  const queries = operation.parameters.filter((one) => one.in === 'query');
  const turns = queries.some((one) => {
    const said = saidOf(one);
    if (said !== undefined) {
      return /^(?:page|offset)$/.test(String(said)) || Object.hasOwn(Object(said), 'cursor');
    }
    return [PAGE, OFFSET, CURSOR, AFTER].some((form) => form.test(one.name));
  });
  const next = answer && nextIn(answer);
  return {
    ...(size !== undefined && { size }),
    ...(turns && { turns: true as const }),
    ...(turns && next !== undefined && { next }),
  };
}

/**
 * @param answer the schema of the list
 * @param size the parameter with the amount
 */
export function asksOf(
  parameter: Parameter,
  { answer, record }: { readonly answer: JsonSchema; readonly record: JsonSchema },
  size: string | undefined,
): Asks | undefined {
  const { name, schema: given } = parameter;
  const said = saidOf(parameter);
  if (said !== undefined) return said;
  const schema = merged(given);
  if (PAGE.test(name) && isWhole(parameter)) return 'page';
  if (OFFSET.test(name) && isWhole(parameter)) return 'offset';
  if (CURSOR.test(name)) {
    const cursor = nextIn(answer);
    return cursor === undefined ? undefined : { cursor };
  }
  if (name === size) return 'size';
  const memberFor: MemberFor = (word, wanted) => {
    const [found] = ['', 'at', 'on', 'date', 'time'].flatMap((end) =>
      membersOf(record).filter(
        ([member, one]) => plainName(member) === plainName(word) + end && wanted(merged(one)),
      ),
    );
    return found && pointerOf([found[0]]);
  };
  const listed = listIn(schema, 'enum');
  if (ORDER.test(name) && listed !== undefined) return orderOf(listed.map(String), memberFor);
  const equals = isFilter(name, schema) ? filteredBy(name, schema, memberFor) : undefined;
  if (equals !== undefined) return { equals };
  const limited = (forms: readonly RegExp[]) => {
    const word = forms.map((form) => form.exec(name)?.[1]).find((one) => one !== undefined);
    return word === undefined ? undefined : memberFor(word, (one) => isRanged(schema, one));
  };
  const [least, most] = [limited(LEAST), limited(MOST)];
  if (least !== undefined) return { least };
  return most === undefined ? undefined : { most };
}

/** Texts, IDs, and values of a list. Another number can be the least one, or a version. */
function isFilter(name: string, schema: JsonSchema): boolean {
  const each = elementOf(schema);
  if (listIn(each, 'enum') !== undefined || typesOf(each).includes('boolean')) return true;
  const [type] = each.type === undefined ? [] : typesOf(each);
  return !FORM.test(name) && (type === 'string' || (type === 'integer' && /id$/i.test(name)));
}

function elementOf(schema: JsonSchema): JsonSchema {
  return isMembers(schema.items) ? merged(schema.items) : schema;
}

type MemberFor = (word: string, wanted: (one: JsonSchema) => boolean) => string | undefined;

/** The member that a parameter filters by: `state`, `state` for `states`, and `tags` for `tag`. */
function filteredBy(name: string, schema: JsonSchema, memberFor: MemberFor): string | undefined {
  const each = elementOf(schema);
  const isOne = (one: JsonSchema) => isAlike(each, one);
  const plural = [/s$/i, /es$/i].map((end) => name.replace(end, ''));
  const words = each === schema ? [] : [...plural, name.replace(/ies$/i, 'y')];
  const found = [name, ...words].flatMap((word) => memberFor(word, isOne) ?? []);
  const isList = (one: JsonSchema) => elementOf(one) !== one && isOne(elementOf(one));
  return found[0] ?? (each === schema ? memberFor(`${name}s`, isList) : undefined);
}

function isWhole({ schema }: Parameter): boolean {
  return typesOf(merged(schema)).includes('integer');
}

/** Pointer to the next cursor, next to the records or in an object there; undefined if it is an address. */
function nextIn(answer: JsonSchema): string | undefined {
  const members = membersOf(merged(answer));
  const inner = members.flatMap(([name, one]) =>
    membersOf(merged(one)).map(([own, schema]) => [[name, own], schema] as const),
  );
  const texts = [...members.map(([name, one]) => [[name], one] as const), ...inner].filter(
    ([, one]) => {
      const member = merged(one);
      return typesOf(member).includes('string') && !/^(?:uri|url)/.test(String(member.format));
    },
  );
  const [next] = NEXT.flatMap((form) => texts.filter(([path]) => form.test(path.at(-1) ?? '')));
  return next && pointerOf(next[0]);
}

function orderOf(values: readonly string[], memberFor: MemberFor): Asks | undefined {
  const order = values.flatMap((value): readonly (readonly [string, string])[] => {
    const [, sign = '', word = '', direction = ''] = DIRECTED.exec(value) ?? [];
    const member = memberFor(word, isOrdered);
    const side = /desc/i.test(direction) ? '-' : direction === '' ? sign : '+';
    return member === undefined ? [] : [[value, side + member]];
  });
  return order.length === 0 ? undefined : { order: Object.fromEntries(order) };
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
