import { type Finding, isList, valueAt } from '../../model/index.ts';
import {
  type Check,
  HOLDS,
  jsonOf,
  notJudgeable,
  obstacleOf,
  type StepResult,
  textOption,
  violated,
} from '../check.ts';

/** Names of steps: with the default of a parameter between two without it, and pages. */
const USUAL = ['without', 'usual', 'without-again'];
const TURNING = ['page', 'next', 'again', 'more'];

/** A cursor that is an address is not one for this parameter. */
const ADDRESS = /^https?:|^\/|\?/;

/**
 * Two pages of a list have no record in common, and none between them, if the first page is the same before and after. A
 * server may show the last page for one that is beyond the end: so where no cursor promises more, `more` has to show
 * that there is. `usual`: with the default of a parameter, a page is the same as without it.
 */
export const pages: Check = {
  name: 'pages',
  joins: true,
  judge: ({ all }, options): readonly Finding[] => {
    const [list, id] = [textOption(options, 'list'), textOption(options, 'id')];
    const parameter = textOption(options, 'parameter');
    const names = options.by === 'usual' ? USUAL : TURNING;
    const [page, next, again, more] = names.map((name) => all.find(({ step }) => step.id === name));
    const cursor = next?.step.request.query[parameter];
    if (!page || !next || !again || (options.by === 'usual' && cursor === undefined)) {
      return [notJudgeable('no-data', 'no two pages are asked for')];
    }
    if (ADDRESS.test(String(cursor))) {
      return [notJudgeable('precondition', 'the list shows an address, and no cursor')];
    }
    const idsOf = ({ standing }: typeof page): readonly string[] | Finding => {
      if (standing.kind !== 'succeeded') return obstacleOf(standing);
      const value = valueAt(jsonOf(standing.answer), list);
      const ids = (Array.isArray(value) ? value : []).map((one: unknown) => valueAt(one, id));
      return ids.length > 0 && ids.every((one) => ['string', 'number'].includes(typeof one))
        ? ids.map(String)
        : notJudgeable('no-data', 'the page shows no IDs');
    };
    const [first, second, last] = [idsOf(page), idsOf(next), idsOf(again)];
    for (const one of [first, second, last]) if (!isList(one)) return [one as Finding];
    const [before, after] = [first, last].map((one) => JSON.stringify(one));
    if (before !== after) return [notJudgeable('precondition', 'the list changed meanwhile')];
    const ids = second as readonly string[];
    if (options.by === 'usual') {
      if (JSON.stringify(ids) === before) return [HOLDS];
      const expected = `${(first as readonly string[]).length} records, the same as with the default`;
      return [violated(page, list, `not the ${ids.length} records in their order`, expected)];
    }
    const at = ids.findIndex((one) => (first as readonly string[]).includes(one));
    const whole = more && idsOf(more);
    if (at < 0) return [skippedBy(first as readonly string[], ids, whole, next) ?? HOLDS];
    const isLonger = isList(whole) && whole.length > (first as readonly string[]).length;
    if (options.by !== 'cursor' && JSON.stringify(ids) === before && !isLonger) {
      return [notJudgeable('precondition', 'the first page may be the last one')];
    }
    const actual = `the record with the ID ${ids[at]}, which is on the page before`;
    return [violated(next, `${list}/${at}${id}`, actual, 'records that are on no page before')];
  },
};

/** A violation if a larger page shows a record that is on neither of the two. */
function skippedBy(
  first: readonly string[],
  second: readonly string[],
  whole: readonly string[] | Finding | undefined,
  next: StepResult,
): Finding | undefined {
  if (whole === undefined || !isList(whole)) return undefined;
  const isSame = first.every((one, at) => whole[at] === one);
  const between = whole[first.length];
  if (!isSame || between === undefined || second.includes(String(between))) return undefined;
  const expected = `the record with the ID ${between}, which a larger page shows after the first`;
  return violated(next, '', `a page that begins with ${second[0]}`, expected);
}
