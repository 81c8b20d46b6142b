/** Prints a recorded exchange. */

import type { Body, Outcome, WireRequest } from '../model/index.ts';
import type { RecordedExchange } from '../record/index.ts';

/** The request as on the wire, with the whole URL. */
export function requestLines({ request, baseUrl }: RecordedExchange): readonly string[] {
  return [
    `${request.method} ${baseUrl}${request.target}`,
    ...fieldLines(request.headers),
    ...(request.body ? ['', readable(request.body)] : []),
  ];
}

/** The answer as on the wire, with JSON bodies in several lines. */
export function answerLines(outcome: Outcome): readonly string[] {
  if (outcome.kind === 'fault') return [`no answer: ${outcome.message} (${outcome.code})`];
  return [
    `HTTP ${outcome.status} ${outcome.reason}`.trimEnd(),
    ...fieldLines(outcome.headers),
    ...bodyLines(outcome.body),
  ];
}

function fieldLines(headers: WireRequest['headers']): readonly string[] {
  return headers.map(([name, value]) => `${name}: ${value}`);
}

function bodyLines({ bytes, content, completeness }: Body): readonly string[] {
  const note = completeness === 'complete' ? [] : [`(${completeness})`];
  switch (content.kind) {
    case 'empty':
      return note;
    case 'json':
      return ['', JSON.stringify(content.value, null, 2), ...note];
    case 'text':
      return ['', content.text, ...note];
    case 'binary':
      return ['', `${bytes.length} bytes: ${content.why}`, ...note];
  }
}

function readable(body: Uint8Array): string {
  const text = Buffer.from(body).toString('utf8');
  return text.includes('\ufffd') ? `${body.length} bytes that are no text` : text;
}
