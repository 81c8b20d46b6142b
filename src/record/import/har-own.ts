/** Reads entries written by `touchstone show --har`, which contain more than HAR defines. */

import { isObject, MOST_BODY_BYTES } from '../../model/index.ts';
import type { HarEntry } from '../cassette.ts';
import { readEntry } from '../entry.ts';
import type { ImportedExchange } from './format.ts';

/** The exchange of such an entry; undefined if another program wrote or changed it. */
export function ownExchange(entry: unknown, number: number): ImportedExchange | undefined {
  if (!isOwn(entry)) return undefined;
  const {
    request,
    outcome,
    baseUrl,
    startedAt,
    durationMs,
    lost = [],
  } = readEntry(entry, MOST_BODY_BYTES);
  const { origin, pathname } = new URL(baseUrl);
  const target = `${pathname.replace(/\/+$/, '')}${request.target}`;
  return {
    ...{ number, origin, request: { ...request, target }, outcome },
    ...{ startedAt, durationMs, lost },
  };
}

/** Returns true if an entry has the members that `readEntry` needs. */
function isOwn(entry: unknown): entry is HarEntry {
  if (!isObject(entry) || !isObject(entry.request) || !isObject(entry.response)) return false;
  const { request, response } = entry;
  const { postData } = request;
  return (
    typeof entry._base === 'string' &&
    URL.canParse(entry._base) &&
    typeof entry.startedDateTime === 'string' &&
    !Number.isNaN(Date.parse(entry.startedDateTime)) &&
    typeof entry.time === 'number' &&
    typeof request.method === 'string' &&
    typeof request._target === 'string' &&
    (postData === undefined || (isObject(postData) && typeof postData.text === 'string')) &&
    typeof response.status === 'number' &&
    typeof response.statusText === 'string' &&
    isObject(response.content) &&
    typeof response.content.text === 'string' &&
    areFields(request.headers) &&
    areFields(response.headers)
  );
}

function areFields(fields: unknown): boolean {
  return (
    Array.isArray(fields) &&
    fields.every(
      (field: unknown) =>
        isObject(field) && typeof field.name === 'string' && typeof field.value === 'string',
    )
  );
}
