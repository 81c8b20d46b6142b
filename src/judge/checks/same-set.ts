import { type Finding, placesOf, valueAt } from '../../model/index.ts';
import {
  type Check,
  HOLDS,
  jsonOf,
  MOST,
  notJudgeable,
  obstacleOf,
  textOption,
  violated,
} from '../check.ts';
import { describeValue } from '../describe.ts';

/**
 * A complete list, the first that the pointer finds, is the same each time. An entry that disappears and returns was left out. So was an entry that only
 * the first of many calls has, or only the first lacks: a server that counts calls does that. Any other change can be a
 * real addition or removal.
 */
export const sameSet: Check = {
  name: 'same-set',
  joins: true,
  judge({ steps }, options): readonly Finding[] {
    if (steps.length < 2) return [notJudgeable('no-data', 'it takes two calls to compare')];
    const at = textOption(options, 'list');
    const by = textOption(options, 'by');
    const readings = [];
    for (const shown of steps) {
      if (shown.standing.kind !== 'succeeded') return [obstacleOf(shown.standing)];
      const [list] = placesOf(jsonOf(shown.standing.answer), at);
      if (!Array.isArray(list?.value)) {
        const actual = describeValue(list?.value);
        return [notJudgeable('precondition', `${at} is ${actual} and not an array`)];
      }
      const { pointer, value } = list;
      const keys = new Set(value.map((entry: unknown) => describeValue(valueAt(entry, by))));
      readings.push({ shown, pointer, keys });
    }
    const everything = new Set(readings.flatMap(({ keys }) => [...keys]));
    const found: Finding[] = [];
    let moved = false;
    for (const key of everything) {
      const there = readings.map(({ keys }) => keys.has(key));
      moved ||= there.includes(false);
      const reading = readings[gapIn(there)];
      if (reading && found.length < MOST) {
        const expected = 'the entries of the other calls';
        found.push(violated(reading.shown, reading.pointer, `a list without ${key}`, expected));
      }
    }
    if (found.length > 0) return found;
    return moved ? [notJudgeable('precondition', 'the list changed while it was read')] : [HOLDS];
  },
};

/** Index of the first call that left an entry out; -1 if none can be blamed. */
function gapIn(there: readonly boolean[]): number {
  const between = there.findIndex(
    (present, index) =>
      !present && there.slice(0, index).includes(true) && there.slice(index + 1).includes(true),
  );
  if (between >= 0) return between;
  const [first, ...rest] = there;
  // Fewer calls cannot separate a pattern from a change.
  if (rest.length < 3 || rest.includes(first === true)) return -1;
  return first === true ? 1 : 0;
}
