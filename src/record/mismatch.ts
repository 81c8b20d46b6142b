/** Explains why a request was not found in a recording. */

import { type RequestContext, volatileHeader, type WireRequest } from '../model/index.ts';
import {
  bodyDifference,
  byteDifference,
  type ComparedForms,
  firstDifference,
  shown,
} from './body-difference.ts';
import type { EntryRef } from './entries.ts';
import type { Recording } from './folder.ts';
import { isOverride, type NormalForms, normalForms, placeless } from './normal-form.ts';
import { queryDifference } from './query-difference.ts';

const isIncidental = volatileHeader('connection', 'client');

/** A replayed run sends exactly its plan: all sent parts have to be equal. */
const OF_RUNS: ComparedForms = {
  ...normalForms(),
  headers: (fields) => fields.filter(([name]) => !isIncidental(name) && !isOverride(name)),
  text: (text) => text,
};

/** The differences between a request and a recorded one, in words; empty if equal. */
export function differences(asked: WireRequest, kept: WireRequest): readonly string[] {
  return comparison(withRecordedCredential(asked, kept), kept, OF_RUNS).differs;
}

/** A credential similar to the target's own, which no recording has. */
const REPLACED = /^(\S+) REDACTED-/;

/** The request with the recorded credential, if that was replaced and has the same kind. */
function withRecordedCredential(asked: WireRequest, kept: WireRequest): WireRequest {
  const recorded = kept.headers.find(([name]) => name === 'authorization')?.[1] ?? '';
  const scheme = REPLACED.exec(recorded)?.[1];
  if (scheme === undefined) return asked;
  const headers = asked.headers.map(([name, value]): readonly [string, string] =>
    name === 'authorization' && value.startsWith(`${scheme} `) ? [name, recorded] : [name, value],
  );
  return { ...asked, headers };
}

interface Comparison {
  readonly differs: readonly string[];
  /** Number of places where the queries and the bodies differ. */
  readonly places: number;
}

/** Counts for more places than two queries differ in. */
const OTHER_PATH = 1000;

function comparison(asked: WireRequest, kept: WireRequest, forms: ComparedForms): Comparison {
  const [is, was] = [forms.line(asked), forms.line(kept)];
  const [target, recorded] = [forms.text(is.target), forms.text(was.target)];
  const query = queryDifference(target, recorded);
  const body = bodyDifference(asked, kept, forms);
  return {
    differs: [
      ...differing('method', is.method, was.method),
      ...(query || target === recorded
        ? [query?.words ?? []].flat()
        : differing('target', asked.target, kept.target)),
      ...headerDifferences(asked.headers, kept.headers, forms),
      ...(body ? [body.words] : []),
      ...rawDifferences(asked.raw, kept.raw),
    ],
    places: (body?.places ?? 0) + (query?.places ?? (target === recorded ? 0 : OTHER_PATH)),
  };
}

function differing(what: string, asked: string, kept: string): readonly string[] {
  if (asked === kept) return [];
  const from = firstDifference(asked, kept);
  return [`${what} is ${shown(asked, from)} and was ${shown(kept, from)}`];
}

function headerDifferences(
  asked: WireRequest['headers'],
  kept: WireRequest['headers'],
  { headers, text }: ComparedForms,
): readonly string[] {
  const [now, then] = [grouped(headers(asked)), grouped(headers(kept))];
  return [...new Set([...now.keys(), ...then.keys()])].flatMap((name) => {
    const [one, other] = [now.get(name), then.get(name)];
    if (one === undefined) return [`header ${name} is missing`];
    if (other === undefined) return [`header ${name} is new`];
    return text(one) === text(other) ? [] : differing(`header ${name}`, one, other);
  });
}

/** Compares requests that are no HTTP byte by byte. */
function rawDifferences(
  asked: Uint8Array | undefined,
  kept: Uint8Array | undefined,
): readonly string[] {
  if (asked && kept) {
    if (Buffer.compare(asked, kept) === 0) return [];
    return [byteDifference('raw request', asked, kept).words];
  }
  if ((asked?.length ?? 0) === 0 && (kept?.length ?? 0) === 0) return [];
  return [`the raw request is ${asked === undefined ? 'missing' : 'new'}`];
}

function grouped(headers: WireRequest['headers']): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = values.get(key);
    values.set(key, before === undefined ? value : `${before}\n${value}`);
  }
  return values;
}

/** The request, the nearest entry of its case, and the differences, without secrets. */
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
 * Explains a request outside of cases.
 *
 * @param forms parts that distinguish requests; all if absent
 * @param what names the request
 */
export function missingInTraffic(
  recording: Recording,
  asked: WireRequest,
  forms?: NormalForms,
  what = `${asked.method} ${asked.target}`,
): string {
  const targets = recording.ofCase(null).map((ref) => ({ ref, targets: [ref.asked().target] }));
  const near = nearestFirst(targets, asked.target).map(({ ref }) => ref);
  return missingAmong(near, asked, what, forms);
}

/** Entries whose targets begin like the requested one come first. */
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

/**
 * @param refs candidates; among equally different ones the nearest has the fewest differences in query and body, or the
 * longest common beginning, or is the first
 * @param what names the request
 * @param own parts that distinguish requests; all if absent
 */
export function missingAmong(
  refs: readonly EntryRef[],
  asked: WireRequest,
  what: string,
  own?: NormalForms,
): string {
  const forms = own ? { ...own, text: placeless } : OF_RUNS;
  const body = forms.body(asked);
  const [nearest] = refs
    .slice(0, MOST_COMPARED)
    .map((ref) => {
      const { request } = ref.read();
      const shared = sharedStart(body, forms.body(request));
      return { ref, ...comparison(asked, request, forms), shared };
    })
    .toSorted(
      (a, b) => a.differs.length - b.differs.length || a.places - b.places || b.shared - a.shared,
    );
  if (!nearest) return `not in the recording: ${what}; nothing in it is like it`;
  const { ref, differs } = nearest;
  // `show` numbers from 1, too.
  const place = ref.case === null ? `entry ${ref.at + 1}` : `step ${ref.step} of ${ref.case}`;
  const why = differs.length > 0 ? differs.join('; ') : 'it was sent less often';
  return `not in the recording: ${what}; nearest is ${place} in ${ref.file}: ${why}`;
}

/** The own step, otherwise the case, otherwise the operation. */
function candidatesFor(recording: Recording, requestContext: RequestContext): readonly EntryRef[] {
  const own = recording.find(requestContext.case.id, requestContext.step, 0);
  if (own) return [own];
  const ofCase = recording.ofCase(requestContext.case.id);
  if (ofCase.length > 0) return ofCase;
  return recording.entries.filter(({ operation }) => operation === requestContext.operation);
}

const MOST_COMPARED = 200;
