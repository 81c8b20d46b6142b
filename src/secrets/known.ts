/** Finds secrets whose value is known, in every spelling that they may have in a text or among bytes. */

import { isUtf8 } from 'node:buffer';
import { type Budget, createBudget } from './budget.ts';
import { type Place, replaceIn } from './place.ts';
import { loosened, unescaped, unwrapped, type View, viewOf } from './view.ts';

export interface KnownSecret {
  readonly value: string;
  readonly placeholder: string;
}

export interface SecretFinder {
  /** Returns their places in a text, unordered. Places may overlap. */
  readonly inText: (view: View, budget: Budget) => readonly Place[];
  /** Returns the places of secrets of eight bytes or more in binary data, read as Latin-1. */
  readonly inBytes: (latin1: string, budget: Budget) => readonly Place[];
}

/** So often escapes may be escaped again. */
const DEEPEST = 4;

/** Shorter ones are as likely a part of a picture. In bytes. */
const LEAST_IN_BYTES = 8;

export function knownSecrets(secrets: readonly KnownSecret[]): SecretFinder {
  if (secrets.length === 0) return { inText: () => [], inBytes: () => [] };
  let texts: Index | undefined;
  let codes: Index | undefined;
  let bytes: Index | undefined;
  let coded: Index | undefined;
  /** A text that is shorter than each form holds none, whatever is undone in it. */
  let shortest: number | undefined;
  const isLoose = secrets.some(({ value }) => /["'/~]/.test(value));
  const long = secrets.filter(({ value }) => Buffer.byteLength(value) >= LEAST_IN_BYTES);
  return {
    inText: (view, budget) => {
      texts ??= indexOf(secrets, textForms, FOLDED);
      codes ??= indexOf(secrets, base64Cores, BASE64);
      shortest ??= Math.min(texts.shortest, codes.shortest);
      const found = cutIn(view.text, secrets);
      if (view.text.length < shortest) return found;
      const search = (index: Index, one: View | undefined) => {
        if (one) for (const place of searched(index, one, budget)) found.push(place);
      };
      let present: View | undefined = view;
      for (let depth = 0; depth <= DEEPEST && present; depth += 1) {
        search(texts, present);
        if (isLoose || depth === 0) search(texts, loosened(present, budget));
        search(codes, present);
        search(codes, unwrapped(present, budget));
        present = unescaped(present, budget);
      }
      return found;
    },
    inBytes: (latin1, budget) => {
      if (long.length === 0) return [];
      bytes ??= indexOf(long, byteForms, EXACT);
      coded ??= indexOf(long, base64Cores, BASE64);
      const view = viewOf(latin1);
      return [...searched(bytes, view, budget), ...searched(coded, view, budget)];
    },
  };
}

/** A text without them. */
export function withoutKnown(text: string, known: SecretFinder): string {
  return replaceIn(text, known.inText(viewOf(text), createBudget()), [], () => '');
}

/** Maps code units that count as equal to one unit. */
type Fold = Uint16Array;

interface Index {
  readonly fold: Fold;
  /** 1 for each hash of four units in the head of a form. */
  readonly has: Uint8Array;
  /** By the hash of their first four units. */
  readonly byHash: ReadonlyMap<number, readonly Form[]>;
  /** Length of the shortest form, and so of the heads. */
  readonly shortest: number;
}

interface Form {
  /** Folded, and as it is written. */
  readonly text: string;
  readonly written: string;
  readonly placeholder: string;
  /** True if the character before it, and the one after it, holds some of its bits. */
  readonly shared: readonly [boolean, boolean];
}

type FormsOf = (value: string) => readonly (readonly [text: string, shared: Form['shared']])[];

const HASH_BITS = 16;
const LEAST = 4;

function hashAt(text: string, at: number, fold: Fold): number {
  let hash = 0;
  for (let next = at; next < at + LEAST; next += 1) {
    hash = (hash << 4) ^ (fold[text.charCodeAt(next)] ?? 0);
  }
  return hash & ((1 << HASH_BITS) - 1);
}

function indexOf(secrets: readonly KnownSecret[], formsOf: FormsOf, fold: Fold): Index {
  const all = secrets.flatMap(({ value, placeholder }) =>
    formsOf(value).flatMap(([written, shared]): readonly Form[] => {
      const text = folded(written, fold);
      return text.length < LEAST ? [] : [{ text, written, placeholder, shared }];
    }),
  );
  const shortest = Math.min(...all.map(({ text }) => text.length));
  const has = new Uint8Array(1 << HASH_BITS);
  const byHash = new Map<number, Form[]>();
  for (const form of all) {
    for (let at = 0; at <= shortest - LEAST; at += 1) has[hashAt(form.text, at, EXACT)] = 1;
    const hash = hashAt(form.text, 0, EXACT);
    byHash.set(hash, [...(byHash.get(hash) ?? []), form]);
  }
  // The longest first, so that no part of one is left when another is a piece of it.
  for (const forms of byHash.values()) forms.sort((a, b) => b.text.length - a.text.length);
  return { fold, has, byHash, shortest };
}

function folded(text: string, fold: Fold): string {
  return String.fromCharCode(
    ...Array.from({ length: text.length }, (_, at) => fold[text.charCodeAt(at)] ?? 0),
  );
}

/** Looks at so few places that each form has one of them in its head, and at all around one that may be in a form. */
function searched(index: Index, view: View, budget: Budget): Place[] {
  const { fold, has, shortest } = index;
  const { text } = view;
  budget.spend(text.length);
  const found: Place[] = [];
  const stride = shortest - LEAST + 1;
  let end = 0;
  for (let at = stride - 1; at <= text.length - LEAST; at += stride) {
    if (has[hashAt(text, at, fold)] === 0) continue;
    for (let start = Math.max(end, at - stride + 1); start <= at; start += 1) {
      const place = placeAt(index, view, start, budget);
      if (place === undefined) continue;
      budget.place();
      found.push({ ...place, start: view.source(place.start), end: view.sourceEnd(place.end) });
      end = place.end;
      start = end - 1;
    }
  }
  return found;
}

function placeAt(
  { fold, byHash }: Index,
  { text }: View,
  start: number,
  budget: Budget,
): Place | undefined {
  const forms = byHash.get(hashAt(text, start, fold));
  const longest = forms?.find((each) => {
    budget.spend(1);
    return isAt(each.text, text, start, fold);
  });
  // If two differ in capitals only, the exact one counts.
  const form =
    forms?.find((each) => each.text === longest?.text && text.startsWith(each.written, start)) ??
    longest;
  if (!form) return undefined;
  const [before, after] = form.shared;
  const from = before && CODED.test(text[start - 1] ?? '') ? start - 1 : start;
  const last = start + form.text.length;
  const end = after && CODED.test(text[last] ?? '') ? last + 1 : last;
  return { value: '', start: from, end, instead: form.placeholder, known: true };
}

function isAt(form: string, text: string, start: number, fold: Fold): boolean {
  for (let at = 0; at < form.length; at += 1) {
    if ((fold[text.charCodeAt(start + at)] ?? 0) !== form.charCodeAt(at)) return false;
  }
  return start + form.length <= text.length;
}

const CODED = /[\w+/-]/;

const EXACT: Fold = Uint16Array.from({ length: 65536 }, (_, unit) => unit);

/** Capitals are small letters; a plus and an underscore are blanks, as in forms and in mail. */
const FOLDED: Fold = EXACT.map((unit) => {
  if (unit === 0x2b || unit === 0x5f || unit === 0xa0) return 0x20;
  const lower = String.fromCharCode(unit).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
});

/** The alphabet for URLs has two other characters. */
const BASE64: Fold = EXACT.map((unit) => (unit === 0x2d ? 0x2b : unit === 0x5f ? 0x2f : unit));

/**
 * A secret as it stands, with its accents apart, as its bytes look where they are read as Latin-1, and in hexadecimal
 * digits. One that was found in a header is known by its bytes, and may come again as text.
 */
function textForms(value: string): ReturnType<FormsOf> {
  const bytes = Buffer.from(value, 'latin1');
  const written = bytes.toString('latin1') === value && isUtf8(bytes) ? bytes.toString() : value;
  const forms = [
    ...[value, written, Buffer.from(written).toString('latin1')],
    ...(['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => written.normalize(form)),
    // `ß` has two capitals.
    written.toUpperCase(),
    ...(['utf8', 'latin1'] as const).map((coding) => Buffer.from(written, coding).toString('hex')),
    Array.from(Buffer.from(written), (byte) => byte.toString(16).padStart(2, '0')).join(':'),
  ];
  // A secret with escapes of its own loses them when the text around it is unescaped.
  let present = unescaped(viewOf(written), createBudget());
  for (let depth = 0; depth < DEEPEST && present; depth += 1) {
    forms.push(present.text);
    present = unescaped(present, createBudget());
  }
  return whole(forms);
}

function whole(forms: readonly string[]): ReturnType<FormsOf> {
  return [...new Set(forms)].map((form) => [form, [false, false]]);
}

function byteForms(value: string): ReturnType<FormsOf> {
  const utf8 = Buffer.from(value);
  const wide = Buffer.from(value, 'utf16le');
  const hex = utf8.toString('hex');
  return whole([
    ...[utf8, wide, Buffer.from(wide).swap16()].map((bytes) => bytes.toString('latin1')),
    ...[Buffer.from(value, 'latin1').toString('latin1'), hex, hex.toUpperCase()],
  ]);
}

/** Shorter ones are found in any text. In characters of base64. */
const LEAST_CORE = 4;

/** The characters of base64 that do not depend on what stands before or after, for each place in a group of three bytes. */
function base64Cores(value: string): ReturnType<FormsOf> {
  return [0, 1, 2].flatMap((shift): ReturnType<FormsOf> => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(value)]);
    const first = Math.ceil((shift * 8) / 6);
    const end = Math.floor((bytes.length * 8) / 6);
    if (end - first < LEAST_CORE) return [];
    const core = bytes.toString('base64').slice(first, end);
    return [[core, [(shift * 8) % 6 > 0, (bytes.length * 8) % 6 > 0]]];
  });
}

/** The first letters of a secret, so many or more, before a place where a text was cut. */
const LEAST_OF_CUT = 6;
const MOST_OF_CUT = 400;
const MOST_CUTS = 100;

function cutIn(text: string, secrets: readonly KnownSecret[]): Place[] {
  const found: Place[] = [];
  let cuts = 0;
  for (let at = text.indexOf('…'); at >= 0 && cuts < MOST_CUTS; at = text.indexOf('…', at + 1)) {
    cuts += 1;
    for (const { value, placeholder } of secrets) {
      const most = Math.min(value.length, MOST_OF_CUT, at);
      for (let length = most; length >= LEAST_OF_CUT; length -= 1) {
        if (!text.startsWith(value.slice(0, length), at - length)) continue;
        found.push({ value: '', start: at - length, end: at, instead: placeholder, known: true });
        break;
      }
    }
  }
  return found;
}
