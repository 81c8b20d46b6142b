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
      shortest ??= Math.min(...[texts, codes].map(shortestIn));
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
  /** 1 for each hash of the first four units of a secret. */
  readonly has: Uint8Array;
  readonly byHash: ReadonlyMap<number, readonly Form[]>;
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

/** Each hash depends on the last four units only. The table is small enough to stay near the processor. */
const HASH_BITS = 12;
const rolled = (hash: number, unit: number) => ((hash << 3) ^ unit) & ((1 << HASH_BITS) - 1);
const LEAST = 4;

function indexOf(secrets: readonly KnownSecret[], formsOf: FormsOf, fold: Fold): Index {
  const has = new Uint8Array(1 << HASH_BITS);
  const byHash = new Map<number, Form[]>();
  for (const { value, placeholder } of secrets) {
    for (const [written, shared] of formsOf(value)) {
      const text = String.fromCharCode(
        ...Array.from({ length: written.length }, (_, at) => fold[written.charCodeAt(at)] ?? 0),
      );
      if (text.length < LEAST) continue;
      let hash = 0;
      for (let at = 0; at < LEAST; at += 1) hash = rolled(hash, text.charCodeAt(at));
      has[hash] = 1;
      byHash.set(hash, [...(byHash.get(hash) ?? []), { text, written, placeholder, shared }]);
    }
  }
  // The longest first, so that no part of one is left when another is a piece of it.
  for (const forms of byHash.values()) forms.sort((a, b) => b.text.length - a.text.length);
  return { fold, has, byHash };
}

function shortestIn({ byHash }: Index): number {
  return Math.min(...[...byHash.values()].flat().map(({ text }) => text.length));
}

function searched(
  { fold, has, byHash }: Index,
  { text, source, sourceEnd }: View,
  budget: Budget,
): Place[] {
  budget.spend(text.length);
  const found: Place[] = [];
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) {
    hash = rolled(hash, fold[text.charCodeAt(at)] ?? 0);
    if (has[hash] === 0 || at < LEAST - 1) continue;
    const start = at - LEAST + 1;
    const forms = byHash.get(hash);
    const longest = forms?.find((each) => {
      budget.spend(1);
      return isAt(each.text, text, start, fold);
    });
    // If two differ in capitals only, the exact one counts.
    const form =
      forms?.find((each) => each.text === longest?.text && text.startsWith(each.written, start)) ??
      longest;
    if (!form) continue;
    const [before, after] = form.shared;
    const from = before && CODED.test(text[start - 1] ?? '') ? start - 1 : start;
    const last = start + form.text.length;
    const end = after && CODED.test(text[last] ?? '') ? last + 1 : last;
    budget.place();
    found.push({
      value: '',
      start: source(from),
      end: sourceEnd(end),
      instead: form.placeholder,
      known: true,
    });
    // The search continues after the match.
    at = end - 1;
    hash = 0;
  }
  return found;
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
