import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// No key is kept in the repository; where openssl cannot make one, there is nothing to serve with.
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

export interface Secured {
  readonly baseUrl: string;
  /** The certificate, which vouches for itself. */
  readonly ca: string;
  readonly close: () => void;
}

/** A server on 127.0.0.1 with a certificate of its own that answers `1` to everything. */
export async function serveSecured(): Promise<Secured> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-tls-'));
  const pem = (name: string) => join(folder, name);
  const usage =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=loopback';
  const files = ['-keyout', pem('key'), '-out', pem('certificate')];
  spawnSync('openssl', [...usage.split(' '), ...files, '-addext', 'subjectAltName=IP:127.0.0.1']);
  const [key, ca] = [readFileSync(pem('key')), readFileSync(pem('certificate'), 'utf8')];
  rmSync(folder, { recursive: true });
  const server = createServer({ key, cert: ca }, (_request, response) => response.end('1'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    baseUrl: `https://127.0.0.1:${port}`,
    ca,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
