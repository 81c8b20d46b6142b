/** Takes a recording that was edited by hand as it stands: sums, sizes and lengths are made anew. */

import { join } from 'node:path';
import { MOST_BODY_BYTES, undone } from '../content.ts';
import type { HarContent, HarEntry, HarPair, HarRequest, HarResponse } from './cassette.ts';
import { ownFiles } from './collected.ts';
import { readWhole, writeWhole } from './files.ts';
import { broken } from './folder-lines.ts';
import { isCase, isEntry, parseLine, summed } from './lines.ts';

/** A line that was edited, and is taken as it stands. */
export interface SealedLine {
  /** Name of the file in the folder. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/**
 * Seals each line of a recording that is not as it was recorded. All files are read before the first is written.
 *
 * @throws TouchstoneError 'recording-unreadable' for a line that is no JSON or not a line of a recording any more,
 * 'output-unwritable'
 */
export function sealRecording(folder: string): readonly SealedLine[] {
  const sealed: SealedLine[] = [];
  const files = ownFiles(folder).map((file) => {
    const path = join(folder, file);
    const before = readWhole(path).toString('utf8');
    const lines = before.split('\n').map((text, index) => {
      const line = sealedLine(text, (bytes) => broken(folder, file, { number: index + 1, bytes }));
      if (line !== text) sealed.push({ file, line: index + 1 });
      return line;
    });
    return { path, before, after: lines.join('\n') };
  });
  for (const { path, before, after } of files) if (after !== before) writeWhole(path, [after]);
  return sealed;
}

const ENTRY = /^(,?)(\{"_sum":.*\})(\r?)$/s;

/** Lines without a sum are the beginning and the end of a file. */
function sealedLine(text: string, brokenAt: (line: Buffer) => Error): string {
  const [, comma = '', json, end = ''] = ENTRY.exec(text) ?? [];
  if (json === undefined) {
    if (text.includes('"_sum"') || /^(?:<<<<<<<|=======|>>>>>>>)/.test(text)) {
      throw brokenAt(Buffer.from(text));
    }
    return text;
  }
  if (parseLine(Buffer.from(json))) return text;
  const { _sum: _, ...value } = parsed(json, brokenAt);
  const known = 'kind' in value || isCase(value) || isEntry(value);
  if (!known) throw brokenAt(Buffer.from(text));
  return `${comma}${summed(isEntry(value) ? refitted(value as HarEntry) : value)}${end}`;
}

function parsed(
  json: string,
  brokenAt: (line: Buffer) => Error,
): { readonly [name: string]: unknown } {
  try {
    return JSON.parse(json);
  } catch {
    throw brokenAt(Buffer.from(json));
  }
}

/** What an entry says of the length of its bodies follows their texts. */
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

/** A body that was packed and whose text was edited is kept unpacked. */
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
