/** Encodes and decodes multipart forms (RFC 7578): fields with a file. */

import type { FormFile } from '../model/index.ts';

/** The media type of a form in the form of a query. */
export const FORM = 'application/x-www-form-urlencoded';

/** The media type of a form with files. */
export const MULTIPART = 'multipart/form-data';

/** Returns true for a body that is a text, and no JSON. */
export function isTextType(type: string): boolean {
  return /^text\/(?!.*json)|^application\/octet-stream$/.test(type);
}

/** A percent-encoded name and text, as in a query. */
export type FormPair = readonly [name: string, value: string];

/** Occurs in no planned file or text. Constant, so that a request is recorded as it is replayed. */
const BOUNDARY = 'touchstone-5b0e3f7c1d9a4286';

const CRLF = '\r\n';

interface EncodedForm {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

export function encodeForm(
  fields: readonly FormPair[],
  ...files: readonly FormFile[]
): EncodedForm {
  const heads = fields.map(
    ([key, value]) =>
      `--${BOUNDARY}${CRLF}Content-Disposition: form-data; name="${quoted(decodeURIComponent(key))}"${CRLF}${CRLF}${decodeURIComponent(value)}${CRLF}`,
  );
  const parts = files.flatMap(({ field, name, contentType, base64 }) => [
    Buffer.from(
      `--${BOUNDARY}${CRLF}Content-Disposition: form-data; name="${quoted(field)}"; filename="${quoted(name)}"${CRLF}Content-Type: ${contentType}${CRLF}${CRLF}`,
    ),
    Buffer.from(base64, 'base64'),
    Buffer.from(CRLF),
  ]);
  return {
    bytes: Buffer.concat([
      Buffer.from(heads.join('')),
      ...parts,
      Buffer.from(`--${BOUNDARY}--${CRLF}`),
    ]),
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  };
}

/**
 * Reads the fields of a form.
 *
 * @param withFiles reads the contents of files as well
 * @returns undefined if content type or bytes are not a form
 */
export function decodeForm(
  bytes: Uint8Array,
  contentType: string,
  withFiles = false,
): readonly FormPair[] | undefined {
  const [, boundary] =
    /^multipart\/form-data\s*;.*\bboundary="?([^";]+)"?/is.exec(contentType) ?? [];
  if (boundary === undefined) return undefined;
  // Latin-1 keeps every byte as one character, so files can have any content.
  const [before, ...parts] = `${CRLF}${Buffer.from(bytes).toString('latin1')}`.split(
    `${CRLF}--${boundary}`,
  );
  const end = parts.pop();
  if (before !== '' || end === undefined || !end.startsWith('--')) return undefined;
  const fields: FormPair[] = [];
  for (const part of parts) {
    const cut = part.indexOf(CRLF + CRLF);
    const head = part.slice(0, cut);
    const [, name] = /;\s*name="([^"]*)"/i.exec(head) ?? [];
    if (cut < 0 || name === undefined) return undefined;
    if (!withFiles && /;\s*filename=/i.test(head)) continue;
    fields.push([escaped(unquoted(name)), escaped(part.slice(cut + 2 * CRLF.length))]);
  }
  return fields;
}

/** A name as browsers write it (HTML, multipart/form-data encoding algorithm). */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function unquoted(name: string): string {
  return name.replace(/%(?:22|0D|0A)/g, decodeURIComponent);
}

/** Percent-encodes the bytes of a Latin-1 text. */
function escaped(latin1: string): string {
  return latin1.replace(
    /[^A-Za-z0-9._~-]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
