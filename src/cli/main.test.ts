import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { RunReport } from '../model/index.ts';
import { REFERENCE_TOKEN, serveReference } from '../reference/serve.ts';
import { namesOnly } from './commands.ts';
import { runCli } from './run-cli.fixture.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function touchstone(
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
  signal?: AbortSignal,
) {
  return runCli(args, { cwd: folder, env, ...(signal && { signal }) });
}

function profile(text: string): string {
  const path = join(folder, `profile-${text.length}.yaml`);
  writeFileSync(path, text);
  return path;
}

/** Planned for and not asked, where nothing is selected. */
const NOBODY = ['--integration', 'http://127.0.0.1:1'];

const QUICK = 'limits: { timeoutMs: 200, totalMs: 400, maxBodyBytes: 100000 }\nconcurrency: 4\n';

describe('bad input', () => {
  const bad: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['no command', [], /Commands:/],
    ['an unknown command', ['chek'], /Did you mean check\?/],
    ['an unknown option', ['check', '--onyl', 'x'], /Did you mean --only\?/],
    ['a seed that is no number', ['check', '--seed', 'x'], /whole number from 0/],
    ['a concurrency of none', ['check', '--concurrency', '0'], /whole number from 1/],
    ['drift since nothing', ['check', '--fail-on', 'warn,drift'], /usage: drift is what changed/],
    [
      'another thing to fail on',
      ['check', '--fail-on', 'pass'],
      /it must be failure, warn, new, drift/,
    ],
    [
      'a URL that is none',
      ['check', '--integration', 'staging'],
      /"staging", which is not an http or https URL/,
    ],
    ['a prefix that begins nothing', ['check', ...NOBODY, '--only', 'zzz'], /nothing-selected/],
    [
      'a clause of the other document',
      ['check', '--integration', 'http://127.0.0.1:1', '--only', 'content/'],
      /a document that the target does not serve/,
    ],
    ['an empty path', ['check', ...NOBODY, '--out', ''], /usage: --out is empty/],
    ['another', ['fuzz', ...NOBODY, '--env-file', ''], /usage: --env-file is empty/],
    [
      'an empty path of a command below another',
      ['report', 'render', '.', '--out', ''],
      /--out is empty/,
    ],
    ['an empty folder', ['replay', ''], /usage: <dir> is empty/],
    ['one of several', ['report', 'merge', 'a', ''], /usage: <dirs> is empty/],
    ['an empty prefix', ['plan', '--only', 'content', ''], /usage: --only is empty/],
    ['a profile that is not there', ['check', '--target', 'nowhere.yaml'], /profile-unreadable/],
    [
      'an unknown fault',
      ['serve', '--fault', 'required-as-bolean'],
      /did you mean required-as-boolean/,
    ],
    ['a part of a name', ['serve', '--fault', 'busy'], /did you mean busy-now-and-then/],
    ['a new start of nothing', ['serve', '--reset'], /--reset needs --state/],
    ['a variation named as a fault', ['serve', '--fault', 'order-german'], /it is a variation/],
    ['a proof of nothing', ['selftest', '--only', 'zzz'], /unknown-deviation/],
    ['a folder for reports that is a file', ['check', '--out', '/dev/null/x'], /output-unwritable/],
    [
      'a folder for findings that cannot be made, before anything is sent',
      ['fuzz', ...NOBODY, '--out', '/proc/nope'],
      /output-unwritable: cannot write \/proc\/nope/,
    ],
  ];
  it.each(bad)('%s exits 2 and says what is wrong', async (_title, args, message) => {
    const { code, out, err } = await touchstone(args);
    expect(err + out).toMatch(message);
    expect(code).toBe(2);
  });

  it('lists the faults and variations with a word', async () => {
    const { code, out } = await touchstone(['serve', '--list', 'BUSY-']);
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !/busy-/i.test(line))).toEqual([]);
    expect(code).toBe(0);
  });

  it('lists those that can stand in front of another server, and says how to find more', async () => {
    const all = await touchstone(['serve', '--list']);
    const some = await touchstone(['serve', '--list', 'ANSWERS', '--in-front-of', 'http://x']);
    expect(all.out).toContain(' creation-answers-500 ');
    expect(all.err).toMatch(
      /^[\d,]+ entries; `--list WORD` lists those with a word; with `--in-front/,
    );
    expect(some.out).toContain(' success-as-html ');
    expect(some.out).not.toContain(' creation-answers-500 ');
    expect(some.err).not.toContain('--list WORD');
  });

  it('a profile that is not valid exits 2 and names the line', async () => {
    const path = profile('name: x\nintegration:\n  url: http://127.0.0.1:1\n  tokn: y\n');
    const { code, err } = await touchstone(['check', '--target', path]);
    expect(err).toContain(`${path}:4: `);
    expect(err).toContain('tokn');
    expect(code).toBe(2);
  });

  it('a port in use exits 2', async () => {
    const server = await serveReference({ faults: [], variations: [] });
    try {
      const { code, err } = await touchstone(['serve', '--port', new URL(server.url).port]);
      expect(err).toContain('port-unavailable');
      expect(code).toBe(2);
    } finally {
      await server.close();
    }
  });
});

describe('targets that do not behave', () => {
  const OK = 'HTTP/1.1 200 OK\r\n';
  const servers: readonly (readonly [string, (socket: Socket) => void, number])[] = [
    ['hangs', () => {}, 2],
    ['resets', (socket) => socket.once('data', () => socket.resetAndDestroy()), 2],
    // An answer that is not whole, also when it is asked for again, breaks a rule of HTTP.
    ['closes early', (s) => s.once('data', () => s.end(`${OK}Content-Length: 99\r\n\r\n{`)), 1],
    // The same page for each route stands in front of the API.
    ['sends HTML', (s) => s.on('data', () => s.write(`${OK}Content-Length: 4\r\n\r\n<h1>`)), 2],
    [
      'sends more than is read',
      (s) =>
        s.once('data', () =>
          s.write(`${OK}Content-Length: 1000000000\r\n\r\n${'a'.repeat(200_000)}`),
        ),
      2,
    ],
    ['answers no HTTP', (s) => s.once('data', () => s.end('220 smtp.example ESMTP\r\n')), 2],
  ];
  let server: Server | undefined;
  afterAll(() => server?.close());

  it.each(servers)('one that %s is reported in time', async (title, behave, expected) => {
    const sockets = new Set<Socket>();
    const listening = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      behave(socket);
    });
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const address = listening.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const path = profile(`name: ${title}\nintegration:\n  url: http://127.0.0.1:${port}\n${QUICK}`);
    const out = join(folder, 'out', title);
    // Each answer that is not whole is asked for again.
    const less = title === 'closes early' ? ['--only', 'integration/timezones', '--runs', '1'] : [];
    const { code } = await touchstone(['check', '--target', path, '--out', out, ...less]);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => listening.close(resolve));
    expect(code).toBe(expected);
    const report: RunReport = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
    expect(report.exitCode).toBe(expected);
    expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toContain('<testsuites');
  });
});

describe('check', () => {
  it('is green on an API of the embedded reference target', async () => {
    const { code, out } = await touchstone(['check', '--seed', '7', '--only', 'integration']);
    expect(out).toContain('nothing failed');
    expect(out).not.toContain('\u001b');
    expect(code).toBe(0);
  });

  it('prints a report that fits its schema and nothing else with --json', async () => {
    const { code, out } = await touchstone([
      'check',
      '--seed',
      '7',
      '--json',
      '--only',
      'integration/timezones',
    ]);
    const contract = loadContract();
    expect(contract.validate(contract.schema('files/report.json'), JSON.parse(out))).toEqual([]);
    expect(code).toBe(0);
  });

  it('names the clause that a fault breaks, and exits 1', async () => {
    const server = await serveReference({ faults: ['unsorted-at-end'], variations: [] });
    try {
      const args = ['check', '--integration', server.integrationUrl, '--seed', '7'];
      const { code, out, err } = await touchstone(args);
      expect(err).toContain('reference target');
      expect(out).toContain('FAIL  integration/timezones/sorted-by-label   section 2.4');
      const [, words = ''] = /again: npx touchstone (.*)/.exec(out) ?? [];
      expect(words).toMatch(
        new RegExp(
          `^check --only integration/timezones/\\S+ --seed 7 --integration ${server.integrationUrl}$`,
        ),
      );
      const again = await touchstone([...words.split(' '), '--json']);
      const report: RunReport = JSON.parse(again.out);
      // A case of one to four requests, and not all that are evidence for the clause.
      expect(report.requests).toBeLessThan(8);
      expect(report.clauses.filter(({ verdict }) => verdict === 'fail')).toMatchObject([
        { id: 'integration/timezones/sorted-by-label' },
      ]);
      expect(out).toContain('"authorization: Bearer $TOUCHSTONE_INTEGRATION_TOKEN"');
      expect(out).not.toContain(REFERENCE_TOKEN);
      expect(code).toBe(1);
    } finally {
      await server.close();
    }
  });

  it('fails on a warning where it is told to', async () => {
    const server = await serveReference({ faults: ['systems-type-unchecked'], variations: [] });
    try {
      const only = ['--only', 'integration/dependencies/body/systems/type'];
      const args = ['check', '--integration', server.integrationUrl, '--seed', '7', ...only];
      const { code, out } = await touchstone(args);
      expect(out).toMatch(/^WARN {2}integration\/dependencies\/body\/systems\/type/m);
      expect(code).toBe(0);
      expect((await touchstone([...args, '--fail-on', 'warn'])).code).toBe(1);
    } finally {
      await server.close();
    }
  });

  it('makes a failing generated request small', async () => {
    const server = await serveReference({
      faults: ['required-as-boolean-for-many-systems'],
      variations: [],
    });
    try {
      const args = ['check', '--integration', server.integrationUrl, '--seed', '7', '--json'];
      const only = ['--only', 'integration/dependencies/valid'];
      const { out } = await touchstone([
        ...args,
        ...only,
        '--only',
        'integration/dependencies/field/required',
      ]);
      const report: RunReport = JSON.parse(out);
      const sizes = report.clauses
        .filter(({ id }) => id.startsWith('integration/dependencies/field/required'))
        .flatMap(({ findings }) => findings)
        .filter(({ case: item }) => item.includes('/valid/'))
        .map(
          ({ reproduce }) =>
            JSON.parse(/--data-raw '(.*?)'/.exec(reproduce.curl)?.[1] ?? '{}').systems.length,
        );
      // The fault shows from four systems on.
      expect(Math.min(...sizes)).toBe(4);
    } finally {
      await server.close();
    }
  });

  it('says first that the credential is not accepted, sends nothing else, and exits 2', async () => {
    const server = await serveReference({ faults: [], variations: [] });
    try {
      const env = { TOUCHSTONE_INTEGRATION_TOKEN: 'expired-token-4711' };
      const args = ['check', '--integration', server.integrationUrl];
      const { code, out, err } = await touchstone(args, env);
      expect(out).not.toContain('is not accepted');
      expect(out).toContain('0 clauses: none judged · 0 requests');
      expect(err).toMatch(/^problem: the credential for the integration API is not accepted.*$/m);
      expect(out).not.toContain('expired-token-4711');
      expect(code).toBe(2);
    } finally {
      await server.close();
    }
  });

  it('stops when asked to, and still reports', async () => {
    const stop = new AbortController();
    const out = join(folder, 'interrupted');
    const args = ['check', '--only', 'integration', '--rate', '20', '--out', out];
    const running = touchstone(args, {}, stop.signal);
    const log = join(out, 'run.ndjson');
    await expect
      .poll(() => existsSync(log) && readFileSync(log, 'utf8').includes('"kind":"case"'), {
        timeout: 30_000,
      })
      .toBe(true);
    stop.abort();
    const { code, err } = await running;
    expect(err).toContain('interrupted after');
    const report: RunReport = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
    expect(report.problems.join()).toContain('interrupted after');
    expect(code).toBe(2);
  });

  it('fails on a known failure that passes again, and not on one that still fails', async () => {
    const server = await serveReference({ faults: ['unsorted-at-end'], variations: [] });
    const known = (clause: string) =>
      profile(
        `name: k-${clause.length}\nintegration: { url: '${server.integrationUrl}', token: ${REFERENCE_TOKEN} }\nknownFailures:\n  - { clause: ${clause}, reason: known }\n`,
      );
    try {
      const listed = await touchstone([
        'check',
        '--target',
        known('integration/timezones/sorted-by-label'),
      ]);
      expect(listed.code).toBe(0);
      const stale = await touchstone([
        ...['check', '--target', known('integration/timezones/utc')],
        ...['--only', 'integration/timezones/utc'],
      ]);
      expect(stale.out).toContain('integration/timezones/utc: no longer fails');
      expect(stale.code).toBe(1);
    } finally {
      await server.close();
    }
  });
});

describe('plan', () => {
  it('gives the same bytes for the same seed, and others for another', async () => {
    const planned = (seed: string) =>
      touchstone(['plan', '--only', 'integration', '--seed', seed, '--json']);
    const [one, again, other] = [await planned('7'), await planned('7'), await planned('8')];
    expect(again.out).toBe(one.out);
    expect(other.out).not.toBe(one.out);
    expect(one.out).not.toContain(REFERENCE_TOKEN);
  });

  it('has a case for every clause of the integration document that can be tested', async () => {
    const { out } = await touchstone(['plan', '--only', 'integration', '--seed', '7', '--json']);
    const shown = new Set(
      JSON.parse(out).flatMap(({ evidence }: { evidence: string[] }) => evidence),
    );
    const without = loadContract()
      .clauses.filter(({ document, untestable }) => document === 'integration' && !untestable)
      .map(({ id }) => id)
      .filter((id) => !shown.has(id));
    expect(without).toEqual([]);
  });
});

describe('selftest', () => {
  it('catches each fault by what it breaks and flags no variation, on a sample of them', async () => {
    const only = ['unsorted', 'shuffled', 'system-asked-twice'];
    const { code, out, err } = await touchstone([
      'selftest',
      '--json',
      ...only.flatMap((name) => ['--only', name]),
    ]);
    const proof = JSON.parse(out);
    expect(proof.summary.faults.total).toBeGreaterThan(2);
    expect(err).toContain('note: system-asked-twice is now called system-twice-fields-twice');
    expect(proof.summary.faults.caught).toBe(proof.summary.faults.total);
    expect(proof.summary.variations).toEqual({ total: expect.any(Number), flagged: 0 });
    expect(code).toBe(0);
  });
});

// npm makes it so where it links the command for the first time, and not in a folder that it knows.
it('the command may be run', () => {
  accessSync(new URL('../../bin/touchstone.js', import.meta.url), constants.X_OK);
});

it('help that loads only names is the help of the whole parser', async () => {
  expect((await touchstone(['--help'])).out).toBe(namesOnly().helpInformation());
});
