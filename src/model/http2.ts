/** Detects targets that only speak HTTP/2; Touchstone speaks HTTP/1.1. */

/** The message about such a target, with advice. */
export const HTTP2_ONLY =
  'the target speaks HTTP/2 only, and touchstone speaks HTTP/1.1: allow HTTP/1.1 there, or put a proxy in front of it that does';

const [SETTINGS, GOAWAY] = [4, 7];

/**
 * Returns true if an HTTP/2 server begins like this: SETTINGS or GOAWAY on the connection itself (RFC 9113, 3.4 and
 * 4.1).
 */
export function beginsHttp2(bytes: Uint8Array): boolean {
  const [first, , , type, flags = 0, ...stream] = bytes.subarray(0, 9);
  const isFirst = (type === SETTINGS && flags <= 1) || (type === GOAWAY && flags === 0);
  return first === 0 && isFirst && stream.length === 4 && stream.every((byte) => byte === 0);
}
