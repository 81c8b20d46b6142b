import { PLACEHOLDER } from '../secrets/index.ts';

/** Returns true if a placeholder of a recording matches a value. */
export function isPlaceholderFor(before: string, after: string): boolean {
  if (!PLACEHOLDER.test(before)) return false;
  const [first = '', ...rest] = before.split(new RegExp(PLACEHOLDER, 'g'));
  const last = rest.pop() ?? '';
  if (!after.startsWith(first)) return false;
  let from = first.length;
  // Piece by piece: a pattern of a whole body is too long to compile.
  for (const piece of rest) {
    const at = after.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return after.length - last.length >= from && after.endsWith(last);
}
