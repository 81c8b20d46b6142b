/** The head of a request that passes a proxy. */

import { type Answer, fieldOf } from '../model/index.ts';
import { authorityOf, targetOf, withHost, withoutHops } from './fields.ts';
import { type RequestHead, readRequestHead, type Unreadable } from './framing.ts';

/** A request as it begins. */
export interface Opening {
  readonly kind: 'opening';
  /** The target is a path only. */
  readonly head: RequestHead;
  /** Host and port that a whole URL in the place of the path names (RFC 9112, 3.2.2). */
  readonly authority?: string;
  /** As it goes out to the target, a character for each byte. */
  readonly text: string;
  /** The fields that are kept of it: not those that were meant for the connection. */
  readonly kept: Answer['headers'];
}

/**
 * @param text a head with its blank line, a character for each byte
 * @param host of the target, as a Host field has it
 */
export function openingOf(text: string, host: string): Opening | Unreadable {
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

/** With the target's host, and only a path. */
function forwarded(text: string, head: RequestHead, target: string, host: string): string {
  const path = target === head.target ? text : text.replace(head.target, () => target);
  if (fieldOf(head.headers, 'host') === undefined) {
    return path.replace('\n', () => `\nHost: ${host}\r\n`);
  }
  return path.replace(/^(host:[ \t]*)[^\r\n]*/gim, (_, name: string) => `${name}${host}`);
}
