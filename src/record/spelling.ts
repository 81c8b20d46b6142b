/** Requests and outcomes as an entry has them, free of secrets. What is like one before is not spelt again. */

import { remember } from '../memory.ts';
import type { Answer, Outcome, WireRequest } from '../model.ts';
import type { Scope } from '../secrets/index.ts';
import { requestJson, responseJson } from './entry.ts';

/** A member of an entry as JSON. */
export interface Spelt {
  readonly json: string;
  /** A secret was replaced in a body. */
  readonly changed: boolean;
  /** Why the body was kept out. */
  readonly lost?: string;
}

export interface Speller {
  readonly request: (scope: Scope, request: WireRequest, baseUrl: string) => Spelt;
  readonly outcome: (scope: Scope, outcome: Outcome) => Spelt;
}

/** In characters, of what is compared and of what is spelt. */
const MOST_REMEMBERED = 4 * 1024 * 1024;

/** Exchanges with longer bodies are spelt each time. In bytes. */
const LONGEST = 16 * 1024;

/** How one thing was spelt, and for whom. */
interface Remembered {
  readonly spelt: Spelt;
  /** What one scope has found to be a secret, another need not know of. */
  readonly scope: Scope | undefined;
  /** How many secrets that was. */
  readonly found: number;
}

/** Scopes that share a speller are those of one cleaner. */
export function createSpeller(): Speller {
  const memory = remember<Remembered>(MOST_REMEMBERED);
  const once = (key: string | undefined, scope: Scope, spell: () => Spelt): Spelt => {
    if (key === undefined) return spell();
    const found = scope.found();
    const known = memory.get(key);
    // With as many secrets known as then, the same are taken out.
    if (known?.found === found && (found === 0 || known.scope === scope)) return known.spelt;
    const spelt = spell();
    if (scope.found() === found) {
      const size = key.length + spelt.json.length;
      memory.set(key, { spelt, scope: found === 0 ? undefined : scope, found }, size);
    }
    return spelt;
  };
  return {
    request: (scope, request, baseUrl) =>
      once(keyOfRequest(request, baseUrl), scope, () => {
        const { value, ...how } = scope.request(request);
        return { json: requestJson(value, scope.text(baseUrl)), ...how };
      }),
    outcome: (scope, outcome) =>
      once(keyOfOutcome(outcome), scope, () => {
        const { value, ...how } = scope.outcome(outcome);
        return { json: responseJson(value), ...how };
      }),
  };
}

/** What an entry says of what could not be kept. */
export function lostOf(reasons: readonly (string | undefined)[]): {
  readonly lost?: readonly string[];
} {
  const lost = reasons.filter((reason) => reason !== undefined);
  return lost.length > 0 ? { lost } : {};
}

/** All that is spelt of a request; undefined where it is long. */
function keyOfRequest(request: WireRequest, baseUrl: string): string | undefined {
  const { method, target, headers, body, raw } = request;
  if (raw !== undefined || (body?.length ?? 0) > LONGEST) return undefined;
  const bytes = body === undefined ? 'none' : `body ${textOf(body)}`;
  return `${textKey(baseUrl)}${textKey(method)}${textKey(target)}${fieldsKey(headers)}${bytes}`;
}

function keyOfOutcome(outcome: Outcome): string | undefined {
  if (outcome.kind === 'fault') return undefined;
  const { status, reason, headers, body } = outcome;
  if (body.bytes.length > LONGEST) return undefined;
  return `${status}${body.completeness}${textKey(reason)}${fieldsKey(headers)}${textOf(body.bytes)}`;
}

function fieldsKey(headers: Answer['headers']): string {
  let key = `${headers.length}`;
  for (const [name, value] of headers) key += textKey(name) + textKey(value);
  return key;
}

/** With its length before it, so that no two lists of texts look the same when put together. */
function textKey(text: string): string {
  return ` ${text.length} ${text}`;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
