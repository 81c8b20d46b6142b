import { type Finding, isList, valueAt } from '../../model/index.ts';
import {
  type Check,
  HOLDS,
  jsonOf,
  notJudgeable,
  obstacleOf,
  textOption,
  violated,
} from '../check.ts';

/** Two pages of a list have no record in common, if the first page is the same before and after. */
export const pages: Check = {
  name: 'pages',
  joins: true,
  judge: ({ all }, options): readonly Finding[] => {
    const [list, id] = [textOption(options, 'list'), textOption(options, 'id')];
    const shown = ['page', 'next', 'again'].map((name) => all.find(({ step }) => step.id === name));
    const [page, next, again] = shown;
    if (!page || !next || !again) return [notJudgeable('no-data', 'no two pages are asked for')];
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
    const at = ids.findIndex((one) => (first as readonly string[]).includes(one));
    if (at < 0) return [HOLDS];
    const actual = `the record with the ID ${ids[at]}, which is on the page before`;
    return [violated(next, `${list}/${at}${id}`, actual, 'records that are on no page before')];
  },
};
