import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertCassette } from '../cassettes/index.ts';
import { importFrom } from '../record/index.ts';
import { runCli } from './run-cli.fixture.ts';

const CLIENT = fileURLToPath(new URL('../../fixtures/client/recordings', import.meta.url));

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-show-'));
  await recorded('one', { name: 'Ada', born: 1815 });
  await recorded('same', { name: 'Ada', born: 1815 });
  await recorded('other', { name: 'Ada', born: 'December' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A cassette of two requests, one of which is answered so. */
async function recorded(name: string, answer: object, only?: 'GET'): Promise<void> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/person' ? answer : { ok: true }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tape = insertCassette(name, { folder, mode: 'all' });
  await (await fetch(`${origin}/person`)).text();
  if (only === undefined) {
    await (await fetch(`${origin}/note`, { method: 'POST', body: '{"text":"a note"}' })).text();
  }
  await tape.eject();
  server.close();
}

async function touchstone(...args: readonly string[]) {
  return runCli(args, { cwd: folder });
}

describe('touchstone show', () => {
  test('lists what is in a recording, in the order in which it was sent', async () => {
    const { code, out } = await touchstone('show', 'one');
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^ {4}1 {2}200 +\d+ ms +26 B {2}GET {4}\/person$/),
      expect.stringMatching(/^ {4}2 {2}200 +\d+ ms +11 B {2}POST {3}\/note$/),
    ]);
    expect(code).toBe(0);
  });

  test('shows one exchange in full', async () => {
    const { out } = await touchstone('show', 'one', '2');
    expect(out).toMatch(/^POST http:\/\/127\.0\.0\.1:\d+\/note$/m);
    expect(out).toContain('{"text":"a note"}');
    expect(out).toMatch(/^HTTP 200 OK$/m);
    expect(out).toContain('{\n  "ok": true\n}');
  });

  test('narrows, counts by operation, and says where there is nothing', async () => {
    const posts = await touchstone(
      'show',
      join(CLIENT, 'publishing'),
      '--only',
      'content/posts/create',
    );
    expect(posts.out.trimEnd().split('\n')).toHaveLength(1);
    const { out } = await touchstone('show', join(CLIENT, 'publishing'), '--stats', '--json');
    expect(JSON.parse(out)).toContainEqual(
      expect.objectContaining({
        operation: 'content/posts/create',
        count: 1,
        statuses: { 201: 1 },
      }),
    );
    const nothing = await touchstone('show', 'one', '--only', 'content/blocks');
    expect([nothing.code, nothing.err]).toEqual([2, 'nothing in one begins so\n']);
    expect(await touchstone('show', 'one', '7')).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no exchange 7 in one'),
    });
  });

  test('writes one HAR file, which can be imported', async () => {
    await touchstone('show', 'one', '--har', 'one.har');
    const { exchanges, unimported } = importFrom(join(folder, 'one.har'));
    expect(exchanges.map(({ request }) => request.target)).toEqual(['/person', '/note']);
    expect(unimported).toEqual([]);
    expect(readFileSync(join(folder, 'one.har'), 'utf8')).not.toContain('_sum');
  });
});

describe('touchstone show, of more than one and for other tools', () => {
  test('lists the recordings below a folder', async () => {
    const { code, out } = await touchstone('show', CLIENT);
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^ {5}1 {2}\d{4}-\d\d-\d\d {2}drafts {2}content\/posts\/list$/),
      expect.stringMatching(/^ {5}3 {2}\S+ {2}publishing {2}content\/posts\/create, .*$/),
      expect.stringMatching(/^ {5}1 {2}\S+ {2}wrong-password {2}content\/posts\/create$/),
    ]);
    expect(code).toBe(0);
    const one = await touchstone('show', CLIENT, '--only', 'pub');
    expect(one.out.trimEnd().split('\n')).toHaveLength(1);
    for (const none of ['nowhere', join(CLIENT, 'drafts', 'manifest.ndjson')]) {
      const { code: failed, err } = await touchstone('show', none);
      expect([failed, err]).toEqual([2, expect.stringContaining('there is no recording in')]);
    }
  });

  test('writes a page that loads nothing, and has all of it, escaped', async () => {
    await recorded('markup', { name: '<script>alert(1)</script>' });
    const { code } = await touchstone('show', 'markup', '--html', 'page.html');
    const page = readFileSync(join(folder, 'page.html'), 'utf8');
    expect(page).toContain('default-src &#39;none&#39;');
    expect(page).toContain('\\u003cscript>alert(1)');
    expect(page).not.toContain('<script>alert');
    expect(page).toMatch(/<code>outside the documents<\/code><\/th><td>2<\/td><td>200: 2<\/td>/);
    const data = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1];
    expect(JSON.parse(data ?? '')).toMatchObject([
      { number: 1, method: 'GET', target: '/person', status: '200', verdict: 'skipped' },
      {
        number: 2,
        method: 'POST',
        words: ['outside the documents'],
        request: expect.stringContaining('a note'),
      },
    ]);
    expect(code).toBe(0);
  });

  test('writes a page with the verdict of each exchange', async () => {
    await touchstone('show', join(CLIENT, 'drafts'), '--html', 'drafts.html');
    const page = readFileSync(join(folder, 'drafts.html'), 'utf8');
    const data = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1];
    expect(JSON.parse(data ?? '')).toMatchObject([
      { operation: 'content/posts/list', verdict: 'pass', words: ['conforms'] },
    ]);
  });

  test('writes lines of curl, without credentials', async () => {
    const { out } = await touchstone('show', join(CLIENT, 'publishing'), '--curl');
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(
      /^curl -i .*-u "\$TOUCHSTONE_CONTENT_USER:\$TOUCHSTONE_CONTENT_PASSWORD"/,
    );
    expect(lines[0]).toMatch(/--data-raw '.*Tides & <currents>.*' http:\S+\/cms\/v2\/posts$/);
    const first = await touchstone('show', join(CLIENT, 'publishing'), '1', '--curl');
    expect(first.out.trimEnd()).toBe(lines[0]);
  });
});

describe('touchstone diff', () => {
  test('finds nothing between two recordings of the same', async () => {
    const { code, out } = await touchstone('diff', 'one', 'same');
    expect(out).toContain('2 exchanges compared');
    expect(out).toContain('0 changed');
    expect(code).toBe(0);
  });

  test('says what changed', async () => {
    const { code, out } = await touchstone('diff', 'one', 'other', '--json');
    expect(JSON.parse(out).changes).toEqual([
      expect.objectContaining({ place: '/born', tier: 'type', count: 1 }),
    ]);
    expect(code).toBe(1);
  });

  test('names what is in one of two alone', async () => {
    await recorded('fewer', { name: 'Ada', born: 1815 }, 'GET');
    const lacking = await touchstone('diff', 'one', 'fewer');
    expect(lacking.out).toContain('1 not compared: POST /note is not in the other recording\n');
    expect(lacking.code).toBe(1);
    const added = await touchstone('diff', 'fewer', 'one');
    expect(added.out).toContain('1 only in the later recording\n');
    expect(added.code).toBe(0);
  });

  test('finds nothing between a recorded run and itself', async () => {
    await touchstone('check', '--only', 'integration/timezones', '--record', 'run');
    cpSync(join(folder, 'run'), join(folder, 'copy'), { recursive: true });
    const { code, out } = await touchstone('diff', 'run', 'copy');
    expect(out).toMatch(/[1-9]\d+ exchanges compared: .* 0 changed/);
    expect(code).toBe(0);
  });
});

describe('a recording that was edited by hand', () => {
  test('is read as it stands, noted, and its lengths follow', async () => {
    await recorded('edited', { name: 'Ada', born: 1815 });
    const path = join(folder, 'edited/other.har');
    writeFileSync(path, readFileSync(path, 'utf8').replace('\\"Ada\\"', '\\"Grace\\"'));
    const { code, out, err } = await touchstone('show', 'edited', '1');
    expect(code).toBe(0);
    expect(err).toBe('other.har was edited by hand: line 2\n');
    expect(out).toContain('"name": "Grace"');

    const tape = insertCassette('edited', { folder, mode: 'none' });
    expect(await (await fetch('http://elsewhere.invalid/person')).json()).toHaveProperty(
      'name',
      'Grace',
    );
    await tape.eject();
  });

  test('is refused where a line is cut', async () => {
    await recorded('cut', { name: 'Ada' });
    const path = join(folder, 'cut/other.har');
    const cut = readFileSync(path, 'utf8').replace(/"cache".*/, '');
    writeFileSync(path, cut);
    expect(await touchstone('show', 'cut')).toMatchObject({
      code: 2,
      err: expect.stringContaining('other.har:2 is cut or is not JSON'),
    });
    expect(readFileSync(path, 'utf8')).toBe(cut);
  });
});

describe('show --altered', () => {
  test('lists the exchanges with a body in which a secret was replaced', async () => {
    await recorded('altered', { name: 'Ada', password: 'Abc123xyz0' });
    const { code, out } = await touchstone('show', 'altered', '--altered');
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/ GET {4}\/person {2}\(answer body\)$/),
    ]);
    const { out: json } = await touchstone('show', 'altered', '--altered', '--json');
    expect(JSON.parse(json)).toMatchObject([{ target: '/person', altered: ['answer body'] }]);
  });

  test('knows them by the placeholders in recordings of older versions, which have no marks', async () => {
    cpSync(join(folder, 'altered'), join(folder, 'older'), { recursive: true });
    for (const name of readdirSync(join(folder, 'older'), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.har')) continue;
      const file = join(folder, 'older', name);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/,"_altered":true/g, ''));
      expect(readFileSync(file, 'utf8')).not.toContain('_altered');
    }
    const { out } = await touchstone('show', 'older', '--altered');
    expect(out).toContain('/person  (answer body)');
  });

  test('says so where there are none', async () => {
    const { code, out, err } = await touchstone('show', 'one', '--altered');
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain('no body in one was altered');
  });
});
