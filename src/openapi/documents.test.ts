import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchDocuments, readDocuments } from './index.ts';

const TEXT = 'openapi: 3.1.0\npaths: {}\n';

let folder = '';
let servers: readonly Server[] = [];
let here = '';
let other = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-documents-'));
  const opened = async (locationOf: (path: string) => string | undefined) => {
    const server = createServer(({ url = '' }, answer) => {
      const location = locationOf(url.replace(/\?.*$/, ''));
      answer.writeHead(location === undefined ? 200 : 302, location ? { location } : {});
      answer.end(location === undefined ? TEXT : '');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    servers = [...servers, server];
    return `http://127.0.0.1:${port}`;
  };
  other = await opened(() => undefined);
  here = await opened((path) =>
    path === '/away'
      ? `${other}/a.yaml`
      : path === '/moved'
        ? '/a.yaml'
        : path === '/round'
          ? '/round'
          : undefined,
  );
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a document that is fetched', () => {
  it('is found where its own host redirects to', async () => {
    const { files } = await fetchDocuments(`${here}/moved`, { allowFetch: false });
    expect(files.size).toBe(1);
  });

  it('is not fetched from another host, unless that is allowed', async () => {
    const away = `${here}/away?key=hidden`;
    const refused = await fetchDocuments(away, { allowFetch: false }).catch(String);
    expect(refused).toContain(`/away?...: is redirected to ${other}`);
    expect(refused).not.toContain('hidden');
    const { files } = await fetchDocuments(away, { allowFetch: true });
    expect([...files.values()].map(({ file }) => file)).toEqual([`${here}/away?...`]);
  });

  it('is refused after too many redirects, and with a user in its address', async () => {
    await expect(fetchDocuments(`${here}/round`, { allowFetch: true })).rejects.toThrow(
      'is redirected more than 5 times',
    );
    const withUser = here.replace('//', '//me:hidden@');
    const refused = await fetchDocuments(withUser, { allowFetch: true }).catch(String);
    expect(refused).toContain('has a user or a password in it');
    expect(refused).not.toContain('hidden');
  });
});

it('files out of the folder of a document are not read, by either reader', async () => {
  const inner = join(folder, 'inner');
  mkdirSync(inner);
  writeFileSync(join(folder, 'out.yaml'), 'A: {}\n');
  const file = join(inner, 'api.yaml');
  writeFileSync(file, `${TEXT}components: { schemas: { A: { $ref: "../out.yaml#/A" } } }\n`);
  const reason = /the reference "\.\.\/out\.yaml" leads out of the folder/;
  expect(() => readDocuments(file)).toThrow(reason);
  await expect(fetchDocuments(file, { allowFetch: true })).rejects.toThrow(reason);
});
