import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { isList, type Json } from '../../model/index.ts';
import type { Reply } from '../http.ts';
import type { HeaderList, IntegrationChoices } from './choice.ts';
import type { Draft, Payload } from './draft.ts';

/** Adds bytes and HTTP headers to a drafted answer, by the choices. */
export function present(draft: Draft, choices: IntegrationChoices): Reply {
  const { bytes, contentType } = spell(draft.payload, choices);
  const coded = bytes.length === 0 ? bytes : encode(bytes, choices.coding);
  const headers: HeaderList = [
    ...(contentType === undefined ? [] : [['content-type', contentType] as const]),
    ...(coded === bytes ? [] : [['content-encoding', choices.coding] as const]),
    ...(choices.framing === 'chunked' ? [['transfer-encoding', 'chunked'] as const] : []),
    ...(choices.connection === 'closed' ? [['connection', 'close'] as const] : []),
    ...draft.headers,
    ...choices.rateHeaders,
    ...choices.versionHeaders,
    ...choices.cacheHeaders,
    ...choices.browserHeaders,
    ...choices.traceHeaders,
  ];
  return {
    status: draft.status,
    ...(choices.reason === undefined ? {} : { reason: choices.reason }),
    headers,
    body: coded,
  };
}

function spell(
  payload: Payload,
  choices: IntegrationChoices,
): { readonly bytes: Uint8Array; readonly contentType: string | undefined } {
  switch (payload.kind) {
    case 'json':
      return {
        bytes: Buffer.from(write(payload.value, choices)),
        contentType: choices.contentType ?? undefined,
      };
    case 'bytes':
      return payload;
    case 'empty':
      return { bytes: new Uint8Array(), contentType: undefined };
  }
}

function write(value: Json, { layout, memberOrder }: IntegrationChoices): string {
  const ordered = memberOrder === 'reversed' ? reverseMembers(value) : value;
  switch (layout) {
    case 'compact':
      return JSON.stringify(ordered);
    case 'indented':
      return `${JSON.stringify(ordered, undefined, 2)}\n`;
    case 'escaped':
      return JSON.stringify(ordered)
        .replaceAll('/', '\\/')
        .replace(
          /[\u0080-\uffff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  }
}

function reverseMembers(value: Json): Json {
  if (isList(value)) return value.map(reverseMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [name, reverseMembers(member)] as const,
  );
  return Object.fromEntries(members.reverse());
}

function encode(bytes: Uint8Array, coding: IntegrationChoices['coding']): Uint8Array {
  switch (coding) {
    case 'identity':
      return bytes;
    case 'gzip':
      return gzipSync(bytes, { level: 1 });
    case 'deflate':
      return deflateSync(bytes, { level: 1 });
    case 'br':
      return brotliCompressSync(bytes, { params: brotliFast });
  }
}

// Brotli's default quality takes many times longer than the rest of an answer.
const brotliFast = { [constants.BROTLI_PARAM_QUALITY]: 3 };
