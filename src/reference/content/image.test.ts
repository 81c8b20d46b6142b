import { describe, expect, it } from 'vitest';
import { colourAt, drawPng } from './drawing.ts';
import { crop, flip, type Image, readPng, rotate, shrink, writePng } from './image.ts';

const image = (() => {
  const read = readPng(drawPng(6, 4));
  if (typeof read === 'string') throw new Error(read);
  return read;
})();

/** Where the pixel at a place came from. */
function origin(made: Image, x: number, y: number): readonly number[] {
  return [...made.data.subarray((y * made.width + x) * 4, (y * made.width + x) * 4 + 2)];
}

describe('images', () => {
  it('survive writing and reading', () => {
    expect(readPng(writePng(image))).toEqual({ ...image, data: expect.anything() });
    expect(origin(image, 5, 3)).toEqual(colourAt(5, 3).slice(0, 2));
  });

  it.each([
    ['flipped left to right', flip(image, true, false), [6, 4], [5, 0]],
    ['flipped upside down', flip(image, false, true), [6, 4], [0, 3]],
    ['flipped both ways', flip(image, true, true), [6, 4], [5, 3]],
    ['not turned', rotate(image, 360), [6, 4], [0, 0]],
    ['turned by 90', rotate(image, 90), [4, 6], [0, 3]],
    ['turned by -90', rotate(image, -90), [4, 6], [5, 0]],
    ['turned by 180', rotate(image, 180), [6, 4], [5, 3]],
    ['turned by 450', rotate(image, 450), [4, 6], [0, 3]],
    ['cropped', crop(image, 50, 25, 50, 50), [3, 2], [3, 1]],
    ['cropped beyond its edge', crop(image, 50, 50, 100, 100), [3, 2], [3, 2]],
    ['cropped to nothing', crop(image, 100, 100, 0, 0), [1, 1], [5, 3]],
    ['made smaller', shrink(image, 3, 3), [3, 2], [1, 1]],
    ['made no larger', shrink(image, 60, 60), [6, 4], [0, 0]],
  ])('%s', (_, made, size, first) => {
    expect([made.width, made.height]).toEqual(size);
    expect(origin(made, 0, 0)).toEqual(first);
    expect(made.data.length).toBe(made.width * made.height * 4);
  });

  it('turned by any other angle grow, and keep their middle', () => {
    const large = readPng(drawPng(41, 41));
    if (typeof large === 'string') throw new Error(large);
    const turned = rotate(large, 45);
    expect([turned.width, turned.height]).toEqual([58, 58]);
    expect(origin(turned, 29, 29)).toEqual([20, 20].map((n) => expect.closeTo(n, -1)));
    expect(origin(turned, 0, 0)).toEqual([0, 0]);
  });
});
