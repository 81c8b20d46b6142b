/** Splits multipart bodies, and decides for each part whether it is text. */

import { type Declared, declaredBy, isText } from './media.ts';

interface Part {
  readonly bytes: Uint8Array;
  readonly declared: Declared;
}

/** Returns the boundary in a Content-Type, or undefined. */
export function boundaryOf(type: string | undefined): string | undefined {
  if (!/^\s*multipart\//i.test(type ?? '')) return undefined;
  const { quoted, plain } =
    /;\s*boundary=(?:"(?<quoted>[^"]{1,200})"|(?<plain>[^\s;"]{1,200}))/i.exec(type ?? '')
      ?.groups ?? {};
  return quoted ?? plain;
}

/** A body as pieces that are the whole of it together: a part with its head, or a head and a file. */
export function partsIn(given: Uint8Array, boundary: string): readonly Part[] {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const starts = [0];
  const delimiter = `--${boundary}`;
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    if (at > 0 && bytes[at - 1] === 0x0a) starts.push(at);
  }
  return starts.flatMap((start, index) => {
    const part = bytes.subarray(start, starts[index + 1] ?? bytes.length);
    const [body, declared] = bodyOf(part);
    // With its head, as that may have the name of a secret.
    if (declared === 'text' || (declared === 'open' && isText(part.subarray(body)))) {
      return [{ bytes: part, declared: 'text' as const }];
    }
    return [
      { bytes: part.subarray(0, body), declared: 'text' as const },
      { bytes: part.subarray(body), declared },
    ];
  });
}

/** In bytes. */
const LONGEST_HEAD = 16 * 1024;

/** Returns the place where the body of a part begins, and its declared kind. */
function bodyOf(part: Buffer): readonly [number, Declared] {
  const head = part.subarray(0, LONGEST_HEAD).toString('latin1');
  const end = /\r?\n\r?\n/.exec(head);
  if (!end) return [0, 'text'];
  const fields = head.slice(0, end.index);
  const type = /^content-type\s*:\s*([^\r\n]+)/im.exec(fields)?.[1];
  const isFile = /^content-disposition\s*:.*\bfilename/im.test(fields);
  const declared = type === undefined ? (isFile ? 'open' : 'text') : declaredBy(type);
  return [end.index + end[0].length, declared];
}
