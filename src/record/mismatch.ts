/** Why a request was not found in a recording. */

import type { WireRequest } from '../model.ts';
import type { RequestContext } from '../transport.ts';
import type { EntryRef } from './entries.ts';
import type { Recording } from './folder.ts';

/** Headers that belong to the client or the connection, and not to what is asked. */
const INCIDENTAL: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'user-agent',
  'accept-encoding',
]);

/** So much of a value is shown in a message. */
const SHOWN = 80;

/** What differs between a request and a kept one, in words; empty where they ask the same. */
export function differences(asked: WireRequest, kept: WireRequest): readonly string[] {
  return [
    ...differing('method', asked.method, kept.method),
    ...differing('target', asked.target, kept.target),
    ...headerDifferences(asked.headers, kept.headers),
    ...bodyDifferences('body', asked.body, kept.body),
    ...bodyDifferences('raw request', asked.raw, kept.raw),
  ];
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
    const key = name.toLowerCase();
    if (INCIDENTAL.has(key)) continue;
    const before = values.get(key);
    values.set(key, before === undefined ? value : `${before}\n${value}`);
  }
  return values;
}

function bodyDifferences(
  what: string,
  asked: Uint8Array | undefined,
  kept: Uint8Array | undefined,
): readonly string[] {
  if (asked === undefined || kept === undefined) {
    const same = (asked?.length ?? 0) === 0 && (kept?.length ?? 0) === 0;
    return same ? [] : [`the ${what} is ${asked === undefined ? 'missing' : 'new'}`];
  }
  if (Buffer.compare(asked, kept) === 0) return [];
  const at = asked.findIndex((byte, index) => byte !== kept[index]);
  const from = at < 0 ? Math.min(asked.length, kept.length) : at;
  const excerpt = (bytes: Uint8Array) =>
    shown(Buffer.from(bytes.subarray(Math.max(0, from - 20), from + 40)).toString('utf8'));
  return [`the ${what} differs from byte ${from} on: ${excerpt(asked)} and was ${excerpt(kept)}`];
}

function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}

/** What is asked, the nearest entry, and what differs; requests are free of secrets already. */
export function missing(
  recording: Recording,
  asked: WireRequest,
  requestContext: RequestContext | undefined,
): string {
  const what = requestContext
    ? `step ${requestContext.step} of ${requestContext.case.id}`
    : `${asked.method} ${asked.target}`;
  const nearest = nearestTo(recording, asked, requestContext);
  if (!nearest) return `not in the recording: ${what}; nothing in it is like it`;
  const { ref, differs } = nearest;
  const place = ref.case === null ? `entry ${ref.at}` : `step ${ref.step} of ${ref.case}`;
  const why = differs.length > 0 ? differs.join('; ') : 'it was sent less often';
  return `not in the recording: ${what}; nearest is ${place} in ${ref.file}: ${why}`;
}

interface Near {
  readonly ref: EntryRef;
  readonly differs: readonly string[];
}

/** The own step first, then the case, then the operation; among those, what differs least. */
function nearestTo(
  recording: Recording,
  asked: WireRequest,
  requestContext: RequestContext | undefined,
): Near | undefined {
  const own = requestContext && recording.find(requestContext.case.id, requestContext.step, 0);
  if (own) return { ref: own, differs: differences(asked, own.read().request) };
  const ofCase = recording.ofCase(requestContext?.case.id ?? null);
  const among =
    ofCase.length > 0
      ? ofCase
      : recording.entries.filter(({ operation }) => operation === requestContext?.operation);
  return among
    .slice(0, MOST_COMPARED)
    .map((ref): Near => ({ ref, differs: differences(asked, ref.read().request) }))
    .toSorted((a, b) => a.differs.length - b.differs.length)[0];
}

const MOST_COMPARED = 200;
