/** Tells a case that came out as before from one that did not, leaving aside what is new each time. */

import { exactValueOf } from '../content.ts';
import { isNumber } from '../exact-json.ts';
import type { Answer } from '../model.ts';
import { isObject } from '../pointer.ts';
import { volatileHeader } from '../volatile-headers.ts';
import { boundaryIn } from './body-structure.ts';
import type { HarEntry, ManifestLine, RecordedCase } from './cassette.ts';
import type { CollectedCase, EntryPlace } from './collected.ts';
import { readEntry } from './entry.ts';
import type { ReadSlice } from './files.ts';
import { normalForms } from './normal-form.ts';

const isVolatile = volatileHeader('connection', 'moment', 'validator');

/** RFC 3339 and its like without a zone, and the dates of HTTP. */
const DATES =
  /\d{4}-\d\d-\d\d(?:[T ]\d\d(?::|%3A)\d\d(?:(?::|%3A)\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g;
const UUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * Whether a case, or all that was sent for none, came out as before but for values that are volatile: dates, entity tags, boundaries of
 * forms, the address of the target, and ids of what the case itself created, which may differ as long as each takes the place
 * of the same one throughout.
 *
 * @param limit greatest number of bytes to which the body of an answer is unpacked
 */
export function isUnchanged(
  before: CollectedCase,
  now: CollectedCase,
  read: ReadSlice,
  limit?: number,
): boolean {
  if (before.entries.length !== now.entries.length) return false;
  // What was sent for no case has no line.
  const [one, other] = [before, now].map(({ line = '{}', entries }) =>
    normalForm(line, entries, read, limit),
  );
  return one === other;
}

/** All that a case and its exchanges say, with marks in place of what is volatile. */
function normalForm(
  line: string,
  entries: readonly EntryPlace[],
  read: ReadSlice,
  limit?: number,
): string {
  const { case: item, verdicts, observations }: RecordedCase = JSON.parse(line);
  const bases = new Set<string>();
  const ids: string[] = [];
  const texts = entries
    .toSorted((a, b) => a.at - b.at)
    .map((place) => {
      const entry: HarEntry = JSON.parse(read(place));
      const { request, outcome, step, operation, resent, unsent, baseUrl } = readEntry(
        entry,
        limit,
      );
      bases.add(baseUrl.replace(/\/+$/, ''));
      if (outcome.kind === 'answer' && outcome.body.content.kind === 'json') {
        const value = exactValueOf(outcome);
        if (request.method === 'GET') collectChildren(value, ids);
        else collectIds(value, ids);
      }
      const answer =
        outcome.kind === 'fault'
          ? outcome
          : {
              status: outcome.status,
              reason: outcome.reason,
              headers: telling(outcome.headers),
              body: textOf(outcome.body.bytes, outcome.body.content.kind),
              completeness: outcome.body.completeness,
            };
      const text = JSON.stringify({
        step,
        operation,
        resent,
        unsent,
        ...FORMS.line(request),
        headers: telling(request.headers),
        body: FORMS.body(request),
        raw: request.raw && textOf(request.raw, 'binary'),
        answer,
      });
      const fields =
        outcome.kind === 'answer' ? [request.headers, outcome.headers] : [request.headers];
      return boundless(text, fields);
    });
  let text = [JSON.stringify({ item, verdicts, observations }), ...texts].join('\n');
  for (const base of [...bases].sort((a, b) => b.length - a.length)) {
    text = text.replaceAll(base, '{base}').replaceAll(base.replaceAll('/', '\\\\/'), '{base}');
    text = text.replaceAll(encodeURIComponent(base), '{base}');
  }
  return stable(originless(text, bases), ids);
}

const FORMS = normalForms();

/** Shorter ones were chosen by hand, and are the same each time. */
const LEAST_BOUNDARY = 16;

/** Clients make up a new boundary for each message of several parts. */
function boundless(text: string, messages: readonly Answer['headers'][]): string {
  let present = text;
  for (const headers of messages) {
    const boundary = boundaryIn(headers) ?? '';
    if (boundary.length >= LEAST_BOUNDARY) present = present.replaceAll(boundary, '{boundary}');
  }
  return present;
}

/** The host of the target also stands alone, as in names of files and in links without a scheme. */
function originless(text: string, bases: ReadonlySet<string>): string {
  let present = text;
  for (const base of bases) {
    if (URL.canParse(base)) {
      const { host, origin } = new URL(base);
      present = present
        .replaceAll(origin, '{origin}')
        .replaceAll(encodeURIComponent(origin), '{origin}')
        .replaceAll(host, '{host}');
    }
  }
  return present;
}

function stable(text: string, ids: readonly string[]): string {
  let present = text.replace(DATES, '{date}').replace(UUIDS, '{uuid}');
  if (ids.length > 0) {
    const marks = new Map(ids.map((id, index) => [id, `{id ${index + 1}}`]));
    // In a text of JSON a digit may follow an escape that ends in one, but hardly the digits of an id.
    present = present.replace(/\d+/g, (digits) => marks.get(digits) ?? digits);
  }
  return present;
}

function telling(headers: readonly (readonly [string, string])[]) {
  return headers.filter(([name]) => !isVolatile(name));
}

function textOf(bytes: Uint8Array, kind: string): string {
  return Buffer.from(bytes).toString(kind === 'binary' ? 'base64' : 'utf8');
}

/** Ids below this are as likely counts. */
const LEAST_ID = 10;

function isId(value: unknown): boolean {
  // One that no double holds may have no value as a number.
  return isNumber(value) && Number(String(value)) >= LEAST_ID;
}

function collectIds(value: unknown, ids: string[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collectIds(item, ids);
  } else if (isObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      if (name !== 'id' || !isId(item)) collectIds(item, ids);
      else if (!ids.includes(String(item))) ids.push(String(item));
    }
  }
}

/** What a case creates may have parts of its own, such as revisions, that are told by reading alone. */
function collectChildren(value: unknown, ids: string[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collectChildren(item, ids);
  } else if (isObject(value)) {
    const { id, parent } = value;
    const isChild = isId(id) && ids.includes(String(parent));
    if (isChild && !ids.includes(String(id))) ids.push(String(id));
  }
}

/** Whether two manifests say the same, but for the addresses of the target. */
export function sameManifest(
  before: readonly ManifestLine[],
  now: readonly ManifestLine[],
): boolean {
  return facts(before) === facts(now);
}

function facts(lines: readonly ManifestLine[]): string {
  return lines
    .map((line) => {
      if (line.kind !== 'target') return JSON.stringify(line);
      const bases = Object.values(line.target.endpoints).map(({ baseUrl }) => baseUrl);
      return originless(JSON.stringify(line), new Set(bases));
    })
    .sort()
    .join('\n');
}
