/** What Polly.JS says of a request that it cannot answer: with headers and body, in which secrets are. */

import { TouchstoneError } from '../errors.ts';
import { parsedJson } from '../json.ts';
import { isObject } from '../pointer.ts';

/** The same, with no more of the request than its method and path; undefined for what is said of no request. */
export function discreetError(message: string): TouchstoneError | undefined {
  const start = message.indexOf('\n{');
  const request = start < 0 ? undefined : parsedJson(message.slice(start + 1));
  if (!isObject(request)) return undefined;
  const { method, url } = request;
  const path = typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : '';
  const what = message.slice(0, start).replace(/[.:]?\s*$/, '');
  const hint = 'TOUCHSTONE_RECORD=all records it anew';
  return new TouchstoneError('recording-unreadable', `${what}: ${method} ${path}; ${hint}`, hint);
}
