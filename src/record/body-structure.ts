/** Parses the body of a request: the value of JSON, the fields of a form, the parts of a multipart message. */

import { isUtf8 } from 'node:buffer';
import { exactJson, fieldOf, type WireRequest } from '../model/index.ts';
import { pairsIn, utf8Of } from './url-encoded.ts';

type Fields = WireRequest['headers'];
type Message = Pick<WireRequest, 'headers' | 'body'>;

export interface BodyStructure {
  readonly kind: 'json' | 'form' | 'parts';
  /** A form is an object of its fields. A repeated name has a list, in form order. */
  readonly value: unknown;
}

/** Returns undefined for an empty body, and if only bytes can be compared. */
export function bodyStructure({ headers, body }: Message): BodyStructure | undefined {
  if (!body || body.length === 0) return undefined;
  const type = mediaType(headers);
  if (type.startsWith('multipart/')) return partsIn(headers, body, type);
  const isForm = type === 'application/x-www-form-urlencoded';
  const text = isUtf8(body) ? new TextDecoder().decode(body) : undefined;
  // Clients also send JSON under other types: `curl -d` declares a form.
  if (text !== undefined && (!isForm || /^\s*[[{]/.test(text))) {
    const value = exactJson(text);
    if (value !== undefined) return { kind: 'json', value };
  }
  if (!isForm) return undefined;
  return { kind: 'form', value: byName(pairsIn(Buffer.from(body).toString('latin1'))) };
}

function mediaType(headers: Fields): string {
  const [type = ''] = (fieldOf(headers, 'content-type') ?? '').split(';', 1);
  return type.trim().toLowerCase();
}

/** The boundary of a multipart message. */
export function boundaryIn(headers: Fields): string | undefined {
  const type = fieldOf(headers, 'content-type') ?? '';
  return /^multipart\/.*\bboundary="?([^";]+)/i.exec(type)?.[1];
}

function byName(pairs: readonly (readonly [name: string, value: unknown])[]): object {
  const values = new Map<string, unknown[]>();
  for (const [name, value] of pairs) {
    const own = values.get(name);
    if (own) own.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries(
    [...values].map(([name, own]) => [name, own.length === 1 ? own[0] : own]),
  );
}

/** A part of a message (RFC 2046, 5.1), with its content as bytes in a text. */
interface Part {
  readonly headers: Fields;
  readonly content: string;
}

function partsIn(headers: Fields, body: Uint8Array, type: string): BodyStructure | undefined {
  const boundary = boundaryIn(headers);
  const parts = boundary && split(Buffer.from(body).toString('latin1'), boundary);
  if (!parts) return undefined;
  // Otherwise the order of the parts has a meaning.
  if (type !== 'multipart/form-data') return { kind: 'parts', value: parts.map(contentOf) };
  const names = parts.map(nameOf);
  if (names.includes(undefined)) return undefined;
  return {
    kind: 'parts',
    value: byName(parts.map((part, at) => [names[at] ?? '', contentOf(part)])),
  };
}

/** @returns undefined for an incomplete message, or a part whose head does not end */
function split(text: string, boundary: string): readonly Part[] | undefined {
  const [, ...pieces] = `\r\n${text}`.split(`\r\n--${boundary}`);
  if (pieces.pop()?.startsWith('--') !== true) return undefined;
  const parts = pieces.map((piece): Part | undefined => {
    // White space can follow a boundary, and a part can have no header fields.
    const own = piece.replace(/^[ \t]+/, '');
    const end = own.indexOf('\r\n\r\n');
    if (end < 0 || !own.startsWith('\r\n')) return undefined;
    const lines = own.slice(2, end).split('\r\n');
    return { headers: lines.flatMap(fieldOfLine), content: own.slice(end + 4) };
  });
  const whole = parts.filter((part) => part !== undefined);
  return whole.length === parts.length ? whole : undefined;
}

function fieldOfLine(line: string): Fields {
  const [, name, value = ''] = /^([^:]+):(.*)$/s.exec(line) ?? [];
  return name === undefined ? [] : [[name.trim().toLowerCase(), value.trim()]];
}

function nameOf({ headers }: Part): string | undefined {
  const [, quoted, bare] =
    /;\s*name=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(
      fieldOf(headers, 'content-disposition') ?? '',
    ) ?? [];
  const name = quoted ?? bare;
  return name === undefined ? undefined : utf8Of(name);
}

/** The content of a part, with header fields if it has more than its name. */
function contentOf({ headers, content }: Part): unknown {
  const fields = Object.fromEntries(
    headers.map(([name, value]) => [name, utf8Of(parametersOf(value).join('; '))]),
  );
  const { 'content-disposition': disposition = '', ...others } = fields;
  const file = parametersOf(disposition).filter((one) => !/^(?:form-data|name=.*)$/is.test(one));
  const own = { ...others, ...(file.length > 0 && { file: file.join('; ') }) };
  const value = partValue({ headers, content });
  return Object.keys(own).length === 0 ? value : { ...own, content: value };
}

/** The parameters of a field without blanks and quotes around them. */
function parametersOf(value: string): readonly string[] {
  return (value.match(/(?:"(?:[^"\\]|\\.)*"|[^;"])+/g) ?? []).map((one) =>
    one.trim().replace(/="(.*)"$/s, '=$1'),
  );
}

/** A part without a type is text, not JSON. */
function partValue({ headers, content }: Part): unknown {
  const isTyped = /[/+]json$|^multipart\/|^application\/x-www-form-urlencoded$/.test(
    mediaType(headers),
  );
  const structure = isTyped && bodyStructure({ headers, body: Buffer.from(content, 'latin1') });
  return structure ? structure.value : utf8Of(content);
}
