/** Decodes the texts of HAR bodies, in the forms of several programs. */

/** Problems of an entry that prevent its import. */
export class Broken extends Error {}

/**
 * The bytes of a text. mitmproxy writes each invalid UTF-8 byte as a lone surrogate, U+DC80 to U+DCFF, like Python's
 * `surrogateescape`.
 */
export function fromText(text: string): Uint8Array {
  const pieces = text
    .split(/([\udc80-\udcff])/u)
    .map((piece, index) =>
      index % 2 === 0 ? Buffer.from(piece, 'utf8') : Buffer.of(piece.charCodeAt(0) & 0xff),
    );
  return new Uint8Array(Buffer.concat(pieces));
}

/**
 * @param what subject of the message
 * @throws Broken
 */
export function fromBase64(text: string, what: string): Uint8Array {
  const plain = text.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain) || plain.replace(/=+$/, '').length % 4 === 1) {
    throw new Broken(`${what} is not base64`);
  }
  return new Uint8Array(Buffer.from(plain, 'base64'));
}

/**
 * Hexadecimal, as in Polly.JS up to version 4; otherwise base64.
 *
 * @throws Broken
 */
export function fromBinary(text: string, what: string): Uint8Array {
  return /^(?:[0-9a-f]{2})*$/.test(text)
    ? new Uint8Array(Buffer.from(text, 'hex'))
    : fromBase64(text, what);
}

/** A part of a form; a file has its own name. */
interface FormPart {
  readonly name: string;
  readonly value: string;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
}

/** The body of a form by its parts (RFC 7578), as most clients write it. */
export function multipartOf(parts: readonly FormPart[], boundary: string): Uint8Array {
  const texts = parts.map(({ name, value, fileName, contentType }) => {
    const file = fileName === undefined ? '' : `; filename="${quoted(fileName)}"`;
    const type = contentType ? `Content-Type: ${contentType}\r\n` : '';
    const head = `Content-Disposition: form-data; name="${quoted(name)}"${file}\r\n${type}`;
    return `--${boundary}\r\n${head}\r\n${value}\r\n`;
  });
  return fromText(`${texts.join('')}--${boundary}--\r\n`);
}

function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
