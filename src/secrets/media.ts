/** Decides whether a body is text, by its media type and its first bytes. */

import { isUtf8 } from 'node:buffer';

/** `text` is declared to be one; `bytes` is declared to be none; `open` says nothing about it. */
export type Declared = 'text' | 'bytes' | 'open';

const TEXT =
  /^(?:text\/|multipart\/|message\/|application\/(?:.*(?:json|xml|yaml|toml|javascript|ecmascript|graphql|x-www-form-urlencoded|csp-report|x-httpd-php|x-sh|sql|pem)\b))|[+/](?:json|xml|yaml)\b/i;

const BYTES =
  /^(?:image|audio|video|font|model)\/|^application\/(?:.*\b(?:zip|gzip|x-gzip|pdf|wasm|x-tar|x-7z-compressed|x-rar|vnd\.rar|x-bzip2?|zstd|x-xz|brotli|protobuf|grpc|grpc-web|font-.*|x-font-.*|vnd\.(?:ms-|openxmlformats).*|msword|msgpack|x-msgpack|cbor|bson|avro|x-shockwave-flash|java-archive|x-apple-diskimage|epub)\b)/i;

/** By a value of Content-Type. */
export function declaredBy(type: string | undefined): Declared {
  const [media = ''] = (type ?? '').split(';', 1);
  if (/svg|[+/](?:json|xml|yaml)/i.test(media)) return 'text';
  if (BYTES.test(media)) return 'bytes';
  return TEXT.test(media) ? 'text' : 'open';
}

/** First bytes of binary formats: PNG, JPEG, GIF, PDF, WOFF, WebAssembly, ZIP, gzip and more. */
const HEADS = String.raw`\x89PNG\r\n \xff\xd8\xff GIF8[79]a %PDF- wOFF\0\x01\0\0 wOF2 \0asm PK(?:\x03\x04|\x05\x06|\x07\x08) \x1f\x8b
  \x28\xb5\x2f\xfd 7z\xbc\xaf\x27\x1c \xfd7zXZ\0 Rar!\x1a\x07 OggS\0 fLaC\0 \x1aE\xdf\xa3 FLV\x01 \0\0\x01\xba II\*\0 MM\0\* \0\0\x01\0
  \x7fELF \xca\xfe\xba\xbe SQLite\x20format\x203\0 \0\x01\0\0\0 OTTO\0 ttcf\0 8BPS\0 \xd0\xcf\x11\xe0 ID3[\x02-\x04]`;
const BINARY = new RegExp(`^(?:${HEADS.split(/\s+/).join('|')})`);
/** These have a length before them. */
const LATER = /^(?:.{4}ftyp|.{8}(?:WEBP|WAVE|AVI ))/s;

/** Returns true if bytes begin like a known binary format. */
export function hasBinaryHead(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 16);
  const text = latin1(head);
  return BINARY.test(text) || (LATER.test(text) && !isText(head));
}

/** Returns true for UTF-8 without control characters. The last character may be cut. */
export function isText(bytes: Uint8Array): boolean {
  if (controlsIn(bytes) > 0 || bytes.includes(0x7f)) return false;
  const { length } = bytes;
  const first = [1, 2, 3].find((back) => (bytes[length - back] ?? 0) >= 0xc2) ?? 0;
  return isUtf8(bytes) || (first > 0 && isUtf8(bytes.subarray(0, length - first)));
}

/** Returns true if bytes have few control characters, as Latin-1 text does. */
export function isLatin1(bytes: Uint8Array): boolean {
  return controlsIn(bytes) * 100 <= bytes.length;
}

function controlsIn(bytes: Uint8Array): number {
  let controls = 0;
  for (const byte of bytes) {
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c)
      controls += 1;
  }
  return controls;
}

export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
