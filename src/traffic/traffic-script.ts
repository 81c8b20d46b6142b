/** Recorded unplanned traffic as one script: resent in order, with mapped identifiers. */

import { isUtf8 } from 'node:buffer';
import { membersIn } from '../cleanup/index.ts';
import {
  addressesOf,
  credentialIn,
  type Endpoint,
  isCredentialField,
  type Move,
  mayWriteTo,
  neverIssued,
  type Operation,
  type Outcome,
  schemeOf,
  type Target,
  urlRewriter,
  volatileHeader,
  type WireRequest,
  withCredential,
  withoutKey,
} from '../model/index.ts';
import {
  type EntryRef,
  effectiveMethod,
  type RecordedExchange,
  wasRefused,
} from '../record/index.ts';
import { isNeverIssued, PLACEHOLDER } from '../secrets/index.ts';
import type { RecordedStep, Script, Sending } from './changes.ts';
import type { ComparedAnswer } from './compare.ts';
import { accountOf, plannedFrom } from './created.ts';
import { type Bindings, bindings } from './id-mapping.ts';
import { type PlacedExchange, placer } from './judging.ts';
import { placeKept } from './rejudge.ts';
import { type Destination, stepFrom } from './scripts.ts';

/** These are generated anew; a credential is the target's own. */
const isMadeAnew = volatileHeader('connection', 'session');

interface ScriptItem {
  readonly key: string;
  readonly kept: RecordedExchange;
  readonly placed: PlacedExchange;
}

/** @param recorded the target as it was recorded */
export function trafficScript(
  entries: readonly EntryRef[],
  recorded: Pick<Target, 'endpoints'>,
  destination: Destination,
): Script {
  const place = placer(destination.contract, recorded);
  const items = entries.map((entry): ScriptItem => {
    const kept = entry.read();
    return { key: `exchange ${entry.at}`, kept, placed: placeKept(place, recorded, kept) };
  });
  return {
    name: 'traffic',
    steps: items.map(stepOf),
    send: () => sendAll(items, recorded, destination),
  };
}

/** The present place counts, not the recorded one. */
function stepOf({ key, kept, placed }: ScriptItem): RecordedStep {
  return stepFrom(
    key,
    { ...kept, operation: placed.operation?.id ?? null },
    placed.operation ?? undefined,
  );
}

interface Going {
  readonly request: WireRequest;
  readonly baseUrl: string;
}

async function sendAll(
  items: readonly ScriptItem[],
  recorded: Pick<Target, 'endpoints'>,
  destination: Destination,
): Promise<Sending> {
  const { transport, signal, now } = destination;
  const bound = bindings();
  const account = accountOf(destination);
  const secretsSet = new Set<string>();
  const sides = new Map<string, ComparedAnswer>();
  const requests = new Map<string, WireRequest>();
  const unsent: { readonly key: string; readonly why: string }[] = [];
  const sendOne = async (item: ScriptItem): Promise<void> => {
    const { key, kept, placed } = item;
    const going = goingOut(item, bound, recorded, destination);
    if (typeof going === 'string') {
      unsent.push({ key, why: going });
      return;
    }
    const { operation, plain, style } = placed;
    const why =
      (operation && style && (await account.refusal(operation, going.request, style))) ??
      lackIn(operation, going, secretsSet);
    if (why !== undefined) {
      unsent.push({ key, why });
      return;
    }
    if (signal.aborted) return;
    const startedAt = now();
    const sent = await transport.send(going.request, going.baseUrl, signal);
    const { outcome } = sent;
    sides.set(key, { outcome, baseUrl: going.baseUrl, startedAt });
    requests.set(key, going.request);
    if (!operation || !style) return;
    account.note(operation, going.request, style, sent);
    if (outcome.kind !== 'answer') return;
    const members = membersIn(operation, plannedFrom(operation, plain, style));
    bound.learn(operation, kept.outcome, outcome, members);
  };
  try {
    for (const item of items) {
      if (signal.aborted) break;
      await sendOne(item);
    }
  } catch (error) {
    await account.settle();
    throw error;
  }
  return { sides, requests, unsent, left: await account.settle() };
}

/** The request for the other target, or the reason not to send it. */
function goingOut(
  { kept, placed }: ScriptItem,
  bound: Bindings,
  recorded: Pick<Target, 'endpoints'>,
  { target, writes }: Destination,
): Going | string {
  const move = urlRewriter(addressesOf(recorded), addressesOf(target));
  const skipped = whySkipped(kept.outcome);
  if (skipped !== undefined) return skipped;
  const aim = aimOf(placed, recorded, target);
  if (!aim) return 'it went to an address that has no counterpart';
  const { endpoint, baseUrl } = aim;
  const { operation } = placed;
  const method = effectiveMethod(kept.request);
  const safe = operation ? !operation.writes : /^(?:GET|HEAD|OPTIONS)$/.test(method);
  if (!safe && !mayWriteTo({ baseUrl }, target, writes)) {
    return 'it writes, and writing to this target is not allowed (--allow-writes)';
  }
  // Also POST: what it created could not be removed, and servers update objects by it.
  if (!operation && !safe) return 'it may change something, and no document says what';
  const source = operation ? placed.plain : placed.request;
  const own = endpoint?.credentialFrom.scheme;
  const { target: address, key } = withoutKey(source.target, own);
  const headers = source.headers.filter(
    ([name]) => !isCredentialField(name, own) && !isMadeAnew(name),
  );
  const plain = {
    method: source.method,
    target: move(bound.target(operation, address, endpoint?.style)),
    headers,
    body: movedBody(bound.body(source.body), move),
  };
  return { baseUrl, request: signed(plain, key ?? credentialIn(source.headers, own), endpoint) };
}

/**
 * Why a request is not sent that stands or falls with a secret: a recording has placeholders in their place. What
 * one of its writes sets, a placeholder serves for as well.
 *
 * @param set placeholders that were sent to be set; added to
 */
function lackIn(
  operation: Operation | undefined,
  { request: { target, headers, body } }: Going,
  set: Set<string>,
): string | undefined {
  const text = [target, ...headers.map(([, value]) => value), Buffer.from(body ?? []).toString()];
  const needed = text.join('\n').match(new RegExp(PLACEHOLDER, 'g')) ?? [];
  if (operation?.writes) {
    for (const one of needed) set.add(one);
    return undefined;
  }
  return needed.every((one) => set.has(one)) ? undefined : 'it needs a secret, which is not kept';
}

/** Bytes that are not UTF-8 contain no address. */
function movedBody(body: Uint8Array | undefined, move: Move): Uint8Array | undefined {
  if (!body || !isUtf8(body)) return body;
  const text = Buffer.from(body).toString('utf8');
  const there = move(text);
  return there === text ? body : new Uint8Array(Buffer.from(there));
}

function whySkipped(outcome: Outcome): string | undefined {
  if (outcome.kind === 'fault') {
    if (wasRefused(outcome)) return 'the recorder refused it';
    if (outcome.code === 'interrupted') return 'its client had gone away before it was answered';
    return undefined;
  }
  return outcome.status === 101 ? 'it switched to another protocol' : undefined;
}

/** The endpoint that replaces the recorded one, or the same path on its origin. */
function aimOf(
  { endpoint, baseUrl }: PlacedExchange,
  recorded: Pick<Target, 'endpoints'>,
  target: Target,
): { readonly endpoint: Endpoint | undefined; readonly baseUrl: string } | undefined {
  for (const [name, was] of Object.entries(recorded.endpoints)) {
    const is = target.endpoints[name];
    if (!is) continue;
    if (was === endpoint) return { endpoint: is, baseUrl: is.baseUrl };
    if (!endpoint && new URL(was.baseUrl).origin === baseUrl) {
      return { endpoint: undefined, baseUrl: new URL(is.baseUrl).origin };
    }
  }
  return undefined;
}

/** With the target's own credential for the recorded one; an invalid one for an invalid one. */
function signed(
  request: WireRequest,
  had: string | undefined,
  endpoint: Endpoint | undefined,
): WireRequest {
  if (had === undefined || endpoint === undefined) return request;
  const scheme = schemeOf(endpoint.credentialFrom.scheme);
  return withCredential(
    request,
    scheme,
    isNeverIssued(had) ? neverIssued(scheme) : endpoint.authorization,
  );
}
