/** Long repetitions in texts, which findings and scripts write as expressions. */

/** A text, or one that is repeated so many times. */
export type TextPart = string | { readonly unit: string; readonly times: number };

/** A unit of few characters, at least so many times. */
const REPEATED = /([^\s\\'"$`]{1,12}?)\1{47,}/gu;

/** The parts of a text; one if nothing in it is repeated often. */
export function partsOfText(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: whole, 1: unit = '', index } of text.matchAll(REPEATED)) {
    if (index > end) parts.push(text.slice(end, index));
    parts.push({ unit, times: whole.length / unit.length });
    end = index + whole.length;
  }
  if (end < text.length || parts.length === 0) parts.push(text.slice(end));
  return parts;
}

/** JSON as an expression of JavaScript, with repetitions as calls: `"a".repeat(301)`. */
export function expressionOf(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /"(?:[^"\\]|\\.)*"(:?)/g,
    (text: string, colon: string) => {
      const parts = partsOfText(text.slice(1, text.length - 1 - colon.length));
      if (parts.every((part) => typeof part === 'string')) return text;
      const expression = parts
        .map((part) =>
          typeof part === 'string' ? `"${part}"` : `"${part.unit}".repeat(${part.times})`,
        )
        .join(' + ');
      return colon === '' ? expression : `[${expression}]:`;
    },
  );
}
