/** The bytes of bodies that HAR keeps as text, in the ways in which programs write them. */

/** Problems of an entry that prevent its import. */
export class Broken extends Error {}

/**
 * The bytes of a text. mitmproxy writes each byte that is no UTF-8 as a lone surrogate, U+DC80 to U+DCFF, as Python's
 * `surrogateescape` does.
 */
export function fromText(text: string): Uint8Array {
  const pieces = text
    .split(/([\udc80-\udcff])/u)
    .map((piece, index) =>
      index % 2 === 0 ? Buffer.from(piece, 'utf8') : Buffer.of(piece.charCodeAt(0) & 0xff),
    );
  return new Uint8Array(Buffer.concat(pieces));
}

/** @param what it is, for the message @throws Broken */
export function fromBase64(text: string, what: string): Uint8Array {
  const plain = text.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain) || plain.replace(/=+$/, '').length % 4 === 1) {
    throw new Broken(`${what} is not base64`);
  }
  return new Uint8Array(Buffer.from(plain, 'base64'));
}

/** Hexadecimal, as Polly.JS had bytes up to its version 4; else base64. @throws Broken */
export function fromBinary(text: string, what: string): Uint8Array {
  return /^(?:[0-9a-f]{2})*$/.test(text)
    ? new Uint8Array(Buffer.from(text, 'hex'))
    : fromBase64(text, what);
}

/** A part of a form; a file has a name of its own. */
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
