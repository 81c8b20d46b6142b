/** Unpacks bodies, searches them, and packs them again. */

import { isUtf8 } from 'node:buffer';
import * as zlib from 'node:zlib';
import { type Answer, codingsOf, fieldOf, whyTooMuch } from '../model/index.ts';
import { type Declared, declaredBy, hasBinaryHead, isText } from './media.ts';
import { boundaryOf, partsIn } from './multipart.ts';

/** Greatest number of bytes to which a body is unpacked to be looked through. */
export const MOST_BYTES = 16 * 1024 * 1024;

/** So often a body may be packed. */
const DEEPEST = 4;

interface CleanedBody {
  readonly bytes: Uint8Array;
  /** Why a body is kept out: it could not be looked through. */
  readonly lost?: string;
}

type Clean = (bytes: Uint8Array, declared: Declared) => Uint8Array;

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

/** State of a body that is unpacked. */
interface Unpacking {
  readonly declared: Declared;
  readonly clean: Clean;
  readonly most: number;
}

/** A body is packed again only if there was something to remove, each time as it was. */
export function cleanBody(
  given: Uint8Array,
  headers: Answer['headers'],
  clean: Clean,
  most = MOST_BYTES,
): CleanedBody {
  if (given.length === 0) return { bytes: given };
  const type = fieldOf(headers, 'content-type');
  const declared = declaredBy(type);
  const boundary = boundaryOf(type);
  const each: Clean =
    boundary === undefined ? clean : (bytes) => cleanParts(bytes, boundary, clean);
  return within(given, codingsOf(headers), { declared, clean: each, most }, 0);
}

function cleanParts(given: Uint8Array, boundary: string, clean: Clean): Uint8Array {
  const parts = partsIn(given, boundary);
  const cleaned = parts.map(({ bytes, declared }) => clean(bytes, declared));
  return cleaned.every((bytes, at) => bytes === parts[at]?.bytes)
    ? given
    : new Uint8Array(Buffer.concat(cleaned));
}

function within(
  given: Uint8Array,
  codings: readonly string[],
  unpacking: Unpacking,
  depth: number,
): CleanedBody {
  const named = codings.at(-1);
  // A body that is declared binary, without a coding, is a packed file and stays one.
  const isFile = named === undefined && unpacking.declared !== 'text';
  if (isZstd(given) && ZSTD === undefined) {
    return isFile ? searched(given, unpacking) : lost('zstd needs Node 22.15 or later');
  }
  const codingsNow = candidates(given, named, unpacking.declared);
  const packed = depth < DEEPEST && unpackedBy(codingsNow, given, unpacking.most);
  if (packed === 'too-large') {
    if (isFile) return searched(given, unpacking);
    return lost(`it unpacks to more than ${unpacking.most} bytes`);
  }
  if (!packed) {
    if (!isFile && isBroken(given, named)) return lost(`it is no whole ${named ?? 'frame'}`);
    if (!isFile && depth === DEEPEST && isPackedBody(given)) return lost('it is packed too often');
    return searched(given, unpacking);
  }
  const rest = named === undefined ? [] : codings.slice(0, -1);
  const inner = within(packed.bytes, rest, unpacking, depth + 1);
  if (inner.lost !== undefined) return inner;
  if (inner.bytes === packed.bytes) return { bytes: given };
  return { bytes: new Uint8Array(packed.coding.pack(inner.bytes)) };
}

/** A tree of too many values runs out of room, and some texts take too many steps. */
function searched(given: Uint8Array, { declared, clean }: Unpacking): CleanedBody {
  const excess = declared === 'bytes' ? undefined : whyTooMuch(given);
  if (excess !== undefined) return lost(excess);
  try {
    return { bytes: clean(given, declared) };
  } catch (error) {
    if (error instanceof RangeError) return lost(error.message);
    throw error;
  }
}

function lost(why: string): CleanedBody {
  return {
    bytes: new Uint8Array(),
    lost: `a body was kept out, since it could not be looked through: ${why}`,
  };
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
    const isGuess = coding === RAW || coding === BROTLI;
    try {
      // A body may lack its end.
      const finishFlush =
        coding === BROTLI ? zlib.constants.BROTLI_OPERATION_FLUSH : zlib.constants.Z_SYNC_FLUSH;
      const bytes = coding.unpack(given, {
        maxOutputLength: most,
        ...(coding !== ZSTD && { finishFlush }),
      });
      // A coding without magic bytes is guessed: its content has to be text or packed.
      if (!isGuess || (bytes.length > 0 && (isText(bytes) || isPackedBody(bytes)))) {
        return { coding, bytes };
      }
    } catch (error) {
      const isLarge =
        error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      if (!isGuess && isLarge) return 'too-large';
    }
  }
  return undefined;
}

/** The codings that a body may have, the one that its header names first. */
function candidates(
  given: Uint8Array,
  named: string | undefined,
  declared: Declared,
): readonly Coding[] {
  if (isGzip(given)) return [GZIP];
  if (isZstd(given)) return ZSTD ? [ZSTD] : [];
  if (named === 'deflate') return isZlib(given) ? [ZLIB, RAW] : [RAW];
  if (named === 'br') return [BROTLI];
  if (isUtf8(given)) return [];
  const guesses = declared === 'bytes' || hasBinaryHead(given) ? [] : [RAW, BROTLI];
  return isZlib(given) ? [ZLIB, ...guesses] : guesses;
}

/** Returns true if a body begins as a packed one, or is said to be one and is no text, and could not be unpacked. */
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
