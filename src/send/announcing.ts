/** What is about to be created: known before its request is sent, and so whatever becomes of the answer. */

import { undone } from '../content.ts';
import { fieldOf } from '../fields.ts';
import type { DocumentName, Operation, PlannedRequest } from '../model.ts';
import { isObject, valueAt } from '../pointer.ts';
import { type Call, callsIn, isBatch } from './calls.ts';
import { copiedBy, nameOn, type ResourceCollection, resourceCollectionsOf } from './collections.ts';
import type { CreationContract } from './creation.ts';
import type { Journal } from './journal.ts';

/** Begins every slug, or else title, of what a run creates. */
const MARK = 'touchstone';

/** By what an object will be found again; by nothing where it has no more than a collection. */
export interface Announcement {
  /** As in `Shelf.name`. */
  readonly shelf: string;
  readonly slug?: string;
  readonly title?: string;
  /** Where an item of a menu leads. */
  readonly url?: string;
}

/** Whether an object can be found again, and told from those of others. */
export function isFindable({ slug, title, url }: Announcement): boolean {
  return slug !== undefined || title !== undefined || url !== undefined;
}

/** What is known of what became of it; the later in this list, the less certain that it is gone. */
export type CreationState = 'made' | 'refused' | 'unanswered';

const FATES: readonly CreationState[] = ['made', 'refused', 'unanswered'];

export interface Announced extends Announcement {
  readonly document: DocumentName;
  readonly baseUrl: string;
  readonly fate: CreationState;
}

/** Everything that a run has announced. */
export interface CreationRegister {
  /**
   * Takes it down before it is sent; it is in the journal when this returns. What is returned takes down
   * what became of it; `unsent` where the request did not go out.
   */
  readonly announce: (
    one: Announcement & Pick<Announced, 'document' | 'baseUrl'>,
  ) => (fate: CreationState | 'unsent') => void;
  readonly all: () => readonly Announced[];
  /** Takes down that an answer told of an object; as in `Made.what`. */
  readonly noteMade: (what: string) => void;
  readonly isMade: (what: string) => boolean;
  /** Strikes off the journal what is known to be gone. */
  readonly settle: (one: Announced) => void;
}

interface RegisterEntry {
  readonly announced: Omit<Announced, 'fate'>;
  /** Undefined as long as nothing is known. */
  fate: CreationState | undefined;
  /** Requests that announced the same and have no fate yet. */
  pending: number;
  strike: (() => void) | undefined;
}

/** Objects that are remembered; a campaign of days forgets the oldest that it removed long ago. */
const MOST = 100_000;

export function openRegister(journal: Journal | undefined): CreationRegister {
  const entries = new Map<string, RegisterEntry>();
  const made = new Set<string>();
  const strike = (entry: RegisterEntry) => {
    entry.strike?.();
    entry.strike = undefined;
  };
  const forget = () => {
    if (entries.size <= MOST) return;
    for (const [key, { fate, pending }] of entries) {
      if (fate !== 'made' || pending > 0) continue;
      entries.delete(key);
      return;
    }
  };
  return {
    announce: (announced) => {
      const key = keyOf(announced);
      const entry = entries.get(key) ?? {
        announced,
        fate: undefined,
        pending: 0,
        strike: undefined,
      };
      entries.set(key, entry);
      entry.pending += 1;
      entry.strike ??= journal?.announce(announced);
      forget();
      let isOpen = true;
      return (fate) => {
        if (!isOpen) return;
        isOpen = false;
        entry.pending -= 1;
        const known = entry.fate;
        if (fate === 'unsent') {
          if (entry.pending > 0 || (known !== undefined && known !== 'made')) return;
          strike(entry);
          if (known === undefined) entries.delete(key);
          return;
        }
        entry.fate =
          known === undefined || FATES.indexOf(fate) > FATES.indexOf(known) ? fate : known;
        // What was made is in the journal by its ID.
        if (entry.pending === 0 && entry.fate === 'made') strike(entry);
      };
    },
    all: () =>
      [...entries.values()].map(({ announced, fate, pending }) => ({
        ...announced,
        fate: pending > 0 ? 'unanswered' : (fate ?? 'unanswered'),
      })),
    noteMade: (what) => {
      if (made.size < MOST) made.add(what);
    },
    isMade: (what) => made.has(what),
    settle: (one) => {
      const entry = entries.get(keyOf(one));
      if (entry) strike(entry);
    },
  };
}

function keyOf({ document, shelf, ...names }: Announcement & { document: string }): string {
  const { slug = '', title = '', url = '' } = names;
  return `${document} ${shelf} ${slug} ${title} ${url}`;
}

/** An announcement, and for an edited image the object that it is made from. */
export interface Intent extends Announcement {
  /** As in `Made.what`. */
  readonly from?: string;
}

/** Tells what a request is about to create, as far as that can be found again. */
export function intentsBy({
  operations,
}: Pick<CreationContract, 'operations'>): (
  operation: Operation,
  request: PlannedRequest,
) => readonly Intent[] {
  const resourceCollections = resourceCollectionsOf(operations);
  return (operation, request) => {
    if (!operation.writes && request.method === undefined) return [];
    const calls = callsIn(operation, request).filter(({ method }) => method === 'POST');
    // Of the members of a batch, each has its own names.
    const whole = isBatch(operation) ? undefined : request;
    return calls.flatMap((call): readonly Intent[] => {
      const own = resourceCollections.get(call.path.replace(/\/$/, ''));
      if (own) return [intentOf(own, call, whole)];
      const copied = copiedBy(call.path, resourceCollections);
      if (copied === undefined) return [];
      const { shelf, source } = copied;
      return [{ ...intentOf(shelf, call), from: nameOn(shelf, source) }];
    });
  };
}

function intentOf(shelf: ResourceCollection, { sent }: Call, request?: PlannedRequest): Intent {
  const slug = textIn(valueAt(sent, '/slug')) ?? (request && fileIn(request));
  const title = textIn(titleIn(valueAt(sent, '/title')));
  const url = textIn(valueAt(sent, '/url'));
  const intent = {
    shelf: shelf.name,
    ...(slug && { slug }),
    ...(title && { title }),
    ...(url && { url }),
  };
  return isFindable(intent) || !request ? intent : { ...intent, ...namesWithin(request) };
}

/** A lenient server may read what is no JSON by our parser: the names are taken as they stand in the text. */
function namesWithin(request: PlannedRequest): Omit<Announcement, 'shelf'> {
  const text = textOf(request);
  const [slug] = new RegExp(`${MARK}-[\\w-]*\\w`).exec(text) ?? [];
  const [title] = new RegExp(`${MARK} [\\w ]*\\w`).exec(text) ?? [];
  return { ...(slug && { slug }), ...(title && { title }) };
}

/** More of a body does not say what it creates. */
const MOST_BYTES = 1_000_000;

function textOf({ body, headers }: PlannedRequest): string {
  if (body.kind === 'text') return body.text;
  if (body.kind !== 'bytes') return '';
  const bytes = Buffer.from(body.base64, 'base64');
  const text = Buffer.from(undone(bytes, headers, MOST_BYTES) ?? bytes).toString('latin1');
  // Of UTF-16, the letters of names are left without their zeros.
  return text.replaceAll('\0', '');
}

export function titleIn(value: unknown): unknown {
  return isObject(value) ? (value.raw ?? value.rendered) : value;
}

/** What does not carry the mark may be the name of something else. */
function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.includes(MARK) ? value : undefined;
}

/** A file is named in the head of its request or of its part, and its object after the file. */
function fileIn({ headers, body }: PlannedRequest): string | undefined {
  if (body.kind === 'form') return textIn(body.file.name.replace(/\..*/, ''));
  const [, file] = /filename="([^".]*)/.exec(fieldOf(headers, 'content-disposition') ?? '') ?? [];
  return textIn(file);
}

/** What servers append to a slug: a number that makes it unique, what was done to an image, and trash. */
const APPENDED = /^(-\d+|-edited|-scaled|-rotated|__trashed)*$/;

/** Whether an object is the one that was announced. */
export function isAnnounced(
  { slug, title, url }: Announcement,
  object: { readonly slug: string; readonly title: string; readonly url: string | undefined },
): boolean {
  if (slug !== undefined && isNameOf(slug, object.slug)) return true;
  if (url !== undefined && url === object.url) return true;
  return title !== undefined && isNameOf(title, object.title);
}

function isNameOf(announced: string, name: string): boolean {
  return name.startsWith(announced) && APPENDED.test(name.slice(announced.length));
}
