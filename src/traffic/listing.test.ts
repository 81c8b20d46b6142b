import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer as createRawServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertCassette } from '../cassettes/index.ts';
import { toolOf } from '../io/index.ts';
import { type ImportedExchange, importFrom, openRecording } from '../record/index.ts';
import { harOf, listed } from './listing.ts';

const require = createRequire(import.meta.url);
const REFERENCE = fileURLToPath(new URL('../../recordings/reference', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-listing-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The published schema of HAR 1.2, by which converters check what they are given. */
function harSchema() {
  const ajv = formats.default(new Ajv({ allErrors: true, strict: false }));
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'));
  const schemas: readonly { readonly $id: string }[] = Object.values(require('har-schema'));
  for (const schema of schemas) ajv.addSchema(schema);
  return ajv.compile({ $ref: 'har.json#' });
}

function harIn(recording: string) {
  const har = harOf(listed(openRecording(recording, toolOf())), toolOf());
  // As it is in the file.
  return JSON.parse(JSON.stringify(har));
}

test('the HAR file of a recording fits the published schema', () => {
  const fits = harSchema();
  const har = harIn(REFERENCE);
  fits(har);
  expect(fits.errors ?? []).toEqual([]);
  expect(har.log.entries.length).toBeGreaterThan(1000);
  har.log.entries[0].request.headers[0].value = 1;
  expect(fits(har)).toBe(false);
});

test('parameters stand in it as the URL has them, as converters decode them', async () => {
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const tape = insertCassette('parameters', { folder, mode: 'all', target: {} });
  await fetch(`http://127.0.0.1:${port}/a?share=100%25&tag=1&tag=2%3D2&flag&=x`);
  await tape.eject();
  server.close();
  const [entry] = harIn(join(folder, 'parameters')).log.entries;
  expect(entry.request.queryString).toEqual([
    { name: 'share', value: '100%25' },
    { name: 'tag', value: '1' },
    { name: 'tag', value: '2%3D2' },
    { name: 'flag', value: '' },
    { name: '', value: 'x' },
  ]);
});

test('it is imported again with all that it holds, faults and cut bodies among it', async () => {
  const ANSWERS: { readonly [target: string]: string } = {
    '/whole': 'HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 2\r\n\r\nhi',
    '/old': 'HTTP/1.0 200 Fine\r\n\r\nuntil the end',
    '/cut': 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi',
    '/packed': `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n${gzipSync('{}').toString('latin1')}`,
    '/garbage': 'not HTTP\r\n\r\n',
    '/nothing': '',
  };
  const server = createRawServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (head) => {
      const [, target = ''] = head.toString().split(' ', 2);
      socket.end(ANSWERS[target] ?? '', 'latin1');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const tape = insertCassette('odd', { folder, mode: 'all', target: {}, violations: 'off' });
  for (const target of Object.keys(ANSWERS)) {
    const body = Buffer.from([0, 255]);
    const init = { method: 'POST', body, headers: { connection: 'close' } };
    await fetch(`http://127.0.0.1:${port}${target}`, init)
      .then((response) => response.arrayBuffer())
      .catch(() => {});
  }
  await tape.eject();
  server.close();
  const recording = openRecording(join(folder, 'odd'), toolOf());
  const path = join(folder, 'odd.har');
  writeFileSync(path, JSON.stringify(harOf(listed(recording), toolOf())));
  const expectedOf = ({
    request,
    outcome,
    lost,
  }: Pick<ImportedExchange, 'request' | 'outcome' | 'lost'>) => ({
    ...{ request, outcome, lost },
  });
  const recorded = listed(recording).map(({ entry }) => ({ lost: [], ...entry.read() }));
  expect(recorded.map(({ outcome }) => outcome.kind)).toContain('fault');
  expect(importFrom(path)).toMatchObject({ unimported: [], exchanges: recorded.map(expectedOf) });
});
