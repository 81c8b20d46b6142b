import {
  type Check,
  type CheckContext,
  judgeEach,
  orHolds,
  type StepResult,
  textOption,
  violated,
} from '../../../judge/check.ts';
import { describeValue } from '../../../judge/describe.ts';
import { resolved } from '../../../judge/reading.ts';
import { type Finding, isList, isObject, type Json, type Values } from '../../../model/index.ts';

type ListedRecord = Readonly<Record<string, unknown>>;

interface Asked {
  /** The sent value of a parameter; undefined if it is absent or unknown. */
  readonly sentFor: (name: string) => unknown;
  readonly records: readonly ListedRecord[];
}

/** Violations in one answer, place by place; undefined if it does not show the requested data. */
type AnswerRule = (asked: Asked, shown: StepResult) => readonly Finding[] | undefined;

/** A filter that a record can be compared with: by a member, which is one value or a list. */
interface Filter {
  readonly parameter: string;
  readonly member: string;
  /** With these parameters, servers ignore one of the two. */
  readonly notBeside: readonly string[];
}

/** A member that one parameter requires and another excludes; for terms, `tax_relation` can allow either. */
function eitherWay(member: string, ...notBeside: readonly string[]): readonly Filter[] {
  const without = `${member}_exclude`;
  return [
    { parameter: member, member, notBeside: [without, ...notBeside] },
    { parameter: without, member, notBeside: [member, ...notBeside] },
  ];
}

const FILTERS: readonly Filter[] = [
  { parameter: 'include', member: 'id', notBeside: [] },
  { parameter: 'exclude', member: 'id', notBeside: ['include'] },
  ...['slug', 'menu_order', 'sticky', 'format'].map(
    (member): Filter => ({ parameter: member, member, notBeside: [] }),
  ),
  ...['author', 'parent'].flatMap((member) => eitherWay(member)),
  ...['categories', 'tags', 'menus'].flatMap((member) => eitherWay(member, 'tax_relation')),
];

const fitsFilters: AnswerRule = (asked, shown) => {
  const judged = FILTERS.flatMap((filter) => {
    const found = judgeFilter(filter, asked, shown);
    return found === undefined ? [] : [found];
  });
  return judged.length === 0 ? undefined : judged.flat();
};

function judgeFilter(
  { parameter, member, notBeside }: Filter,
  { sentFor, records }: Asked,
  shown: StepResult,
): readonly Finding[] | undefined {
  const wanted = plainValues(sentFor(parameter), parameter);
  if (wanted === undefined || notBeside.some((name) => sentFor(name) !== undefined)) {
    return undefined;
  }
  const showing = records.flatMap((record, at) => {
    const values = shownValues(record[member]);
    return values === undefined ? [] : [{ at, values, fits: values.some((v) => wanted.has(v)) }];
  });
  if (showing.length === 0) return undefined;
  const named = [...wanted].join(', ');
  const lets = !parameter.endsWith('exclude');
  const expected = lets ? `one of ${named}` : `none of ${named}`;
  return showing
    .filter(({ fits }) => fits !== lets)
    .map(({ at }) =>
      violated(
        shown,
        `/${at}/${member}`,
        describeValue(records[at]?.[member]),
        `${expected}, as the list was asked for with \`${parameter}\``,
      ),
    );
}

/**
 * The values of a filter as texts. Undefined if a server could read them differently: 0 and an empty text as absent, out-of-range
 * numbers, slugs that need correction, terms with conditions.
 */
function plainValues(value: unknown, parameter: string): ReadonlySet<string> | undefined {
  const values = shownValues(value);
  if (values === undefined || values.some((one) => NO_NUMBER_OF_RECORDS.test(one)))
    return undefined;
  if (parameter === 'slug' && !values.every((one) => /^[a-z0-9-]+$/.test(one))) return undefined;
  return new Set(values);
}

const NO_NUMBER_OF_RECORDS = /^(?:|0|-\d+|\d{10,}|\d+\.\d*|\d+e[+-]?\d+)$/;

function shownValues(value: unknown): readonly string[] | undefined {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isPlain = values.every((one) => ['string', 'number', 'boolean'].includes(typeof one));
  return isPlain && values.length > 0 ? values.map(String) : undefined;
}

/** Members with the same order in every language. */
const ORDERED: ReadonlySet<unknown> = new Set(['id', 'author', 'menu_order']);

const inOrder: AnswerRule = ({ sentFor, records }, shown) => {
  const [by, order] = [sentFor('orderby'), sentFor('order')];
  if (typeof by !== 'string' || !ORDERED.has(by)) return undefined;
  if (order !== 'asc' && order !== 'desc') return undefined;
  const numbers = records.map((record) => record[by]);
  if (numbers.length < 2 || !numbers.every((one) => typeof one === 'number')) return undefined;
  const at = numbers.findIndex((one, index) => {
    const previous = numbers[index - 1] ?? one;
    return order === 'asc' ? one < previous : one > previous;
  });
  if (at < 0) return [];
  const bound = order === 'asc' ? 'at least' : 'at most';
  const expected = `${bound} ${numbers[at - 1]}, that of its predecessor, as the list was asked for by \`${by}\``;
  return [violated(shown, `/${at}/${by}`, String(numbers[at]), expected)];
};

const once: AnswerRule = ({ records }, shown) => {
  const ids = records.map(({ id }) => id).filter((id) => id !== undefined);
  if (ids.length < 2) return undefined;
  const at = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (at < 0) return [];
  const actual = `${describeValue(ids[at])}, as another record before`;
  return [violated(shown, `/${at}/id`, actual, 'each record once')];
};

const RULES: ReadonlyMap<string, AnswerRule> = new Map([
  ['once', once],
  ['filters', fitsFilters],
  ['order', inOrder],
]);

/** Filters and order of any list, judged by its own records. */
export const askedRecords: Check = {
  name: 'asked-records',
  judge: judgeEach((list, shown, options, { all }) => {
    const rule = RULES.get(textOption(options, 'rule'));
    if (!rule) throw new TypeError(`there is no rule "${options.rule}" for what was asked`);
    if (!Array.isArray(list) || shown.step.request.raw !== undefined) return [];
    const records = list.filter(isObject);
    const sentFor = (name: string) => sentAs(shown.step.request.query, name, all);
    // Sticky records come first then, regardless of filters.
    if (sentFor('ignore_sticky') === false) return [];
    const found = rule({ sentFor, records }, shown);
    return found === undefined ? [] : orHolds(found);
  }),
};

/** Stands for an unknown value, which equals no filter value. */
const UNKNOWN = {};

function sentAs(query: Values, name: string, all: CheckContext['all']): unknown {
  const value = query[name];
  if (value === undefined) return undefined;
  return isMade(value) ? UNKNOWN : (resolved(value, all) ?? UNKNOWN);
}

/** Returns true if a value only contains a reference to an answer. */
function isMade(value: Json): boolean {
  if (isList(value)) return value.some(isMade);
  return isObject(value) && ['in', 'moment', 'integer'].some((member) => member in value);
}
