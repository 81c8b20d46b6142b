/** A page whose own name leads to this machine (DNS rebinding) does not get through the recorder to the target. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { toolOf } from '../io/index.ts';
import { targetOf } from '../profiles/index.ts';
import { openRecording } from '../record/index.ts';
import { hasOpenssl, selfSigned } from '../send/certificate.fixture.ts';
import { openWatch, type WatchOptions } from './watch.ts';

const contract = loadContract();
const closing: (() => unknown)[] = [];
let folder = '';
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-hosts-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function watched(more: Partial<WatchOptions> = {}) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.host ?? '');
    response.end('private');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  count += 1;
  const kept = join(folder, String(count));
  const watch = await openWatch({
    ...{ contract, folder: kept, port: 0, strict: false, now: Date.now },
    target: targetOf({ name: 'a', content: { url: `http://127.0.0.1:${port}` } }, {}),
    monotonic: () => performance.now(),
    show: () => {},
    say: () => {},
    failed: (error) => {
      throw error;
    },
    ...more,
  });
  const address = new URL(watch.addresses.content ?? '');
  return {
    seen,
    target: `127.0.0.1:${port}`,
    finish: async () => {
      await watch.finish();
      return openRecording(kept, toolOf()).entries.map((entry) => entry.read().outcome);
    },
    ask: (host: string) => asked(address, host),
  };
}

function asked({ protocol, port }: URL, host: string): Promise<string> {
  const secure = protocol === 'https:';
  return new Promise((resolve) => {
    const to = { port: Number(port), host: '127.0.0.1' };
    const socket = secure ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to);
    let text = '';
    socket.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
    socket.on('error', () => {}).on('close', () => resolve(text));
    socket.write(`GET /a HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  });
}

it('refuses a request for a host that is none of the recorder', async () => {
  const { ask, seen, finish } = await watched();
  const got = await ask('evil.example:9000');
  expect(got).toMatch(/^HTTP\/1\.1 421 Misdirected Request\r\n/);
  expect(got).toContain('the request names the host evil.example:9000');
  expect(got).toContain('--allow-host');
  expect(seen).toEqual([]);
  expect(await finish()).toMatchObject([{ kind: 'fault', code: 'unsendable' }]);
});

it('passes a request on for itself, the target, and the names that are allowed', async () => {
  const { ask, seen, target, finish } = await watched({ allowedHosts: ['phone.example'] });
  const names = ['localhost', '127.0.0.1:1', '[::1]', '10.0.0.7:9000', target, 'phone.example:80'];
  for (const name of names) expect(await ask(name)).toMatch(/^HTTP\/1\.1 200 /);
  expect(seen).toEqual(names.map(() => target));
  expect(await finish()).toHaveLength(names.length);
});

it.skipIf(!hasOpenssl)('passes on over TLS what its certificate holds for', async () => {
  const { cert, key } = selfSigned('phone.example');
  const { ask, finish } = await watched({ certificate: { cert, key } });
  expect(await ask('phone.example')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask('evil.example')).toMatch(/^HTTP\/1\.1 421 /);
  await finish();
});
