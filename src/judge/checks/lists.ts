import { valueAt } from '../../model/index.ts';
import { type Check, HOLDS, judgeEach, notJudgeable, textOption, violated } from '../check.ts';
import { describeValue } from '../describe.ts';

/** Every given or known value is a member value of the entries in the list at a place. */
export const lists: Check = {
  name: 'lists',
  judge: judgeEach((json, shown, options, { known }) => {
    const wanted = Array.isArray(options.values)
      ? options.values
      : (known[textOption(options, 'known')] ?? []);
    if (wanted.length === 0) {
      const why = `the target profile names no ${textOption(options, 'known')}`;
      return notJudgeable('no-data', why);
    }
    const at = textOption(options, 'at');
    const list = valueAt(json, at);
    if (!Array.isArray(list)) {
      return notJudgeable('precondition', `${at} is ${describeValue(list)} and not an array`);
    }
    const member = textOption(options, 'member');
    const there = new Set(list.map((entry: unknown) => valueAt(entry, member)));
    const missing = wanted.filter((value) => !there.has(value));
    if (missing.length === 0) return HOLDS;
    const some = missing.slice(0, 5).map(describeValue).join(', ');
    const more = missing.length > 5 ? ` and ${missing.length - 5} more` : '';
    const actual = `a list of ${list.length} without ${some}${more}`;
    return violated(shown, at, actual, 'a list that has them', missing.map(String));
  }),
};
