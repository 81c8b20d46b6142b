/** A request and its answer as a short text, with the marked place of a finding. */

import {
  type Answer,
  child,
  type ExchangeExcerpt,
  isObject,
  type MessageExcerpt,
  type Outcome,
  parsedJson,
  tokens,
  type WireRequest,
} from '../model/index.ts';
import { textOf } from './shell.ts';
import { clip } from './text.ts';

/** Number of elements and members shown next to the marked one, and inside it. */
const MOST_BESIDE = 1;
const MOST_MEMBERS = 12;
const MOST_MARKED = 30;
const LONGEST_LINE = 160;
const LONGEST_TEXT = 1_200;

/** A line of an excerpt, marked if it belongs to the finding. */
interface Line {
  readonly text: string;
  readonly marked: boolean;
}

/** The form of a request in a report. */
export interface SentExcerpt {
  readonly request: WireRequest;
  /** A JSON Pointer into the body, to the violation of the request. */
  readonly pointer?: string;
}

/**
 * The request and its answer as text. Of a long JSON body, what surrounds the place is kept.
 *
 * @param where a JSON Pointer into the body of the answer, or the name of another part of it, such as `status`;
 * without it nothing is marked
 */
export function excerptOf(sent: SentExcerpt, outcome: Outcome, where?: string): ExchangeExcerpt {
  return { request: requestExcerpt(sent), answer: answerExcerpt(outcome, where) };
}

function requestExcerpt({ request, pointer }: SentExcerpt): MessageExcerpt {
  const { method, target, headers, body, raw } = request;
  if (raw !== undefined) return excerpt(textLines(textOf(raw) ?? 'bytes that are no text', true));
  const first = plain(clip(`${method} ${target}`, LONGEST_TEXT));
  const content = body === undefined ? [] : [plain(''), ...sentLines(body, pointer)];
  return excerpt([first, ...headers.map(headerLine), ...content]);
}

function sentLines(body: Uint8Array, pointer: string | undefined): readonly Line[] {
  const text = textOf(body);
  if (text === undefined) return [plain(`(${body.length} bytes)`)];
  const value = parsedJson(text);
  return value === undefined
    ? textLines(text, false)
    : linesOf(value, pointer === undefined ? undefined : tokens(pointer));
}

function answerExcerpt(outcome: Outcome, where?: string): MessageExcerpt {
  if (outcome.kind === 'fault') {
    return excerpt([{ text: outcome.message, marked: where !== undefined }]);
  }
  const { status, reason, headers } = outcome;
  const inBody = where === undefined || where === '' || where.startsWith('/');
  const name = (where ?? '').replace(/^header /, '').toLowerCase();
  const inHeader = headers.some(([header]) => header.toLowerCase() === name);
  const first = { text: `HTTP ${status} ${reason}`.trim(), marked: !inBody && !inHeader };
  const fields = headers.map((header) => ({
    ...headerLine(header),
    marked: !inBody && header[0].toLowerCase() === name,
  }));
  const content = bodyLines(outcome, inBody ? where : undefined);
  return excerpt([first, ...fields, ...(content.length > 0 ? [plain(''), ...content] : [])]);
}

function bodyLines({ body: { bytes, content } }: Answer, where?: string): readonly Line[] {
  switch (content.kind) {
    case 'empty':
      return where === undefined ? [] : [{ text: '(no body)', marked: true }];
    case 'json':
      return linesOf(content.value, where === undefined ? undefined : tokens(where));
    case 'text':
      return textLines(content.text, where !== undefined);
    case 'binary':
      return [{ text: `(${bytes.length} bytes: ${content.why})`, marked: where !== undefined }];
  }
}

function plain(text: string): Line {
  return { text, marked: false };
}

function headerLine([name, value]: readonly [string, string]): Line {
  return plain(clip(`${name}: ${value}`, LONGEST_LINE));
}

function textLines(text: string, marked: boolean): readonly Line[] {
  return clip(text, LONGEST_TEXT)
    .split(/\r\n|\n/)
    .map((line) => ({ text: line, marked }));
}

/** The lines of a JSON value; without a place, the beginning of each list and object. */
function linesOf(value: unknown, path: readonly string[] | undefined): readonly Line[] {
  if (path === undefined) return markedLines(value, false);
  const [token, ...rest] = path;
  if (token === undefined) return markedLines(value, true);
  if (Array.isArray(value)) return listLines(value, token, rest);
  return isObject(value) ? objectLines(value, token, rest) : markedLines(value, true);
}

/** The value in a limited number of lines. */
function markedLines(value: unknown, marked: boolean): readonly Line[] {
  const lines = JSON.stringify(value, null, 2).split('\n');
  const kept = lines.length > MOST_MARKED ? [...lines.slice(0, MOST_MARKED), '…'] : lines;
  return kept.map((text) => ({ text: clip(text, LONGEST_LINE), marked }));
}

function listLines(list: readonly unknown[], token: string, rest: readonly string[]) {
  const at = Number(token);
  const from = Math.max(0, at - MOST_BESIDE);
  const to = Math.min(list.length, at + MOST_BESIDE + 1);
  const lines = list.slice(from, to).flatMap((item, offset) => {
    const own = from + offset === at ? linesOf(item, rest) : [plain(inALine(item))];
    return withComma(own, from + offset < list.length - 1);
  });
  return block('[', ']', [
    ...leftOut(from, 'element'),
    ...lines,
    ...leftOut(list.length - to, 'element'),
    ...(at >= list.length ? [missing(token)] : []),
  ]);
}

function objectLines(value: object, token: string, rest: readonly string[]): readonly Line[] {
  const names = Object.keys(value);
  const first = names.slice(0, MOST_MEMBERS);
  const shown = first.includes(token) || !names.includes(token) ? first : [...first, token];
  const lines = shown.flatMap((name, at) => {
    const member: unknown = child(value, name);
    const own = name === token ? linesOf(member, rest) : [plain(inALine(member))];
    return withComma(named(name, own), at < names.length - 1);
  });
  return block('{', '}', [
    ...lines,
    ...leftOut(names.length - shown.length, 'member'),
    ...(names.includes(token) ? [] : [missing(token)]),
  ]);
}

function missing(token: string): Line {
  return { text: `… ${JSON.stringify(token)} is missing`, marked: true };
}

function leftOut(amount: number, what: string): readonly Line[] {
  return amount > 0 ? [plain(`… ${amount} more ${what}${amount === 1 ? '' : 's'}`)] : [];
}

function inALine(value: unknown): string {
  return clip(JSON.stringify(value), LONGEST_LINE / 2);
}

function named(name: string, [first, ...others]: readonly Line[]): readonly Line[] {
  if (first === undefined) return [];
  return [{ ...first, text: `${JSON.stringify(name)}: ${first.text}` }, ...others];
}

function withComma(lines: readonly Line[], more: boolean): readonly Line[] {
  const last = lines.at(-1);
  return more && last ? [...lines.slice(0, -1), { ...last, text: `${last.text},` }] : lines;
}

function block(open: string, close: string, inner: readonly Line[]): readonly Line[] {
  return [plain(open), ...inner.map((line) => ({ ...line, text: `  ${line.text}` })), plain(close)];
}

function excerpt(lines: readonly Line[]): MessageExcerpt {
  const first = lines.findIndex(({ marked }) => marked);
  const last = lines.findLastIndex(({ marked }) => marked);
  return {
    text: lines.map(({ text }) => text).join('\n'),
    ...(first >= 0 && { marked: [first, last] as const }),
  };
}
