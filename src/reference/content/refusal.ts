import type { Json } from '../../model/index.ts';

/** The reason for a refusal. Its form is a choice, made in one place. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Complaint by parameter, if parameters are at fault. */
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: readonly (readonly [string, string])[];
}

export function refuse(status: number, code: string, message: string): Refusal {
  return { kind: 'refusal', status, code, message };
}

/** Refuses a value of a parameter for a reason that is in no schema. */
export function refuseParameter(name: string, reason: string, status = 400): Refusal {
  return {
    kind: 'refusal',
    status,
    code: 'invalid_parameter',
    message: `Invalid parameter: ${name}`,
    params: { [name]: reason },
  };
}

export function notFound(what: string): Refusal {
  return refuse(404, 'not_found', `There is no such ${what}.`);
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refusal';
}

/** A record as JSON text and as UTF-8, cached. */
export interface SerializedRecord {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** The result of a successful call. `text` and `records` are serialised already. */
export interface SiteResult {
  readonly kind: 'result';
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ResultBody;
}

type ResultBody =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'text'; readonly text: string; readonly bytes?: Uint8Array }
  | { readonly kind: 'records'; readonly records: readonly SerializedRecord[] }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly type: string }
  | { readonly kind: 'none' };

export function json(
  value: Json,
  status = 200,
  headers: readonly (readonly [string, string])[] = [],
): SiteResult {
  return { kind: 'result', status, headers, body: { kind: 'json', value } };
}

export function serialised(
  text: string,
  status = 200,
  headers: readonly (readonly [string, string])[] = [],
): SiteResult {
  return { kind: 'result', status, headers, body: { kind: 'text', text } };
}

/** The body as a value in any form. Bytes and an empty body become null. */
export function bodyValue(body: ResultBody): Json {
  switch (body.kind) {
    case 'json':
      return body.value;
    case 'text':
      return parseJson(body.text);
    case 'records':
      return body.records.map(({ text }) => parseJson(text));
    case 'bytes':
    case 'none':
      return null;
  }
}

function parseJson(text: string): Json {
  const value: Json = JSON.parse(text);
  return value;
}
