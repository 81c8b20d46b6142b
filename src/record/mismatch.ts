/** Why a request was not found in a recording. */

import type { WireRequest } from '../model.ts';
import type { RequestContext } from '../transport.ts';
import { volatileHeader } from '../volatile-headers.ts';
import { type BodyDifference, bodyDifference, type IsIgnored, shown } from './body-difference.ts';
import type { EntryRef } from './entries.ts';
import type { Recording } from './folder.ts';
import { boundaryIn, type RequestKeys } from './request-key.ts';

const isIncidental = volatileHeader('connection', 'client');

/** What differs between a request and a kept one, in words; empty where they ask the same, byte for byte. */
export function differences(asked: WireRequest, kept: WireRequest): readonly string[] {
  return comparison(asked, kept).differs;
}

interface Comparison {
  readonly differs: readonly string[];
  /** In how many places the bodies differ. */
  readonly places: number;
}

function comparison(asked: WireRequest, kept: WireRequest, isIgnored?: IsIgnored): Comparison {
  const body = bodyDifferences('body', asked.body, kept.body, isIgnored);
  return {
    differs: [
      ...differing('method', asked.method, kept.method),
      ...differing('target', asked.target, kept.target),
      ...headerDifferences(asked.headers, kept.headers),
      ...body.map(({ words }) => words),
      ...bodyDifferences('raw request', asked.raw, kept.raw).map(({ words }) => words),
    ],
    places: body[0]?.places ?? 0,
  };
}

function differing(what: string, asked: string, kept: string): readonly string[] {
  return asked === kept ? [] : [`${what} is ${shown(asked)} and was ${shown(kept)}`];
}

function headerDifferences(
  asked: WireRequest['headers'],
  kept: WireRequest['headers'],
): readonly string[] {
  const [now, then] = [grouped(asked), grouped(kept)];
  return [...new Set([...now.keys(), ...then.keys()])].flatMap((name) => {
    const [one, other] = [now.get(name), then.get(name)];
    if (one === other) return [];
    if (one === undefined) return [`header ${name} is missing`];
    if (other === undefined) return [`header ${name} is new`];
    return differing(`header ${name}`, one, other);
  });
}

function grouped(headers: WireRequest['headers']): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of headers) {
    if (isIncidental(name)) continue;
    const key = name.toLowerCase();
    const before = values.get(key);
    values.set(key, before === undefined ? value : `${before}\n${value}`);
  }
  return values;
}

function bodyDifferences(
  what: string,
  asked: Uint8Array | undefined,
  kept: Uint8Array | undefined,
  isIgnored?: IsIgnored,
): readonly BodyDifference[] {
  if (asked !== undefined && kept !== undefined) {
    const difference = bodyDifference(what, asked, kept, isIgnored);
    return difference ? [difference] : [];
  }
  if ((asked?.length ?? 0) === 0 && (kept?.length ?? 0) === 0) return [];
  return [{ words: `the ${what} is ${asked === undefined ? 'missing' : 'new'}`, places: 1 }];
}

/** What is asked, the nearest entry of its case, and what differs; requests are free of secrets already. */
export function missing(
  recording: Recording,
  asked: WireRequest,
  requestContext: RequestContext | undefined,
): string {
  if (!requestContext) return missingInTraffic(recording, asked);
  const what = `step ${requestContext.step} of ${requestContext.case.id}`;
  return missingAmong(candidatesFor(recording, requestContext), asked, what);
}

/**
 * The same for what was asked for no case.
 *
 * @param keys what tells requests apart; all that was sent if absent
 */
export function missingInTraffic(
  recording: Recording,
  asked: WireRequest,
  keys?: TellingKeys,
): string {
  const targets = recording.ofCase(null).map((ref) => ({ ref, targets: [ref.asked().target] }));
  const near = nearestFirst(targets, asked.target).map(({ ref }) => ref);
  return missingAmong(near, asked, `${asked.method} ${asked.target}`, keys);
}

/** Those whose targets begin as the one that is asked come first. */
export function nearestFirst<T extends { readonly targets: readonly string[] }>(
  all: readonly T[],
  asked: string,
): readonly T[] {
  return all
    .map((one) => ({
      one,
      shared: Math.max(...one.targets.map((target) => sharedStart(target, asked))),
    }))
    .toSorted((a, b) => b.shared - a.shared)
    .map(({ one }) => one);
}

function sharedStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

type TellingKeys = Pick<RequestKeys, 'headers' | 'isIgnored'>;

/**
 * @param refs those that the nearest is looked for among; of those that differ in as much it is that whose body differs
 * in the fewest places, or goes on alike the longest, or the first
 * @param what names the request
 * @param keys what tells requests apart; all that was sent if absent
 */
export function missingAmong(
  refs: readonly EntryRef[],
  asked: WireRequest,
  what: string,
  keys?: TellingKeys,
): string {
  const compared = (request: WireRequest): WireRequest => ({
    ...request,
    headers: keys ? keys.headers(request.headers) : request.headers,
    body: bodyInOneForm(request),
  });
  const own = compared(asked);
  const [nearest] = refs
    .slice(0, MOST_COMPARED)
    .map((ref) => {
      const kept = compared(ref.read().request);
      return {
        ref,
        ...comparison(own, kept, keys?.isIgnored),
        shared: sharedBytes(own.body, kept.body),
      };
    })
    .toSorted(
      (a, b) => a.differs.length - b.differs.length || a.places - b.places || b.shared - a.shared,
    );
  if (!nearest) return `not in the recording: ${what}; nothing in it is like it`;
  const { ref, differs } = nearest;
  const place = ref.case === null ? `entry ${ref.at}` : `step ${ref.step} of ${ref.case}`;
  const why = differs.length > 0 ? differs.join('; ') : 'it was sent less often';
  return `not in the recording: ${what}; nearest is ${place} in ${ref.file}: ${why}`;
}

/** Clients make up a new boundary for each message, and it tells none apart. */
function bodyInOneForm({ headers, body }: WireRequest): Uint8Array | undefined {
  const boundary = body && boundaryIn(headers);
  if (!boundary) return body;
  const text = Buffer.from(body).toString('latin1');
  return Buffer.from(text.replaceAll(boundary, 'boundary'), 'latin1');
}

function sharedBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): number {
  const at = one?.findIndex((byte, index) => byte !== other?.[index]) ?? 0;
  return at < 0 ? (one?.length ?? 0) : at;
}

/** The own step, or else the case, or else the operation. */
function candidatesFor(recording: Recording, requestContext: RequestContext): readonly EntryRef[] {
  const own = recording.find(requestContext.case.id, requestContext.step, 0);
  if (own) return [own];
  const ofCase = recording.ofCase(requestContext.case.id);
  if (ofCase.length > 0) return ofCase;
  return recording.entries.filter(({ operation }) => operation === requestContext.operation);
}

const MOST_COMPARED = 200;
