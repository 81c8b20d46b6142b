/**
 * A slug from any text: letters, digits, hyphens and underscores, lower case unless `keepCase`. Accents are removed;
 * other characters become hyphens.
 */
export function slugFrom(text: string, keepCase = false): string {
  const plain = text
    .slice(0, 1000)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/<[^<>]*>/g, '');
  const cased = keepCase ? plain : plain.toLowerCase();
  return cased
    .replace(/[^A-Za-z0-9_%]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 200);
}

/** Slug of a template (2.3): only letters, digits, underscore, percent, hyphen. */
export const TEMPLATE_SLUG = /^[A-Za-z0-9_%-]+$/;

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Text without block comments and scripts, with pieces between blank lines as paragraphs. */
export function renderHtml(raw: string, paragraphs: boolean): string {
  if (raw === '') return '';
  const bare = without(without(raw, '<!--', '-->'), '<script', '</script>').trim();
  if (!paragraphs || bare === '') return bare;
  return `${bare
    .split(/\n\s*\n/)
    .map((piece) => (/^\s*<[a-z]/i.test(piece) ? piece.trim() : `<p>${piece.trim()}</p>`))
    .join('\n')}\n`;
}

/** The first words of a text without mark-up. */
export function firstWords(raw: string, count: number): string {
  const words = without(raw, '<!--', '-->')
    .replace(/<[^<>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.length <= count ? words.join(' ') : `${words.slice(0, count).join(' ')} …`;
}

/** Returns true if a text has block mark-up, which makes it version 1 of the block format. */
export function blockVersion(raw: string): number {
  return raw.includes('<!-- cms:') || raw.includes('<!-- wp:') ? 1 : 0;
}

/**
 * A text without the parts between two marks. A lazy regular expression would take quadratic time without a closing
 * mark.
 */
function without(text: string, open: string, close: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf(open, at);
    const end = start < 0 ? -1 : text.indexOf(close, start + open.length);
    if (end < 0) return kept + text.slice(at);
    kept += text.slice(at, start);
    at = end + close.length;
  }
}
