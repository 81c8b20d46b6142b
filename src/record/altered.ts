/** Finds the bodies of an entry in which a secret was replaced. */

import { PLACEHOLDER } from '../secrets/index.ts';
import type { UnsummedEntry } from './cassette.ts';

export type AlteredBody = 'request body' | 'answer body';

/** Reads the marks. Recordings of older versions have none: there, placeholders in the bodies show it. */
export function alteredIn({
  request,
  response,
}: Pick<UnsummedEntry, 'request' | 'response'>): readonly AlteredBody[] {
  const { postData } = request;
  const { content } = response;
  const isAsked =
    request._altered ??
    (hasPlaceholder(postData?.text, postData?._encoding) || hasPlaceholder(request._raw, 'base64'));
  const isAnswered =
    response._altered ??
    (hasPlaceholder(content.text, content.encoding) || hasPlaceholder(response._raw, 'base64'));
  return [
    ...(isAsked ? (['request body'] as const) : []),
    ...(isAnswered ? (['answer body'] as const) : []),
  ];
}

function hasPlaceholder(text = '', encoding?: 'base64'): boolean {
  return PLACEHOLDER.test(encoding ? Buffer.from(text, encoding).toString('latin1') : text);
}
