import { readPng } from './image.ts';
import { blankItem, type Item, NO_UPLOAD, type Upload } from './item.ts';
import { wholeSecond } from './moment.ts';
import { isRefusal, type Refusal, refuse, refuseParameter, type SiteResult } from './refusal.ts';
import type { ContentSite, SiteCall, UploadedFile } from './site.ts';
import { nextId, putItem } from './store.ts';
import { slugFrom } from './text.ts';
import { applyFields, authorOf, createdAnswer } from './write.ts';

/** Extensions by type, for files that are stored without inspection. */
const TYPES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'audio/mpeg': 'mp3',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
};

/** POST on media: the fields of 2.3, with a file as the raw body or a part of a multipart body. */
export function createMedia(call: SiteCall): SiteResult | Refusal {
  const { site } = call;
  if (!call.file && site.choices['settled-media'] === 'refuse') {
    return refuse(400, 'no_file', 'There is no file in the request.');
  }
  const blank = blankItem(
    'media',
    site.store.counter.next,
    authorOf(call),
    wholeSecond(site.now()),
  );
  const taken = call.file ? examine(call.file, site) : NO_UPLOAD;
  if (isRefusal(taken)) return taken;
  const named = { ...blank, title: titleFrom(call.file), upload: taken };
  const filled = applyFields(named, call);
  if (isRefusal(filled)) return filled;
  const settled = site.parts.settle(filled, undefined, call);
  if (isRefusal(settled)) return settled;
  nextId(site.store);
  const stored = call.file ? storeFile(settled, call.file.bytes, site) : settled;
  putItem(site.store, stored);
  return createdAnswer(stored, call);
}

function titleFrom(file: UploadedFile | undefined): string {
  return file ? file.name.replace(/\.[A-Za-z0-9]{1,5}$/, '') : '';
}

function examine(file: UploadedFile, site: ContentSite): Upload | Refusal {
  if (file.bytes.length === 0) return refuse(400, 'empty_file', 'The file is empty.');
  if (!Object.hasOwn(TYPES, file.type)) {
    return refuse(415, 'unknown_file_type', 'Files of this type are not taken.');
  }
  if (file.type === 'image/png') {
    const image = readPng(file.bytes);
    if (typeof image === 'string') return refuse(400, 'broken_image', `The image ${image}.`);
    return {
      ...NO_UPLOAD,
      mimeType: file.type,
      width: image.width,
      height: image.height,
      bytes: file.bytes.length,
    };
  }
  if (site.choices['media-kinds'] === 'refuse') {
    return refuse(415, 'unknown_file_type', 'Only PNG images are taken.');
  }
  return { ...NO_UPLOAD, mimeType: file.type, bytes: file.bytes.length };
}

/** Stores the bytes under a unique name, and sets it in the item. */
export function storeFile(item: Item, bytes: Uint8Array, site: ContentSite): Item {
  const upload = item.upload ?? NO_UPLOAD;
  const stem = slugFrom(item.slug).slice(0, 80) || 'file';
  const file = `${stem}-${item.id}.${TYPES[upload.mimeType] ?? 'bin'}`;
  site.store.files.set(file, bytes);
  return { ...item, upload: { ...upload, file, bytes: bytes.length } };
}

export function unknownSource(): Refusal {
  return refuseParameter('src', 'is not the image of this media item');
}
