import type { Json } from '../../model.ts';
import type { Reply } from '../http.ts';
import type { Choices } from './choices.ts';
import type { JsonObject } from './item.ts';
import { bodyValue, isRefusal, type Refusal, type Result } from './refusal.ts';
import { SITE_NAME } from './site-index.ts';

type Headers = readonly (readonly [string, string])[];

/** An outcome with its bytes: the one place that knows what JSON and errors look like. */
export function present(
  outcome: Result | Refusal,
  methods: readonly string[],
  choices: Choices,
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
    case 'json':
      return {
        status,
        headers: [['Content-Type', contentType(choices)], ...headers],
        body: textOf(body, choices),
      };
  }
}

function textOf(
  body: Extract<Result['body'], { kind: 'text' | 'json' }>,
  choices: Choices,
): string {
  if (choices.layout === 'indented') return JSON.stringify(bodyValue(body), null, 2);
  return body.kind === 'text' ? body.text : JSON.stringify(body.value);
}

function contentType(choices: Choices): string {
  return choices['json-label'] === 'charset'
    ? 'application/json; charset=UTF-8'
    : 'application/json';
}

function commonHeaders(methods: readonly string[], choices: Choices): Headers {
  const headers: (readonly [string, string])[] = [];
  if (choices.allow === 'present' && methods.length > 0) {
    headers.push(['Allow', methods.join(', ')]);
  }
  if (choices.caching === 'no-store') headers.push(['Cache-Control', 'no-store']);
  if (choices.origin === 'open') headers.push(['Access-Control-Allow-Origin', '*']);
  return headers;
}

function presentRefusal(refusal: Refusal, common: Headers, choices: Choices): Reply {
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
    status,
    headers: [['Content-Type', type], ...headers],
    body: JSON.stringify(value, null, choices.layout === 'indented' ? 2 : undefined),
  };
}

export function refusalStatus(refusal: Refusal, choices: Choices): number {
  if (refusal.status !== 401) return refusal.status;
  return choices['unauthenticated-status'] === 'unauthorised' ? 401 : 403;
}

/** The body of an error (section 7 leaves it open). */
export function refusalBody(refusal: Refusal, status: number, choices: Choices): Json {
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

function codeOf(refusal: Refusal, status: number, choices: Choices): string {
  switch (choices['error-codes']) {
    case 'plain':
      return refusal.code;
    case 'prefixed':
      return `rest_${refusal.code}`;
    case 'numeric':
      return String(status);
  }
}
