import { type Answer, bodyOf } from '../model/index.ts';
import { cleanBody, MOST_BYTES } from './body.ts';
import { knownSecrets, withoutKnown } from './known.ts';
import { latin1 } from './media.ts';

/**
 * Puts another text in the place of a secret that an answer repeats, in its head and its body, in whatever encoding.
 * @returns the same answer where it does not have the secret
 */
export function replacing(secret: string, by: string): (answer: Answer) => Answer {
  const known = knownSecrets([{ value: secret, placeholder: by }]);
  const replaced = (text: string) => withoutKnown(text, known);
  const bytesWithout = (bytes: Uint8Array): Uint8Array => {
    const text = latin1(bytes);
    const rest = replaced(text);
    return rest === text ? bytes : new Uint8Array(Buffer.from(rest, 'latin1'));
  };
  return (answer) => {
    const { body } = answer;
    const headers = answer.headers.map(([name, value]) => [name, replaced(value)] as const);
    const { bytes, lost } = cleanBody(body.bytes, answer.headers, bytesWithout);
    const same = lost !== undefined || bytes === body.bytes;
    return {
      ...answer,
      headers,
      body: same ? body : bodyOf(bytes, answer.headers, body.completeness, MOST_BYTES),
    };
  };
}
