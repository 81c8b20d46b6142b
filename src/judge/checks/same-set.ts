import type { Finding } from '../../model.ts';
import { valueAt } from '../../pointer.ts';
import {
  type Check,
  HOLDS,
  jsonOf,
  notJudgeable,
  obstacleOf,
  textOption,
  violated,
} from '../check.ts';
import { describeValue } from '../describe.ts';

/**
 * A list that is complete is the same each time. An entry that is there, then not, then there again
 * was left out; one that comes or goes for good may have been added or removed meanwhile.
 */
export const sameSet: Check = {
  name: 'same-set',
  judge({ steps }, options): readonly Finding[] {
    const at = textOption(options, 'list');
    const by = textOption(options, 'by');
    const readings = [];
    for (const shown of steps) {
      if (shown.standing.kind !== 'succeeded') return [obstacleOf(shown.standing)];
      const list = valueAt(jsonOf(shown.standing.answer), at);
      if (!Array.isArray(list)) {
        return [notJudgeable('precondition', `${at} is ${describeValue(list)} and not an array`)];
      }
      const keys = new Set(list.map((entry: unknown) => describeValue(valueAt(entry, by))));
      readings.push({ shown, keys });
    }
    const everything = new Set(readings.flatMap(({ keys }) => [...keys]));
    const found: Finding[] = [];
    let moved = false;
    for (const key of everything) {
      const there = readings.map(({ keys }) => keys.has(key));
      const gap = there.findIndex(
        (present, index) =>
          !present && there.slice(0, index).includes(true) && there.slice(index + 1).includes(true),
      );
      moved ||= there.includes(false);
      const reading = readings[gap];
      if (reading && found.length < 3) {
        found.push(
          violated(
            reading.shown,
            at,
            `a list without ${key}`,
            'the entries of the calls before and after',
          ),
        );
      }
    }
    if (found.length > 0) return found;
    return moved ? [notJudgeable('precondition', 'the list changed while it was read')] : [HOLDS];
  },
};
