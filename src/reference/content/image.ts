import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

/** Pixels of an image: four bytes each, row by row from the top. */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Maximum number of pixels of an accepted image. */
export const PIXEL_LIMIT = 4_000_000;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/**
 * Decodes a PNG. Its size is verified before memory of the claimed size is allocated.
 *
 * @returns the reason in words if it is not a complete PNG of at most PIXEL_LIMIT pixels
 */
export function readPng(bytes: Uint8Array): Image | string {
  const wrong = complaintAbout(bytes);
  if (wrong !== undefined) return wrong;
  try {
    const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
    return data.length === width * height * 4
      ? { width, height, data }
      : 'holds fewer pixels than it claims';
  } catch (error) {
    return `cannot be decoded: ${error instanceof Error ? error.message : 'broken'}`;
  }
}

/** Reads the chunks without decoding them, and unpacks pixels up to the claimed size. */
function complaintAbout(bytes: Uint8Array): string | undefined {
  if (!isPng(bytes)) return 'is not a PNG';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 33 || nameAt(bytes, 12) !== 'IHDR') return 'has no header';
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  if (width === 0 || height === 0) return 'has no pixels';
  if (width * height > PIXEL_LIMIT) return `has more than ${PIXEL_LIMIT} pixels`;
  const pieces: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) return 'is cut off';
    if (nameAt(bytes, at + 4) === 'IDAT') pieces.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  if (pieces.length === 0) return 'has no pixels';
  // At most 8 bytes a pixel and one filter byte a row, for seven passes of interlaced images.
  const most = width * height * 8 + (height + 8) * 8 + 1024;
  try {
    inflateSync(Buffer.concat(pieces), { maxOutputLength: most });
    return undefined;
  } catch {
    return 'holds more, or other, data than it claims';
  }
}

function nameAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

export function writePng(image: Image): Uint8Array {
  const png = new PNG({ width: image.width, height: image.height });
  png.data = Buffer.from(image.data);
  return new Uint8Array(PNG.sync.write(png));
}

/** A new image with pixels of another, by position; outside of it they are transparent. */
function rearrange(
  image: Image,
  width: number,
  height: number,
  from: (x: number, y: number) => readonly [number, number],
): Image {
  // Moves whole pixels; the copy is aligned to four bytes.
  const source = new Uint32Array(Uint8Array.from(image.data).buffer);
  const target = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [sx, sy] = from(x, y);
      if (sx < 0 || sy < 0 || sx >= image.width || sy >= image.height) continue;
      target[y * width + x] = source[sy * image.width + sx] ?? 0;
    }
  }
  return { width, height, data: new Uint8Array(target.buffer) };
}

/** Mirrored left to right, upside down, or both (2.4). */
export function flip(image: Image, horizontal: boolean, vertical: boolean): Image {
  return rearrange(image, image.width, image.height, (x, y) => [
    horizontal ? image.width - 1 - x : x,
    vertical ? image.height - 1 - y : y,
  ]);
}

/** Rotated clockwise, in degrees; quarter turns are exact, others enlarge the canvas (2.4). */
export function rotate(image: Image, angle: number): Image {
  const turn = ((angle % 360) + 360) % 360;
  const { width, height } = image;
  switch (turn) {
    case 0:
      return image;
    case 90:
      return rearrange(image, height, width, (x, y) => [y, height - 1 - x]);
    case 180:
      return flip(image, true, true);
    case 270:
      return rearrange(image, height, width, (x, y) => [width - 1 - y, x]);
    default:
      return rotateFreely(image, (turn * Math.PI) / 180);
  }
}

function rotateFreely(image: Image, radians: number): Image {
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  const width = Math.max(1, Math.round(Math.abs(image.width * cos) + Math.abs(image.height * sin)));
  const height = Math.max(
    1,
    Math.round(Math.abs(image.width * sin) + Math.abs(image.height * cos)),
  );
  return rearrange(image, width, height, (x, y) => {
    const [dx, dy] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
    return [
      Math.floor(dx * cos + dy * sin + image.width / 2),
      Math.floor(dy * cos - dx * sin + image.height / 2),
    ];
  });
}

/** A part of the image, in percent of its size (2.4); at least one pixel. */
export function crop(
  image: Image,
  left: number,
  top: number,
  width: number,
  height: number,
): Image {
  const x0 = within(Math.round((image.width * left) / 100), 0, image.width - 1);
  const y0 = within(Math.round((image.height * top) / 100), 0, image.height - 1);
  const w = within(Math.round((image.width * width) / 100), 1, image.width - x0);
  const h = within(Math.round((image.height * height) / 100), 1, image.height - y0);
  return rearrange(image, w, h, (x, y) => [x + x0, y + y0]);
}

/** Scaled down to fit a box, in the same proportions. */
export function shrink(image: Image, maxWidth: number, maxHeight: number): Image {
  const ratio = Math.min(maxWidth / image.width, maxHeight / image.height, 1);
  const width = Math.max(1, Math.round(image.width * ratio));
  const height = Math.max(1, Math.round(image.height * ratio));
  return rearrange(image, width, height, (x, y) => [
    Math.floor(((x + 0.5) * image.width) / width),
    Math.floor(((y + 0.5) * image.height) / height),
  ]);
}

function within(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
