const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/**
 * The text of rendered HTML, in lower case, without accents, with single blanks: the form for lenient text comparison.
 */
export function plainText(html: string): string {
  return withoutEntities(html.replace(/<[^>]*>/g, ''))
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** A text with decoded entities. */
export function withoutEntities(html: string): string {
  return html.replace(
    /&(#x?[0-9a-f]+|[a-z]+);/gi,
    (written, name: string) => character(name) ?? written,
  );
}

function character(name: string): string | undefined {
  if (!name.startsWith('#')) return NAMED.get(name.toLowerCase());
  const hex = /^#x/i.test(name);
  const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Returns true for only letters, digits and single blanks, which every rendering keeps. */
export function isPlain(text: unknown): text is string {
  return typeof text === 'string' && /^[\p{L}\p{N}]+( [\p{L}\p{N}]+)*$/u.test(text);
}
