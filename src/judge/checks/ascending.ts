import type { Finding } from '../../model.ts';
import { pointerOf, valueAt } from '../../pointer.ts';
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

const MOST = 3;

/**
 * The collations that servers order text by: code units, code points (UTF-8 bytes), letters without
 * case, and the dictionary orders of several languages, with and without punctuation and digits as numbers.
 */
const COLLATIONS: readonly ((a: string, b: string) => number)[] = [
  (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)),
  (a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1),
  (a, b) => (plain(a) < plain(b) ? -1 : 1),
  ...['en', 'de', 'sv', 'es', 'da', 'tr'].flatMap((locale) =>
    [false, true].flatMap((ignorePunctuation) =>
      [false, true].map(
        (numeric) => new Intl.Collator(locale, { ignorePunctuation, numeric }).compare,
      ),
    ),
  ),
];

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * A list comes in ascending order of one member. The collation is open, so two neighbours are out of
 * order only where every usual collation says so.
 */
export const ascending: Check = {
  name: 'ascending',
  judge: ({ steps }, options) =>
    steps.flatMap((shown): readonly Finding[] => {
      if (shown.standing.kind !== 'succeeded') return [obstacleOf(shown.standing)];
      const at = textOption(options, 'list');
      const by = textOption(options, 'by');
      const list = valueAt(jsonOf(shown.standing.answer), at);
      const keys = (Array.isArray(list) ? list : [])
        .map((entry: unknown, index) => ({
          pointer: at + pointerOf([index]) + by,
          key: valueAt(entry, by),
        }))
        .flatMap(({ pointer, key }) => (typeof key === 'string' ? [{ pointer, key }] : []));
      if (keys.length < 2) {
        return [notJudgeable('no-data', `${at} has fewer than two entries with a string at ${by}`)];
      }
      const found = keys.flatMap((current, index) => {
        const before = keys[index - 1];
        if (!before || !descends(before.key, current.key)) return [];
        const expected = `a value that does not sort before its predecessor ${describeValue(before.key)}`;
        return [violated(shown, current.pointer, describeValue(current.key), expected)];
      });
      return found.length === 0 ? [HOLDS] : found.slice(0, MOST);
    }),
};

function descends(before: string, after: string): boolean {
  return before !== after && COLLATIONS.every((compare) => compare(before, after) > 0);
}
