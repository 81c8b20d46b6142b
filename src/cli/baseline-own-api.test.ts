import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { type Listening, listening } from './gate.fixture.ts';
import { runCli } from './run-cli.fixture.ts';

let cwd = '';
let server: Listening;

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'touchstone-baseline-own-'));
  server = await listening(
    createServer((asked, answer) => {
      const isZones = asked.method === 'GET' && asked.url === '/zones';
      answer.writeHead(isZones ? 200 : 404, { 'content-type': 'application/json' });
      answer.end(JSON.stringify(isZones ? { label: 'UTC' } : { message: 'no' }));
    }),
  );
  writeFileSync(
    join(cwd, 'touchstone.yaml'),
    `name: staging\napis: { zones: { openapi: ./openapi.yaml, url: '${server.url}' } }\n`,
  );
});
afterAll(async () => {
  await server.close();
  rmSync(cwd, { recursive: true, force: true });
});

/** A document that demands these members of an answer. */
function write(required: readonly string[]): void {
  const text = { type: 'string' };
  const schema = { type: 'object', required, properties: { label: text, offset: text } };
  const ok = { description: 'ok', content: { 'application/json': { schema } } };
  const paths = { '/zones': { get: { responses: { 200: ok } } } };
  const document = { openapi: '3.1.0', info: { title: 'zones', version: '1' }, paths };
  writeFileSync(join(cwd, 'openapi.yaml'), stringify(document));
}

const touchstone = (...args: readonly string[]) =>
  runCli(args, { cwd, env: { XDG_STATE_HOME: cwd } });

it('a clause that a change of the document adds is judged, although the baseline is older', async () => {
  write(['label']);
  expect((await touchstone('check', '--out', 'reports')).code).toBe(0);
  expect((await touchstone('baseline', 'reports')).code).toBe(0);
  const before = parse(readFileSync(join(cwd, 'touchstone.baseline.yaml'), 'utf8'));
  write(['label', 'offset']);
  const { code, out, err } = await touchstone('check');
  expect(before.clauses?.length, 'a baseline that lists its clauses').toBeGreaterThan(0);
  expect([code, out]).toEqual([1, expect.stringMatching(/NEW .*offset/)]);
  expect(err).not.toContain('another contract');
  const fuzzed = await touchstone('fuzz', '--runs', '20');
  expect(fuzzed.code, fuzzed.out + fuzzed.err).toBe(1);
});
