/** Bodies of operations, JSON, forms or texts, and their address, which is that of the document. */

import { isJsonType } from './answers.ts';
import type { Context, Given } from './import.ts';
import {
  type DocumentPlace,
  elementsAt,
  followed,
  inside,
  mediaTypesAt,
  membersAt,
  rootOf,
  textAt,
} from './references.ts';
import type { OpenApiDocuments } from './source.ts';

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
  /^multipart\/form-data\s*(;|$)/i,
  /^text\/(?!xml)[\w.+-]+\s*(;|$)/i,
  /^application\/octet-stream\s*(;|$)/i,
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
  const isText = /^text|octet-stream/.test(type);
  const part = type === 'multipart/form-data' ? partNotMade(sent[1], documents) : undefined;
  if (part !== undefined) notes.add(sent[1], part);
  const lacks = schema.value === undefined ? 'its body has no schema' : part;
  if (lacks !== undefined) return required || part !== undefined ? { lacks } : {};
  // A text without letters is no body.
  const whole = isText ? followed(documents, schema) : schema;
  const given = isText ? { ...whole, value: { minLength: 1, ...Object(whole.value) } } : schema;
  const reference = schemas.reference(given, 'request', words);
  return { schema: reference, required, ...(type !== 'application/json' && { type }) };
}

/** Why a part of a form is not made: it is an object, or a file of a type that has a form of its own. */
function partNotMade(media: DocumentPlace, documents: OpenApiDocuments): string | undefined {
  const isPlain = (type: string) => /^(?:text\/plain|application\/octet-stream|\*\/\*)$/.test(type);
  const schema = followed(documents, inside(media, 'schema'));
  for (const [name, one] of membersAt(inside(schema, 'properties'))) {
    const own = followed(documents, one);
    const each = textAt(own, 'type') === 'array' ? followed(documents, inside(own, 'items')) : own;
    const type =
      textAt(inside(media, 'encoding', name), 'contentType') ?? textAt(each, 'contentMediaType');
    const types = (type ?? '*/*').split(',').map(essence);
    if (!types.some(isPlain)) return `a part of type ${type} is not made`;
    if (!/^(?:string|integer|number|boolean)$/.test(textAt(each, 'type') ?? '')) {
      return 'a part of a form that is no plain value is not made';
    }
  }
  return undefined;
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
