import { isObject, type PlannedBody } from '../model/index.ts';

export const UNREAD_FIELDS =
  'the answer to an upload does not show the title that was sent beside the file, so its fields may not have been read';

/**
 * Returns true if an answer shows that the fields of a form were read. How a file is sent is not shown, so a target may
 * take the file and leave alone what comes with it. Any other body counts as read.
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
