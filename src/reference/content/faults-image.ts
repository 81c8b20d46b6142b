import type { Json } from '../../model.ts';
import { type Alter, answering, fault, isMembers } from './altering.ts';
import type { Fault } from './deviation.ts';
import { crop, flip, type Image, rotate } from './image.ts';
import { isRefusal, type Refusal } from './refusal.ts';

const image = (name: string, what: string, alter: Alter): Fault =>
  fault('images', name, what, alter);

/** Applies some modifiers in a way of its own, and all others as they are meant. */
function editing(
  apply: (picture: Image, type: unknown, args: Readonly<Record<string, Json>>) => Image | undefined,
): Alter {
  return (parts) => ({
    ...parts,
    edit(picture, params) {
      if (!Array.isArray(params.modifiers)) return parts.edit(picture, params);
      let edited: Image | Refusal = picture;
      for (const modifier of params.modifiers) {
        if (isRefusal(edited)) return edited;
        const args = isMembers(modifier) && isMembers(modifier.args) ? modifier.args : {};
        const type = isMembers(modifier) ? modifier.type : undefined;
        edited =
          apply(edited, type, args) ?? parts.edit(edited, { ...params, modifiers: [modifier] });
      }
      return edited;
    },
  });
}

/** Faults in the work on images. */
export const imageFaults: readonly Fault[] = [
  image(
    'flip-axes-mixed-up',
    'flips upside down for left to right',
    editing((picture, type, args) =>
      type === 'flip' && isMembers(args.flip)
        ? flip(picture, args.flip.vertical === true, args.flip.horizontal === true)
        : undefined,
    ),
  ),
  image(
    'rotation-counter-clockwise',
    'turns images the other way',
    editing((picture, type, args) =>
      type === 'rotate' ? rotate(picture, -Number(args.angle)) : undefined,
    ),
  ),
  image(
    'crop-in-pixels',
    'takes percentages for pixels',
    editing((picture, type, args) => {
      if (type !== 'crop') return undefined;
      const x = 100 / picture.width;
      const y = 100 / picture.height;
      return crop(
        picture,
        Number(args.left) * x,
        Number(args.top) * y,
        Number(args.width) * x,
        Number(args.height) * y,
      );
    }),
  ),
  image('first-modifier-alone', 'applies the first modifier and no other', (parts) => ({
    ...parts,
    edit: (picture, params) =>
      parts.edit(
        picture,
        Array.isArray(params.modifiers)
          ? { ...params, modifiers: params.modifiers.slice(0, 1) }
          : params,
      ),
  })),
  image('modifiers-not-applied', 'answers an edit with the image as it was', (parts) => ({
    ...parts,
    edit: (picture) => ({ ...picture }),
  })),
  image(
    'sizes-not-made',
    'answers post-process without smaller sizes',
    answering({ ends: '/post-process' }, (value) =>
      isMembers(value) && isMembers(value.media_details)
        ? { ...value, media_details: { ...value.media_details, sizes: {} } }
        : value,
    ),
  ),
];
