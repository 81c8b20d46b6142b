import {
  type Check,
  type CheckContext,
  HOLDS,
  jsonOf,
  judgeEach,
  notJudgeable,
  type StepResult,
  violated,
} from '../../../judge/check.ts';
import {
  type Finding,
  isMembers,
  type Json,
  type PlannedBody,
  valueAt,
  valueOfBody,
} from '../../../model/index.ts';
import { referenceIn } from './state/model-values.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * An edited image has the size that results from its modifiers (2.4), in order: flips keep it, right angles rotate it,
 * and crops take percentages, with a tolerance of a pixel each. Answers are unspecified (4.2), so only answers with a
 * size in `media_details` are judged, if the uploaded image has the size of its file there.
 */
export const editedSize: Check = {
  name: 'edited-size',
  judge: judgeEach((json, shown, _, checkContext) => {
    const sent = valueAt(valueOfBody(shown.step.request.body), '/modifiers');
    if (!Array.isArray(sent)) return [];
    const before = sizeOfSource(shown, checkContext);
    const after = sizeIn(json);
    if (before === undefined || after === undefined) {
      return notJudgeable('no-data', 'the answers do not tell the sizes of the images');
    }
    const expected = sizeAfter(before, sent);
    return expected === undefined ? [] : compared(shown, after, expected, sent.length);
  }),
};

function compared(shown: StepResult, after: Size, expected: Size, tolerance: number): Finding {
  for (const side of ['width', 'height'] as const) {
    if (Math.abs(after[side] - expected[side]) <= tolerance) continue;
    const of = `${expected.width} by ${expected.height} pixels, to which its modifiers come`;
    const actual = `${after.width} by ${after.height} pixels`;
    return violated(shown, `/media_details/${side}`, actual, of);
  }
  return HOLDS;
}

/** The size of the uploaded image, if its record shows the size of its file and it was not edited before. */
function sizeOfSource(shown: StepResult, { all }: CheckContext): Size | undefined {
  const sourceOf = ({ step }: StepResult) => referenceIn(step.request.path.id)?.step;
  const name = sourceOf(shown);
  const source = all.find((one) => one.step.id === name);
  if (source?.standing.kind !== 'succeeded') return undefined;
  const earlier = all.slice(0, all.indexOf(shown)).filter((one) => sourceOf(one) === name);
  if (earlier.some((one) => idIn(one) === idIn(source))) return undefined;
  const size = sizeIn(jsonOf(source.standing.answer));
  const uploaded = sizeOfFile(source.step.request.body);
  return size?.width === uploaded?.width && size?.height === uploaded?.height ? size : undefined;
}

function idIn({ standing }: StepResult): unknown {
  return standing.kind === 'succeeded' ? valueAt(jsonOf(standing.answer), '/id') : undefined;
}

function sizeIn(record: unknown): Size | undefined {
  const width = valueAt(record, '/media_details/width');
  const height = valueAt(record, '/media_details/height');
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : undefined;
}

/** A PNG has width and height at bytes 16 and 20. */
function sizeOfFile(body: PlannedBody): Size | undefined {
  if (body.kind !== 'bytes') return undefined;
  const bytes = Buffer.from(body.base64, 'base64');
  if (bytes.length < 24) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Undefined for unspecified results: angles other than right ones, and crops beyond the image. */
function sizeAfter(before: Size, modifiers: readonly Json[]): Size | undefined {
  return modifiers.reduce<Size | undefined>(
    (size, modifier) => (size && isMembers(modifier) ? modifiedSize(size, modifier) : undefined),
    before,
  );
}

function modifiedSize(size: Size, modifier: { readonly [name: string]: Json }): Size | undefined {
  const number = (name: string): number => Number(valueAt(modifier, `/args/${name}`));
  switch (modifier.type) {
    case 'flip':
      return size;
    case 'rotate':
      if (number('angle') % 90 !== 0) return undefined;
      return number('angle') % 180 === 0 ? size : { width: size.height, height: size.width };
    case 'crop': {
      const [width, height] = [number('width'), number('height')];
      if (number('left') + width > 100 || number('top') + height > 100) return undefined;
      return { width: (size.width * width) / 100, height: (size.height * height) / 100 };
    }
    default:
      return undefined;
  }
}
