// Bodies that are no text, made at run time: real ones of each format, and bytes by chance behind the head of one.
import { createHash } from 'node:crypto';
import zlib from 'node:zlib';
import { zipSync } from 'fflate';

/** Bytes that a text scanner would take for secrets if it read binary data as text. */
const BAIT = [
  'pw=',
  'password="Abc123xyz"',
  'Bearer abcdefgh1',
  '://a:b1@',
  '"token":"x9y8z7w6v5"',
  'key: ',
];

/** The same bytes for the same seed. */
function bytesOf(seed, size) {
  const parts = [];
  for (let at = 0, n = 0; at < size; n += 1) {
    const part = createHash('sha512').update(`${seed}/${n}`).digest();
    parts.push(
      n % 16 === 3
        ? Buffer.concat([Buffer.from([n & 0xff, 0]), Buffer.from(BAIT[n % BAIT.length])])
        : part,
    );
    at += parts.at(-1).length;
  }
  return Buffer.concat(parts).subarray(0, size);
}

const latin1 = (text) => Buffer.from(text, 'latin1');
const behind = (head) => (bytes) => Buffer.concat([latin1(head), bytes]);
const u32 = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

function png(bytes) {
  const chunk = (name, data) => {
    const body = Buffer.concat([latin1(name), data]);
    return Buffer.concat([u32(data.length), body, u32(zlib.crc32?.(body) ?? 0)]);
  };
  const head = Buffer.concat([u32(64), u32(64), Buffer.from([8, 6, 0, 0, 0])]);
  const text = latin1('Comment\0password=Abc123xyz0');
  return Buffer.concat([
    latin1('\x89PNG\r\n\x1a\n'),
    ...[
      chunk('IHDR', head),
      chunk('tEXt', text),
      chunk('IDAT', zlib.deflateSync(bytes)),
      chunk('IEND', Buffer.alloc(0)),
    ],
  ]);
}

function pdf(bytes) {
  const stream = zlib.deflateSync(bytes);
  return Buffer.concat([
    latin1(
      `%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Length ${stream.length}/Filter/FlateDecode>>\nstream\n`,
    ),
    stream,
    latin1('\nendstream\nendobj\ntrailer\n<</Info(password: Abc123xyz0)>>\n%%EOF\n'),
  ]);
}

const prose = (bytes) =>
  latin1(bytes.toString('base64').replace(/(.{60})/g, '$1 password=Abc123xyz0\n'));

/** The encoder and the media types of each format. */
const FORMATS = [
  ['image/jpeg', behind('\xff\xd8\xff\xe0\0\x10JFIF\0')],
  ['image/png', png],
  ['image/gif', behind('GIF89a\x40\0\x40\0\x80\0\0')],
  [
    'image/webp',
    (bytes) => Buffer.concat([latin1('RIFF'), u32(bytes.length), latin1('WEBPVP8 '), bytes]),
  ],
  [
    'application/zip',
    (bytes) =>
      Buffer.from(
        zipSync({ 'password.txt': prose(bytes), 'a.bin': bytes }, { mtime: '2024-01-02' }),
      ),
  ],
  ['application/gzip', (bytes) => zlib.gzipSync(prose(bytes))],
  ['application/gzip', behind('\x1f\x8b\x08\0\0\0\0\0\0\x03')],
  [
    'application/x-brotli',
    (bytes) =>
      zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 3 } }),
  ],
  ['application/pdf', pdf],
  ['video/mp4', behind('\0\0\0\x20ftypisom\0\0\x02\0isomiso2mp41')],
  ['application/wasm', behind('\0asm\x01\0\0\0')],
  ['font/woff2', behind('wOF2\0\x01\0\0')],
  ['application/octet-stream', (bytes) => bytes],
  ['application/octet-stream', png],
  [undefined, (bytes) => bytes],
  [undefined, behind('\xff\xd8\xff\xe1')],
  // A server that says the wrong thing of a picture.
  ['text/plain', png],
  ['application/json', behind('\xff\xd8\xff\xe0')],
];

/** So many bodies from 1 KB to `most` bytes, as `{type, bytes}`; all formats come in turn. */
export function bodies(count, most, seed = 0) {
  return Array.from({ length: count }, (_, index) => {
    const [type, make] = FORMATS[index % FORMATS.length];
    const size = Math.round(
      1000 * (most / 1000) ** (((index * 7) % count) / Math.max(1, count - 1)),
    );
    return { type, bytes: make(bytesOf(seed + index, size)) };
  });
}
