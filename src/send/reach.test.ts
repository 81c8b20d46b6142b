import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { hasOpenssl, serveSecured } from './certificate.fixture.ts';
import { connectionFault, schemeFault } from './reach.ts';

const ROUTE = {
  tls: { insecure: false },
  limits: { timeoutMs: 5_000, totalMs: 5_000, maxBodyBytes: 1 },
};
const SHORT = { ...ROUTE, limits: { ...ROUTE.limits, timeoutMs: 100 } };

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Where a server listens on loopback, as host and port. */
async function listening(server: Server): Promise<string> {
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

const silent = () => createServer(() => {});
const closing = () => createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));

it('finds nothing wrong where somebody listens', async () => {
  const place = await listening(silent());
  expect(await connectionFault(ROUTE, new URL(`http://${place}`))).toBeUndefined();
});

it('names a port where nobody listens', async () => {
  const server = silent();
  const place = await listening(server);
  server.close();
  const fault = await connectionFault(ROUTE, new URL(`http://${place}`));
  expect(fault).toMatchObject({ code: 'refused' });
});

it('waits no longer than the limit for TLS that does not come', async () => {
  const place = await listening(silent());
  const fault = await connectionFault(SHORT, new URL(`https://${place}`));
  expect(fault).toMatchObject({ code: 'timed-out', message: 'no connection within 100 ms' });
});

it.each([2 ** 31, 2 ** 33])(
  'waits for all of a limit of %i ms, which is longer than a timer of Node',
  async (timeoutMs) => {
    const place = await listening(silent());
    const stop = new AbortController();
    const patient = { ...ROUTE, limits: { ...ROUTE.limits, timeoutMs } };
    const asked = connectionFault(patient, new URL(`https://${place}`), stop.signal);
    expect(await Promise.race([asked, wait(50, 'goes on')])).toBe('goes on');
    stop.abort();
    expect(await asked).toBeUndefined();
  },
);

it('ends with the run, and says nothing of the address', async () => {
  const place = await listening(silent());
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 20);
  const begun = performance.now();
  expect(await connectionFault(ROUTE, new URL(`https://${place}`), stop.signal)).toBeUndefined();
  expect(performance.now() - begun).toBeLessThan(3_000);
});

it('says that plain HTTP is spoken where TLS is asked for', async () => {
  const place = await listening(closing());
  const fault = await connectionFault(ROUTE, new URL(`https://${place}`));
  expect(fault?.message).toContain('does not speak TLS there');
});

it('takes no server for one of TLS that closes connections for another reason', async () => {
  const place = await listening(closing());
  expect(await schemeFault(ROUTE, `http://${place}`)).toBeUndefined();
});

it.skipIf(!hasOpenssl)('says that TLS is spoken where plain HTTP is asked for', async () => {
  const server = await serveSecured();
  open.push(server.close);
  const fault = await schemeFault(ROUTE, server.baseUrl.replace('https', 'http'));
  expect(fault?.message).toContain('speaks TLS there');
});
