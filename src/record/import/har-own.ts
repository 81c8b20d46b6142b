/** Entries that we wrote ourselves (`touchstone show --har`): they hold more than HAR has a place for. */

import { isObject, MOST_BODY_BYTES } from '../../model/index.ts';
import type { HarEntry } from '../cassette.ts';
import { readEntry } from '../entry.ts';
import type { ImportedExchange } from './format.ts';

/** The exchange of such an entry; undefined for one that another program wrote or changed the shape of. */
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

/** Returns true if an entry has what `readEntry` relies on. */
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
