/** Messages of gRPC: a flag, a length of four bytes, and so many bytes, one after the other. */

const HEAD = 5;

/** Whether bytes are nothing but such messages. */
export function isFramed(bytes: Uint8Array): boolean {
  return payloadsIn(bytes) !== undefined;
}

/**
 * The same messages with other contents, and their lengths.
 * @returns the bytes themselves where nothing changes; undefined where they are no messages
 */
export function cleanFrames(
  bytes: Buffer,
  clean: (payload: Buffer) => Uint8Array,
): Buffer | undefined {
  const payloads = payloadsIn(bytes);
  if (payloads === undefined) return undefined;
  const cleaned = payloads.map(([, payload]) => clean(payload));
  if (cleaned.every((one, at) => one === payloads[at]?.[1])) return bytes;
  return Buffer.concat(
    cleaned.flatMap((payload, at) => {
      const head = Buffer.alloc(HEAD);
      head[0] = payloads[at]?.[0] ?? 0;
      head.writeUInt32BE(payload.length, 1);
      return [head, payload];
    }),
  );
}

type Payload = readonly [flag: number, bytes: Buffer];

function payloadsIn(given: Uint8Array): readonly Payload[] | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const found: Payload[] = [];
  let at = 0;
  while (at < bytes.length) {
    const flag = bytes[at] ?? 0;
    // The upper bit tells trailers from messages (gRPC-Web); the lower one says that they are compressed.
    if ((flag & 0x7e) !== 0 || at + HEAD > bytes.length) return undefined;
    const end = at + HEAD + bytes.readUInt32BE(at + 1);
    if (end > bytes.length) return undefined;
    found.push([flag, bytes.subarray(at + HEAD, end)]);
    at = end;
  }
  return found.some(([, { length }]) => length > 0) ? found : undefined;
}
