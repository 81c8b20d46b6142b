import { isUtf8 } from 'node:buffer';

/**
 * Where bytes stop being UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
 *
 * @returns the offset of the first byte of the first ill-formed sequence, or undefined if there is none
 */
export function utf8Fault(bytes: Uint8Array): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return undefined;
}

/** Length in bytes of the well-formed sequence that begins at `at`, or 0 if it is not well-formed. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const second = bytes[at + 1] ?? 0;
  const [low, high] = secondByte(lead);
  if (second < low || second > high) return 0;
  for (let next = at + 2; next < at + length; next += 1) {
    const byte = bytes[next] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return 0;
  }
  return length;
}

/** Bounds of the second byte, which some lead bytes narrow. */
function secondByte(lead: number): readonly [number, number] {
  switch (lead) {
    case 0xe0:
      return [0xa0, 0xbf];
    case 0xed:
      return [0x80, 0x9f];
    case 0xf0:
      return [0x90, 0xbf];
    case 0xf4:
      return [0x80, 0x8f];
    default:
      return [0x80, 0xbf];
  }
}
