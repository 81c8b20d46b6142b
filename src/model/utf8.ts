import { isUtf8 } from 'node:buffer';

/** The replacement character for each ill-formed sequence. */
const REPLACEMENT = '\ufffd';
const OWN_BYTES = Buffer.from(REPLACEMENT);

/**
 * Finds where bytes stop being UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
 *
 * @returns the offset of the first byte of the first ill-formed sequence; undefined if all is well-formed
 */
export function utf8Fault(bytes: Uint8Array): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let offset = 0;
  for (const piece of Buffer.from(bytes).toString('utf8').split(REPLACEMENT)) {
    offset += Buffer.byteLength(piece);
    // The text can contain the character itself.
    if (!OWN_BYTES.equals(bytes.subarray(offset, offset + OWN_BYTES.length))) return offset;
    offset += OWN_BYTES.length;
  }
  return undefined;
}
