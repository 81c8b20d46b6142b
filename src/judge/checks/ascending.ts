import { pointerOf, valueAt } from '../../model/index.ts';
import { type Check, judgeEach, notJudgeable, orHolds, textOption, violated } from '../check.ts';
import { descentsOf } from '../collation.ts';
import { describeValue } from '../describe.ts';

/**
 * A list is in ascending order of one member. The collation is open: a list fails only if no usual collation accepts
 * all of it. The finding shows a place that violates the best-fitting collation.
 */
export const ascending: Check = {
  name: 'ascending',
  judge: judgeEach((json, shown, options) => {
    const at = textOption(options, 'list');
    const by = textOption(options, 'by');
    const list = valueAt(json, at);
    const keys = (Array.isArray(list) ? list : [])
      .map((entry: unknown, index) => ({
        pointer: at + pointerOf([index]) + by,
        key: valueAt(entry, by),
      }))
      .flatMap(({ pointer, key }) => (typeof key === 'string' ? [{ pointer, key }] : []));
    if (keys.length < 2) {
      return notJudgeable('no-data', `${at} has fewer than two entries with a string at ${by}`);
    }
    const found = descentsOf(keys.map(({ key }) => key)).flatMap((index) => {
      const [before, current] = [keys[index - 1], keys[index]];
      if (!before || !current) return [];
      const expected = `a value that does not sort before its predecessor ${describeValue(before.key)}`;
      return [violated(shown, current.pointer, describeValue(current.key), expected)];
    });
    return orHolds(found);
  }),
};
