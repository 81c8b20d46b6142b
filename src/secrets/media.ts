/** Decides whether a body is text, by its media type and its first bytes. */

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
const HEADS: readonly (readonly [at: number, head: string])[] = [
  ...[
    '\x89PNG\r\n',
    '\xff\xd8\xff',
    'GIF87a',
    'GIF89a',
    '%PDF-',
    'wOFF\0\x01\0\0',
    'wOF2',
    '\0asm',
  ],
  ...[
    'PK\x03\x04',
    'PK\x05\x06',
    'PK\x07\x08',
    '\x1f\x8b',
    '\x28\xb5\x2f\xfd',
    '7z\xbc\xaf\x27\x1c',
  ],
  ...['\xfd7zXZ\0', 'Rar!\x1a\x07', 'OggS\0', 'fLaC\0', '\x1aE\xdf\xa3', 'FLV\x01', '\0\0\x01\xba'],
  ...[
    'II*\0',
    'MM\0*',
    '\0\0\x01\0',
    '\x7fELF',
    '\xca\xfe\xba\xbe',
    'SQLite format 3\0',
    '\0\x01\0\0\0',
  ],
  ...['OTTO\0', 'ttcf\0', '8BPS\0', '\xd0\xcf\x11\xe0', 'ID3\x02', 'ID3\x03', 'ID3\x04'],
].map((head) => [0, head] as const);

/** These have a length before them. */
const LATER: typeof HEADS = [
  [4, 'ftyp'],
  [8, 'WEBP'],
  [8, 'WAVE'],
  [8, 'AVI '],
];

/** Returns true if bytes begin like a known binary format. */
export function hasBinaryHead(bytes: Uint8Array): boolean {
  const head = latin1(bytes.subarray(0, 16));
  if (HEADS.some(([, start]) => head.startsWith(start))) return true;
  return LATER.some(([at, name]) => head.startsWith(name, at)) && !isText(bytes.subarray(0, 16));
}

/** Returns true for UTF-8 without control characters. The last character may be cut. */
export function isText(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c)
      return false;
    if (byte === 0x7f) return false;
  }
  try {
    STRICT.decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  } finally {
    // What a cut character has left must not come before the next text.
    try {
      STRICT.decode();
    } catch {
      // It was cut.
    }
  }
}

const STRICT = new TextDecoder('utf-8', { fatal: true });

/** Returns true if bytes have few control characters, as Latin-1 text does. */
export function isLatin1(bytes: Uint8Array): boolean {
  let controls = 0;
  for (const byte of bytes) {
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c)
      controls += 1;
  }
  return controls * 100 <= bytes.length;
}

export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
