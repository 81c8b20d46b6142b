import { describe, expect, it } from 'vitest';
import { descentsOf, type TextOrder } from './collation.ts';

/** Labels of the kind that the timezones endpoint lists, in the platform's own words. */
function labelsIn(locale: string): readonly string[] {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+1', 'Etc/GMT-10'];
  return zones.map((timeZone) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' });
    const name = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value;
    return `${name} (${timeZone})`;
  });
}

const english = labelsIn('en');
const byUnits: TextOrder = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const inOrder = [...new Set(english)].sort(byUnits);

const folded = (fold: (text: string) => string): TextOrder => {
  return (a, b) => byUnits(fold(a), fold(b));
};

const orders: readonly (readonly [string, TextOrder])[] = [
  ['code units', byUnits],
  ['bytes', (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))],
  ['lower case', folded((text) => text.toLowerCase())],
  ['upper case', folded((text) => text.toUpperCase())],
  [
    'letters without accents',
    folded((text) => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()),
  ],
  [
    'letters and digits alone',
    folded((text) =>
      text
        .toLowerCase()
        .normalize('NFD')
        .replace(/[^\p{L}\p{N}]/gu, ''),
    ),
  ],
  ['the common dictionary', new Intl.Collator('en').compare],
  ['capitals first', new Intl.Collator('en', { caseFirst: 'upper' }).compare],
  ['the common dictionary, base letters', new Intl.Collator('en', { sensitivity: 'base' }).compare],
  ['numbers', new Intl.Collator('en', { numeric: true }).compare],
  ['punctuation shifted', new Intl.Collator('en', { ignorePunctuation: true }).compare],
];

describe('descentsOf', () => {
  it.each(orders)('accepts all labels in the order of %s', (_, compare) => {
    expect(descentsOf([...english].sort(compare))).toEqual([]);
  });

  it.each(['de', 'sv', 'da', 'cs', 'tr', 'et', 'zh'])(
    'accepts labels in the language %s in its own order, and by code unit',
    (locale) => {
      const labels = labelsIn(locale);
      const { compare } = new Intl.Collator(locale);
      expect(descentsOf([...labels].sort(compare))).toEqual([]);
      expect(descentsOf([...labels].sort(byUnits))).toEqual([]);
    },
  );

  it('finds neighbours that change places, wherever they stand', () => {
    const unseen = inOrder.slice(1).flatMap((after, index) => {
      // All of them are found, which takes three seconds.
      if (index % 9 !== 0) return [];
      const swapped = [...inOrder.slice(0, index), after, ...inOrder.slice(index, index + 1)];
      return descentsOf([...swapped, ...inOrder.slice(index + 2)]).length > 0 ? [] : [after];
    });
    expect(unseen).toEqual([]);
  });

  it('finds a label that is put first, last or next but one', () => {
    const places: readonly ((label: string, rest: readonly string[], at: number) => string[])[] = [
      (label, rest) => [label, ...rest],
      (label, rest) => [...rest, label],
      (label, rest, at) => [...rest.slice(0, at + 2), label, ...rest.slice(at + 2)],
    ];
    for (const place of places) {
      for (let at = 5; at < inOrder.length - 5; at += 31) {
        const rest = [...inOrder.slice(0, at), ...inOrder.slice(at + 1)];
        expect(descentsOf(place(inOrder[at] ?? '', rest, at))).not.toEqual([]);
      }
    }
  });

  it('tells where the order breaks that fits best', () => {
    expect(descentsOf(['b', 'C', 'a', 'D'])).toEqual([2]);
    expect(descentsOf(['a', 'c', 'b', 'd', 'e', 'A'])).toEqual([2, 5]);
  });

  it('has nothing to say of one text or none', () => {
    expect(descentsOf([])).toEqual([]);
    expect(descentsOf(['a'])).toEqual([]);
  });
});
