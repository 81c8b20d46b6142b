/** What a proxy knows of one exchange that passed through it, and how it puts its facts together. */

import type { ServerResponse } from 'node:http';
import { bodyOf } from '../content.ts';
import type { Answer, Completeness, Outcome, WireRequest } from '../model.ts';

/** One request that went through, and what came of it. */
export interface Passed {
  /** As it went to the target; `target` is the whole path. */
  readonly request: WireRequest;
  readonly outcome: Outcome;
  /** A reused connection had been closed by the target, and the request was sent once more. */
  readonly resent: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** What of it could not be kept, one reason each. */
  readonly lost: readonly string[];
}

export type Head = Pick<Answer, 'status' | 'reason' | 'headers'>;

/** Bytes that pass by, kept up to a limit. */
export interface Tee {
  readonly add: (piece: Uint8Array) => void;
  readonly bytes: () => Uint8Array;
  readonly overflown: () => boolean;
}

export function teeOf(limit: number): Tee {
  // Most bodies come in one piece; those that come in thousands are not to take a Buffer for each.
  let kept: Uint8Array = NO_BYTES;
  let size = 0;
  let over = false;
  return {
    add: (piece) => {
      const room = limit - size;
      if (piece.length > room) over = true;
      const part = piece.length > room ? piece.subarray(0, Math.max(room, 0)) : piece;
      if (size + part.length > kept.length) {
        const wider = new Uint8Array(
          Math.min(limit, size === 0 ? part.length : 2 * (size + part.length)),
        );
        wider.set(kept.subarray(0, size));
        kept = wider;
      }
      kept.set(part, size);
      size += part.length;
    },
    bytes: () => (size === kept.length ? kept : kept.slice(0, size)),
    overflown: () => over,
  };
}

const NO_BYTES = new Uint8Array();

/** The answer that a head and the bytes after it make. */
export function answerFrom(head: Head, tee: Tee, ended: Completeness, limit: number): Answer {
  const completeness = tee.overflown() ? 'too-large' : ended;
  const body = bodyOf(tee.bytes(), head.headers, completeness, limit);
  return { kind: 'answer', ...head, body };
}

/** Fields that are about one connection and not about the exchange (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'upgrade',
]);

type Fields = Answer['headers'];

/** Flat names and values, as Node and undici take them, as pairs. */
export function pairsFrom(flat: readonly string[]): Fields {
  const fields: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) {
    fields.push([flat[at] ?? '', flat[at + 1] ?? '']);
  }
  return fields;
}

/** Names of fields come in few spellings: those that were met, in lower case. */
const LOWER = new Map<string, string>();

function lowerOf(name: string): string {
  const known = LOWER.get(name);
  if (known !== undefined) return known;
  const lower = name.toLowerCase();
  if (LOWER.size < 1000) LOWER.set(name, lower);
  return lower;
}

/** Without what was meant for the last connection alone; `also` are further names, in lower case. */
export function withoutHops(fields: Fields, also: readonly string[] = []): Fields {
  let named = also;
  for (const [name, value] of fields) {
    if (lowerOf(name) !== 'connection') continue;
    named = [...named, ...value.split(',').map((each) => each.trim().toLowerCase())];
  }
  return fields.filter(([name]) => {
    const lower = lowerOf(name);
    return !HOP_BY_HOP.has(lower) && !named.includes(lower);
  });
}

/** What Node refuses to write in a reason or in the value of a field, though it reads some of it. */
const UNWRITABLE = /[^\t\x20-\x7e\x80-\xff]/g;

/** What the name of a field is made of (RFC 9110, 5.6.2). */
const FIELD_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Writes the head of an answer as it came: no date of ours, and nothing that was meant for the last
 * connection. Fields after a body are not passed on, so `Trailer` is not either: Node throws at one
 * where no chunks are to come.
 */
export function writeHead(response: ServerResponse, { status, reason, headers }: Head): void {
  response.sendDate = false;
  const fields = withoutHops(headers, ['trailer']);
  try {
    response.writeHead(status, reason, fields.flat());
  } catch {
    const writable = fields
      .filter(([name]) => FIELD_NAME.test(name))
      .flatMap(([name, value]) => [name, value.replace(UNWRITABLE, '?')]);
    response.writeHead(status, reason.replace(UNWRITABLE, '?'), writable);
  }
}

/** With the target's own host in the place of the proxy's; in front where none was named. */
export function withHost(fields: Fields, host: string): Fields {
  if (!fields.some(([name]) => lowerOf(name) === 'host')) return [['Host', host], ...fields];
  return fields.map((field) => (lowerOf(field[0]) === 'host' ? [field[0], host] : field));
}

/**
 * The path of a request, also where a client takes us for a proxy of the other kind and gives a whole URL.
 * What is no path is handed back without a user and a password.
 */
export function targetOf(url: string): string {
  if (url.startsWith('/')) return url;
  if (!/^https?:\/\//i.test(url)) return url.replace(/^[^/?#]*@/, '');
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

export function fieldOf(headers: Fields, wanted: string): string | undefined {
  return headers.find(([name]) => lowerOf(name) === wanted)?.[1];
}

/** What a client is told by the proxy itself. */
export function ownAnswer(status: string, text: string): string {
  const length = Buffer.byteLength(text);
  return `HTTP/1.1 ${status}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${text}`;
}
