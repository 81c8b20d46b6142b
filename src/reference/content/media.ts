import { isObject } from '../../model/index.ts';
import { fileAddress } from './address.ts';
import { crop, flip, type Image, PIXEL_LIMIT, readPng, rotate, shrink, writePng } from './image.ts';
import { type ImageSize, type Item, NO_UPLOAD } from './item.ts';
import { wholeSecond } from './moment.ts';
import { numberOf, type Params, textOf } from './params.ts';
import { recordText } from './record.ts';
import {
  isRefusal,
  type Refusal,
  refuse,
  refuseParameter,
  type SiteResult,
  serialised,
} from './refusal.ts';
import type { ContentSite, SiteCall } from './site.ts';
import { nextId, putItem } from './store.ts';
import { targetOf } from './target.ts';
import { storeFile, unknownSource } from './upload.ts';
import { applyFields, authorOf, createdAnswer, editView } from './write.ts';

/** Maximum width and height of image sizes, in pixels. */
const SIZES = { thumbnail: 150, medium: 300, large: 1024 } as const;

/** POST post-process: creates missing smaller sizes of an image. */
export function postProcess(call: SiteCall): SiteResult | Refusal {
  const { site } = call;
  const item = targetOf(call, 'id');
  if (isRefusal(item)) return item;
  const image = pixelsOf(item, site);
  if (isRefusal(image)) return image;
  const sizes: Record<string, ImageSize> = {};
  for (const [name, box] of Object.entries(SIZES)) {
    if (image.width <= box && image.height <= box) continue;
    const small = shrink(image, box, box);
    const file = `${item.slug || 'file'}-${item.id}-${small.width}x${small.height}.png`;
    site.store.files.set(file, writePng(small));
    sizes[name] = { file, width: small.width, height: small.height };
  }
  const upload = { ...(item.upload ?? NO_UPLOAD), sizes };
  const made = { ...item, upload, modified: Math.max(wholeSecond(site.now()), item.modified) };
  putItem(site.store, made);
  return serialised(recordText(made, editView(), site));
}

function pixelsOf(item: Item, site: ContentSite): Image | Refusal {
  const file = item.upload?.file;
  const bytes = file === undefined ? undefined : site.store.files.get(file);
  if (!bytes || item.upload?.mimeType !== 'image/png') {
    return refuse(400, 'no_image', 'This media item is no image that can be worked on.');
  }
  const image = readPng(bytes);
  return typeof image === 'string' ? refuse(500, 'broken_image', `The image ${image}.`) : image;
}

/** POST edit: the modifiers of 2.4 in order, or the deprecated parameters. */
export function editMedia(call: SiteCall): SiteResult | Refusal {
  const { site, params } = call;
  const item = targetOf(call, 'id');
  if (isRefusal(item)) return item;
  if (!isSource(textOf(params, 'src') ?? '', item, site)) return unknownSource();
  const original = pixelsOf(item, site);
  if (isRefusal(original)) return original;
  const edited = modified(original, params);
  if (isRefusal(edited)) return edited;
  if (edited === original) return refuse(400, 'no_modifiers', 'There is nothing to edit.');
  return keepEdited(item, edited, call);
}

function isSource(src: string, item: Item, site: ContentSite): boolean {
  if (site.choices['edit-foreign-source'] === 'ignore') return true;
  const file = item.upload?.file;
  if (file === undefined) return false;
  // Scheme and host depend on the client, and can differ from the site's own.
  return src === fileAddress(site, file) || src.endsWith(`/uploads/${encodeURIComponent(file)}`);
}

function keepEdited(item: Item, image: Image, call: SiteCall): SiteResult | Refusal {
  const { site } = call;
  const copy = site.choices['edited-media'] === 'copy';
  const now = wholeSecond(site.now());
  const upload = {
    ...(item.upload ?? NO_UPLOAD),
    width: image.width,
    height: image.height,
    sizes: {},
  };
  const base: Item = copy
    ? {
        ...item,
        id: site.store.counter.next,
        upload,
        slug: '',
        title: `${item.title} (edited)`,
        date: now,
        modified: now,
        author: authorOf(call),
        status: 'inherit',
      }
    : { ...item, upload, modified: Math.max(now, item.modified) };
  const filled = applyFields(base, call, (name) => EDITABLE.has(name));
  if (isRefusal(filled)) return filled;
  const settled = site.parts.settle(filled, copy ? undefined : item, call);
  if (isRefusal(settled)) return settled;
  const stored = storeFile(settled, writePng(image), site);
  if (copy) nextId(site.store);
  putItem(site.store, stored);
  return copy ? createdAnswer(stored, call) : serialised(recordText(stored, editView(), site));
}

const EDITABLE = new Set(['caption', 'description', 'title', 'post', 'alt_text']);

/** Maximum number of pixels in one edit: many modifiers of a large image would block the site. */
const WORK_LIMIT = 10 * PIXEL_LIMIT;

/** Maximum number of modifiers: more would block the site. */
const MOST_MODIFIERS = 200;

/** Applies all modifiers in order. */
function modified(image: Image, params: Params): Image | Refusal {
  if (!Array.isArray(params.modifiers)) return modifiedTheOldWay(image, params);
  if (params.modifiers.length > MOST_MODIFIERS) {
    return refuse(400, 'too_many', 'These are too many modifiers.');
  }
  let edited = image;
  let work = 0;
  for (const modifier of params.modifiers) {
    const next = isObject(modifier) ? applyModifier(edited, modifier) : undefined;
    if (next === undefined) return refuseParameter('modifiers', 'holds one that says nothing');
    if (next.width * next.height > PIXEL_LIMIT) {
      return refuse(400, 'too_large', 'The image would become too large.');
    }
    work += next.width * next.height;
    if (work > WORK_LIMIT) return refuse(400, 'too_many', 'These are too many modifiers.');
    edited = next;
  }
  // Modifiers without effect still count as applied.
  return edited === image ? { ...image } : edited;
}

function applyModifier(image: Image, modifier: Params): Image | undefined {
  const args = isObject(modifier.args) ? modifier.args : {};
  switch (modifier.type) {
    case 'flip': {
      const { flip: sides } = args;
      if (!isObject(sides)) return undefined;
      return flip(image, sides.horizontal === true, sides.vertical === true);
    }
    case 'rotate': {
      const angle = numberOf(args, 'angle');
      return angle === undefined ? undefined : rotate(image, angle);
    }
    case 'crop':
      return cropBy(image, args, 'left', 'top');
    default:
      return undefined;
  }
}

function cropBy(image: Image, args: Params, left: string, top: string): Image | undefined {
  const [x, y] = [numberOf(args, left), numberOf(args, top)];
  const [width, height] = [numberOf(args, 'width'), numberOf(args, 'height')];
  if (x === undefined || y === undefined || width === undefined || height === undefined) {
    return undefined;
  }
  return crop(image, x, y, width, height);
}

function modifiedTheOldWay(image: Image, params: Params): Image {
  const rotation = numberOf(params, 'rotation');
  const turned = rotation === undefined ? image : rotate(image, rotation);
  return cropBy(turned, params, 'x', 'y') ?? turned;
}
