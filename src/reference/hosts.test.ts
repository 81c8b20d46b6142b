import { request } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { startServer } from './http.ts';
import { serveInFrontOf } from './in-front-of.ts';
import { plainReply } from './replies.ts';
import { serveReference } from './serve.ts';

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

function asked(url: string, host: string): Promise<readonly [number | undefined, string]> {
  return new Promise((resolve, reject) => {
    request(`${url}/api/get/all/timezones`, { headers: { host } }, (answer) => {
      let text = '';
      answer.on('data', (piece) => {
        text += piece;
      });
      answer.on('end', () => resolve([answer.statusCode, text]));
    })
      .on('error', reject)
      .end();
  });
}

it('the reference target does not answer for a host that is none of its own', async () => {
  const allowedHosts = ['phone.example'];
  const server = await serveReference({ faults: [], variations: [], allowedHosts });
  running.push(server);
  const [status, text] = await asked(server.url, 'evil.example');
  expect(status).toBe(421);
  expect(text).toContain('evil.example');
  expect(text).toContain('--allow-host');
  for (const host of ['localhost:80', 'phone.example:9000', '127.0.0.1']) {
    expect((await asked(server.url, host))[0], host).toBe(401);
  }
});

it('a server that stands in front of another answers for its host too', async () => {
  const behind = await startServer(() => plainReply(200));
  running.push(behind);
  const server = await serveInFrontOf({ url: behind.url, allowedHosts: [], deviations: [] });
  running.push(server);
  expect((await asked(server.url, 'evil.example'))[0]).toBe(421);
  expect((await asked(server.url, new URL(behind.url).host))[0]).toBe(200);
});
