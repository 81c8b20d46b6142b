import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HarExchange, writeHar } from './har.fixture.ts';
import { runCli } from './run-cli.fixture.ts';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'touchstone-diff-'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const SITE = 'https://docs.example';

async function record(name: string, exchanges: readonly HarExchange[]): Promise<string> {
  const file = writeHar(join(cwd, `${name}.har`), exchanges);
  await runCli(['record', '--import', file, '--content', SITE, '--out', name], { cwd });
  return name;
}

let count = 0;
async function diff(before: readonly HarExchange[], after: readonly HarExchange[]) {
  count += 1;
  const names = [await record(`before-${count}`, before), await record(`after-${count}`, after)];
  const { code, out } = await runCli(['diff', ...names], { cwd });
  return { code, out };
}

const answered = (text: string, url = '/cms/v2/things/7'): HarExchange => ({
  url: `${SITE}${url}`,
  text,
});

it.each([
  ['{"jobId":1379505554728411138}', '{"jobId":1379505554728411139}', '/jobId'],
  ['{"jobId":9007199254740993}', '{"jobId":12}', '/jobId'],
  ['[{"id":9007199254740993,"n":1}]', '[{"id":9007199254740993,"n":2}]', '/*/n'],
  ['{"ratio":0.12345678901234567891}', '{"ratio":0.12345678901234567892}', '/ratio'],
])('%s became %s', async (before, after, place) => {
  const { code, out } = await diff([answered(before)], [answered(after)]);
  expect(out).toContain('0 equal');
  expect(out).toContain(place);
  expect(code).toBe(1);
});

it('a number that is written in another way is the same', async () => {
  const { code, out } = await diff(
    [answered('{"a":9007199254740993,"b":1e2}')],
    [answered('{"a":9007199254740993.0,"b":100}')],
  );
  expect(out).toContain('1 equal');
  expect(code).toBe(0);
});

it('requests are paired by what they ask, however it is written', async () => {
  const form = (body: string): HarExchange => ({
    ...{ method: 'POST', url: `${SITE}/form`, body, text: '{}' },
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
  });
  const before = [form('title=a+b&status=draft'), answered('[]', '/things?a%5B%5D=1&b=2')];
  const after = [answered('[]', '/things?b=2&a[]=1'), form('status=draft&title=a%20b')];
  const { code, out } = await diff(before, after);
  expect(out).toContain('2 equal');
  expect(code).toBe(0);
});

it('requests that override their method are paired by the one that they mean', async () => {
  const override = (method: string, text: string): HarExchange => ({
    ...{ method: 'POST', url: `${SITE}/things/7`, text },
    headers: [['X-HTTP-Method-Override', method]],
  });
  const both = [override('PUT', '{"put":1}'), override('DELETE', '{"gone":1}')];
  expect((await diff(both, both.toReversed())).code).toBe(0);
});
