/** Negative, zero or positive, as for `Array.prototype.sort`. */
export type TextOrder = (a: string, b: string) => number;

const byUnits: TextOrder = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Orders by what is left of a text. Texts of which the same is left may stand in any order. */
function by(rest: (text: string) => string): TextOrder {
  return (a, b) => byUnits(rest(a), rest(b));
}

/** As databases fold text that they compare regardless of accents and case. */
function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
}

function padNumbers(text: string): string {
  return text.replace(/\d+/g, (digits) => digits.padStart(20, '0'));
}

/** Languages whose dictionaries order letters in a way of their own, and the common order. */
const LANGUAGES: readonly string[] = [
  ...['en', 'de-u-co-phonebk', 'fr-CA', 'es', 'es-u-co-trad', 'sv', 'da', 'is', 'et', 'lv', 'lt'],
  ...['pl', 'cs', 'hu', 'hr', 'ro', 'sq', 'cy', 'tr', 'az', 'vi', 'eo', 'uk', 'sr', 'ar', 'fa'],
  ...['hi', 'th', 'ja', 'ko', 'zh', 'zh-u-co-stroke', 'zh-u-co-zhuyin'],
];

/**
 * The orders that servers put text in, the most usual first: by code units or code points (UTF-8 bytes),
 * regardless of case, accents or punctuation, with digits as numbers, and as the dictionaries of many
 * languages do, with and without punctuation. A dictionary looks at letters first, and at accents and case
 * only between texts of the same letters; comparing the letters alone lets every way of that pass.
 */
const COLLATIONS: readonly TextOrder[] = [
  byUnits,
  (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)),
  by((text) => text.toLowerCase()),
  by((text) => text.toUpperCase()),
  by((text) => bare(text).toLowerCase()),
  by(bare),
  by(padNumbers),
  by((text) => padNumbers(text.toLowerCase())),
  by((text) => bare(text).replace(/[^\p{L}\p{N}]/gu, '')),
  ...LANGUAGES.flatMap((language) =>
    [false, true].flatMap((ignorePunctuation) =>
      [false, true].map(
        (numeric) =>
          new Intl.Collator(language, { ignorePunctuation, numeric, sensitivity: 'base' }).compare,
      ),
    ),
  ),
  wordSort(),
];

/** Hyphens and apostrophes do not count, other punctuation does: the word sort of Windows. */
function wordSort(): TextOrder {
  const { compare } = new Intl.Collator('en', { sensitivity: 'base' });
  const rest = (text: string) => text.replace(/[-'’]/g, '');
  return (a, b) => compare(rest(a), rest(b));
}

/**
 * Where a list breaks the order that fits it best: the indices of the texts that sort before their
 * predecessor. Empty where one of the usual orders accepts the whole list.
 */
export function descentsOf(texts: readonly string[]): readonly number[] {
  let fewest: readonly number[] | undefined;
  for (const compare of COLLATIONS) {
    const descents = texts.flatMap((text, index) => {
      const before = texts[index - 1];
      return before !== undefined && compare(before, text) > 0 ? [index] : [];
    });
    if (descents.length === 0) return [];
    if (!fewest || descents.length < fewest.length) fewest = descents;
  }
  return fewest ?? [];
}
