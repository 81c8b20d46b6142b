/** Errors of Polly.JS about a request, which show its headers and body, and so its secrets. */

import { isObject, parsedJson, TouchstoneError } from '../model/index.ts';

/** The same error with only the method and path of the request; undefined if it is about no request. */
export function discreetError(message: string): TouchstoneError | undefined {
  const start = message.indexOf('\n{');
  const request = start < 0 ? undefined : parsedJson(message.slice(start + 1));
  if (!isObject(request)) return undefined;
  const { method, url } = request;
  const path = typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : '';
  const said = message.slice(0, start).replace(/[.:]?\s*$/, '');
  // Polly says so where it is in no mode, and a cassette is in none once it has ended.
  const isLate = said === 'Unhandled request';
  const what = isLate ? 'the cassette ended before it was asked' : said;
  const hint = isLate ? 'await it in the test' : 'TOUCHSTONE_RECORD=all records it anew';
  return new TouchstoneError('cassette-mismatch', `${what}: ${method} ${path}; ${hint}`, hint);
}
