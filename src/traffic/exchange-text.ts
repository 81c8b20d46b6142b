/** Prints a recorded exchange. */

import { type Answer, fieldOf, type Outcome, type WireRequest } from '../model/index.ts';
import type { RecordedExchange } from '../record/index.ts';

/** The request as on the wire, with the whole URL. */
export function requestLines({ request, baseUrl }: RecordedExchange): readonly string[] {
  return [
    `${request.method} ${baseUrl}${request.target}`,
    ...fieldLines(request.headers),
    ...(request.body ? ['', readable(request.body, request.headers)] : []),
  ];
}

/** The answer as on the wire, with JSON bodies in several lines. */
export function answerLines(outcome: Outcome): readonly string[] {
  if (outcome.kind === 'fault') return [`no answer: ${outcome.message} (${outcome.code})`];
  return [
    `HTTP ${outcome.status} ${outcome.reason}`.trimEnd(),
    ...fieldLines(outcome.headers),
    ...bodyLines(outcome),
  ];
}

function fieldLines(headers: WireRequest['headers']): readonly string[] {
  return headers.map(([name, value]) => `${name}: ${value}`);
}

function bodyLines({ body, headers }: Answer): readonly string[] {
  const { bytes, content, completeness } = body;
  const note = completeness === 'complete' ? [] : [`(${completeness})`];
  switch (content.kind) {
    case 'empty':
      return note;
    case 'json':
      return ['', JSON.stringify(content.value, null, 2), ...note];
    case 'text':
      return ['', content.text, ...note];
    case 'binary':
      return ['', `${bytes.length} bytes${binaryType(headers) ?? `: ${content.why}`}`, ...note];
  }
}

function readable(body: Uint8Array, headers: WireRequest['headers']): string {
  const text = Buffer.from(body).toString('utf8');
  if (!text.includes('\ufffd')) return text;
  return `${body.length} bytes${binaryType(headers) ?? ' that are no text'}`;
}

/** ` of image/png`; undefined for a type whose bytes should be a text. */
function binaryType(headers: WireRequest['headers']): string | undefined {
  const [type = ''] = (fieldOf(headers, 'content-type') ?? '').split(';', 1);
  const isText = /^$|^text\/|^multipart\/|[/+](?:json|xml)$|x-www-form-urlencoded$/i.test(
    type.trim(),
  );
  return isText ? undefined : ` of ${type.trim()}`;
}
