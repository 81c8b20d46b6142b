/** Which recorded answer a request of any client gets. */

import type { Outcome, WireRequest } from '../model.ts';
import { isObject } from '../pointer.ts';
import { createCleaner, PLACEHOLDER, type Secret } from '../secrets/index.ts';
import type { EntryRef } from './entries.ts';
import type { Recording } from './folder.ts';
import { missing } from './mismatch.ts';

/**
 * What a request gets that was recorded less often than it is asked. `strict`: nothing. `repeat-last`:
 * the last answer again. `loop`: the first again, and so on.
 */
export const POLICIES = ['strict', 'repeat-last', 'loop'] as const;
export type Policy = (typeof POLICIES)[number];

export type MatchResult =
  | { readonly kind: 'found'; readonly entry: EntryRef; readonly outcome: Outcome }
  | { readonly kind: 'missing'; readonly why: string };

/** Entries that ask the same, in the order in which they were sent. */
interface Group {
  readonly entries: readonly EntryRef[];
  next: number;
}

export type Find = (request: WireRequest) => MatchResult;

/**
 * Finds the answers to requests: by method and target; among those by body, where they had different
 * ones; among those by credential, where they had different ones; among those by the values that a client
 * sends where placeholders were recorded.
 */
export function finder(recording: Recording, policy: Policy, secrets: readonly Secret[]): Find {
  const cleaner = createCleaner(secrets, recording.manifest.target.secretRules);
  const byTarget = new Map<string, Candidate[]>();
  const groups = new Map<string, Group>();
  const holders: Holders = new Map();
  const prefixes = new Map<string, string>();
  for (const { entry, asked } of inTime(recording.entries)) {
    const { method, target, baseUrl } = asked;
    const prefix = prefixes.get(baseUrl) ?? pathOf(baseUrl);
    prefixes.set(baseUrl, prefix);
    const candidate = candidateOf(entry);
    // With and without the path of the base URL, for a client may be given either.
    for (const path of prefix === '' ? [target] : [`${prefix}${target}`, target]) {
      const key = `${method} ${inOneOrder(path)}`;
      const known = byTarget.get(key);
      if (known) known.push(candidate);
      else byTarget.set(key, [candidate]);
    }
  }
  return (given) => {
    const asked = cleaner.scope().request(given).value;
    const key = `${asked.method} ${inOneOrder(asked.target)}`;
    const values = valuesIn(inOneForm(asked), inOneForm(given));
    const alike = fittingIn(byTarget.get(key) ?? [], asked, policy);
    const fitting = heldBy(values, alike, holders).map(({ entry }) => entry);
    const [first] = fitting;
    if (!first) return { kind: 'missing', why: missing(recording, asked, undefined) };
    const id = `${first.file} ${first.case} ${first.at}`;
    const group = groups.get(id) ?? { entries: fitting, next: 0 };
    groups.set(id, group);
    const entry = taken(group, policy);
    if (!entry) {
      const times = fitting.length === 1 ? 'once' : `${fitting.length} times`;
      return { kind: 'missing', why: `${key} was recorded ${times}, and all of it is used up` };
    }
    return { kind: 'found', entry, outcome: entry.read().outcome };
  };
}

function inTime(entries: readonly EntryRef[]) {
  const times = entries.map((entry) => ({ entry, asked: entry.asked() }));
  return times.sort(({ asked: a }, { asked: b }) =>
    a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : 0,
  );
}

function pathOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).pathname.replace(/\/+$/, '') : '';
}

/** What tells an entry from others of the same target. */
interface EntryTraits {
  readonly body: string;
  readonly credential: string;
  /** Of its query and its body, in order. */
  readonly placeholders: readonly string[];
}

interface Candidate {
  readonly entry: EntryRef;
  /** Read when it is first needed. */
  readonly reported: () => EntryTraits;
}

function candidateOf(entry: EntryRef): Candidate {
  let reported: EntryTraits | undefined;
  return {
    entry,
    reported: () => {
      if (reported) return reported;
      const { request } = entry.read();
      reported = {
        body: comparable(request.body),
        credential: credentialOf(request),
        placeholders: inOneForm(request).match(PLACEHOLDERS) ?? [],
      };
      return reported;
    },
  };
}

const PLACEHOLDERS = new RegExp(PLACEHOLDER, 'g');

/** Numbered as they were found; others are called after a secret that is known beforehand. */
const NUMBERED = /^REDACTED-\d+$/;

function inOneOrder(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? target : `${target.slice(0, mark)}?${placeless(queryOf(target))}`;
}

/**
 * The parameters of a query in one order, for clients put them in any. Those of one name stay as they
 * are: in a list, the order says something.
 */
function queryOf(target: string): string {
  const mark = target.indexOf('?');
  if (mark < 0) return '';
  const pairs = target.slice(mark + 1).split('&');
  const named = pairs.map((pair) => ({ pair, name: pair.split('=', 1)[0] ?? '' }));
  const inOrder = named.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return inOrder.map(({ pair }) => pair).join('&');
}

/** The query and the body of a request, which may hold placeholders. */
function inOneForm({ target, body }: WireRequest): string {
  return `${queryOf(target)}\n${formOf(body)}`;
}

/** Placeholders are numbered by the order in which secrets were found, which a client need not keep. */
function placeless(text: string): string {
  return text.replace(PLACEHOLDERS, 'REDACTED');
}

/**
 * What a client sent, where the same text without secrets has placeholders: one value for each. A secret
 * that is known beforehand is told by its placeholder.
 */
function valuesIn(cleaned: string, given: string): readonly string[] {
  const placeholders = cleaned.match(PLACEHOLDERS) ?? [];
  const [first = '', ...after] = cleaned.split(PLACEHOLDERS);
  // Where the texts differ in more than secrets, all that was sent is what tells it from others.
  const unclear = placeholders.map(() => given);
  if (!given.startsWith(first) || !given.endsWith(after.at(-1) ?? '')) return unclear;
  const values: string[] = [];
  let at = first.length;
  for (const [index, text] of after.entries()) {
    const isLast = index === after.length - 1;
    const end = isLast ? given.length - text.length : given.indexOf(text, at + 1);
    if (end <= at) return unclear;
    const placeholder = placeholders[index] ?? '';
    values.push(NUMBERED.test(placeholder) ? given.slice(at, end) : placeholder);
    at = end + text.length;
  }
  return values;
}

/** The values that clients sent where a placeholder was recorded, by placeholder. */
type Holders = Map<string, Set<string>>;

/**
 * Those of the requests that are alike but for their placeholders whose placeholders stand for these
 * values. A value keeps the placeholder that it once took.
 */
function heldBy(
  values: readonly string[],
  alike: readonly Candidate[],
  holders: Holders,
): readonly Candidate[] {
  let left = alike;
  for (const [at, value] of values.entries()) {
    const placeholderOf = ({ reported }: Candidate) => reported().placeholders[at] ?? '';
    const taken = takenBy(value, left.map(placeholderOf), holders);
    if (taken === undefined) return [];
    holders.set(taken, (holders.get(taken) ?? new Set()).add(value));
    left = left.filter((each) => placeholderOf(each) === taken);
  }
  return left;
}

/** Its own; or else the first of those that the fewest values hold, so that none is left without one. */
function takenBy(value: string, offered: readonly string[], holders: Holders): string | undefined {
  const own = offered.find((each) => each === value || holders.get(each)?.has(value));
  if (own !== undefined) return own;
  const numberOf = (placeholder: string) => holders.get(placeholder)?.size ?? 0;
  const fewest = Math.min(...offered.map(numberOf));
  return offered.find((each) => numberOf(each) === fewest);
}

function fittingIn(
  candidates: readonly Candidate[],
  asked: WireRequest,
  policy: Policy,
): readonly Candidate[] {
  const body = comparable(asked.body);
  const credential = credentialOf(asked);
  const ranked = candidates
    .filter(({ reported }) => reported().body === body)
    .map((each) => ({ each, rank: rankOf(each.reported().credential, credential) }));
  const best = ranked.reduce((least, { rank }) => Math.min(least, rank), MISSING);
  if (policy === 'strict' && best === MISSING) return [];
  return ranked.filter(({ rank }) => rank === best).map(({ each }) => each);
}

function comparable(body: Uint8Array | undefined): string {
  return placeless(formOf(body));
}

/** JSON by its value, all else by its bytes. */
function formOf(body: Uint8Array | undefined): string {
  if (!body || body.length === 0) return '';
  const text = Buffer.from(body).toString('latin1');
  try {
    return JSON.stringify(sorted(JSON.parse(text)));
  } catch {
    return text;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inside]) => [name, sorted(inside)]),
  );
}

function credentialOf({ headers }: WireRequest): string {
  return headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
}

const MISSING = 3;

/** 0: the same. 1: another, which was good. 2: another, which no target issued. 3: one was missing. */
function rankOf(kept: string, asked: string): number {
  if (kept === asked) return 0;
  if (kept === '' || asked === '') return MISSING;
  return kept.includes('REDACTED-never-') ? 2 : 1;
}

function taken(group: Group, policy: Policy): EntryRef | undefined {
  const { entries, next } = group;
  group.next += 1;
  switch (policy) {
    case 'strict':
      return entries[next];
    case 'repeat-last':
      return entries[Math.min(next, entries.length - 1)];
    case 'loop':
      return entries[next % entries.length];
  }
}
