/** Replaces addresses of a recorded target in messages by those of another. */

import { isUtf8 } from 'node:buffer';
import { bodyOf, MOST_BODY_BYTES, undone } from './content.ts';
import type { Answer, DocumentName } from './index.ts';
import { literally } from './literal.ts';

type BaseUrls = { readonly [document: DocumentName]: string };
export type Move = (text: string) => string;

export function urlRewriter(recorded: BaseUrls, there: BaseUrls): Move {
  const pairs = Object.keys(recorded)
    .flatMap((name): readonly (readonly [string, string])[] => {
      const [was, is] = [recorded[name], there[name]];
      return was === undefined || is === undefined || was === is ? [] : [[was, is]];
    })
    // Longest first, as one can be a prefix of another.
    .toSorted(([a], [b]) => b.length - a.length)
    .flatMap(([was, is]) => WRITTEN.map((write) => [patternOf(write(was)), write(is)] as const));
  return (text) => pairs.reduce((rest, [was, is]) => rest.replace(was, () => is), text);
}

/** A complete address, not the beginning of a longer name or of one with another port. */
function patternOf(address: string): RegExp {
  return new RegExp(`${literally(address)}(?![\\w-]|\\.\\w|:\\d|%3A\\d)`, 'g');
}

/** Forms of an address: in a text, in a query, and in JSON with escaped slashes. */
const WRITTEN: readonly ((url: string) => string)[] = [
  (url) => url,
  encodeURIComponent,
  (url) => url.replaceAll('/', '\\/'),
];

/** Replaces addresses in the fields of an answer, and in its body if that is text. */
export function rewrittenAnswer(answer: Answer, move: Move): Answer {
  const moved = answer.headers.map(([name, value]) => [name, move(value)] as const);
  const plain = undone(answer.body.bytes, answer.headers, MOST_BODY_BYTES);
  const text = textIn(plain ?? answer.body.bytes);
  const rewritten = text === undefined ? undefined : move(text);
  if (rewritten === text || rewritten === undefined) return { ...answer, headers: moved };
  const bytes = new Uint8Array(Buffer.from(rewritten));
  const headers = moved
    // The body is no longer compressed.
    .filter(([name]) => plain === undefined || name.toLowerCase() !== 'content-encoding')
    .map(([name, value]): Answer['headers'][number] =>
      name.toLowerCase() === 'content-length' ? [name, String(bytes.length)] : [name, value],
    );
  const { completeness } = answer.body;
  return { ...answer, headers, body: bodyOf(bytes, headers, completeness, MOST_BODY_BYTES) };
}

function textIn(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : undefined;
}
