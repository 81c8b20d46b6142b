/** Reads HAR files of browsers and proxies, with notes on lost parts. */

import { fieldOf, type Outcome, valueAt } from '../../model/index.ts';
import { versionFrom } from '../entry.ts';
import { unreadable } from '../files.ts';
import type { Imported, ImportedExchange, ImportFormat, Unimported } from './format.ts';
import { type Attached, attachedNextTo } from './har-attached.ts';
import {
  answerOf,
  bodyOfRequest,
  type CodedBodies,
  type FoundEntry,
  fieldsAt,
  textAt,
} from './har-body.ts';
import { ownExchange } from './har-own.ts';
import { Broken } from './har-texts.ts';

/** HAR 1.2: JSON. Bodies can be separate files next to it. */
export const har: ImportFormat = {
  name: 'HAR',
  fits: (bytes) => /^\s*(?:\ufeff)?\{/.test(bytes.subarray(0, 100).toString()),
  read: (bytes, path) => readHar(bytes.toString(), path, attachedNextTo(path)),
};

/**
 * @param attached reads bodies in separate files, by name
 * @throws TouchstoneError 'recording-unreadable' if it is not a HAR
 */
export function readHar(given: string, path: string, attached: Attached): Imported {
  const text = given.replace(/^\ufeff/, '');
  const log = valueAt(parsed(text, path), '/log');
  const entries = valueAt(log, '/entries');
  if (!Array.isArray(entries)) {
    throw unreadable(`${path} is no HAR file: it has no log.entries`, 'export it again as HAR');
  }
  const producer = [valueAt(log, '/creator/name'), valueAt(log, '/creator/version')]
    .filter((part) => typeof part === 'string')
    .join(' ');
  const exchanges: ImportedExchange[] = [];
  const unimported: Unimported[] = [];
  entries.forEach((entry: unknown, index) => {
    const read = readOne(entry, index + 1, producer, attached);
    if ('why' in read) unimported.push(read);
    else exchanges.push(read);
  });
  const lost =
    exchanges.length > 0 && REMOVES_CREDENTIALS.test(producer) && !exchanges.some(hasCredential)
      ? ['credentials and cookies, if there were any']
      : [];
  return { producer: producer || 'an unnamed program', exchanges, unimported, lost };
}

/** Programs that omit credentials from a HAR by default. */
const REMOVES_CREDENTIALS = /^(?:webinspector|webkit)/i;

function parsed(text: string, path: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    // The message omits the surrounding text, which can be a secret.
    const why = error instanceof Error ? error.message.replace(/, (?:\.{3})?".*$/s, '') : '';
    throw unreadable(`${path} is cut or is not JSON: ${why}`, 'export it again as HAR', error);
  }
}

function readOne(
  entry: unknown,
  number: number,
  producer: string,
  attached: Attached,
): ImportedExchange | Unimported {
  const own = ownExchange(entry, number);
  if (own) return own;
  const url = textAt(entry, '/request/url') ?? '';
  const what = `${textAt(entry, '/request/method') ?? '?'} ${url || 'no URL'}`;
  const kind = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (kind !== 'http' && kind !== 'https') {
    const broken = kind === undefined;
    const why = broken ? 'it has no URL' : `it is ${kind}: and not HTTP`;
    return { number, what, why, broken };
  }
  if (!URL.canParse(url)) return { number, what, why: 'its URL cannot be read', broken: true };
  const lost: string[] = [];
  try {
    const found = { entry, lost, attached };
    const { request, origin } = requestOf(found, url);
    const outcome = outcomeOf(found, /^Polly\.JS\b/.test(producer) ? 'pieces' : 'decoded');
    const messages = valueAt(entry, '/_webSocketMessages');
    if (Array.isArray(messages)) {
      lost.push(`what was said after the connection was switched (${messages.length} messages)`);
    }
    return { number, origin, request, outcome, ...timesOf(entry, lost), lost };
  } catch (error) {
    if (error instanceof Broken) return { number, what, why: error.message, broken: true };
    throw error;
  }
}

function hasCredential({ request }: ImportedExchange): boolean {
  return request.headers.some(([name]) => /^(?:authorization|cookie)$/i.test(name));
}

function requestOf(found: FoundEntry, url: string) {
  const { entry, lost } = found;
  const { origin } = new URL(url);
  const method = textAt(entry, '/request/method');
  if (!method) throw new Broken('its request has no method');
  const version = textAt(entry, '/request/httpVersion') ?? '';
  const given = fieldsAt(entry, '/request/headers');
  const authority = given.find(([name]) => name === ':authority')?.[1];
  const headers = given.filter(([name]) => !name.startsWith(':'));
  if (authority !== undefined && fieldOf(headers, 'host') === undefined) {
    headers.unshift(['host', authority]);
  }
  if (/^(?:h|http\/)[23]/i.test(version))
    lost.push(`that it was ${version}: it is kept as HTTP/1.1`);
  // The original text: parsing and writing a URL can change it.
  const target = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const body = bodyOfRequest(found, method);
  const path = target.startsWith('/') ? target : `/${target}`;
  const request = { method, target: path, ...versionFrom(version), headers, body };
  return { request, origin };
}

function outcomeOf(found: FoundEntry, coded: CodedBodies): Outcome {
  const { entry } = found;
  const status = valueAt(entry, '/response/status');
  if (typeof status !== 'number' || !Number.isInteger(status) || status < -1 || status > 999) {
    throw new Broken('its answer has no status');
  }
  // Playwright has -1 for an aborted request.
  if (status <= 0) {
    const texts = ['/response/_error', '/response/_failureText', '/response/comment', '/_error'];
    const said = texts.map((place) => textAt(entry, place)).find((text) => text);
    const message = `no answer came: ${said ?? 'the file does not say why'}`;
    return { kind: 'fault', code: codeFor(said ?? ''), message };
  }
  return answerOf(found, status, coded);
}

function codeFor(said: string): Extract<Outcome, { kind: 'fault' }>['code'] {
  if (/REFUSED/i.test(said)) return 'refused';
  if (/RESET/i.test(said)) return 'reset';
  if (/TIMED?_?-?OUT/i.test(said)) return 'timed-out';
  if (/NAME_NOT_RESOLVED|UNKNOWN_HOST/i.test(said)) return 'unresolved';
  if (/CERT|SSL|TLS/i.test(said)) return 'tls';
  if (/ABORT|CANCEL/i.test(said)) return 'interrupted';
  return 'other';
}

function timesOf(entry: unknown, lost: string[]) {
  const startedAt = Date.parse(textAt(entry, '/startedDateTime') ?? '');
  if (Number.isNaN(startedAt)) lost.push('when it was sent');
  const time = valueAt(entry, '/time');
  const durationMs = typeof time === 'number' && time > 0 ? time : 0;
  return { startedAt: Number.isNaN(startedAt) ? 0 : startedAt, durationMs };
}
