/** The heads of what passes a proxy; one that has come before is not read again. */

import { type Memory, remember } from '../memory.ts';
import type { Answer } from '../model.ts';
import { authorityOf, fieldOf, targetOf, withHost, withoutHops } from './fields.ts';
import {
  type AnswerHead,
  type RequestHead,
  readAnswerHead,
  readRequestHead,
  type Unreadable,
} from './framing.ts';

/** A request as it begins. */
export interface Opening {
  readonly kind: 'opening';
  /** With a path alone as its target. */
  readonly head: RequestHead;
  /** Host and port that a whole URL in the place of the path names (RFC 9112, 3.2.2). */
  readonly authority?: string;
  /** As it goes out to the target, a character for each byte. */
  readonly text: string;
  /** The fields that are kept of it: not those that were meant for the connection. */
  readonly kept: Answer['headers'];
}

/** Reads heads, each with its blank line, a character for each byte. */
export interface Heads {
  readonly request: (text: string) => Opening | Unreadable;
  /** @param method of the request that is answered */
  readonly answer: (text: string, method: string) => AnswerHead | Unreadable;
}

/** In characters of heads. */
const MOST_REMEMBERED = 512 * 1024;

/** @param host of the target, as a Host field has it */
export function createHeads(host: string): Heads {
  const openings = remember<Opening | Unreadable>(MOST_REMEMBERED);
  const answers = remember<AnswerHead | Unreadable>(MOST_REMEMBERED);
  return {
    request: (text) => once(openings, text, () => openingOf(text, host)),
    answer: (text, method) =>
      once(answers, `${method} ${text}`, () => readAnswerHead(text, method)),
  };
}

function once<V>(memory: Memory<V>, key: string, make: () => V): V {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make();
  memory.set(key, made, key.length);
  return made;
}

function openingOf(text: string, host: string): Opening | Unreadable {
  const read = readRequestHead(text);
  if (read.kind === 'unreadable') return read;
  const target = targetOf(read.target);
  const { headers } = read;
  // A switch of protocols is what such a request is about.
  const isSwitch = fieldOf(headers, 'upgrade') !== undefined;
  const own = isSwitch ? headers : withoutHops(headers, ['expect', 'transfer-encoding']);
  const authority = authorityOf(read.target);
  return {
    kind: 'opening',
    head: { ...read, target },
    ...(authority !== undefined && { authority }),
    text: forwarded(text, read, target, host),
    kept: withHost(own, host),
  };
}

/** With the target's host, and a path alone. */
function forwarded(text: string, head: RequestHead, target: string, host: string): string {
  const path = target === head.target ? text : text.replace(head.target, () => target);
  if (fieldOf(head.headers, 'host') === undefined) {
    return path.replace('\n', () => `\nHost: ${host}\r\n`);
  }
  return path.replace(/^(host:[ \t]*)[^\r\n]*/gim, (_, name: string) => `${name}${host}`);
}
