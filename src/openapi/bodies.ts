/** Bodies of operations, JSON or forms, and their address, which is that of the document. */

import { isJsonType } from './answers.ts';
import type { Context, Given } from './import.ts';
import {
  type DocumentPlace,
  elementsAt,
  followed,
  inside,
  mediaTypesAt,
  rootOf,
  textAt,
} from './references.ts';

interface GivenBody {
  readonly schema?: string;
  readonly required?: boolean;
  /** Absent for `application/json`. */
  readonly type?: string;
  readonly lacks?: string;
}

/** Types of bodies, the first one that an operation takes. */
const SENT = [
  /^application\/json\s*(;|$)/i,
  /^application\/[\w.-]+\+json\s*(;|$)/i,
  /^application\/x-www-form-urlencoded\s*(;|$)/i,
];

function essence(type: string): string {
  return type.replace(/;.*$/s, '').trim().toLowerCase();
}

export function bodyOf({ place }: Given, words: string, context: Context): GivenBody {
  const { documents, schemas, notes } = context;
  const body = inside(place, 'requestBody');
  if (body.value === undefined) return {};
  const content = followed(documents, body);
  const types = mediaTypesAt(content);
  if (types.length === 0) return {};
  const required = inside(content, 'required').value === true;
  const sent = SENT.map((form) => types.find(([type]) => form.test(type))).find((one) => one);
  if (sent === undefined) {
    const what = `a body of type ${types.map(([type]) => type).join(' or ')} is not sent`;
    notes.add(body, what);
    // Without a body, a request of such an operation is rarely a valid one.
    return required || types.some(([type]) => isJsonType(type)) ? { lacks: what } : {};
  }
  const schema = inside(sent[1], 'schema');
  const type = essence(sent[0]);
  if (schema.value === undefined) return required ? { lacks: 'its body has no schema' } : {};
  const reference = schemas.reference(schema, 'request', words);
  return { schema: reference, required, ...(type !== 'application/json' && { type }) };
}

/** Why an operation is not sent to the address of the document: it has another one. */
export function elsewhere(
  { path, place }: Given,
  { documents, notes }: Context,
): string | undefined {
  const addressesAt = (one: DocumentPlace) =>
    elementsAt(inside(one, 'servers')).map((server) => textAt(server, 'url'));
  const own = [place, path].find((one) => inside(one, 'servers').value !== undefined);
  if (own === undefined) return undefined;
  const usual = addressesAt(rootOf(documents));
  if (addressesAt(own).every((url) => usual.includes(url))) return undefined;
  const what = 'an operation with `servers` of its own is not sent';
  notes.add(own, what);
  return what;
}
