import { type Operation, type PlannedBody, recordsOf, recordText } from '../model/index.ts';

export const UNREAD_FIELDS =
  'the answer to an upload does not show the title that was sent with the file, so its fields may not have been read';

/**
 * Returns true if an answer shows that form fields were read. The documents do not show file uploads, so a target may
 * ignore the other fields. Any other body counts as read.
 */
export function readsFields(body: PlannedBody, answer: unknown, operation: Operation): boolean {
  if (body.kind !== 'form') return true;
  const records = recordsOf(operation);
  const title = records.title === undefined ? undefined : body.fields[records.title];
  const text = recordText(title, records);
  return (
    typeof text === 'string' &&
    JSON.stringify(answer ?? '').includes(JSON.stringify(text).slice(1, -1))
  );
}
