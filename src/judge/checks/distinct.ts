import { type Finding, placesOf, pointerOf, valueAt } from '../../model/index.ts';
import {
  type Check,
  judgeEach,
  notJudgeable,
  orHolds,
  type StepResult,
  textOption,
  violated,
} from '../check.ts';
import { describeValue } from '../describe.ts';

/** No two entries of a list have the same value at one place. `*` in the pointer to the list stands for any member. */
export const distinct: Check = {
  name: 'distinct',
  judge: judgeEach((json, shown, options) => {
    const at = textOption(options, 'list');
    const by = textOption(options, 'by');
    const lists = placesOf(json, at);
    const judged = lists.flatMap(({ pointer, value }) => {
      const found = judgeList(shown, pointer, value, by);
      return found === undefined ? [] : [found];
    });
    if (judged.length === 0) {
      return notJudgeable('no-data', `${at} has fewer than two entries with a string at ${by}`);
    }
    return orHolds(judged.flat());
  }),
};

/** @returns undefined for a list with fewer than two values */
function judgeList(
  shown: StepResult,
  at: string,
  list: unknown,
  by: string,
): readonly Finding[] | undefined {
  const values = (Array.isArray(list) ? list : []).map((entry: unknown) => valueAt(entry, by));
  if (values.filter((value) => typeof value === 'string').length < 2) return undefined;
  const first = new Map<unknown, number>();
  return values.flatMap((value, index) => {
    if (typeof value !== 'string') return [];
    const before = first.get(value);
    if (before === undefined) {
      first.set(value, index);
      return [];
    }
    const actual = `${describeValue(value)}, as entry ${before} has`;
    return [violated(shown, at + pointerOf([index]) + by, actual, 'a value of its own')];
  });
}
