import { createSecureContext } from 'node:tls';
import { readFile } from '../io/index.ts';
import { type Tls, TouchstoneError } from '../model/index.ts';

/** TLS entries of a profile: paths of PEM files. */
export interface TlsFiles {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly insecure?: boolean;
}

/** The same, with paths that hold wherever one is. */
export function tlsFrom(tls: TlsFiles, inFolder: (path: string) => string): TlsFiles {
  const { ca, cert, key } = tls;
  return {
    ...tls,
    ...(ca && { ca: inFolder(ca) }),
    ...(cert && { cert: inFolder(cert) }),
    ...(key && { key: inFolder(key) }),
  };
}

/**
 * Reads the files.
 * @throws TouchstoneError 'profile-unreadable' for a missing file, 'profile-invalid' for an invalid one
 *   of its kind, and for a certificate and a key that do not belong together
 */
export function tlsOf(files: TlsFiles = {}): Tls {
  const { ca, cert, key, insecure = false } = files;
  if ((cert === undefined) !== (key === undefined)) {
    const [given, lacking] = cert === undefined ? ['key', 'cert'] : ['cert', 'key'];
    throw new TouchstoneError(
      'profile-invalid',
      `tls has a ${given} and no ${lacking}`,
      'a client certificate needs both: the certificate and its private key, as PEM files',
    );
  }
  const read = {
    ...(ca && { ca: pemOf(ca, 'CERTIFICATE') }),
    ...(cert && { cert: pemOf(cert, 'CERTIFICATE') }),
    ...(key && { key: pemOf(key, 'PRIVATE KEY') }),
  };
  try {
    createSecureContext(read);
  } catch (error) {
    const named = [ca, cert, key].filter((path) => path !== undefined).join(', ');
    throw new TouchstoneError(
      'profile-invalid',
      `TLS cannot be set up with ${named}: ${reasonIn(error)}`,
      'the key has to belong to the certificate, and to need no passphrase',
      { cause: error },
    );
  }
  return { ...read, insecure };
}

/** The end of what OpenSSL says, which is for people. */
function reasonIn(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/^.*::/, '');
}

function pemOf(path: string, kind: string): string {
  let text: string;
  try {
    text = readFile(path).toString();
  } catch (error) {
    throw new TouchstoneError(
      'profile-unreadable',
      `the ${kind === 'CERTIFICATE' ? 'certificate' : 'key'} file "${path}" cannot be read`,
      'give the path of a PEM file, relative to the profile',
      { cause: error },
    );
  }
  if (text.includes(`${kind}-----`)) return text;
  throw new TouchstoneError(
    'profile-invalid',
    `"${path}" is no PEM file: it has no line -----BEGIN ${kind}-----`,
    `openssl makes one: openssl ${kind === 'CERTIFICATE' ? 'x509' : 'pkey'} -inform der -in FILE -out FILE.pem`,
  );
}
