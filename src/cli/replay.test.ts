import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunReport } from '../model/index.ts';
import {
  REFERENCE_PASSWORD,
  REFERENCE_TOKEN,
  REFERENCE_USER,
  type ServedReference,
  serveReference,
} from '../reference/serve.ts';
import { main } from './main.ts';

let folder = '';
let kept = '';
let reference: ServedReference;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-replay-'));
  kept = join(folder, 'kept');
  reference = await serveReference({ faults: [], variations: [] });
  const script = `const i = process.env.TOUCHSTONE_INTEGRATION, c = process.env.TOUCHSTONE_CONTENT;
    const auth = { authorization: 'Bearer ${REFERENCE_TOKEN}' };
    (async () => {
      await fetch(i + '/api/get/all/timezones', { headers: auth });
      await fetch(i + '/api/get/all/timezones');
      await fetch(c + '/index.php?rest_route=/cms/v2/posts&per_page=3&orderby=id&order=asc');
      await fetch(c + '/favicon.ico');
    })();`;
  const urls = ['--integration', reference.integrationUrl, '--content', reference.contentUrl];
  const { code } = await touchstone([
    ...['record', ...urls, '--out', kept, '--', process.execPath, '-e', script],
  ]);
  expect(code).toBe(0);
  // The program is loaded anew, and the site is filled.
}, 60_000);
afterAll(async () => {
  await reference.close();
  rmSync(folder, { recursive: true, force: true });
});

async function touchstone(
  args: readonly string[],
  signal: AbortSignal = new AbortController().signal,
  onOutput: (text: string) => void = () => {},
) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  let out = '';
  stdout.on('data', (piece: Buffer) => {
    out += piece.toString();
    onOutput(out);
  });
  const env = { XDG_STATE_HOME: folder };
  const code = await main(args, { stdout, stderr, env, cwd: folder, signal });
  await new Promise((resolve) => setImmediate(resolve));
  return { code, out, err: String(stderr.read() ?? '') };
}

describe('touchstone replay', () => {
  it('leaves what another target had before as it is', async () => {
    const other = await serveReference({ faults: [], variations: [] });
    const writes = join(folder, 'writes');
    const basic = Buffer.from(`${REFERENCE_USER}:${REFERENCE_PASSWORD}`).toString('base64');
    const script = `const at = process.env.TOUCHSTONE_CONTENT + '/index.php?rest_route=/cms/v2/posts';
      const headers = { authorization: 'Basic ${basic}', 'content-type': 'application/json' };
      const call = async (route, method, body) =>
        (await fetch(at + route, { method, headers, body: JSON.stringify(body) })).json();
      (async () => {
        const [old] = await (await fetch(at + '&per_page=1')).json();
        await call('/' + old.id, 'POST', { title: 'Another title' });
        await call('/' + old.id + '&force=true', 'DELETE');
        const own = await call('', 'POST', { title: 'My own' });
        await call('/' + own.id, 'POST', { title: 'My own, still' });
        await call('/' + own.id + '&force=true', 'DELETE');
      })();`;
    const urls = ['--content', other.contentUrl];
    const command = ['--', process.execPath, '-e', script];
    expect((await touchstone(['record', ...urls, '--out', writes, ...command])).code).toBe(0);
    const list = `${reference.contentUrl}/index.php?rest_route=/cms/v2/posts&per_page=100`;
    const before = await (await fetch(list)).json();
    const { out } = await touchstone(['replay', writes, '--to-content', reference.contentUrl]);
    expect(out).toMatch(/2 .*it changes what was not created by this sending/);
    expect(await (await fetch(list)).json()).toEqual(before);
    await other.close();
  }, 30_000);

  it('sends no write whose effect no document describes', async () => {
    const asked: string[] = [];
    const site = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1}');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { port } = site.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const script = `const at = process.env.TOUCHSTONE_CONTENT;
      const call = async (method, path, headers = {}) =>
        (await fetch(at + path, { method, headers })).text();
      (async () => {
        await call('GET', '/cms/v2/users/1');
        await call('POST', '/cms/v2/users/1');
        await call('POST', '/cms/v2/comments');
        await call('GET', '/cms/v2/comments/1', { 'x-http-method-override': 'DELETE' });
        await call('PUT', '/cms/v2/users/1');
      })();`;
    const kept = join(folder, 'undocumented');
    const command = ['--', process.execPath, '-e', script];
    await touchstone(['record', '--content', url, '--out', kept, ...command]);
    expect(asked).toContain('PUT /cms/v2/users/1');
    asked.length = 0;
    const { out } = await touchstone(['replay', kept, '--to-content', url]);
    site.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
    expect(asked).toContain('GET /cms/v2/users/1');
    expect(asked.filter((line) => /comments|^(?!GET)/.test(line))).toEqual([]);
    expect(out).toMatch(/4 .*it may change something, and no document says what/);
  }, 30_000);

  it('leaves no report of an earlier run where it could not judge', async () => {
    const out = join(folder, 'earlier');
    mkdirSync(out);
    writeFileSync(join(out, 'report.json'), '{}');
    const { code } = await touchstone(['replay', join(folder, 'none'), '--out', 'earlier']);
    const { exitCode, clauses } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
    expect([code, exitCode, clauses]).toEqual([2, 2, []]);
  });

  it('judges recorded traffic again, exchange by exchange, without a network', async () => {
    const out = join(folder, 'reports');
    const ran = await touchstone(['replay', kept, '--out', out, '--json']);
    const report = JSON.parse(ran.out) as RunReport;
    expect(report.mode).toBe('replaying');
    const verdicts = new Map(report.clauses.map(({ id, verdict }) => [id, verdict]));
    expect(verdicts.get('integration/timezones/sorted-by-label')).toBe('pass');
    expect(report.counts.fail).toBe(0);
    expect(ran.err).toContain('1 exchange: outside the documents');
    expect(ran.code).toBe(0);
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toEqual(report);
  });

  it('says that a folder holds no recording', async () => {
    const { code, err } = await touchstone(['replay', join(folder, 'nowhere')]);
    expect(err).toMatch(/recording-unreadable: .*nowhere/);
    expect(code).toBe(2);
  });

  it('serves a recording at the paths of the time', async () => {
    const stop = new AbortController();
    let asked = false;
    const got: (readonly [number, string])[] = [];
    const { out, code } = await touchstone(
      ['replay', kept, '--serve', '--policy', 'loop'],
      stop.signal,
      async (text) => {
        const [, url] = /content API +(http:\S+)/.exec(text) ?? [];
        if (url === undefined || asked) return;
        asked = true;
        for (const path of ['/favicon.ico', '/other']) {
          const answer = await fetch(`${url}${path}`);
          got.push([answer.status, await answer.text()]);
        }
        const origin = new URL(url).origin;
        const headers = { authorization: 'Bearer another-one-9' };
        const zones = await fetch(`${origin}/api/get/all/timezones`, { headers });
        const denied = await fetch(`${origin}/api/get/all/timezones`);
        got.push([zones.status, ''], [denied.status, '']);
        stop.abort();
      },
    );
    expect(got.map(([status]) => status)).toEqual([404, 501, 200, 401]);
    expect(got[1]?.[1]).toContain('not in the recording: GET /content/other');
    expect(out).toContain('4 requests, 1 of them not in the recording');
    expect(code).toBe(0);
  });

  it('follows the rules that its profile has by now', async () => {
    const profile = join(folder, 'rules.yaml');
    const rules = 'recording: { match: { ignore: { query: [nonce] } } }';
    writeFileSync(profile, `content: { url: "${reference.contentUrl}" }\n${rules}\n`);
    for (const [options, status] of [
      [['--target', profile], 200],
      [[], 501],
    ] as const) {
      const stop = new AbortController();
      let asked: Promise<number> | undefined;
      await touchstone(['replay', kept, '--serve', ...options], stop.signal, (text) => {
        const [, url] = /content API +(http:\S+)/.exec(text) ?? [];
        if (url === undefined || asked) return;
        const route = '/index.php?rest_route=/cms/v2/posts&per_page=3&orderby=id&order=asc&nonce=7';
        asked = fetch(`${url}${route}`).then((answer) => answer.status);
        asked.finally(() => stop.abort());
      });
      expect(await asked).toBe(status);
    }
  });

  it('finds nothing changed at the target that was recorded', async () => {
    const { code, out } = await touchstone(['replay', kept, '--to', reference.url]);
    expect(out).toMatch(
      /^4 exchanges compared: \d equal, \d but for what always moves, 0 changed$/m,
    );
    expect(code).toBe(0);
  });

  it('finds what changed at another target, and says where', async () => {
    const faulty = await serveReference({ faults: ['sorted-descending'], variations: [] });
    const args = ['replay', kept, '--to-integration', faulty.integrationUrl, '--json'];
    const { code, out, err } = await touchstone(args);
    await faulty.close();
    const { changes, unsent } = JSON.parse(out) as {
      readonly changes: readonly object[];
      readonly unsent: readonly object[];
    };
    expect(changes).toMatchObject([
      { operation: 'integration/timezones', place: '/data/timezones in order', tier: 'value' },
    ]);
    expect(unsent).toEqual([{ why: 'it went to an address that has no counterpart', count: 2 }]);
    expect(err).toMatch(
      /another value at 1 place\n +integration\/timezones +\/data\/timezones in order/,
    );
    expect(code).toBe(1);
  });

  it('exits 2 where the other target cannot be reached', async () => {
    const gone = await serveReference({ faults: [], variations: [] });
    await gone.close();
    const { code, err } = await touchstone(['replay', kept, '--to', gone.url]);
    expect(err).toMatch(/^error target-unreachable: there is no connection to http/);
    expect(code).toBe(2);
  });

  it('is named by touchstone check where a recording has no planned cases', async () => {
    const { code, err } = await touchstone(['check', '--replay', kept]);
    expect(err).toMatch(/^error nothing-selected: .* holds traffic and no planned cases$/m);
    expect(err).toContain('`touchstone replay` judges it');
    expect(code).toBe(2);
  });

  it('refuses two things at once', async () => {
    const { code, err } = await touchstone(['replay', kept, '--serve', '--to', reference.url]);
    expect(err).toContain('--serve and --to are two things');
    expect(code).toBe(2);
  });
});
