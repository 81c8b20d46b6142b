/** Repairs hand-edited lines of a recording: checksums, sizes and lengths follow the texts. */

import { isObject, MOST_BODY_BYTES, parsedJson, undone } from '../model/index.ts';
import type { HarContent, HarEntry, HarPair, HarRequest, HarResponse } from './cassette.ts';
import { isCase, isEntry, summed } from './lines.ts';

/**
 * A hand-edited line with corrected checksum and lengths. Undefined for an incomplete line, invalid JSON, or another
 * kind of line.
 */
export function editedLine(line: Buffer): Buffer | undefined {
  const value = parsedJson(line.toString());
  if (!isObject(value) || typeof value._sum !== 'string') return undefined;
  const { _sum: _, ...rest } = value;
  if (!('kind' in rest) && !isCase(rest) && !isEntry(rest)) return undefined;
  return Buffer.from(summed(isEntry(rest) ? refitted(rest as HarEntry) : rest));
}

/** The lengths of bodies in an entry are recomputed from their texts. */
export function refitted(entry: HarEntry): Omit<HarEntry, '_sum'> {
  return {
    ...entry,
    request: refittedRequest(entry.request),
    response: refittedAnswer(entry.response),
  };
}

function refittedRequest(request: HarRequest): HarRequest {
  const { postData, headers, bodySize } = request;
  const size = postData ? bytesOf(postData.text, postData._encoding).length : 0;
  return size === bodySize
    ? request
    : { ...request, headers: withLength(headers, size), bodySize: size };
}

/** An edited compressed body is stored uncompressed. */
function refittedAnswer(response: HarResponse): HarResponse {
  const { content, headers } = response;
  const { _wire, ...plain } = content;
  const bytes = bytesOf(content.text, content.encoding);
  if (_wire !== undefined) {
    if (isUnpackedFrom(bytes, _wire, headers)) return response;
    const rest = headers.filter(({ name }) => name.toLowerCase() !== 'content-encoding');
    return withSize(response, plain, rest, bytes.length);
  }
  return bytes.length === content.size
    ? response
    : withSize(response, plain, headers, bytes.length);
}

function isUnpackedFrom(bytes: Uint8Array, wire: string, headers: readonly HarPair[]): boolean {
  const pairs = headers.map(({ name, value }) => [name, value] as const);
  const unpacked = undone(bytesOf(wire, 'base64'), pairs, MOST_BODY_BYTES);
  return unpacked !== undefined && Buffer.compare(unpacked, bytes) === 0;
}

function withSize(
  response: HarResponse,
  content: HarContent,
  headers: readonly HarPair[],
  size: number,
): HarResponse {
  return {
    ...response,
    headers: withLength(headers, size),
    content: { ...content, size },
    bodySize: size,
  };
}

function withLength(headers: readonly HarPair[], size: number): readonly HarPair[] {
  return headers.map(({ name, value }) => ({
    name,
    value: name.toLowerCase() === 'content-length' ? String(size) : value,
  }));
}

function bytesOf(text: string, encoding: 'base64' | undefined): Uint8Array {
  return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
}
