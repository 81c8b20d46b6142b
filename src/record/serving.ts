/** A recording as a server: what any client asks is answered as it was answered then. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Answer, Outcome, WireRequest } from '../model.ts';
import { isObject } from '../pointer.ts';
import type { EntryRef, Recording } from './folder.ts';
import { listen } from './listening.ts';
import { missing } from './miss.ts';
import { pairsFrom, targetOf, withoutHops } from './passing.ts';
import { createCleaner, PLACEHOLDER, type Secret } from './redaction.ts';

/**
 * What a request gets that was recorded less often than it is asked. `strict`: nothing. `repeat-last`:
 * the last answer again. `loop`: the first again, and so on.
 */
export const POLICIES = ['strict', 'repeat-last', 'loop'] as const;
export type Policy = (typeof POLICIES)[number];

export interface ServingOptions {
  readonly recording: Recording;
  /** 0 takes a free one. */
  readonly port: number;
  readonly policy: Policy;
  /** To recognise in requests what was recorded as a placeholder. */
  readonly secrets: readonly Secret[];
  readonly served: (request: Asked, found: Found) => void;
}

export interface Asked {
  readonly method: string;
  readonly target: string;
}

export type Found =
  | { readonly kind: 'found'; readonly entry: EntryRef; readonly outcome: Outcome }
  | { readonly kind: 'missing'; readonly why: string };

export interface Serving {
  /** What takes the place of each origin of the recording; base URLs keep their paths. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** @throws TouchstoneError 'port-unavailable' */
export async function serveRecording(options: ServingOptions): Promise<Serving> {
  const find = finder(options.recording, options.policy, options.secrets);
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 0 }, (request, response) => {
    answer(request, response, find, options.served).catch(() => response.destroy());
  });
  const port = await listen(server, options.port);
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Entries that ask the same, in the order in which they were sent. */
interface Group {
  readonly entries: readonly EntryRef[];
  next: number;
}

export type Find = (request: WireRequest) => Found;

/**
 * Finds the answers to requests: by method and target; among those by body, where they had different
 * ones; among those by credential, where they had different ones.
 */
export function finder(recording: Recording, policy: Policy, secrets: readonly Secret[]): Find {
  const cleaner = createCleaner(secrets);
  const byTarget = new Map<string, Candidate[]>();
  const groups = new Map<string, Group>();
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
    const fitting = fittingIn(byTarget.get(key) ?? [], asked, policy);
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

/** An entry with what tells it from others of the same target, read when it is first needed. */
interface Candidate {
  readonly entry: EntryRef;
  readonly told: () => { readonly body: string; readonly credential: string };
}

function candidateOf(entry: EntryRef): Candidate {
  let told: { readonly body: string; readonly credential: string } | undefined;
  return {
    entry,
    told: () => {
      if (told) return told;
      const { request } = entry.read();
      told = { body: comparable(request.body), credential: credentialOf(request) };
      return told;
    },
  };
}

/** The parameters of a query in one order, for clients put them in any. */
function inOneOrder(target: string): string {
  const mark = target.indexOf('?');
  if (mark < 0) return target;
  const pairs = target.slice(mark + 1).split('&');
  return `${target.slice(0, mark)}?${placeless(pairs.toSorted().join('&'))}`;
}

/** Placeholders are numbered by the order in which secrets were found, which a client need not keep. */
function placeless(text: string): string {
  return text.replace(new RegExp(PLACEHOLDER, 'g'), 'REDACTED');
}

function fittingIn(
  candidates: readonly Candidate[],
  asked: WireRequest,
  policy: Policy,
): readonly EntryRef[] {
  const body = comparable(asked.body);
  const credential = credentialOf(asked);
  const ranked = candidates
    .filter(({ told }) => told().body === body)
    .map(({ entry, told }) => ({ entry, rank: rankOf(told().credential, credential) }));
  const best = ranked.reduce((least, { rank }) => Math.min(least, rank), MISSING);
  if (policy === 'strict' && best === MISSING) return [];
  return ranked.filter(({ rank }) => rank === best).map(({ entry }) => entry);
}

/** JSON by its value, all else by its bytes. */
function comparable(body: Uint8Array | undefined): string {
  if (!body || body.length === 0) return '';
  const text = Buffer.from(body).toString('latin1');
  try {
    return placeless(JSON.stringify(sorted(JSON.parse(text))));
  } catch {
    return placeless(text);
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

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  find: Find,
  served: ServingOptions['served'],
): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const wire: WireRequest = {
    method: request.method ?? 'GET',
    target: targetOf(request.url ?? '/'),
    headers: withoutHops(pairsFrom(request.rawHeaders)),
    body: pieces.length > 0 ? Buffer.concat(pieces) : undefined,
  };
  const found = find(wire);
  served(wire, found);
  if (found.kind === 'missing') tellMissing(response, found.why);
  else if (found.outcome.kind === 'answer') write(response, found.outcome);
  else failAs(response, found.outcome);
}

function tellMissing(response: ServerResponse, why: string): void {
  const text = `${JSON.stringify({ touchstone: 'unrecorded', message: why })}\n`;
  response.writeHead(501, 'Not Recorded', {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

function write(response: ServerResponse, { status, reason, headers, body }: Answer): void {
  response.sendDate = false;
  const whole = body.completeness === 'complete';
  const fields = withoutHops(headers).map(([name, value]): readonly [string, string] =>
    // Where a secret was replaced, the length is another one.
    whole && body.bytes.length > 0 && name.toLowerCase() === 'content-length'
      ? [name, String(body.bytes.length)]
      : [name, value],
  );
  try {
    response.writeHead(status, reason, fields.flat());
  } catch {
    response.writeHead(status, fields.flat());
  }
  if (whole) {
    response.end(body.bytes);
    return;
  }
  response.flushHeaders();
  response.write(body.bytes, () => {
    // A body that stopped arriving stops again; one that was cut off is cut off.
    if (body.completeness !== 'timed-out') response.destroy();
  });
}

/** The nearest that a server can do to the fault that was recorded. */
function failAs(response: ServerResponse, { code }: Extract<Outcome, { kind: 'fault' }>): void {
  if (code === 'timed-out') return;
  const { socket } = response;
  if (code === 'closed') socket?.end();
  else socket?.resetAndDestroy();
}
