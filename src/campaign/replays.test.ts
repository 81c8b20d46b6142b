import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as overHttp } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignFinding } from '../fuzzing.ts';
import type { Handler } from '../reference/http.ts';
import { startServer } from '../reference/http.ts';
import { writeFinding } from '../report/finding-files.ts';
import { liveTransport } from '../send/live.ts';
import type { CampaignOptions } from './campaign.ts';
import { replayOf } from './replays.ts';
import { asked, campaignOver, contract, json, targetAt } from './site.fixture.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ENV = {
  ...process.env,
  NO_COLOR: '1',
  TOUCHSTONE_CONTENT_USER: 'editor',
  TOUCHSTONE_CONTENT_PASSWORD: 'a b c',
};

/** Routes of what was removed. */
const removed: string[] = [];

/** Creates posts, and breaks down where one is updated with a title of emoji; takes any `order`. */
const faulty: Handler = (request) => {
  const route = asked(request).get('rest_route') ?? '';
  if (request.method === 'POST' && route === '/cms/v2/posts') return json({ id: 4711 }, 201);
  if (request.method === 'DELETE') removed.push(route);
  const body = new TextDecoder().decode(request.body);
  if (route === '/cms/v2/posts/4711' && body.includes('😀')) return json({ code: 'oops' }, 500);
  if (route === '/cms/v2/posts' && asked(request).has('order')) return json([]);
  return route === '/cms/v2/posts' && asked(request).size === 1 ? json([]) : json({}, 400);
};

const folder = mkdtempSync(join(tmpdir(), 'touchstone-replays-'));
let server: Awaited<ReturnType<typeof startServer>>;

async function findings(options: Partial<CampaignOptions>, clause: RegExp) {
  const target = targetAt(server.url);
  const transport = liveTransport({
    limits: { ...target.limits, timeoutMs: 5_000, totalMs: 5_000 },
    tls: target.tls,
    connections: 8,
  });
  const { shown } = await campaignOver(transport, server.url, options);
  await transport.close();
  const found = shown.find(({ finding }) => clause.test(finding.clause));
  const replay = found && replayOf(found, contract, target);
  if (!found || !replay) throw new Error(`no finding of ${clause}`);
  return { finding: found.finding, files: writeFinding(folder, replay) };
}

beforeAll(async () => {
  server = await startServer(faulty);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What an `.http` file asks for, as a client of an editor would send it; only what our files use. */
async function sendHttpFile(path: string): Promise<readonly number[]> {
  const answers = new Map<string, unknown>();
  const statuses: number[] = [];
  for (const part of readFileSync(path, 'utf8')
    .split(/^### .*\n/m)
    .slice(1)) {
    const filled = part
      .replace(/\{\{\$processEnv (\w+)\}\}/g, (_, name: string) => Reflect.get(ENV, name) ?? '')
      .replace(/\{\{(\S+?)\.response\.body\.\$\.(\w+)\}\}/g, (_, step: string, member: string) =>
        String(Reflect.get(Object(answers.get(step)), member)),
      );
    const [head = '', ...rest] = filled.split('\n\n');
    const [name = '', line = '', ...headers] = head.split('\n');
    const [method = '', url = ''] = line.split(' ');
    const text = rest.join('\n\n').trimEnd();
    const body = text.startsWith('< ./') ? readFileSync(join(path, '..', text.slice(4))) : text;
    const { status, answer } = await sent(method, url, headers, body);
    statuses.push(status);
    answers.set(name.replace('# @name ', ''), answer);
  }
  return statuses;
}

function sent(method: string, url: string, headers: readonly string[], body: string | Buffer) {
  const { hostname, port, pathname, search } = new URL(url);
  const pairs = headers.map((header) => header.split(/: (.*)/s).slice(0, 2));
  return new Promise<{ status: number; answer: unknown }>((resolve, reject) => {
    overHttp(
      { hostname, port, path: `${pathname}${search}`, method, headers: Object.fromEntries(pairs) },
      async (answer) => {
        const pieces: Buffer[] = [];
        for await (const piece of answer) pieces.push(piece);
        resolve({
          status: answer.statusCode ?? 0,
          answer: JSON.parse(Buffer.concat(pieces).toString()),
        });
      },
    )
      .on('error', reject)
      .end(body);
  });
}

function statusOf(output: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/m.exec(output)?.[1]);
}

/** What is removed again where it was created. */
const OWN = '/cms/v2/posts/4711';

const CASES: readonly (readonly [
  string,
  Partial<CampaignOptions>,
  RegExp,
  number,
  (finding: CampaignFinding) => void,
])[] = [
  [
    'a breakdown on an object of its own',
    { modes: ['edge'], only: ['content/posts/update/post', 'strings/emoji'], bounds: { runs: 40 } },
    /no-server-error/,
    500,
    ({ case: item }) => expect(item.steps.map(({ id }) => id)).toContain('own'),
  ],
  [
    'a breach that is carried out',
    { modes: ['violation'], only: ['content/posts/list'], bounds: { runs: 120 } },
    /query\/order\/enum/,
    200,
    ({ places }) => expect(places).toEqual(['query /order']),
  ],
  [
    'a breach that creates something',
    { modes: ['violation'], only: ['content/posts/create'], bounds: { runs: 60 } },
    /content\/posts\/create\/body\//,
    201,
    ({ case: item }) => expect(item.steps.map(({ role }) => role)).not.toContain('cleanup'),
  ],
];

describe.each(CASES)('%s', (_, options, clause, status, look) => {
  let found: Awaited<ReturnType<typeof findings>>;

  beforeAll(async () => {
    found = await findings(options, clause);
  }, 20_000);

  const file = (name: string) => join(folder, `findings/${found.finding.number}`, name);

  it('is what was sought', () => {
    look(found.finding);
    expect(found.files).toContain(`findings/${found.finding.number}/again.sh`);
  });

  it('comes again by its curl line or script', async () => {
    expect(statSync(file('again.sh')).mode & 0o111).not.toBe(0);
    removed.length = 0;
    const { stdout } = await run('bash', [file('again.sh')], { env: ENV });
    expect(statusOf(stdout)).toBe(status);
    const creates = found.finding.case.steps.some(({ request }) =>
      request.operation.endsWith('/create'),
    );
    expect(removed).toEqual(creates ? [OWN] : []);
    if (found.finding.case.steps.some(({ role }) => role === 'setup')) return;
    const line = await run('bash', ['-c', found.finding.reproduce.curl], { env: ENV });
    expect(statusOf(line.stdout)).toBe(status);
  });

  it('comes again by its .http file', async () => {
    removed.length = 0;
    const steps = await sendHttpFile(file('again.http'));
    expect(steps).toContain(status);
    expect(removed.every((route) => route === OWN)).toBe(true);
  });

  it('comes again by its test file, which fails until it is mended', async () => {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const failing = await run(
      process.execPath,
      [
        join(ROOT, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--root',
        folder,
        file('again.test.ts'),
      ],
      { env: ENV },
    ).then(
      ({ stdout }) => stdout,
      (error: { readonly stdout: string; readonly stderr: string }) =>
        `failed\n${error.stdout}${error.stderr}`,
    );
    expect(failing).toMatch(/^failed/);
    expect(failing).toMatch(/AssertionError: expected true to be false/);
  });

  it('comes again by its seed line', () => {
    const line = readFileSync(file('seed.txt'), 'utf8');
    expect(line).toContain(`--seed 1 --from ${found.finding.index} --runs 1`);
  });

  it('comes again from its position in the stream', async () => {
    const { index } = found.finding;
    const again = await findings({ ...options, from: index, bounds: { runs: 1 } }, clause);
    expect(found.finding.ids).toContain(again.finding.id);
  });

  it('shows no credential', () => {
    for (const name of found.files) {
      expect(readFileSync(join(folder, name), 'utf8')).not.toMatch(/Basic [A-Za-z0-9+/]{8}/);
    }
  });
});
