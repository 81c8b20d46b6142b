import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The repository contains no key; without openssl, no test server is possible.
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** A self-signed certificate and its key, as PEM. */
export function selfSigned(name = 'loopback'): { readonly cert: string; readonly key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-tls-'));
  const pem = (file: string) => join(folder, file);
  const usage = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${name}`;
  const files = ['-keyout', pem('key'), '-out', pem('certificate')];
  spawnSync('openssl', [...usage.split(' '), ...files, '-addext', 'subjectAltName=IP:127.0.0.1']);
  const made = {
    key: readFileSync(pem('key'), 'utf8'),
    cert: readFileSync(pem('certificate'), 'utf8'),
  };
  rmSync(folder, { recursive: true });
  return made;
}

export interface Secured {
  readonly baseUrl: string;
  /** The self-signed certificate. */
  readonly ca: string;
  readonly close: () => void;
}

/** A server on 127.0.0.1 with its own certificate. It answers `1` to everything by default. */
export async function serveSecured(
  answer: RequestListener = (_request, response) => response.end('1'),
  options: ServerOptions = {},
): Promise<Secured> {
  const { key, cert } = selfSigned();
  const server = createServer({ key, cert, ...options }, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    baseUrl: `https://127.0.0.1:${port}`,
    ca: cert,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
