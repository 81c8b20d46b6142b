import type { Json } from '../../model/index.ts';
import type { Reply } from '../http.ts';
import type { ContentChoices } from './choices.ts';
import type { JsonObject } from './item.ts';
import {
  bodyValue,
  isRefusal,
  type Refusal,
  type SerializedRecord,
  type SiteResult,
} from './refusal.ts';
import { SITE_NAME } from './site-index.ts';

type Headers = readonly (readonly [string, string])[];

/** An outcome with its bytes: only this file knows the form of JSON and errors. */
export function present(
  outcome: SiteResult | Refusal,
  methods: readonly string[],
  choices: ContentChoices,
): Reply {
  const common = commonHeaders(methods, choices);
  if (isRefusal(outcome)) return presentRefusal(outcome, common, choices);
  const { status, body } = outcome;
  const headers = [...outcome.headers, ...common];
  switch (body.kind) {
    case 'none':
      return { status, headers, body: '' };
    case 'bytes':
      return { status, headers: [['Content-Type', body.type], ...headers], body: body.bytes };
    case 'text':
    case 'records':
    case 'json':
      return {
        status,
        headers: [['Content-Type', contentType(choices)], ...headers],
        body: jsonOf(body, choices),
      };
  }
}

function jsonOf(
  body: Extract<SiteResult['body'], { kind: 'text' | 'records' | 'json' }>,
  choices: ContentChoices,
): string | Uint8Array {
  if (choices.layout === 'indented') return JSON.stringify(bodyValue(body), null, 2);
  switch (body.kind) {
    case 'text':
      return body.bytes ?? body.text;
    case 'records':
      return listed(body.records);
    case 'json':
      return JSON.stringify(body.value);
  }
}

const [OPEN, COMMA, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')];

function listed(records: readonly SerializedRecord[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (const { bytes } of records) pieces.push(pieces.length === 0 ? OPEN : COMMA, bytes);
  return Buffer.concat(pieces.length === 0 ? [OPEN, CLOSE] : [...pieces, CLOSE]);
}

function contentType(choices: ContentChoices): string {
  return choices['json-label'] === 'charset'
    ? 'application/json; charset=UTF-8'
    : 'application/json';
}

function commonHeaders(methods: readonly string[], choices: ContentChoices): Headers {
  const headers: (readonly [string, string])[] = [];
  if (choices.allow === 'present' && methods.length > 0) {
    headers.push(['Allow', methods.join(', ')]);
  }
  if (choices.caching === 'no-store') headers.push(['Cache-Control', 'no-store']);
  if (choices.origin === 'open') headers.push(['Access-Control-Allow-Origin', '*']);
  return headers;
}

function presentRefusal(refusal: Refusal, common: Headers, choices: ContentChoices): Reply {
  const status = refusalStatus(refusal, choices);
  const headers: (readonly [string, string])[] = [...(refusal.headers ?? []), ...common];
  if (status === 401 && choices.challenge === 'present') {
    headers.push(['WWW-Authenticate', `Basic realm="${SITE_NAME}", charset="UTF-8"`]);
  }
  if (choices['error-body'] === 'empty') return { status, headers, body: '' };
  const problem = choices['error-body'] === 'problem';
  const type = problem ? 'application/problem+json' : contentType(choices);
  const value = refusalBody(refusal, status, choices);
  return {
    status: choices['error-place'] === 'body' ? 200 : status,
    headers: [['Content-Type', type], ...headers],
    body: JSON.stringify(value, null, choices.layout === 'indented' ? 2 : undefined),
  };
}

export function refusalStatus(refusal: Refusal, choices: ContentChoices): number {
  if (refusal.status !== 401) return refusal.status;
  return choices['unauthenticated-status'] === 'unauthorised' ? 401 : 403;
}

/** The body of an error (open in section 7). */
export function refusalBody(refusal: Refusal, status: number, choices: ContentChoices): Json {
  const code = codeOf(refusal, status, choices);
  const coded: JsonObject = {
    code,
    message: refusal.message,
    data: { status, ...(refusal.params && { params: refusal.params }) },
  };
  switch (choices['error-body']) {
    case 'nested':
      return { error: coded };
    case 'problem':
      return {
        type: 'about:blank',
        title: refusal.message,
        status,
        detail: code,
        ...(refusal.params && { params: refusal.params }),
      };
    case 'empty':
      return null;
    case 'coded':
      return coded;
  }
}

function codeOf(refusal: Refusal, status: number, choices: ContentChoices): string {
  switch (choices['error-codes']) {
    case 'plain':
      return refusal.code;
    case 'prefixed':
      return `rest_${refusal.code}`;
    case 'numeric':
      return String(status);
  }
}
