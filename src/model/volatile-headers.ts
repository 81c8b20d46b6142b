/**
 * Header fields that say nothing about what was asked or answered, by what they are about. Comparisons of messages
 * choose from these kinds; a field is added here alone.
 */

/** `connection`: one connection or one message on it. `moment`: when, by which machine and how fast it was answered. */
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
