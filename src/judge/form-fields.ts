import { isObject, type PlannedBody } from '../model/index.ts';

export const UNREAD_FIELDS =
  'the answer to an upload does not show the title that was sent with the file, so its fields may not have been read';

/**
 * Returns true if an answer shows that form fields were read. The documents do not show file uploads, so a target may
 * ignore the other fields. Any other body counts as read.
 */
export function readsFields(body: PlannedBody, answer: unknown): boolean {
  if (body.kind !== 'form') return true;
  const { title } = body.fields;
  const text = isObject(title) ? title.raw : title;
  return (
    typeof text === 'string' &&
    JSON.stringify(answer ?? '').includes(JSON.stringify(text).slice(1, -1))
  );
}
