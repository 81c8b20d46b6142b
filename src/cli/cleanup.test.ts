import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginJournal, journalFolder, openJournal } from '../cleanup/index.ts';
import { runCli } from './run-cli.fixture.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

let folder = '';
let server: Server;
let url = '';
/** What a read shows as the slug of a post; those of a run carry its mark. */
let slugOf = (id: string) => `touchstone-${id}`;
let title = '';
/** When it was last changed; not shown if empty. */
let modified = '';
/** What the server holds, and the credentials that removals came with. */
const posts = new Set<number>();
const credentials: (string | undefined)[] = [];
/** Bodies with which something was put back, and what global styles hold; undefined refuses reads. */
const put: string[] = [];
let styled: string | undefined;
let status = 200;
/** Says that it removes, and does not. */
let keeps = false;
/** What answers in front of the server: nothing, to all requests, or to those of one object. */
let front: 'none' | 'all' | 'page' | 'objects' | 'removals' = 'none';
/** So many removals are turned away first, and for so many seconds. */
let busy = 0;
let closedFor = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-cleanup-'));
  let count = 0;
  server = createServer((request, response) => {
    const { method, url: target = '' } = request;
    if (target === '/hang') return;
    request.resume();
    const [, id] = /^\/cms\/v2\/posts\/(\d+)\?force=true$/.exec(target) ?? [];
    const isInFront =
      front === 'all' || (front === 'removals' ? method === 'DELETE' : id !== undefined);
    if (front !== 'none' && isInFront) {
      response.writeHead(404).end(front === 'page' ? '<h1>Not Found</h1>' : '{"message":"none"}');
    } else if (/\/cms\/v2\/posts[?&]/.test(decodeURIComponent(target))) {
      const all = [...posts].sort((one, other) => other - one);
      const listed = all.map((one) => ({ id: one, slug: slugOf(String(one)), title }));
      response.end(JSON.stringify(front === 'page' ? Array(100).fill({ id: 2000 }) : listed));
    } else if (method === 'POST') {
      count += 1;
      posts.add(count);
      response.writeHead(201).end(JSON.stringify({ id: count }));
    } else if (target === '/cms/v2/global-styles/540') {
      if (method === 'GET') {
        response.writeHead(styled === undefined ? 401 : 200).end(styled);
        return;
      }
      credentials.push(request.headers.authorization);
      request.on('data', (chunk) => put.push(String(chunk)));
      request.on('end', () => {
        if (status === 200) styled = put.at(-1);
        response.writeHead(status).end('{}');
      });
    } else if (method === 'DELETE' && id !== undefined) {
      credentials.push(request.headers.authorization);
      if (busy > 0) {
        busy -= 1;
        response.writeHead(429, { 'Retry-After': String(closedFor) });
      } else if (status === 200 && !keeps && !posts.delete(Number(id))) response.writeHead(404);
      else response.writeHead(status);
      response.end('{}');
    } else {
      if (id !== undefined && !posts.has(Number(id))) response.writeHead(404);
      const post = { id: Number(id), slug: slugOf(id ?? ''), title, ...(modified && { modified }) };
      response.end(id === undefined ? '{}' : JSON.stringify(post));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  posts.clear();
  credentials.length = 0;
  put.length = 0;
  styled = '{"title":"Of the run"}';
  slugOf = (id) => `touchstone-${id}`;
  title = '';
  modified = '';
  status = 200;
  front = 'none';
  keeps = false;
  busy = 0;
  closedFor = 0;
});

const ENV = { TOUCHSTONE_CONTENT_USER: 'ann', TOUCHSTONE_CONTENT_PASSWORD: 'secret' };
const BASIC = `Basic ${Buffer.from('ann:secret').toString('base64')}`;

async function cleanup(...args: readonly string[]) {
  return runCli(['cleanup', ...args], { cwd: folder, env: { ...ENV, XDG_STATE_HOME: folder } });
}

function removalOn(baseUrl: string) {
  return { document: 'content', baseUrl, method: 'DELETE', headers: [] };
}

/** A journal of a run of this process that has ended, with posts that it left. */
function leftBy(name: string, baseUrl: string, ids: readonly number[]): string {
  const place = join(folder, name);
  const journal = beginJournal(place, {
    cwd: folder,
    targetOptions: ['--content', url],
    now: Date.now(),
  });
  for (const id of ids) {
    posts.add(id);
    const target = `/cms/v2/posts/${id}?force=true`;
    journal.note({ ...removalOn(baseUrl), what: `content/posts ${id}`, target, own: true });
  }
  journal.close();
  return place;
}

function changeOn(baseUrl: string) {
  const target = '/cms/v2/global-styles/540';
  const whose = { document: 'content', baseUrl, what: 'content/global-styles 540' };
  return { ...whose, method: 'PUT', target, read: target, headers: JSON_HEADERS };
}

const JSON_HEADERS = [['content-type', 'application/json']] as const;

/** A journal of such a run that changed global styles, twice, and was killed. */
function changedBy(name: string, baseUrl: string): string {
  const place = join(folder, name);
  const journal = beginJournal(place, {
    cwd: folder,
    targetOptions: ['--content', url],
    now: Date.now(),
  });
  for (const [before, after] of [
    ['As it was', 'In between'],
    ['In between', 'Of the run'],
  ]) {
    const body = JSON.stringify({ title: before });
    journal.noteChange({ ...changeOn(baseUrl), body, written: [{ title: after }] });
  }
  journal.close();
  return place;
}

describe('cleanup', () => {
  it('says that there is no journal where it is told to look', async () => {
    const { code, out, err } = await cleanup('--journal', join(folder, 'mistyped'));
    expect(err).toBe(`there is no journal at ${join(folder, 'mistyped')}\n`);
    expect({ code, out }).toEqual({ code: 0, out: 'nothing is left behind\n' });
  });

  it.each([
    ['whose names a read shows', 'touchstone-9', { names: { slug: 'touchstone-9' } }, []],
    ['that an earlier version noted, by the mark', 'touchstone-7', {}, []],
    ['whose names a read does not show', 'hello', { names: { slug: 'touchstone-9' } }, [950]],
    ['that an earlier version noted, without the mark', 'hello', {}, [950]],
    ['whose ID was newer, and that had no name', 'hello', { own: true as const, names: {} }, []],
    [
      'whose names the run itself changed',
      'hello',
      { own: true as const, confirmed: true as const, names: { slug: 'touchstone-9' } },
      [],
    ],
    [
      'whose ID others have by now',
      'hello',
      { own: true as const, confirmed: true as const, names: { slug: 'touchstone-9' } },
      [950],
    ],
    [
      'that others created at the same time, whose ID the server gave',
      'hello',
      { own: true as const, names: { slug: 'touchstone-9' } },
      [950],
    ],
    [
      'that a read does not show, and whose ID was newer',
      '',
      { own: true as const, names: { slug: 'touchstone-9' } },
      [],
    ],
  ])('removes no object of others: one %s', async (kind, slug, evidence, left) => {
    modified = kind.includes('by now') ? '2020-01-01T00:00:00' : '';
    const place = join(folder, 'whose');
    const run = { cwd: folder, targetOptions: ['--content', url], now: Date.now() };
    const journal = beginJournal(place, run);
    posts.add(950);
    slugOf = () => slug;
    const target = '/cms/v2/posts/950?force=true';
    journal.note({ ...removalOn(url), what: 'content/posts 950', target, ...evidence });
    journal.close();
    const { code, out } = await cleanup('--journal', place);
    expect([...posts]).toEqual(left);
    expect(code).toBe(left.length);
    if (left.length > 0) expect(out).toContain('nothing shows that this run created it');
    rmSync(place, { recursive: true });
  });

  it.each([
    ['all' as const, 'its list cannot be read: something can stand in front of the target'],
    ['objects' as const, 'its list shows it: something can stand in front of the target'],
    ['removals' as const, 'a read of it is answered with HTTP 200'],
    ['page' as const, 'HTTP 404 with a page or plain text: something can stand in front'],
  ])('does not take the 404 of a gateway for a missing object: %s', async (what, why) => {
    const path = leftBy(`gateway ${what}`, url, [1, 2]);
    front = what;
    const { code, out } = await cleanup('--journal', path);
    expect(out).toContain(`could not remove content/posts 2 at ${url}: HTTP 404`);
    expect(out).toContain(why);
    expect(out).toContain('0 removed, 2 left');
    expect({ code, posts: [...posts] }).toEqual({ code: 1, posts: [1, 2] });
    front = 'none';
    const after = await cleanup('--journal', path);
    expect(after.out).toContain('2 removed, 0 left');
    expect({ code: after.code, journals: readdirSync(path) }).toEqual({ code: 0, journals: [] });
  });

  it('believes a 404 of the API where its list does not show the object', async () => {
    const path = leftBy('missing', url, [1]);
    posts.clear();
    const { code, out } = await cleanup('--journal', path);
    expect(out).toContain(`content/posts 1 is not there any more at ${url}`);
    expect({ code, journals: readdirSync(path) }).toEqual({ code: 0, journals: [] });
  });

  it('sends a removal again that the target turns away for now', async () => {
    const path = leftBy('busy', url, [1, 2, 3]);
    busy = 1;
    const { code, out } = await cleanup('--content', url, '--journal', path);
    expect(out).toContain('3 removed, 0 left');
    expect(posts.size).toBe(0);
    expect(code).toBe(0);
  });

  it('ends where the target asks it to wait for hours, and says so', async () => {
    const path = leftBy('closed', url, [1, 2, 3]);
    busy = 3;
    closedFor = 7_200;
    const { code, out, err } = await cleanup('--content', url, '--journal', path);
    expect(err).toContain(
      'the target asks to wait longer than 60 s: HTTP 429 with Retry-After: 7200',
    );
    expect(out).toContain('0 removed, 3 left');
    expect(credentials).toHaveLength(1);
    expect(code).toBe(1);
  });

  it('puts back what a run changed, the first state last', async () => {
    const place = changedBy('changed', url);
    const { code, out } = await cleanup('--journal', place);
    const line = `put back content/global-styles 540 at ${url}`;
    expect(out).toBe(`${line}\n${line}\n2 put back, 0 left\n`);
    expect(put).toEqual(['{"title":"In between"}', '{"title":"As it was"}']);
    expect(credentials).toEqual([BASIC, BASIC]);
    expect({ code, journals: readdirSync(place) }).toEqual({ code: 0, journals: [] });
  });

  it('says what it could not put back, and keeps it for another try', async () => {
    const place = changedBy('kept', url);
    status = 403;
    const { code, out } = await cleanup('--journal', place);
    expect(out).toContain(`could not put back content/global-styles 540 at ${url}: HTTP 403`);
    expect(code).toBe(1);
    status = 200;
    expect((await cleanup('--journal', place)).code).toBe(0);
    expect(put.at(-1)).toBe('{"title":"As it was"}');
  });

  it.each([
    ['as it was', 'As it was', 'is as it was before the run at ', 0, []],
    ['as the run left it', 'Of the run', '1 put back', 0, ['{"title":"As it was"}']],
    ['as the server stored it', 'OF THE RUN', '1 put back', 0, ['{"title":"As it was"}']],
    [
      'as the owner has it by now',
      'Of the owner',
      `was changed after the run at U, and is left alone; before the run it had {"title":"As it was"}`,
      1,
      [],
    ],
    ['hidden', undefined, 'could not put back content/global-styles 540 at U: HTTP 401', 1, []],
  ])('reads what a run changed before it puts it back: %s', async (state, shown, ...expected) => {
    const [line = '', code, bodies] = expected;
    const place = join(folder, `read ${state}`);
    const run = { cwd: folder, targetOptions: ['--content', url], now: Date.now() };
    const journal = beginJournal(place, run);
    const written = [{ title: 'Of the run' }, { title: 'OF THE RUN' }];
    journal.noteChange({ ...changeOn(url), body: '{"title":"As it was"}', written });
    journal.close();
    styled = shown && JSON.stringify({ id: 540, title: { raw: shown }, styles: {} });
    const ended = await cleanup('--journal', place);
    expect(ended.out).toContain(String(line).replace('U', url));
    expect({ code: ended.code, put }).toEqual({ code, put: bodies });
    // A newer state is reported once.
    expect((await cleanup('--journal', place)).code).toBe(shown === undefined ? 1 : 0);
  });

  it('removes what is left, the youngest first, with the target and credential of the run', async () => {
    const place = leftBy('plain', url, [901, 902]);
    posts.delete(901);
    const { code, out } = await cleanup('--journal', place);
    expect(out).toBe(
      [
        `removed content/posts 902 at ${url}`,
        `content/posts 901 is not there any more at ${url}`,
        '1 removed, 0 left',
        '',
      ].join('\n'),
    );
    expect({ code, posts: posts.size, journals: readdirSync(place) }).toEqual({
      code: 0,
      posts: 0,
      journals: [],
    });
    expect(credentials).toEqual([BASIC, BASIC]);
  });

  it('looks for what a server refuses to remove, for it may be gone', async () => {
    const place = leftBy('refused', url, [907, 908]);
    posts.delete(907);
    status = 422;
    expect(await cleanup('--journal', place)).toMatchObject({
      code: 1,
      out: [
        `could not remove content/posts 908 at ${url}: HTTP 422`,
        `content/posts 907 is not there any more at ${url}`,
        '0 removed, 1 left',
        '',
      ].join('\n'),
    });
  });

  it('does not believe a server that says that it removes, and does not', async () => {
    const place = leftBy('lying', url, [909]);
    keeps = true;
    const why = 'its removal was accepted, and it is still there';
    expect(await cleanup('--journal', place)).toMatchObject({
      code: 1,
      out: `could not remove content/posts 909 at ${url}: ${why}\n0 removed, 1 left\n`,
    });
    expect(readdirSync(place)).toHaveLength(1);
  });

  it('keeps what cannot be removed, and tries it again', async () => {
    const place = leftBy('kept', url, [903]);
    status = 500;
    const first = await cleanup('--journal', place);
    expect(first.out).toContain(`could not remove content/posts 903 at ${url}: HTTP 500`);
    expect(first.code).toBe(1);
    status = 200;
    expect((await cleanup('--journal', place)).code).toBe(0);
    expect(posts.size).toBe(0);
  });

  it('sends nothing to a place that is not the target that is named', async () => {
    const place = leftBy('other', 'http://127.0.0.1:9/elsewhere', [904]);
    const { code, out } = await cleanup('--journal', place);
    expect(out).toContain(
      'name its target with --content http://127.0.0.1:9/elsewhere or --target',
    );
    expect({ code, credentials }).toEqual({ code: 1, credentials: [] });
  });

  it('only says what it would do, where that is asked for', async () => {
    const place = leftBy('dry', url, [905]);
    const { out } = await cleanup('--journal', place, '--dry-run');
    expect(out).toContain(`would remove content/posts 905 at ${url}`);
    expect({ posts: posts.size, journals: readdirSync(place).length }).toEqual({
      posts: 1,
      journals: 1,
    });
  });

  it('does not say that nothing is left where it would look for something', async () => {
    const place = join(folder, 'dry-look');
    const run = { cwd: folder, targetOptions: ['--content', url], now: Date.now() };
    const journal = beginJournal(place, run);
    const at = { document: 'content', baseUrl: url, collection: 'content/posts' };
    journal.announce({ ...at, slug: 'touchstone-9-lost' });
    journal.close();
    expect((await cleanup('--journal', place, '--dry-run')).out).toBe(
      `would look for touchstone-9-lost in content/posts at ${url}\n0 would be removed, 0 left, 1 would be looked for\n`,
    );
  });

  it('names the journals whose target or text cannot be read, and settles the others', async () => {
    const place = leftBy('mixed', url, [911]);
    const project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(
      join(project, 'touchstone.yaml'),
      `content: { url: '${url}', user: '\${UNSET}' }`,
    );
    const ways = [[], ['--target', 'touchstone.yaml'], ['--env-file', 'gone.env']];
    for (const targetOptions of ways) {
      const other = beginJournal(place, { cwd: project, targetOptions, now: 1 });
      other.note({
        ...removalOn(url),
        what: 'content/posts 912',
        target: '/cms/v2/posts/912?force=true',
      });
      other.close();
    }
    mkdirSync(join(place, '0.ndjson'));
    const { code, out, err } = await cleanup('--journal', place);
    expect(out).toBe(
      `removed content/posts 911 at ${url}\n1 removed, 0 left, 4 journals left alone\n`,
    );
    const left = readdirSync(place).sort();
    expect(left).toHaveLength(4);
    for (const name of left) expect(err).toContain(`left alone: ${join(place, name)}\n`);
    expect(err.match(/needs the environment variable UNSET, which is not set/g)).toHaveLength(2);
    expect(err).toContain('the file gone.env of --env-file cannot be read (ENOENT)');
    expect(err).toContain('0.ndjson" cannot be read (EISDIR)');
    expect({ code, posts: posts.size }).toEqual({ code: 2, posts: 0 });

    const env = { XDG_STATE_HOME: folder, UNSET: 'ann', TOUCHSTONE_CONTENT_PASSWORD: 'secret' };
    writeFileSync(join(project, 'gone.env'), 'NOTHING=1');
    rmSync(join(place, '0.ndjson'), { recursive: true });
    const again = await runCli(['cleanup', '--journal', place], { cwd: folder, env });
    const gone = `content/posts 912 is not there any more at ${url}\n`;
    expect(again.out).toBe(`${gone.repeat(3)}nothing is left behind\n`);
    expect(again.code).toBe(0);
  });

  it('has nothing to do where there is nothing', async () => {
    expect(await cleanup()).toEqual({ code: 0, out: 'nothing is left behind\n', err: '' });
  });

  it('leaves alone what a run on another machine keeps, unless told otherwise', async () => {
    const place = join(folder, 'foreign');
    const owner = { pid: 1, startedAt: '2026', cwd: folder, targetOptions: ['--content', url] };
    const journal = openJournal(place, { ...owner, host: `not-${hostname()}` });
    const idle = await cleanup('--journal', place);
    expect(idle.err).toContain('may be going on; --force if not');
    expect(idle.code).toBe(0);
    const target = '/cms/v2/posts/913?force=true';
    journal.note({ ...removalOn(url), what: 'content/posts 913', target, own: true });
    posts.add(913);
    expect(await cleanup('--journal', place)).toMatchObject({
      code: 2,
      out: '0 removed, 0 left, 1 journal left alone\n',
    });
    await cleanup('--journal', place, '--force');
    expect({ journals: readdirSync(place), posts: posts.size }).toEqual({ journals: [], posts: 0 });
  });
});

it.each([
  [{ XDG_STATE_HOME: '/state', HOME: '/home/ann' }, '/state/touchstone/cleanup'],
  [{ XDG_STATE_HOME: 'state', HOME: '/home/ann' }, '/home/ann/.local/state/touchstone/cleanup'],
  [{ HOME: '/home/ann' }, '/home/ann/.local/state/touchstone/cleanup'],
])('the journals of %j are in %s', (env, expected) => {
  expect(journalFolder(env)).toBe(expected);
});

describe('a run that is killed', () => {
  let child: ChildProcess | undefined;
  afterAll(() => child?.kill('SIGKILL'));

  it('is cleaned up after, to the last thing that it created', async () => {
    title = 'touchstone A';
    const built = compiled(join(folder, 'built'));
    const place = journalFolder({ XDG_STATE_HOME: folder });
    const running = spawn(
      process.execPath,
      [built, url, place, new Date(0).toISOString(), hostname()],
      { stdio: 'inherit' },
    );
    child = running;
    await expect.poll(() => posts.size, { timeout: 10_000 }).toBe(4);
    const noted = () => readdirSync(place).flatMap((name) => linesOf(join(place, name)));
    const count = (kind: string) =>
      noted().filter((line) => line.includes(`"kind":"${kind}"`)).length;
    // What was announced is struck off once its answer has told of an ID.
    await expect
      .poll(() => [count('made'), count('sent') - count('gone')], { timeout: 5_000 })
      .toEqual([4, 0]);

    const early = await cleanup('--content', url);
    expect(early.err).toContain(`its run (process ${running.pid}`);
    expect(posts.size).toBe(4);

    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
    expect(noted().join('')).not.toContain('c2VjcmV0');
    const { code, out } = await cleanup('--content', url);
    expect(out).toMatch(/4 removed, 0 left/);
    expect({ code, posts: posts.size, journals: readdirSync(place) }).toEqual({
      code: 0,
      posts: 0,
      journals: [],
    });
  }, 60_000);
});

function linesOf(path: string): readonly string[] {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean);
}

/** The run as plain JavaScript, which every version of Node runs. */
function compiled(out: string): string {
  const source = join(root, 'src/send/killed.fixture.ts');
  execFileSync('mkdir', ['-p', out]);
  symlinkSync(join(root, 'node_modules'), join(out, 'node_modules'));
  writeFileSync(join(out, 'package.json'), '{"type":"module"}');
  const project = join(out, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    noCheck: true,
    allowImportingTsExtensions: false,
    rootDir: join(root, 'src'),
    outDir: join(out, 'dist'),
  };
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions,
    include: [],
    files: [source],
  };
  writeFileSync(project, JSON.stringify(settings));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project]);
  return join(out, 'dist/send/killed.fixture.js');
}
