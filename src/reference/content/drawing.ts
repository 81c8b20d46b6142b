import { writePng } from './image.ts';

/** A PNG in which every pixel has its own colour, so that its position can be identified. */
export function drawPng(width: number, height: number): Uint8Array {
  const key = `${width}x${height}`;
  const known = DRAWN.get(key) ?? draw(width, height);
  DRAWN.set(key, known);
  return known;
}

/** Cached for all sites: drawing costs more than the rest of a seed. */
const DRAWN = new Map<string, Uint8Array>();

function draw(width: number, height: number): Uint8Array {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(colourAt(x, y), (y * width + x) * 4);
  }
  return writePng({ width, height, data });
}

/** Red and green encode column and row, blue their hundreds. */
export function colourAt(x: number, y: number): readonly [number, number, number, number] {
  return [x % 256, y % 256, (x >> 8) * 16 + (y >> 8), 255];
}
