/**
 * Header fields and parts of texts that always change. Comparisons choose from these; a field or a pattern is
 * added only here.
 */

/** `connection`: one connection or one message on it. `moment`: time, machine or speed of the answer. */
type VolatileKind = 'connection' | 'moment' | 'validator' | 'client' | 'session';

const FIELDS: { readonly [K in VolatileKind]: RegExp } = {
  connection:
    /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|upgrade|expect|via|proxy-.*)$/,
  moment:
    /^(?:date|age|expires|server-timing|traceparent|tracestate|x-(?:request|correlation|trace|amzn-trace|amz-cf|amz-request)-?id|x-(?:runtime|response-time|timer|served-by|cache(?:-hits)?)|cf-(?:ray|cache-status)|report-to|nel|alt-svc|(?:x-)?ratelimit-(?:remaining|reset)|x-wp-nonce)$/,
  // Versions of an object (RFC 9110, 8.8).
  validator: /^(?:etag|last-modified)$/,
  client: /^(?:user-agent|accept-encoding)$/,
  session: /^(?:cookie|set-cookie|x-wp-nonce)$/,
};

/** Returns true if a header field is of one of some kinds; names are compared in any case. */
export function volatileHeader(...kinds: readonly VolatileKind[]): (name: string) => boolean {
  return (name) => kinds.some((kind) => FIELDS[kind].test(name.toLowerCase()));
}

const DAY = String.raw`\d{4}-\d\d-\d\d`;
const CLOCK = String.raw`\d\d:\d\d(?::\d\d(?:\.\d+)?)?`;
const TIME = String.raw`[T ]${CLOCK}(?:Z|[+-]\d\d:?\d\d)?`;
const HTTP_DATE = String.raw`[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT`;

/** Whole texts that are a moment. */
export const MOMENTS = {
  iso: new RegExp(`^${DAY}${TIME}$`),
  /** Without a zone. */
  bare: new RegExp(`^${DAY}T${CLOCK}$`),
  http: new RegExp(`^${HTTP_DATE}$`),
} as const;

/** Parts of texts that are new each time, each with the mark that stands for it. */
const NEW_EACH_TIME: readonly (readonly [pattern: RegExp, mark: string])[] = [
  [/https?:\/\/[^/\s"',]+/g, '{origin}'],
  [new RegExp(`${DAY}(?:${TIME})?`, 'g'), '{date}'],
  [new RegExp(HTTP_DATE, 'g'), '{date}'],
  [/\/\d+(?=[/?#&"',\s]|$)/g, '/{id}'],
  [/=\d+(?=[&#"',\s]|$)/g, '={id}'],
];

/** A text with marks in place of addresses, dates and IDs. */
export function withoutVolatile(text: string): string {
  return NEW_EACH_TIME.reduce((rest, [pattern, mark]) => rest.replace(pattern, mark), text);
}

/** In a JSON Pointer, indices and names that a run makes up. */
const VOLATILE_TOKEN = /(?<=\/)(?:\d+|[^/]*touchstone[^/]*)(?=\/|$)/g;

/** A JSON Pointer with `*` in place of indices and of names that a run makes up. */
export function stablePointer(pointer: string): string {
  return pointer.replace(VOLATILE_TOKEN, '*');
}

/** Indices, IDs and counters, but no HTTP status. */
const NUMBER = /(?<!HTTP |\d)\d+/g;
const MADE_UP = /"[^"]*touchstone[^"]*"/g;

/** Replaces numbers and names that differ from case to case. */
export function withoutNumbers(text: string): string {
  return text.replace(MADE_UP, '"…"').replace(NUMBER, 'N');
}
