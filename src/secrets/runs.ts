/** Base64 and hexadecimal digits in a text: each run is looked through as the bytes that it stands for. */

import type { Budget } from './budget.ts';
import { isText } from './media.ts';
import type { Place } from './place.ts';
import { randomParts } from './random.ts';
import type { Signs } from './signs.ts';
import type { View } from './view.ts';

/** Bytes without secrets; the same bytes where there is none. */
type CleanBytes = (bytes: Buffer) => Buffer;

/** Longer runs are pictures and films. In characters. */
const LONGEST = 4 * 1024 * 1024;

export function runsIn(
  { source, sourceEnd }: View,
  { text, runs }: Signs,
  budget: Budget,
  clean: CleanBytes,
  name?: string,
): readonly Place[] {
  budget.spend(text.length);
  const found: Place[] = [];
  let last = 0;
  for (let at = runs[0] ?? text.length; at < text.length; at += 1) {
    // No run of these begins outside of one of those.
    if (at >= (runs[last + 1] ?? 0)) {
      last += 2;
      at = Math.max(at, runs[last] ?? text.length) - 1;
      continue;
    }
    if (!isCoded(text, at)) continue;
    // The digits of a percent escape belong to no run.
    const isEscape = text[at - 1] === '%' && /^[\da-f]{2}/i.test(text.slice(at, at + 2));
    const start = isEscape ? at + 2 : at;
    at = endOfRun(text, start);
    if (at - start < LEAST) continue;
    let end = at;
    while (text[end] === '=') end += 1;
    at = end - 1;
    const run = text.slice(start, end);
    const coding = run.length > LONGEST ? undefined : codingOf(run);
    if (coding === undefined) {
      // Without the escapes around it, it is looked through as a whole.
      if (isEscape || text[end] === '%') continue;
      const before = text.slice(Math.max(0, start - 80), start);
      for (const [from, to] of randomParts(run, before, text.slice(end, end + 60), name)) {
        budget.place();
        const place = { start: source(start + from), end: sourceEnd(start + to) };
        found.push({ value: run.slice(from, to), ...place });
      }
      continue;
    }
    budget.spend(run.length);
    const bytes =
      coding === 'hex' ? Buffer.from(run, 'hex') : Buffer.from(run.replace(/\s+/g, ''), 'base64');
    const cleaned = clean(bytes);
    if (cleaned !== bytes) {
      budget.place();
      found.push({
        ...{ value: '', start: source(start), end: sourceEnd(end) },
        instead: encoded(cleaned, run, coding),
      });
    }
  }
  return found;
}

const LEAST = 16;
const IN_RUN = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[\w+/-]/.test(String.fromCharCode(unit)) ? 1 : 0,
);

function isCoded(text: string, at: number): boolean {
  return IN_RUN[text.charCodeAt(at)] === 1;
}

/** Mail and keys break base64 into lines, of which all but the last are long. */
function endOfRun(text: string, start: number): number {
  let at = start;
  for (let line = start; ; line = at) {
    while (isCoded(text, at)) at += 1;
    if (at - line < LONG_LINE) return at;
    BREAK.lastIndex = at;
    if (!BREAK.test(text)) return at;
    at = BREAK.lastIndex;
  }
}

const LONG_LINE = 48;
// A line that begins with a dash is a boundary of parts, or the item of a list.
const BREAK = /\r?\n[ \t]{0,8}(?=[\w+/])(?![\w-]{1,40}[:=] )/y;

/** What a run is, if it may stand for a text or for what is packed: most that look coded are words and hashes. */
function codingOf(run: string): 'base64' | 'hex' | undefined {
  if (
    run.length >= 24 &&
    run.length % 2 === 0 &&
    /^[\da-f]{24}/i.test(run) &&
    !/[^\da-f]/i.test(run)
  ) {
    return mayHoldText(Buffer.from(run.slice(0, 128), 'hex')) ? 'hex' : undefined;
  }
  const head = Buffer.from(run.slice(0, 96).replace(/\s+/g, ''), 'base64');
  return head.length >= 6 && mayHoldText(head) ? 'base64' : undefined;
}

function mayHoldText(head: Buffer): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = head;
  if (a === 0x1f && b === 0x8b) return true;
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return true;
  if (a === 0x78 && (b === 0x9c || b === 0x01 || b === 0xda || b === 0x5e)) return true;
  return isText(head);
}

function encoded(bytes: Buffer, run: string, coding: 'base64' | 'hex'): string {
  if (coding === 'hex') return bytes.toString('hex');
  const isUrl = /[-_]/.test(run);
  const coded = bytes.toString(isUrl ? 'base64url' : 'base64');
  return run.endsWith('=') || run.length % 4 === 0 ? coded : coded.replace(/=+$/, '');
}
