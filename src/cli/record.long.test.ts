import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolOf } from '../io/index.ts';
import { openRecording } from '../record/index.ts';
import { REFERENCE_TOKEN, type ServedReference, serveReference } from '../reference/serve.ts';
import { main } from './main.ts';

let folder = '';
let reference: ServedReference;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-record-'));
  reference = await serveReference({ faults: [], variations: [] });
});
afterAll(async () => {
  await reference.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function touchstone(
  args: readonly string[],
  signal: AbortSignal = new AbortController().signal,
  onOutput: (text: string) => void = () => {},
): Promise<Ran> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  let out = '';
  stdout.on('data', (piece: Buffer) => {
    out += piece.toString();
    onOutput(out);
  });
  const code = await main(args, { stdout, stderr, env: {}, cwd: folder, signal });
  await new Promise((resolve) => setImmediate(resolve));
  return { code, out, err: String(stderr.read() ?? '') };
}

/** Runs the recorder around a piece of JavaScript; `i` and `c` are the addresses in its environment. */
function around(out: string, script: string, ...more: string[]): Promise<Ran> {
  const text = `const i = process.env.TOUCHSTONE_INTEGRATION, c = process.env.TOUCHSTONE_CONTENT;
    // A body that nobody reads would hold the process up.
    const ask = async (...what) => { await (await fetch(...what)).arrayBuffer(); };
    (async () => { ${script} })();`;
  return touchstone([
    ...['record', '--out', join(folder, out), ...targets(), ...more],
    ...['--', process.execPath, '-e', text],
  ]);
}

function targets(): readonly string[] {
  return ['--integration', reference.integrationUrl, '--content', reference.contentUrl];
}

function recorded(name: string) {
  return openRecording(join(folder, name), { name: 'touchstone', version: '0' });
}

function everyByte(name: string): string {
  return readdirSync(join(folder, name), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

describe('touchstone record', () => {
  it('judges what passes, keeps it by operation, and marks what no document describes', async () => {
    const { code, err, out } = await around(
      'app',
      `const auth = { authorization: 'Bearer ${REFERENCE_TOKEN}' };
       await ask(i + '/api/get/all/timezones', { headers: auth });
       await ask(i + '/api/get/all/timezones');
       await ask(c + '/index.php?rest_route=/cms/v2/posts&per_page=2');
       await ask(c + '/index.php?rest_route=/cms/v2/posts&per_page=500');
       await ask(c + '/favicon.ico');
       console.log('the client says hello');`,
    );
    expect(out).toBe('the client says hello\n');
    expect(err).toMatch(/^integration\/timezones +200 +\d+ ms {2}conforms$/m);
    expect(err).toMatch(/^integration\/timezones +401 +\d+ ms {2}conforms$/m);
    expect(err).toMatch(/^content\/posts\/list +400 .*refused, and the request breaks .*per_page/m);
    expect(err).toMatch(/^GET \/favicon.ico .*outside the documents$/m);
    expect(err).toContain('5 exchanges: ');
    expect(code).toBe(0);
    const { entries, manifest } = recorded('app');
    expect(entries.map(({ operation }) => operation).toSorted()).toEqual(
      [
        ...['content/posts/list', 'content/posts/list', 'integration/timezones'],
        ...['integration/timezones', null],
      ].toSorted(),
    );
    expect(manifest.target.endpoints.content?.baseUrl).toBe(reference.contentUrl);
    const [list] = entries.filter(({ operation }) => operation === 'content/posts/list');
    expect(list?.read()).toMatchObject({
      baseUrl: reference.contentUrl,
      request: { method: 'GET', target: '/index.php?rest_route=/cms/v2/posts&per_page=2' },
    });
  });

  it('keeps no credential, wherever it was', async () => {
    const secret = 'hunter2-is-my-Secret';
    await around(
      'clean',
      `const auth = { authorization: 'Bearer ${secret}' };
       await ask(i + '/api/get/all/timezones?token=${secret}', { headers: auth });
       await ask(i + '/x/${secret}', { headers: { ...auth, 'x-echo': '${secret}' } });
       await ask(c + '/index.php?rest_route=/cms/v2/posts', { method: 'POST',
         headers: { 'content-type': 'application/json' },
         body: JSON.stringify({ title: { raw: '${secret}' }, password: '${secret}' }) });`,
    );
    const all = everyByte('clean');
    expect(all).toContain('REDACTED-');
    expect(all).not.toContain(secret);
    expect(all).not.toContain(Buffer.from(secret).toString('base64').slice(0, 20));
  });

  it('fails where an answer breaks a stated clause, and says which', async () => {
    const faulty = await serveReference({ faults: ['sorted-descending'], variations: [] });
    const { code, err } = await touchstone([
      ...['record', '--integration', faulty.integrationUrl, '--out', join(folder, 'faulty')],
      ...['--report', 'faulty-report', '--'],
      ...[process.execPath, '-e'],
      `fetch(process.env.TOUCHSTONE_INTEGRATION + '/api/get/all/timezones',
        { headers: { authorization: 'Bearer ${REFERENCE_TOKEN}' } }).then((it) => it.text())`,
    ]);
    await faulty.close();
    expect(err).toMatch(
      /200 .*breaks the document\n +FAIL integration\/timezones\/sorted-by-label: /,
    );
    expect(code).toBe(1);
    const { clauses } = JSON.parse(
      readFileSync(join(folder, 'faulty-report', 'report.json'), 'utf8'),
    );
    const broken = clauses.filter(({ verdict }: { verdict: string }) => verdict === 'fail');
    expect(broken.map(({ id }: { id: string }) => id)).toEqual([
      'integration/timezones/sorted-by-label',
    ]);
    expect(broken[0].findings[0].exchange.answer.text).toMatch(/^HTTP 200/);
  });

  it('puts a recording back whose folder is removed meanwhile, and says so at once', async () => {
    const script = `const path = c + "/index.php?rest_route=/";
      await ask(path); await ask(path);
      require("node:fs").rmSync(${JSON.stringify(join(folder, 'gone'))}, { recursive: true });
      await ask(path); await ask(path);`;
    const { code, err } = await around('gone', script);
    expect(err.match(/was removed while it was written; it is put back/g)).toHaveLength(1);
    expect(openRecording(join(folder, 'gone'), toolOf()).entries).toHaveLength(4);
    expect(code).toBe(0);
  });

  it('keeps a recording elsewhere whose folder is removed and cannot be put back, and says where', async () => {
    const place = join(folder, 'away');
    const script = `const path = c + "/index.php?rest_route=/";
      const { rmSync, writeFileSync } = require("node:fs");
      await ask(path); await ask(path);
      rmSync(${JSON.stringify(place)}, { recursive: true });
      writeFileSync(${JSON.stringify(place)}, "in the way");
      await ask(path); await ask(path);`;
    const { code, err } = await around('away/from', script);
    expect(
      err.match(/was removed while it was written, and cannot be put back yet: E/g),
    ).toHaveLength(1);
    expect(err).toMatch(/^error output-unwritable: .*away\/from was removed while recording/m);
    const [, elsewhere = ''] = /what was recorded is in (.*)$/m.exec(err) ?? [];
    expect(openRecording(elsewhere, toolOf()).entries).toHaveLength(4);
    expect(readFileSync(place, 'utf8')).toBe('in the way');
    expect(code).toBe(2);
    rmSync(elsewhere, { recursive: true });
  });

  it('says what it could not keep, where it comes by and at the end', async () => {
    const script = `await ask(c + "/index.php?rest_route=/cms/v2/posts", {
        method: "POST", headers: { "content-type": "application/json" }, body: " ".repeat(5e6),
      });
      await ask(c + "/index.php?rest_route=/");`;
    const { err } = await around('large', script);
    expect(err).toMatch(/\n {6}not kept: .*after \d+ bytes/);
    expect(err).toMatch(/\nnot kept, 1 time: /);
  });

  it('leaves out what the profile says, and says so', async () => {
    const profile = join(folder, 'rules.yaml');
    const own = `content: { url: "${reference.contentUrl}" }`;
    writeFileSync(
      profile,
      `${own}\nrecording: { only: [{ path: /cms/v2/posts }], match: { headers: [x-a] } }\n`,
    );
    const script =
      'for (const one of ["posts", "pages"]) await fetch(process.env.TOUCHSTONE_CONTENT + "/index.php?rest_route=/cms/v2/" + one)';
    const { out, err } = await touchstone([
      ...['record', '--target', profile, '--out', join(folder, 'ruled')],
      ...['--', process.execPath, '--input-type=module', '-e', script],
    ]);
    const said = `${out}${err}`;
    expect(said).toContain('2 exchanges: 2 conform');
    expect(said).toContain('not kept, 1 time: all of it, as the profile says');
    const { entries, manifest } = recorded('ruled');
    expect(entries.map(({ operation }) => operation)).toEqual(['content/posts/list']);
    expect(manifest.target.recordingRules?.match).toEqual({ headers: ['x-a'] });
    writeFileSync(profile, `${own}\nrecording: { only: [{ path: ( }] }\n`);
    const refused = await touchstone(['record', '--target', profile]);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringMatching(/rules\.yaml:2: \/recording\/only\/0\/path must match format "regex"/),
    ]);
  });

  it('exits with 2 where nothing of what came by could be judged, and says so', async () => {
    const { code, err } = await around('beside', 'await ask(c + "/favicon.ico");');
    expect(err).toContain('nothing was judged: ');
    expect(code).toBe(2);
  });

  it('passes on the exit code of the command', async () => {
    const { code } = await around('code', 'await ask(c + "/"); process.exitCode = 7;');
    expect(code).toBe(7);
  });

  it('exits 2 where nothing came by, and where the command is none', async () => {
    const nothing = await around('nothing', '');
    expect(nothing.err).toContain('nothing came by');
    expect(nothing.code).toBe(2);
    const args = ['record', ...targets(), '--out', join(folder, 'none'), '--', 'no-such-program'];
    const none = await touchstone(args);
    expect(none.err).toMatch(/cannot run "no-such-program": ENOENT/);
    expect(none.code).toBe(2);
  });

  it('leaves a recording that is there alone', async () => {
    await around('once', 'await ask(c + "/");');
    const before = everyByte('once');
    const { code, err } = await around('once', 'await ask(c + "/other");');
    expect(err).toMatch(/output-unwritable: .*once holds a recording already/);
    expect(code).toBe(2);
    expect(everyByte('once')).toBe(before);
  });

  it('replaces a recording that holds nothing, and none that cannot be read', async () => {
    const args = ['record', ...targets(), '--out', join(folder, 'late'), '--', 'no-such-program'];
    expect((await touchstone(args)).code).toBe(2);
    expect(recorded('late').entries).toHaveLength(0);
    const { code } = await around('late', 'await ask(c + "/index.php?rest_route=/");');
    expect(code).toBe(0);
    expect(recorded('late').entries).toHaveLength(1);
    const manifest = join(folder, 'late', 'manifest.ndjson');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"seed":0', '"seed":1'));
    const again = await around('late', 'await ask(c + "/");');
    expect(again.err).toMatch(/output-unwritable: .*late holds a recording already/);
  });

  it('ends with Ctrl-C, and keeps what came by until then', async () => {
    const stop = new AbortController();
    let asked = false;
    const { code, out } = await touchstone(
      ['record', '--content', reference.contentUrl, '--out', join(folder, 'stopped')],
      stop.signal,
      (text) => {
        const [, url] = /content API +(http:\S+)/.exec(text) ?? [];
        if (url === undefined || asked) return;
        asked = true;
        fetch(`${url}/index.php?rest_route=/`)
          .then((answer) => answer.text())
          .then(() => stop.abort());
      },
    );
    expect(out).toMatch(/^content\/index +200 /m);
    expect(code).toBe(0);
    expect(recorded('stopped').entries).toHaveLength(1);
    expect(existsSync(join(folder, 'stopped', 'journal.ndjson'))).toBe(false);
  });

  it('does not hold against the target what it never heard', async () => {
    const { code, err } = await around(
      'turned-away',
      `const { connect } = require('node:net');
       await ask(c + '/index.php?rest_route=/');
       for (const text of ['OPTIONS * HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n', 'no request\\r\\n\\r\\n']) {
         await new Promise((resolve) => {
           const socket = connect(new URL(c).port, '127.0.0.1', () => socket.write(text));
           socket.on('data', () => {}).on('close', resolve);
         });
       }`,
    );
    expect(err).toMatch(/^OPTIONS \* .*no answer: this proxy does not pass `OPTIONS \*` on$/m);
    expect(err).toMatch(/no answer: the request cannot be passed on: its first line is none/);
    expect(err).not.toContain('the target gave no answer');
    expect(code).toBe(0);
  });

  it('goes on where the target dies in between', async () => {
    const server = createServer((_request, response) => response.end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const stop = new AbortController();
    let asked = false;
    const texts: string[] = [];
    const { out, err, code } = await touchstone(
      ['record', '--content', url, '--out', join(folder, 'dying')],
      stop.signal,
      async (text) => {
        const [, own] = /content API +(http:\S+)/.exec(text) ?? [];
        if (own === undefined || asked) return;
        asked = true;
        texts.push(await (await fetch(`${own}/a`)).text());
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        texts.push(await (await fetch(`${own}/b`)).text());
        texts.push(await (await fetch(`${own}/c`)).text());
        stop.abort();
      },
    );
    expect(texts[0]).toBe('{}');
    expect(texts[2]).toMatch(/^touchstone: http.* gave no answer: /);
    expect(out).toMatch(/^GET \/c +--- .*outside the documents; no answer: /m);
    expect(err).toMatch(/^the target gave no answer to 2 requests: /m);
    expect(code).toBe(2);
    const kinds = recorded('dying').entries.map((entry) => entry.read().outcome.kind);
    expect(kinds).toEqual(['answer', 'fault', 'fault']);
  });
});

it('leads clients through the recorder, where the profile has addresses rewritten', async () => {
  const profile = join(folder, 'rewriting.yaml');
  const content = `content:\n  url: ${reference.contentUrl}\n`;
  writeFileSync(profile, `name: rewriting\n${content}recording:\n  rewriteUrls: true\n`);
  const script = `
    const first = await fetch(process.env.TOUCHSTONE_CONTENT + '/index.php?rest_route=/cms/v2/posts&per_page=1');
    await first.arrayBuffer();
    await (await fetch(first.headers.get('link').match(/<([^>]*)>; rel="next"/)[1])).arrayBuffer();`;
  const { code, err } = await touchstone([
    ...['record', '--target', profile, '--out', join(folder, 'rewriting')],
    ...['--', process.execPath, '--input-type=module', '-e', script],
  ]);
  expect([code, err]).toEqual([0, expect.stringContaining('2 exchanges: 2 conform')]);
  const text = everyByte('rewriting');
  const pages = [...text.matchAll(/"_target":"[^"]*per_page=1([^"]*)"/g)].map(([, page]) => page);
  expect(pages).toEqual(['', '&page=2']);
  const [, recorder = ''] = /content API +(http:\S+?)\/content/.exec(err) ?? [];
  expect(text.includes(`<${new URL(reference.contentUrl).origin}`)).toBe(true);
  expect(text.includes(recorder)).toBe(false);
});
