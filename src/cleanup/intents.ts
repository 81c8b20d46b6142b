/** Objects that a request is about to create, with names to find them by. */

import { fieldOf, type Operation, type PlannedRequest, undone } from '../model/index.ts';
import type { Announcement } from './announcing.ts';
import { type Call, callsIn, isBatch } from './calls.ts';
import {
  copiedBy,
  nameOn,
  type ResourceCollection,
  type ResourceCollections,
  resourceCollectionsOf,
} from './collections.ts';
import type { CreationContract } from './creation.ts';
import {
  isFindable,
  MARK,
  memberOf,
  namesIn,
  type ObjectNames,
  withoutGaps,
} from './object-names.ts';

/** An announcement, with the original of an edited image. */
export interface Intent extends Announcement {
  /** As in `CreatedResource.what`. */
  readonly from?: string;
}

/** Finds objects that a request will create, with names to find them by. */
export function intentsBy({
  operations,
}: Pick<CreationContract, 'operations'>): (
  operation: Operation,
  request: PlannedRequest,
) => readonly Intent[] {
  const resourceCollections = resourceCollectionsOf(operations);
  return (operation, request) => {
    if (!operation.writes && request.method === undefined) return [];
    // Each batch member has its own names.
    const whole = isBatch(operation) ? undefined : request;
    return callsIn(operation, request).flatMap((call): readonly Intent[] => {
      const intent = intentIn(call, resourceCollections, whole);
      return intent === undefined ? [] : [intent];
    });
  };
}

/** The object that a call will create; undefined if it creates none that can be removed. */
function intentIn(
  call: Call,
  resourceCollections: ResourceCollections,
  whole: PlannedRequest | undefined,
): Intent | undefined {
  if (call.method !== 'POST') return undefined;
  const own = resourceCollections.get(call.path.replace(/\/$/, ''));
  if (own) return intentOf(own, call, whole);
  const copied = copiedBy(call.path, resourceCollections);
  if (copied === undefined) return undefined;
  const { collection, source } = copied;
  return { ...intentOf(collection, call), from: nameOn(collection, source) };
}

function intentOf(
  collection: ResourceCollection,
  { sent }: Call,
  request?: PlannedRequest,
): Intent {
  const names = namesSent(sent, collection, request && fileIn(request));
  const author = memberOf(sent, collection.records.author);
  const by = typeof author === 'number' && { author };
  const intent = { collection: collection.name, ...names, ...by };
  return isFindable(intent) || !request ? intent : { ...intent, ...namesWithin(request) };
}

/** Marked names in a body; the file name replaces a missing slug. */
function namesSent(sent: unknown, collection: ResourceCollection, file?: string): ObjectNames {
  const { slug, title, url } = namesIn(sent, collection.records);
  return withoutGaps({
    slug: textIn(slug) ?? file,
    title: textIn(title),
    url: textIn(url),
  });
}

/** A lenient server can read invalid JSON, so names are found as text. */
function namesWithin(request: PlannedRequest): ObjectNames {
  const text = textOf(request);
  const [slug] = new RegExp(`${MARK}-[\\w-]*\\w`).exec(text) ?? [];
  const [title] = new RegExp(`${MARK} [\\w ]*\\w`).exec(text) ?? [];
  return { ...(slug && { slug }), ...(title && { title }) };
}

/** Maximum size of a body to search for names. */
const MOST_BYTES = 1_000_000;

function textOf({ body, headers }: PlannedRequest): string {
  if (body.kind === 'text') return body.text;
  if (body.kind !== 'bytes') return '';
  const bytes = Buffer.from(body.base64, 'base64');
  const text = Buffer.from(undone(bytes, headers, MOST_BYTES) ?? bytes).toString('latin1');
  // In UTF-16, letters are read without their zero bytes.
  return text.replaceAll('\0', '');
}

/** A text without the mark can be the name of another object. */
function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.includes(MARK) ? value : undefined;
}

/** The name of a file is in the head of its request or part, and becomes the name of its object. */
function fileIn({ headers, body }: PlannedRequest): string | undefined {
  if (body.kind === 'form') return textIn(body.file.name.replace(/\..*/, ''));
  const [, file] = /filename="([^".]*)/.exec(fieldOf(headers, 'content-disposition') ?? '') ?? [];
  return textIn(file);
}
