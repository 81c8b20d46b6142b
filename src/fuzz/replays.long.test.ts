import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignFinding, Target } from '../model/index.ts';
import { readProfile, targetOf } from '../profiles/profile.ts';
import { type Handler, type ServedRequest, startServer } from '../reference/http.ts';
import { referenceHandler } from '../reference/serve.ts';
import { writeFinding } from '../report/finding-files.ts';
import { redactorFor } from '../secrets/index.ts';
import { liveTransport } from '../send/live.ts';
import type { CampaignOptions } from './campaign.ts';
import type { ReportedFinding } from './findings.ts';
import { replayOf } from './replays.ts';
import { asked, campaignOver, contract, json } from './site.fixture.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where the credential of a target is said to come from, and the variables that hold it. */
const SOURCES: { readonly [name: string]: readonly [user: string, password: string] } = {
  environment: ['TOUCHSTONE_CONTENT_USER', 'TOUCHSTONE_CONTENT_PASSWORD'],
  profile: ['cms_user1', 'CONTENT_PASSWORD_2'],
  both: ['TOUCHSTONE_CONTENT_USER', 'P4SS'],
};

type Env = Readonly<Record<string, string | undefined>>;

function envOf(password: string): Env {
  const { PATH, HOME } = process.env;
  const own = Object.values(SOURCES).flatMap(([user, secret]): [string, string][] => [
    [user, 'editor'],
    [secret, password],
  ]);
  return { PATH, HOME, NO_COLOR: '1', ...Object.fromEntries(own) };
}

const ENV = envOf('touchstone reference password');

function targetFrom(source: string): Target {
  const [user, password] = SOURCES[source] ?? ['', ''];
  const lines = [
    ...(user.startsWith('TOUCHSTONE') ? [] : [`  user: \${${user}}`]),
    ...(password.startsWith('TOUCHSTONE') ? [] : [`  password: \${${password}}`]),
  ];
  const path = join(folder, `${source}.yaml`);
  const limits = 'limits: { timeoutMs: 2000, totalMs: 2000 }';
  writeFileSync(path, [limits, 'content:', `  url: ${url()}`, ...lines, ''].join('\n'));
  return targetOf(readProfile(path, contract, ENV), ENV);
}

/** Routes of what was removed. */
const removed: string[] = [];

let mended = false;

function bodyOf({ body }: ServedRequest): string {
  return new TextDecoder().decode(body);
}

/** A server of both documents, in which some things go wrong until they are mended. */
function siteWithFaults(): Handler {
  const parts = { variations: [], contract };
  const right = referenceHandler({ ...parts, faults: [] }, url).handler;
  const wrong = referenceHandler({ ...parts, faults: ['args-as-list'] }, url).handler;
  return async (request) => {
    const route = asked(request).get('rest_route') ?? '';
    const { method } = request;
    if (method === 'DELETE') removed.push(route);
    const answer = await right(request);
    // Whoever is not let in meets none of the faults.
    if (mended || answer.status === 401) return answer;
    if (/^\/cms\/v2\/posts\/\d+$/.test(route) && method !== 'GET' && bodyOf(request).includes('😀'))
      return json({ code: 'oops' }, 500);
    if (route === '/cms/v2/posts' && method === 'GET' && asked(request).has('order'))
      return json([]);
    if (route === '/cms/v2/posts' && method === 'POST' && answer.status === 400)
      return right({ ...request, body: Buffer.from('{"title":"x"}') });
    if (route === '/cms/v2/pages' && asked(request).has('search'))
      return { ...answer, status: 200, body: '<html>' };
    if (route === '/cms/v2/blocks' && asked(request).has('search')) await setTimeout(8_000);
    return route === '/' ? wrong(request) : answer;
  };
}

const folder = mkdtempSync(join(tmpdir(), 'touchstone-replays-'));
let server: Awaited<ReturnType<typeof startServer>>;

function url(): string {
  return `${server.url}/content`;
}

async function shownBy(
  options: Partial<CampaignOptions>,
  clause: RegExp,
): Promise<ReportedFinding> {
  const target = targetFrom('environment');
  const transport = liveTransport({ limits: target.limits, tls: target.tls, connections: 8 });
  mended = false;
  const { shown } = await campaignOver(transport, url(), { target, graceMs: 20_000, ...options });
  await transport.close();
  const found = shown.find(({ finding }) => clause.test(finding.clause));
  if (!found) throw new Error(`no finding of ${clause}`);
  return found;
}

beforeAll(async () => {
  const handler = siteWithFaults;
  let site: Handler = () => json({}, 500);
  server = await startServer((request) => site(request));
  site = handler();
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const source = JSON.stringify(join(ROOT, 'src/index.ts'));
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default { resolve: { alias: { touchstone: ${source} } } };\n`,
  );
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Case {
  readonly name: string;
  readonly options: Partial<CampaignOptions>;
  readonly clause: RegExp;
  /** Of the answer while the fault is there; 0 for none. */
  readonly status: number;
  readonly look: (finding: CampaignFinding) => void;
  /** What the script exits with while the fault is there, and when it is mended. */
  readonly exits?: readonly [number, number];
}

const CASES: readonly Case[] = [
  {
    name: 'a breakdown on an object of its own',
    options: {
      modes: ['edge'],
      only: ['content/posts/update/post', 'strings/emoji'],
      bounds: { runs: 40 },
    },
    clause: /no-server-error/,
    status: 500,
    look: ({ case: item }) => expect(item.steps.map(({ id }) => id)).toContain('own'),
  },
  {
    name: 'a breach that is carried out',
    options: { modes: ['violation'], only: ['content/posts/list'], bounds: { runs: 120 } },
    clause: /query\/order\/enum/,
    status: 200,
    look: ({ places }) => expect(places).toEqual(['query /order']),
  },
  {
    name: 'a breach that creates something',
    options: { modes: ['violation'], only: ['content/posts/create'], bounds: { runs: 60 } },
    clause: /content\/posts\/create\/body\//,
    status: 201,
    look: ({ case: item }) => expect(item.steps.map(({ role }) => role)).not.toContain('cleanup'),
  },
  {
    name: 'a body that is not what its head says',
    options: { modes: ['valid'], only: ['content/pages/list'], bounds: { runs: 120 } },
    clause: /body-as-typed/,
    status: 200,
    look: ({ places }) => expect(places).toEqual(['query /search']),
  },
  {
    name: 'a request that hangs',
    options: { modes: ['valid'], only: ['content/blocks/list'], bounds: { runs: 120 } },
    clause: /answers-in-time/,
    status: 0,
    look: ({ class: name }) => expect(name).not.toBe('any request'),
  },
  {
    name: 'an answer that breaks a clause',
    options: { modes: ['valid'], only: ['content/index'], bounds: { runs: 20 } },
    clause: /parameters-listed/,
    status: 200,
    look: ({ places }) => expect(places).toEqual([]),
    exits: [2, 2],
  },
];

const found: ReportedFinding[] = [];

function fileOf(at: number, source: string, name: string): string {
  const number = found[at]?.finding.number;
  return join(folder, `case-${at}`, source, `findings/${number}`, name);
}

beforeAll(async () => {
  for (const [at, { options, clause }] of CASES.entries()) {
    const one = await shownBy(options, clause);
    found.push(one);
    for (const { source } of EACH.filter((each) => each.at === at)) {
      const replay = replayOf(one, contract, targetFrom(source));
      if (replay)
        writeFinding(join(folder, `case-${at}`, source), replay, redactorFor(targetFrom(source)));
    }
  }
});

/** Where a credential comes from has nothing to do with the finding: all of them for one of several steps. */
const EACH = CASES.flatMap((one, at) =>
  (at === 0 ? Object.keys(SOURCES) : ['profile']).map((source) => ({ ...one, at, source })),
);

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function script(at: number, source: string, env: Env = ENV): Promise<Ran> {
  return run('bash', [fileOf(at, source, 'reproduce.sh')], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ran) => ({ code, stdout, stderr }),
  );
}

function without(source: string): Env {
  const [, password = ''] = SOURCES[source] ?? [];
  return { ...ENV, [password]: undefined };
}

const WRONG = envOf('a wrong password');

describe.each(EACH)('$name, its credential from: $source', ({ at, source, status, exits }) => {
  const [there, gone] = exits ?? [1, 0];

  it('comes again by its script, which removes what it creates', async () => {
    mended = false;
    removed.length = 0;
    expect(statSync(fileOf(at, source, 'reproduce.sh')).mode & 0o111).not.toBe(0);
    const { code, stdout } = await script(at, source);
    expect(code).toBe(there);
    if (status !== 0) expect(statusOf(stdout)).toBe(status);
    if (there === 1) expect(stdout).toContain('the finding is there');
    const creates = found[at]?.trace.case.steps.some(({ request }) =>
      request.operation.endsWith('/create'),
    );
    expect(removed.length > 0).toBe(creates);
    expect(removed.every((route) => /^\/cms\/v2\/posts\/\d+$/.test(route))).toBe(true);
  });

  it('is gone by its script once it is mended', async () => {
    mended = true;
    const { code, stdout } = await script(at, source);
    expect(code).toBe(gone);
    if (gone === 0) expect(stdout).toContain('the finding is gone');
  });

  it.each([false, true])(
    'its script has no verdict without the credential, mended: %s',
    async (is) => {
      mended = is;
      const missing = await script(at, source, without(source));
      expect(missing.stderr).toContain(`set the environment variable ${SOURCES[source]?.[1]}`);
      expect(missing.code).toBe(2);
      expect((await script(at, source, WRONG)).code).toBe(2);
    },
  );
});

function statusOf(output: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/m.exec(output)?.[1]);
}

describe('the test files', () => {
  const SITUATIONS: readonly (readonly [string, boolean, Env, boolean, RegExp | undefined])[] = [
    ['fail while the fault is there', false, ENV, false, /AssertionError: expected .+, got /s],
    ['pass once it is mended', true, ENV, true, undefined],
    ['fail with a wrong credential', true, WRONG, false, /cannot tell/],
    ['fail without a credential', true, { PATH: process.env.PATH }, false, /set the environment/],
  ];

  it.each(SITUATIONS)(
    '%s',
    async (_, is, env, passes, message) => {
      mended = is;
      const args = ['run', '--root', folder, '--reporter=json', '--testTimeout=60000'];
      const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
      const { stdout } = await run(process.execPath, [vitest, ...args], {
        env,
        maxBuffer: 2 ** 26,
      }).catch((error: Ran) => error);
      const results: { readonly testResults: readonly TestFile[] } = JSON.parse(stdout);
      const all = results.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults.map((one) => ({ name, ...one })),
      );
      expect(all).toHaveLength(EACH.length);
      expect(all.filter(({ status }) => (status === 'passed') !== passes)).toEqual([]);
      if (message !== undefined)
        for (const { failureMessages } of all) expect(failureMessages.join()).toMatch(message);
    },
    120_000,
  );
});

interface TestFile {
  readonly name: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}

describe.each(CASES.map((one, at) => ({ ...one, at })))(
  '$name',
  ({ at, options, clause, look }) => {
    it('is what was sought', () => {
      const { finding } = found[at] ?? {};
      if (finding) look(finding);
      expect(finding).toBeDefined();
    });

    it('comes again by its curl line', async () => {
      mended = false;
      const { finding, trace } = found[at] ?? {};
      if (!finding || finding.reproduce.curl === '' || CASES[at]?.status === 0) return;
      expect(trace?.case.steps.some(({ role }) => role === 'setup')).toBe(false);
      const line = await run('bash', ['-c', finding.reproduce.curl], { env: ENV });
      expect(statusOf(line.stdout)).toBe(CASES[at]?.status);
    });

    it('comes again by its seed line', async () => {
      const { finding } = found[at] ?? {};
      const line = readFileSync(fileOf(at, 'profile', 'seed.txt'), 'utf8');
      expect(line).toContain(`--seed 1 --from ${finding?.index} --runs 1`);
      const again = await shownBy(
        { ...options, from: finding?.index ?? 0, bounds: { runs: 1 } },
        clause,
      );
      expect(finding?.ids).toContain(again.finding.id);
    });

    it('shows no credential', () => {
      for (const name of ['reproduce.sh', 'reproduce.test.ts', 'seed.txt']) {
        const text = readFileSync(fileOf(at, 'profile', name), 'utf8');
        expect(text).not.toMatch(/Basic [A-Za-z0-9+/]{8}|reference password/);
      }
    });
  },
);
