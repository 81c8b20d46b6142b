/** Bodies are looked through as they were before they were compressed. */

import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
} from 'node:zlib';
import { undone } from '../content.ts';
import type { Answer } from '../model.ts';

/** Greatest number of bytes to which a body is unpacked to be looked through. */
export const MOST_BYTES = 64 * 1024 * 1024;

/** A compressed body is looked through unpacked, and packed again only if there was something to remove. */
export function cleanBody(
  given: Uint8Array,
  headers: Answer['headers'],
  clean: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const plain = undone(given, headers, MOST_BYTES) ?? begun(given, headers);
  if (plain === undefined) return clean(given);
  const cleaned = clean(plain);
  return cleaned === plain ? given : packed(cleaned, headers);
}

/** As much of a compressed body as there is, where its end is missing. */
function begun(given: Uint8Array, headers: Answer['headers']): Uint8Array | undefined {
  if (given.length === 0) return undefined;
  try {
    switch (codingsIn(headers).join()) {
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(given, { finishFlush: constants.Z_SYNC_FLUSH });
      case 'deflate':
        return inflateSync(given, { finishFlush: constants.Z_SYNC_FLUSH });
      case 'br':
        return brotliDecompressSync(given, { finishFlush: constants.BROTLI_OPERATION_FLUSH });
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

function codingsIn(headers: Answer['headers']): readonly string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((coding) => coding.trim().toLowerCase());
}

function packed(plain: Uint8Array, headers: Answer['headers']): Uint8Array {
  let bytes = plain;
  for (const coding of codingsIn(headers)) {
    if (coding === 'gzip' || coding === 'x-gzip') bytes = gzipSync(bytes);
    if (coding === 'deflate') bytes = deflateSync(bytes);
    if (coding === 'br') bytes = brotliCompressSync(bytes);
  }
  return new Uint8Array(bytes);
}
