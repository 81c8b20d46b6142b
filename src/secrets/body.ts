/** Unpacks bodies, searches them, and packs them again. */

import { isUtf8 } from 'node:buffer';
import * as zlib from 'node:zlib';
import { type Answer, codingsOf, fieldOf, whyTooMuch } from '../model/index.ts';
import { type Declared, declaredBy } from './media.ts';
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
  readonly unpack: (bytes: Uint8Array, options: object) => Uint8Array;
  readonly pack: (bytes: Uint8Array) => Uint8Array;
  /** A body may lack its end. */
  readonly options: object;
}

const SYNC = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
const FLUSH = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };
const GZIP: Coding = pair('gzip', zlib.gunzipSync, zlib.gzipSync, SYNC);
const ZLIB: Coding = pair('deflate', zlib.inflateSync, zlib.deflateSync, SYNC);
const RAW: Coding = pair('deflate', zlib.inflateRawSync, zlib.deflateRawSync, SYNC);
const BROTLI: Coding = pair('br', zlib.brotliDecompressSync, zlib.brotliCompressSync, FLUSH);
const { zstdDecompressSync, zstdCompressSync }: ZstdFunctions = zlib as object;
const ZSTD: Coding = pair('zstd', zstdDecompressSync, zstdCompressSync, {});

/** Node 22.15 and later have them; its types are those of an older one. */
interface ZstdFunctions {
  readonly zstdDecompressSync?: Coding['unpack'];
  readonly zstdCompressSync?: Coding['pack'];
}

function pair(
  name: string,
  unpack: Coding['unpack'] = missing,
  pack: Coding['pack'] = missing,
  options: object,
): Coding {
  return { name, unpack, pack, options };
}

function missing(): never {
  throw new Error('zstd needs Node 22.15 or later');
}

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
  const coding = codingOf(given, named);
  // A body that is declared binary, without a coding, is a packed file and stays one.
  const isFile = named === undefined && unpacking.declared !== 'text';
  if (coding === undefined) return searched(given, unpacking);
  const packed = depth === DEEPEST ? 'it is packed too often' : unpacked(given, coding, unpacking);
  if (typeof packed === 'string') {
    return isFile || isUtf8(given) ? searched(given, unpacking) : lost(packed);
  }
  const rest = named === undefined ? [] : codings.slice(0, -1);
  const inner = within(packed, rest, unpacking, depth + 1);
  if (inner.lost !== undefined) return inner;
  if (inner.bytes === packed) return { bytes: given };
  return { bytes: new Uint8Array(coding.pack(inner.bytes)) };
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

/** Returns the unpacked bytes, or the reason for a failure. */
function unpacked(given: Uint8Array, coding: Coding, { most }: Unpacking): Uint8Array | string {
  const { name, unpack, options } = coding;
  try {
    const bytes = unpack(given, { maxOutputLength: most, ...options });
    // Codings without magic bytes take some other bytes for the start of nothing.
    return bytes.length > 0 || isGzip(given) ? bytes : `it is no whole ${name}`;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error ? error.code : undefined;
    if (code === undefined) return error.message;
    return code === 'ERR_BUFFER_TOO_LARGE'
      ? `it unpacks to more than ${most} bytes`
      : `it is no whole ${name}`;
  }
}

/** The coding of a body: by its first bytes, or by the name in its header. */
function codingOf(given: Uint8Array, named: string | undefined): Coding | undefined {
  if (isGzip(given)) return GZIP;
  const [a = 0, b = 0, c, d] = given;
  if (named === 'zstd' || (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd)) return ZSTD;
  if (named === 'br') return BROTLI;
  // RFC 1950, 2.2.
  const isZlib = (a & 0x0f) === 8 && a >> 4 <= 7 && (a * 256 + b) % 31 === 0 && !isUtf8(given);
  if (isZlib) return ZLIB;
  return named === 'deflate' ? RAW : undefined;
}

function isGzip([a, b, c]: Uint8Array): boolean {
  return a === 0x1f && b === 0x8b && c === 8;
}
