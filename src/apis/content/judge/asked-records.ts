import {
  type Check,
  type CheckContext,
  HOLDS,
  jsonOf,
  obstacleOf,
  type StepResult,
  textOption,
  violated,
} from '../../../judge/check.ts';
import { describeValue } from '../../../judge/describe.ts';
import { resolved } from '../../../judge/reading.ts';
import { type Finding, isList, isObject, type Json, type Values } from '../../../model/index.ts';

type ListedRecord = Readonly<Record<string, unknown>>;

interface Asked {
  /** What a parameter was sent as; undefined where it was not, or where that is not known. */
  readonly sentFor: (name: string) => unknown;
  readonly records: readonly ListedRecord[];
}

/** What one answer breaks, place by place; undefined where it shows nothing of what is asked for. */
type AnswerRule = (asked: Asked, shown: StepResult) => readonly Finding[] | undefined;

/** A filter that a record shows whether it fits: by a member of its own, which is one value or a list of them. */
interface Filter {
  readonly parameter: string;
  readonly member: string;
  /** Beside these, servers leave one of the two aside. */
  readonly notBeside: readonly string[];
}

/** A member that one parameter asks for, and another leaves out; with terms, `tax_relation` may ask for either. */
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
 * The values of a filter as texts; undefined where a server may read them otherwise: 0 for nothing, numbers that no
 * record could have, slugs that it would mend, terms with conditions.
 */
function plainValues(value: unknown, parameter: string): ReadonlySet<string> | undefined {
  const values = shownValues(value);
  if (values === undefined || values.some((one) => NO_NUMBER_OF_RECORDS.test(one)))
    return undefined;
  if (parameter === 'slug' && !values.every((one) => /^[a-z0-9-]+$/.test(one))) return undefined;
  return new Set(values);
}

const NO_NUMBER_OF_RECORDS = /^(?:0|-\d+|\d{10,}|\d+\.\d*|\d+e[+-]?\d+)$/;

function shownValues(value: unknown): readonly string[] | undefined {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isPlain = values.every((one) => ['string', 'number', 'boolean'].includes(typeof one));
  return isPlain && values.length > 0 ? values.map(String) : undefined;
}

/** Members by which the order of records is not open, whatever the language. */
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

/** More of the same kind in one answer tell nothing new. */
const MOST = 3;

/** What any list shows of the filters and the order that it was asked for, whatever else it was asked. */
export const askedRecords: Check = {
  name: 'asked-records',
  judge({ steps, all }, options) {
    const rule = RULES.get(textOption(options, 'rule'));
    if (!rule) throw new TypeError(`there is no rule "${options.rule}" for what was asked`);
    return steps.flatMap((shown) => judgeAnswer(shown, all, rule));
  },
};

function judgeAnswer(
  shown: StepResult,
  all: CheckContext['all'],
  rule: AnswerRule,
): readonly Finding[] {
  if (shown.standing.kind !== 'succeeded') return [obstacleOf(shown.standing)];
  const list = jsonOf(shown.standing.answer);
  if (!Array.isArray(list) || shown.step.request.raw !== undefined) return [];
  const records = list.filter(isObject);
  const sentFor = (name: string) => sentAs(shown.step.request.query, name, all);
  // Sticky records come first then, whether they fit or not.
  if (sentFor('ignore_sticky') === false) return [];
  const found = rule({ sentFor, records }, shown);
  if (found === undefined) return [];
  return found.length === 0 ? [HOLDS] : found.slice(0, MOST);
}

/** In place of a value that is not known: it is none that a filter could have. */
const UNKNOWN = {};

function sentAs(query: Values, name: string, all: CheckContext['all']): unknown {
  const value = query[name];
  if (value === undefined) return undefined;
  return isMade(value) ? UNKNOWN : (resolved(value, all) ?? UNKNOWN);
}

/** Returns true if a value was made of what an answer showed, and is not it alone. */
function isMade(value: Json): boolean {
  if (isList(value)) return value.some(isMade);
  return isObject(value) && ['in', 'moment', 'integer'].some((member) => member in value);
}
