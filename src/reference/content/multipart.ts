import { fileName } from './disposition.ts';
import { type QueryValue, readQuery } from './query.ts';
import type { UploadedFile } from './site.ts';

interface MultipartForm {
  readonly fields: ReadonlyMap<string, QueryValue>;
  readonly file?: UploadedFile;
}

const PART_LIMIT = 200;

/**
 * Reads a multipart form (RFC 7578): its fields, and the part with a file.
 *
 * @returns the reason in words if the form is malformed
 */
export function readMultipart(bytes: Uint8Array, contentType: string): MultipartForm | string {
  const match = /boundary=(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) return 'names no boundary';
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  const pairs: string[] = [];
  let file: UploadedFile | undefined;
  let at = all.indexOf(mark);
  if (at < 0) return 'has no part';
  for (let count = 0; count < PART_LIMIT; count++) {
    at += mark.length;
    if (all.subarray(at, at + 2).toString('latin1') === '--') return formOf(pairs, file);
    const head = all.indexOf('\r\n\r\n', at);
    const next = all.indexOf(Buffer.concat([Buffer.from('\r\n'), mark]), at);
    if (head < 0 || next < 0 || head > next) return 'ends in the middle';
    const part = readPart(all.subarray(at, head).toString('utf8'), all.subarray(head + 4, next));
    if (part === undefined) return 'has a part without a name';
    if (typeof part === 'string') pairs.push(part);
    else file ??= part;
    at = next + 2;
  }
  return 'has too many parts';
}

/** A field as a pair of a query string, so that names with brackets mean the same in both. */
function readPart(head: string, body: Buffer): UploadedFile | string | undefined {
  const disposition = headerOf(head, 'content-disposition') ?? '';
  const name = /[;\s]name="([^"]*)"/i.exec(disposition)?.[1];
  if (name === undefined) return undefined;
  const file = fileName(disposition);
  if (file === undefined) {
    return `${encodeURIComponent(name)}=${encodeURIComponent(body.toString('utf8'))}`;
  }
  const [type = ''] = (headerOf(head, 'content-type') ?? 'application/octet-stream').split(';');
  return { name: file, type: type.trim().toLowerCase(), bytes: new Uint8Array(body) };
}

function headerOf(head: string, name: string): string | undefined {
  for (const line of head.split('\r\n')) {
    const at = line.indexOf(':');
    if (at > 0 && line.slice(0, at).trim().toLowerCase() === name) return line.slice(at + 1).trim();
  }
  return undefined;
}

function formOf(pairs: readonly string[], file: UploadedFile | undefined): MultipartForm {
  return { fields: readQuery(pairs.join('&')), ...(file && { file }) };
}
