/** Bodies are looked through as they were before they were compressed, as often as they were, whatever their headers say. */

import { isUtf8 } from 'node:buffer';
import * as zlib from 'node:zlib';
import { codingsOf, whyTooMuch } from '../content.ts';
import { fieldOf } from '../fields.ts';
import type { Answer } from '../model.ts';
import { isSecretName } from './certainty.ts';

/** Greatest number of bytes to which a body is unpacked to be looked through. */
export const MOST_BYTES = 16 * 1024 * 1024;

/** So often a body may be packed. */
const DEEPEST = 4;

interface CleanedBody {
  readonly bytes: Uint8Array;
  /** Why a body is kept out: it could not be looked through. */
  readonly lost?: string;
}

interface Coding {
  readonly name: string;
  readonly unpack: (bytes: Uint8Array, options: zlib.ZlibOptions) => Uint8Array;
  readonly pack: (bytes: Uint8Array) => Uint8Array;
}

const GZIP: Coding = { name: 'gzip', unpack: zlib.gunzipSync, pack: zlib.gzipSync };
const ZLIB: Coding = { name: 'deflate', unpack: zlib.inflateSync, pack: zlib.deflateSync };
const RAW: Coding = { name: 'deflate', unpack: zlib.inflateRawSync, pack: zlib.deflateRawSync };
const BROTLI: Coding = { name: 'br', unpack: unbrotli, pack: zlib.brotliCompressSync };
const ZSTD: Coding | undefined = zstd();

/** A body is packed again only if there was something to remove, each time as it was. */
export function cleanBody(
  given: Uint8Array,
  headers: Answer['headers'],
  clean: (bytes: Uint8Array) => Uint8Array,
  most = MOST_BYTES,
): CleanedBody {
  if (given.length === 0) return { bytes: given };
  const cleaned = within(given, codingsOf(headers), clean, most, 0);
  return isTree(headers) && cleaned.lost === undefined && namesSecret(cleaned.bytes)
    ? lost('it is no text, and has a name that a secret may have')
    : cleaned;
}

function within(
  given: Uint8Array,
  codings: readonly string[],
  clean: (bytes: Uint8Array) => Uint8Array,
  most: number,
  depth: number,
): CleanedBody {
  if (isZstd(given) && ZSTD === undefined) return lost('zstd needs Node 22.15 or later');
  const named = codings.at(-1);
  const packed = depth < DEEPEST && unpackedBy(candidates(given, named), given, most);
  if (packed === 'too-large') return lost(`it unpacks to more than ${most} bytes`);
  if (!packed) {
    if (isBroken(given, named)) return lost(`it is no whole ${named ?? 'frame'}`);
    if (depth === DEEPEST && isPackedBody(given)) return lost('it is packed too often');
    return searched(given, clean);
  }
  const inner = within(
    packed.bytes,
    named === undefined ? [] : codings.slice(0, -1),
    clean,
    most,
    depth + 1,
  );
  if (inner.lost !== undefined || inner.bytes === packed.bytes)
    return { ...inner, bytes: inner.lost ? inner.bytes : given };
  return { bytes: new Uint8Array(packed.coding.pack(inner.bytes)) };
}

/** A pattern that matches some millions of characters at once runs out of stack, and a tree of as many values out of room. */
function searched(given: Uint8Array, clean: (bytes: Uint8Array) => Uint8Array): CleanedBody {
  const excess = whyTooMuch(given);
  if (excess !== undefined) return lost(excess);
  try {
    return { bytes: clean(given) };
  } catch (error) {
    if (error instanceof RangeError) return lost('one word or list in it is too long');
    throw error;
  }
}

function lost(why: string): CleanedBody {
  return {
    bytes: new Uint8Array(),
    lost: `a body was kept out, since it could not be looked through: ${why}`,
  };
}

/** MessagePack, CBOR and BSON have texts in them, and no sign where one ends. */
function isTree(headers: Answer['headers']): boolean {
  return /msgpack|messagepack|cbor|bson/i.test(fieldOf(headers, 'content-type') ?? '');
}

/** Whether something in bytes is called as secrets are; in CBOR, letters around a name say how long it and its value are. */
function namesSecret(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  const words = text.match(/(?<![\w.-])[A-Za-z_-]{3,80}(?![\d.])/g) ?? [];
  return words.some((word) => [word, word.slice(1), word.slice(1, -1)].some(isSecretName));
}

interface Unpacked {
  readonly coding: Coding;
  readonly bytes: Uint8Array;
}

function unpackedBy(
  codings: readonly Coding[],
  given: Uint8Array,
  most: number,
): Unpacked | 'too-large' | undefined {
  for (const coding of codings) {
    try {
      // A body whose end is missing is looked through as far as it goes.
      const finishFlush =
        coding === BROTLI ? zlib.constants.BROTLI_OPERATION_FLUSH : zlib.constants.Z_SYNC_FLUSH;
      const bytes = coding.unpack(given, {
        maxOutputLength: most,
        ...(coding !== ZSTD && { finishFlush }),
      });
      // What has no first bytes of its own is guessed: it has to be a text, or packed itself.
      if (coding !== RAW && coding !== BROTLI) return { coding, bytes };
      if (bytes.length > 0 && (isUtf8(bytes) || isPackedBody(bytes))) return { coding, bytes };
    } catch (error) {
      const isGuess = coding === RAW || coding === BROTLI;
      if (
        !isGuess &&
        error instanceof Error &&
        'code' in error &&
        error.code === 'ERR_BUFFER_TOO_LARGE'
      )
        return 'too-large';
    }
  }
  return undefined;
}

/** The codings that a body may have, the one that its header names first. */
function candidates(given: Uint8Array, named: string | undefined): readonly Coding[] {
  if (isGzip(given)) return [GZIP];
  if (isZstd(given)) return ZSTD ? [ZSTD] : [];
  if (named === 'deflate') return isZlib(given) ? [ZLIB, RAW] : [RAW];
  if (named === 'br') return [BROTLI];
  if (isUtf8(given)) return [];
  if (isZlib(given)) return [ZLIB, RAW, BROTLI];
  return isPicture(given) ? [] : [RAW, BROTLI];
}

/** Whether a body begins as a packed one, or is said to be one and is no text, and could not be unpacked. */
function isBroken(given: Uint8Array, named: string | undefined): boolean {
  if (isGzip(given)) return true;
  return (
    named !== undefined && !isUtf8(given) && ['deflate', 'br', 'zstd', 'compress'].includes(named)
  );
}

function isPackedBody(bytes: Uint8Array): boolean {
  return isGzip(bytes) || isZstd(bytes);
}

function isGzip([a, b, c]: Uint8Array): boolean {
  return a === 0x1f && b === 0x8b && c === 8;
}

function isZstd([a, b, c, d]: Uint8Array): boolean {
  return a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd;
}

/** RFC 1950, 2.2. */
function isZlib([a = 0, b = 0]: Uint8Array): boolean {
  return (a & 0x0f) === 8 && a >> 4 <= 7 && (a * 256 + b) % 31 === 0;
}

/** PNG, JPEG, GIF, WebP, PDF, fonts: what sites send most of that is no text. */
function isPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4)).toString(
    'latin1',
  );
  return /^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF|%PDF|wOF[F2]|\0\0\0)/.test(head);
}

function unbrotli(bytes: Uint8Array, options: zlib.ZlibOptions): Uint8Array {
  return zlib.brotliDecompressSync(bytes, options);
}

/** Node 22.15 and later have it; its types are those of an older one. */
function zstd(): Coding | undefined {
  const { zstdDecompressSync: unpack, zstdCompressSync: pack }: ZstdFunctions = zlib as object;
  return unpack && pack && { name: 'zstd', unpack, pack };
}

interface ZstdFunctions {
  readonly zstdDecompressSync?: Coding['unpack'];
  readonly zstdCompressSync?: Coding['pack'];
}
