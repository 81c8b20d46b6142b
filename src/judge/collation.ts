export type TextOrder = (a: string, b: string) => number;

const byUnits: TextOrder = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Orders by a normalised form of texts. Texts with the same form may stand in any order. */
function by(rest: (text: string) => string): TextOrder {
  return (a, b) => byUnits(rest(a), rest(b));
}

/** Folds text like databases that ignore accents and case. */
function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
}

function padNumbers(text: string): string {
  return text.replace(/\d+/g, (digits) => digits.padStart(20, '0'));
}

/** Languages with a dictionary order of their own, and the common order. */
const LANGUAGES: readonly string[] = [
  ...['en', 'de-u-co-phonebk', 'fr-CA', 'es', 'es-u-co-trad', 'sv', 'da', 'is', 'et', 'lv', 'lt'],
  ...['pl', 'cs', 'hu', 'hr', 'ro', 'sq', 'cy', 'tr', 'az', 'vi', 'eo', 'uk', 'sr', 'ar', 'fa'],
  ...['hi', 'th', 'ja', 'ko', 'zh', 'zh-u-co-stroke', 'zh-u-co-zhuyin'],
];

/**
 * Orders used by servers, most usual first: code units or points, without case, accents or punctuation, numeric digits,
 * and dictionaries with and without punctuation. Dictionaries compare letters first, and accents and case only between
 * equal letters. Comparing only letters accepts every variant of that.
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

/** Ignores hyphens and apostrophes but no other punctuation: the word sort of Windows. */
function wordSort(): TextOrder {
  const { compare } = new Intl.Collator('en', { sensitivity: 'base' });
  const rest = (text: string) => text.replace(/[-'’]/g, '');
  return (a, b) => compare(rest(a), rest(b));
}

/**
 * Indices of texts that sort before their predecessor, in the best-fitting order; empty if a usual order accepts the
 * whole list.
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
