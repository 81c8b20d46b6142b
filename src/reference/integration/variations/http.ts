import { taking } from '../deviation.ts';

/** HTTP and JSON, on which the document is silent. */
export const httpVariations = taking([
  {
    name: 'content-type-bare',
    leaves: '4: content type of an answer',
    what: 'names the content type without a charset',
    choose: { contentType: 'application/json' },
  },
  {
    name: 'content-type-other-json',
    leaves: '4: content type of an answer',
    what: 'names a content type of its own that is JSON',
    choose: { contentType: 'application/vnd.integration+json' },
  },
  {
    name: 'content-type-text',
    leaves: '4: content type of an answer',
    what: 'names a content type that is not JSON',
    choose: { contentType: 'text/html; charset=UTF-8' },
  },
  {
    name: 'content-type-missing',
    leaves: '4: content type of an answer',
    what: 'names no content type',
    choose: { contentType: undefined },
  },
  {
    name: 'json-indented',
    leaves: '4: layout of JSON',
    what: 'indents its JSON',
    choose: { layout: 'indented' },
  },
  {
    name: 'json-escaped',
    leaves: '4: layout of JSON',
    what: 'escapes slashes and all letters beyond ASCII',
    choose: { layout: 'escaped' },
  },
  {
    name: 'members-reversed',
    leaves: '2: order of members',
    what: 'writes all members in the opposite order',
    choose: { memberOrder: 'reversed' },
  },
  {
    name: 'deflated',
    leaves: '4: content coding',
    what: 'compresses every answer with deflate',
    choose: { coding: 'deflate' },
  },
  {
    name: 'brotli',
    leaves: '4: content coding',
    what: 'compresses every answer with Brotli',
    choose: { coding: 'br' },
  },
  {
    name: 'gzipped',
    leaves: '4: content coding',
    what: 'compresses every answer with gzip',
    choose: { coding: 'gzip' },
  },
  {
    name: 'chunked',
    leaves: '4: framing of HTTP',
    what: 'sends answers in chunks without a length',
    choose: { framing: 'chunked' },
  },
  {
    name: 'connection-closed',
    leaves: '4: whether a connection is kept',
    what: 'closes the connection after each answer',
    choose: { connection: 'closed' },
  },
  {
    name: 'own-reason',
    leaves: '4: the reason phrase',
    what: 'has its own reason phrase',
    choose: { reason: 'As You Like It' },
  },
  {
    name: 'rate-limit-headers',
    leaves: '8: rate limits',
    what: 'reports a rate limit in headers',
    choose: {
      rateHeaders: [
        ['x-ratelimit-limit', '60'],
        ['x-ratelimit-remaining', '59'],
        ['retry-after', '0'],
      ],
    },
  },
  {
    name: 'version-headers',
    leaves: '9: versioning',
    what: 'reports a version in headers',
    choose: {
      versionHeaders: [
        ['x-api-version', '3.1'],
        ['deprecation', '@1735689600'],
      ],
    },
  },
  {
    name: 'cache-headers',
    leaves: '4: other headers',
    what: 'sends headers for caches, one of them twice',
    choose: {
      cacheHeaders: [
        ['cache-control', 'max-age=60'],
        ['etag', 'W/"1"'],
        ['vary', 'Accept-Encoding'],
        ['vary', 'Origin'],
      ],
    },
  },
  {
    name: 'browser-headers',
    leaves: '4: other headers',
    what: 'sends headers for browsers, cookies among them',
    choose: {
      browserHeaders: [
        ['access-control-allow-origin', '*'],
        ['strict-transport-security', 'max-age=31536000'],
        ['set-cookie', 'session=1; HttpOnly'],
        ['set-cookie', 'lang=en'],
      ],
    },
  },
  {
    name: 'trace-headers',
    leaves: '4: other headers',
    what: 'sends headers for tracing',
    choose: {
      traceHeaders: [
        ['x-request-id', '00000000-0000-0000-0000-000000000000'],
        ['x-powered-by', 'Integration/3'],
      ],
    },
  },
]);
