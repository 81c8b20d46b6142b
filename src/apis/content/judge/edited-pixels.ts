import { PNG } from 'pngjs';
import {
  type Check,
  HOLDS,
  jsonOf,
  notJudgeable,
  obstacleOf,
  type StepResult,
  violated,
} from '../../../judge/check.ts';
import { type Finding, type Json, valueAt, valueOfBody } from '../../../model/index.ts';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Four bytes each, row by row. */
  readonly data: Uint8Array;
}

/** What is done to a picture: flipped over its vertical axis or not, and then turned clockwise by right angles. */
interface Change {
  readonly flipped: boolean;
  readonly turns: number;
}

const CHANGES: readonly Change[] = [false, true].flatMap((flipped) =>
  [0, 1, 2, 3].map((turns) => ({ flipped, turns })),
);

/** Largest side of a picture that is decoded: the uploaded ones are small. */
const LARGEST = 256;

/** A server may write an image anew, but a pixel stays close to what it was. */
const CLOSE = 24;

/**
 * An edited image is its source, flipped and turned as the modifiers say. It is judged only if the file is the source
 * changed in exactly one way: what a server makes of it otherwise, such as another size or format, is its own affair.
 */
export const editedPixels: Check = {
  name: 'edited-pixels',
  judge({ all }): readonly Finding[] {
    const [before, edit, after] = ['before', 'edit', 'after'].map((id) =>
      all.find(({ step }) => step.id === id),
    );
    if (!before || !edit || !after) return [];
    const obstacle = [before, edit, after].find(({ standing }) => standing.kind !== 'succeeded');
    if (obstacle && obstacle.standing.kind !== 'succeeded') return [obstacleOf(obstacle.standing)];
    const [source, shown] = [pictureOf(before), pictureOf(after)];
    if (!source || !shown) return [notJudgeable('precondition', 'the file is no small PNG')];
    const own = all.find(({ step }) => step.id === 'own');
    if (own && addressIn(own) === addressIn(edit)) {
      const why = 'the edited image has the address of its source, where a cache may keep that';
      return [notJudgeable('precondition', why)];
    }
    return [compared(after, source, shown, changeOf(edit))];
  },
};

function compared(after: StepResult, source: Picture, shown: Picture, wanted: Change): Finding {
  const fitting = CHANGES.filter((change) => isClose(changed(source, change), shown));
  const [found] = fitting;
  if (found === undefined || fitting.length > 1) {
    const why = 'the file is not its source, flipped or turned in one way';
    return notJudgeable('precondition', why);
  }
  return found.flipped === wanted.flipped && found.turns === wanted.turns
    ? HOLDS
    : violated(after, 'body', worded(found), worded(wanted));
}

function worded({ flipped, turns }: Change): string {
  const flip = flipped ? 'mirrored left to right, and then ' : '';
  return `the image ${flip}turned clockwise by ${turns * 90} degrees`;
}

function addressIn({ standing }: StepResult): unknown {
  return standing.kind === 'succeeded'
    ? valueAt(jsonOf(standing.answer), '/source_url')
    : undefined;
}

/** All modifiers as one change. A flip after turns is the flip before them, with the turns the other way. */
function changeOf({ step }: StepResult): Change {
  const modifiers = valueAt(valueOfBody(step.request.body), '/modifiers');
  const all: readonly Json[] = Array.isArray(modifiers) ? modifiers : [];
  return all.reduce<Change>(
    ({ flipped, turns }, modifier) => {
      const angle = valueAt(modifier, '/args/angle');
      if (typeof angle === 'number') return { flipped, turns: turned(turns + angle / 90) };
      const horizontal = valueAt(modifier, '/args/flip/horizontal') === true;
      const vertical = valueAt(modifier, '/args/flip/vertical') === true;
      // A vertical flip is a horizontal one that is turned by two right angles.
      const half = vertical ? 2 : 0;
      return horizontal === vertical
        ? { flipped, turns: turned(turns + half) }
        : { flipped: !flipped, turns: turned(half - turns) };
    },
    { flipped: false, turns: 0 },
  );
}

function turned(turns: number): number {
  return ((turns % 4) + 4) % 4;
}

function pictureOf({ standing }: StepResult): Picture | undefined {
  if (standing.kind !== 'succeeded') return undefined;
  const bytes = Buffer.from(standing.answer.body.bytes);
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  if (bytes.readUInt32BE(16) > LARGEST || bytes.readUInt32BE(20) > LARGEST) return undefined;
  try {
    const { width, height, data } = PNG.sync.read(bytes);
    return { width, height, data };
  } catch {
    return undefined;
  }
}

function changed(source: Picture, { flipped, turns }: Change): Picture {
  const start = flipped ? mirrored(source) : source;
  return Array.from({ length: turns }).reduce<Picture>(quarter, start);
}

function mirrored({ width, height, data }: Picture): Picture {
  return drawn(width, height, (x, y) => pixelAt(data, y * width + (width - 1 - x)));
}

/** A quarter turn clockwise: the first column, from below, becomes the first row. */
function quarter({ width, height, data }: Picture): Picture {
  return drawn(height, width, (x, y) => pixelAt(data, (height - 1 - x) * width + y));
}

function drawn(
  width: number,
  height: number,
  pixel: (x: number, y: number) => Uint8Array,
): Picture {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(pixel(x, y), (y * width + x) * 4);
  }
  return { width, height, data };
}

function pixelAt(data: Uint8Array, index: number): Uint8Array {
  return data.subarray(index * 4, index * 4 + 4);
}

function isClose(one: Picture, other: Picture): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  return one.data.every((byte, index) => Math.abs(byte - (other.data[index] ?? 0)) <= CLOSE);
}
