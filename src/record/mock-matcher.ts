/** Selects the recorded answer for a request of any client. */

import type { MatchRules, Outcome, WireRequest, WireStyle } from '../model/index.ts';
import { LOST_REQUEST_BODY } from '../proxy/index.ts';
import { createCleaner, PLACEHOLDER, type Secret } from '../secrets/index.ts';
import { type EntryRef, wasRefused } from './entries.ts';
import type { Recording } from './folder.ts';
import { missingAmong, nearestFirst } from './mismatch.ts';
import { credentialOf, MISSING, type OwnedSecrets, rankOf } from './mock-credentials.ts';
import { type Holders, heldBy, queryAndBody, sentSecrets, valuesIn } from './mock-secrets.ts';
import { changeCounter, nearestInState, type ResourceState, resourceOf } from './mock-state.ts';
import {
  type NormalForms,
  normalForms,
  PLACEHOLDERS,
  placeless,
  type RequestLine,
} from './normal-form.ts';
import { whyPartial } from './partial-body.ts';

/**
 * The answer to a request that is repeated more often than recorded. `strict`: none. `repeat-last`: the last one again.
 * `loop`: from the first one again.
 */
export const POLICIES = ['strict', 'repeat-last', 'loop'] as const;
export type Policy = (typeof POLICIES)[number];

export type MatchResult =
  | {
      readonly kind: 'found';
      readonly entry: EntryRef;
      /** With the client's own secrets in place of recorded placeholders. */
      readonly outcome: Outcome;
      /** Recorded duration in milliseconds. */
      readonly durationMs: number;
      /** Why the order differs from the recording. */
      readonly disorder?: string;
      /** Why the body is incomplete. */
      readonly partial?: string;
    }
  | { readonly kind: 'missing'; readonly why: string };

export type Find = (request: WireRequest) => MatchResult;

/**
 * Finds the answers to requests by their normal form: by method and target; among those by body, by conditions and
 * ranges, and by credential, where they had different ones; among those by the values that a client sends where placeholders were
 * recorded; among those by how often what they are about had been changed.
 *
 * @param rules what tells requests apart; as it was recorded if absent
 */
export function finder(
  recording: Recording,
  policy: Policy,
  secrets: readonly Secret[],
  rules: MatchRules | undefined = recording.manifest.target.recordingRules?.match,
): Find {
  const cleaner = createCleaner(secrets, recording.manifest.target.secretRules);
  const names: ReadonlySet<string> = new Set(secrets.map(({ name }) => name));
  const forms = normalForms(rules);
  const { byTarget, all } = indexOf(recording, forms);
  const holders: Holders = new Map();
  const sent = sentSecrets();
  const served = new Set<Candidate>();
  const changes = changeCounter();
  const rounds = new Map<Candidate, number>();
  return (given) => {
    const asked = cleaner.scope().request(given).value;
    const key = keyOf(asked, forms);
    const form = queryAndBody(given, forms);
    const values = valuesIn(queryAndBody(asked, forms), form);
    // A request from another recording has its own placeholder.
    const owns = PLACEHOLDER.test(credentialOf(given)) ? 'any' : names;
    const alike = fittingIn(byTarget.get(key) ?? [], { asked, owns }, forms, policy);
    const group = heldBy(values, alike, holders);
    const [first] = group;
    if (!first) return { kind: 'missing', why: missing(asked, all, forms) };
    const count = changes.of(first.resource);
    const round = rounds.get(first) ?? 0;
    rounds.set(first, round + 1);
    const found =
      policy === 'loop'
        ? group[round % group.length]
        : nearestInState(group, count, (one) => served.has(one), policy === 'repeat-last');
    if (!found) {
      const times = group.length === 1 ? 'once' : `${group.length} times`;
      return { kind: 'missing', why: `${key} was recorded ${times}, and all of it is used up` };
    }
    if (found.writes && !served.has(found)) changes.add(found.resource);
    served.add(found);
    const { entry } = found;
    sent.learn(entry.case, found.placeholders(), values, form);
    const { outcome: kept, durationMs, lost } = entry.read();
    const partial = whyPartial(kept, lost);
    const outcome = kept.kind === 'answer' ? sent.restore(entry.case, kept) : kept;
    const disorder = policy === 'loop' || count === found.before ? undefined : found.before;
    return {
      ...{ kind: 'found', entry, outcome, durationMs },
      ...(partial !== undefined && { partial }),
      ...(disorder !== undefined && {
        disorder: `out of order: recorded after ${disorder} changes of it, asked after ${count}`,
      }),
    };
  };
}

/** Recorded exchanges, by method and target. */
function indexOf({ entries, manifest }: Recording, forms: NormalForms) {
  const byTarget = new Map<string, Candidate[]>();
  const all: Candidate[] = [];
  const prefixes = new Map<string, string>();
  const changes = changeCounter();
  const styles = new Map(
    Object.values(manifest.target.endpoints).map(({ baseUrl, style }) => [baseUrl, style]),
  );
  for (const { entry, asked } of inTime(entries)) {
    const { target, headers, baseUrl, status, unsent, fault: code } = asked;
    // The target did not answer requests that were never sent.
    if (unsent || wasRefused({ code })) continue;
    const prefix = prefixes.get(baseUrl) ?? pathOf(baseUrl);
    prefixes.set(baseUrl, prefix);
    const resource = `${prefix}${resourceOf(forms.line(asked).target, styles.get(baseUrl) ?? PATHS)}`;
    const writes = !isSafe(forms.line(asked)) && status >= 200 && status < 300;
    const before = changes.of(resource);
    if (writes) changes.add(resource);
    const targets = prefix === '' ? [target] : [`${prefix}${target}`, target];
    const candidate = candidateOf(entry, forms, { targets, resource, writes, before });
    all.push(candidate);
    for (const path of targets) {
      const key = keyOf({ method: asked.method, target: path, headers }, forms);
      const known = byTarget.get(key);
      if (known) known.push(candidate);
      else byTarget.set(key, [candidate]);
    }
  }
  return { byTarget, all };
}

function keyOf(
  request: Pick<WireRequest, 'method' | 'target' | 'headers'>,
  { line }: NormalForms,
): string {
  const { method, target } = line(request);
  return `${method} ${placeless(target)}`;
}

const PATHS: Pick<WireStyle, 'routing'> = { routing: { kind: 'path' } };
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

function isSafe({ method }: RequestLine): boolean {
  return SAFE.has(method);
}

/**
 * In sending order. Several requests can have the same millisecond: then those of earlier cases come first, and those
 * of one case in their own order.
 */
function inTime(entries: readonly EntryRef[]) {
  const times = entries.map((entry) => ({ entry, asked: entry.asked() }));
  const begins = new Map<string | null, string>();
  for (const { entry, asked } of times) {
    const known = begins.get(entry.case);
    if (known === undefined || asked.startedAt < known) begins.set(entry.case, asked.startedAt);
  }
  const keys = times.map(({ entry, asked }) => ({
    ...{ entry, asked },
    key: [asked.startedAt, begins.get(entry.case) ?? '', entry.case ?? ''].join('\n'),
  }));
  return keys.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.entry.at - b.entry.at));
}

function pathOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).pathname.replace(/\/+$/, '') : '';
}

/** Properties that distinguish entries of the same target. */
interface EntryTraits {
  /** The effective method, including overrides. */
  readonly method: string;
  readonly body: string;
  readonly isBodyLost: boolean;
  readonly conditions: string;
  readonly credential: string;
  /** Placeholders of its query and its body, in order. */
  readonly placeholders: readonly string[];
}

interface Candidate extends ResourceState {
  readonly entry: EntryRef;
  /** With and without the path of the base URL, as clients can use either. */
  readonly targets: readonly string[];
  /** Read lazily. */
  readonly reported: () => EntryTraits;
  readonly placeholders: () => readonly string[];
}

function candidateOf(
  entry: EntryRef,
  forms: NormalForms,
  place: ResourceState & Pick<Candidate, 'targets'>,
): Candidate {
  let known: EntryTraits | undefined;
  const reported = () => {
    if (known) return known;
    const { request, lost = [] } = entry.read();
    known = {
      method: request.method,
      body: placeless(forms.body(request)),
      isBodyLost: lost.some((what) => what.startsWith(LOST_REQUEST_BODY)),
      conditions: conditionsOf(request, forms),
      credential: credentialOf(request),
      placeholders: queryAndBody(request, forms).match(PLACEHOLDERS) ?? [],
    };
    return known;
  };
  return { ...place, entry, reported, placeholders: () => reported().placeholders };
}

function conditionsOf({ headers }: WireRequest, forms: NormalForms): string {
  return placeless(JSON.stringify(forms.headers(headers)));
}

/** The best matches: by body, then by conditions, then by credential. */
function fittingIn(
  candidates: readonly Candidate[],
  { asked, owns }: { readonly asked: WireRequest; readonly owns: OwnedSecrets },
  forms: NormalForms,
  policy: Policy,
): readonly Candidate[] {
  const traits = {
    body: placeless(forms.body(asked)),
    conditions: conditionsOf(asked, forms),
    credential: credentialOf(asked),
  };
  const mayIgnore = policy !== 'strict' && isSafe(forms.line(asked)) && !isBound(asked, forms);
  const ranked = candidates.flatMap((each) => {
    const { method, body, isBodyLost, conditions, credential } = each.reported();
    if (body !== traits.body && !isBodyLost) return [];
    if (conditions !== traits.conditions && !(mayIgnore && conditions === NONE)) return [];
    const ofCredential = rankOf(credential, traits.credential, owns);
    if (policy === 'strict' && ofCredential === MISSING) return [];
    const ranks = [body === traits.body ? 0 : 1, conditions === traits.conditions ? 0 : 1];
    // A server can ignore overrides and answer the method of the message.
    const ofMethod = method === asked.method ? 0 : 1;
    return [{ each, rank: Number([...ranks, ofMethod, ofCredential].join('')) }];
  });
  const best = ranked.reduce((least, { rank }) => Math.min(least, rank), Infinity);
  return ranked.filter(({ rank }) => rank === best).map(({ each }) => each);
}

const NONE = '[]';

/** Fields that a server can ignore by answering with the whole (RFC 9110, 13.1 and 14.2). */
const OPTIONAL: ReadonlySet<string> = new Set([
  'if-none-match',
  'if-modified-since',
  'if-range',
  'range',
]);

/** Returns true if a request has a field that a server must not ignore. */
function isBound({ headers }: WireRequest, forms: NormalForms): boolean {
  return forms.headers(headers).some(([name]) => !OPTIONAL.has(name));
}

function missing(asked: WireRequest, all: readonly Candidate[], forms: NormalForms): string {
  const near = nearestFirst(all, asked.target).map(({ entry }) => entry);
  // Entries have targets without the path of the base URL.
  const [whole = '', own = ''] = all.find(({ targets }) => isBelow(asked, targets))?.targets ?? [];
  const target = asked.target.slice(whole.length - own.length);
  return missingAmong(near, { ...asked, target }, `${asked.method} ${asked.target}`, forms);
}

/** Returns true if a request has the path of an entry's base URL, if any. */
function isBelow({ target }: WireRequest, [whole = '', own]: readonly string[]): boolean {
  return own !== undefined && target.startsWith(whole.slice(0, whole.length - own.length));
}
