import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { RunReport } from '../model/index.ts';
import { REFERENCE_TOKEN, serveReference } from '../reference/serve.ts';
import { runCli } from './run-cli.fixture.ts';

const FAULTS = {
  sound: [],
  accepted: ['show-hostname-as-text', 'systems-type-unchecked'],
  worse: ['show-hostname-as-text', 'systems-type-unchecked', 'unsorted-at-end'],
} as const;

let folder = '';
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-baseline-'));
  for (const [name, faults] of Object.entries(FAULTS)) {
    const server = await serveReference({ faults, variations: [] });
    closing.push(server.close);
    write(
      `${name}.yaml`,
      `name: staging\nintegration: { url: '${server.integrationUrl}', token: ${REFERENCE_TOKEN}, systems: [salesforce, help_desk] }\n`,
    );
  }
  await touchstone('check --target accepted.yaml --seed 1 --out first');
});
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

async function touchstone(line: string) {
  const args = line.split(' ').map((word) => (word.endsWith('.yaml') ? join(folder, word) : word));
  return runCli(args, { cwd: folder, env: { XDG_STATE_HOME: folder } });
}

const ACCEPTED = '--baseline accepted.baseline.yaml';

describe('without a baseline', () => {
  it('the last line of a run with warnings says how to make one', async () => {
    const { out } = await touchstone(
      'check --target accepted.yaml --only integration/dep --out some',
    );
    expect(out.trim().split('\n').at(-1)).toMatch(
      /fails on what is new: npx touchstone baseline some --target accepted\.yaml$/,
    );
  });

  it('nothing can be asked to fail on what is new', async () => {
    const { code, err } = await touchstone('check --target sound.yaml --fail-on new');
    expect(err).toMatch(/usage: there is no baseline at .*sound\.baseline\.yaml/);
    expect(code).toBe(2);
  });
});

describe('with a baseline', () => {
  beforeAll(async () => {
    const { out, code } = await touchstone('baseline first --target accepted.yaml');
    expect(out).toBe('accepted.baseline.yaml: 2 clauses that fail, 1 with warnings\n');
    expect(code).toBe(0);
  });

  it('it is of causes, clauses and operations alone', () => {
    expect(parse(readFileSync(join(folder, 'accepted.baseline.yaml'), 'utf8'))).toMatchObject({
      version: 1,
      target: 'staging',
      causes: [
        { verdict: 'fail', kind: 'null', at: '/message' },
        ...['/data/help_desk', '/data/salesforce'].map((at) => ({
          verdict: 'fail',
          kind: 'value',
          at: `${at}/show_hostname`,
          clauses: { 'integration/dependencies/show-hostname': ['integration/dependencies'] },
        })),
        {
          verdict: 'warn',
          kind: 'accepted',
          at: 'body /systems type',
          clauses: { 'integration/dependencies/body/systems/type': ['integration/dependencies'] },
        },
      ],
    });
  });

  it('another seed finds nothing new', async () => {
    const { code, out } = await touchstone('check --target accepted.yaml --seed 2');
    expect(out).toContain('accepted.baseline.yaml: 4 causes accepted, 0 new, 0 worse, 0 gone');
    expect(out).not.toMatch(/FAIL|WARN|npx touchstone baseline/);
    expect(code).toBe(0);
  });

  it('what is new fails, and the rest does not', async () => {
    const { code, out } = await touchstone(`check --target worse.yaml ${ACCEPTED}`);
    expect(out).toMatch(/NEW {4}fail integration\/timezones\/sorted-by-label/);
    expect(out).toContain('1 new since accepted.baseline.yaml');
    expect(out).not.toMatch(/FAIL {2}integration\/dep/);
    expect(code).toBe(1);
  });

  it('a warning that is new fails where continuous integration looks, too', async () => {
    write('empty.baseline.yaml', 'version: 1\ntarget: staging\ncontract: abc\ncauses: []\n');
    const run = 'check --target accepted.yaml --baseline empty.baseline.yaml --out new';
    const { code, err } = await touchstone(`${run} --only integration/dependencies/body`);
    expect(err).toContain('was written for another contract');
    expect(code).toBe(1);
    expect(readFileSync(join(folder, 'new', 'junit.xml'), 'utf8')).toMatch(
      /name="baseline">\s*<failure message="new: warn integration\/dependencies\/body\/systems\/type/,
    );
  });

  it('what is gone is said, and leaves the baseline when the run is accepted', async () => {
    const { code, out } = await touchstone(`check --target sound.yaml ${ACCEPTED} --out mended`);
    expect(out).toMatch(
      /0 new, 0 worse, 4 gone\n {2}gone {3}fail integration\/success\/message: null/,
    );
    expect(code).toBe(0);
    const copy = readFileSync(join(folder, 'accepted.baseline.yaml'), 'utf8');
    write('mended.baseline.yaml', copy);
    await touchstone('baseline mended --target sound.yaml --baseline mended.baseline.yaml');
    expect(parse(readFileSync(join(folder, 'mended.baseline.yaml'), 'utf8'))).toMatchObject({
      causes: [],
    });
  });

  it('a narrowed run says of nothing that it is gone', async () => {
    const only = '--only integration/dependencies';
    const { code, out } = await touchstone(`check --target sound.yaml ${ACCEPTED} ${only}`);
    expect(out).toContain('0 causes accepted, 0 new, 0 worse, 0 gone');
    expect(code).toBe(0);
  });

  it.each([
    ['--fail-on failure', 1],
    ['--no-baseline', 1],
    ['--fail-on warn', 1],
    ['--fail-on new', 0],
    ['--strict', 0],
  ])('%s ends with %d where nothing is new', async (option, exitCode) => {
    const { code } = await touchstone(`check --target accepted.yaml ${option}`);
    expect(code).toBe(exitCode);
  });

  it('the shards of a run come to what the run comes to', async () => {
    for (const shard of [1, 2]) {
      await touchstone(
        `check --target worse.yaml ${ACCEPTED} --seed 1 --shard ${shard}/2 --out shards/${shard}`,
      );
    }
    const { code, out } = await touchstone('report merge shards/1 shards/2 --json');
    const { baseline }: RunReport = JSON.parse(out);
    expect(baseline).toMatchObject({ accepted: 4, worse: [], gone: [] });
    expect(baseline?.new.flatMap(({ clauses }) => Object.keys(clauses))).toEqual([
      'integration/timezones/sorted-by-label',
    ]);
    expect(code).toBe(1);
  });

  it('a recording is judged beside it', async () => {
    await touchstone('check --target worse.yaml --seed 1 --record recorded');
    const { code, out } = await touchstone(`replay recorded --target worse.yaml ${ACCEPTED}`);
    expect(out).toContain('1 new since accepted.baseline.yaml');
    expect(code).toBe(1);
  });

  it('campaigns have findings of their own in it, and fail on others', async () => {
    const fuzz = '--only integration/dependencies --mode valid --runs 40 --seed 3';
    const first = await touchstone(`fuzz --target accepted.yaml ${fuzz} --out fuzzed`);
    expect(first.code).toBe(1);
    await touchstone(`baseline fuzzed --target accepted.yaml ${ACCEPTED}`);
    const same = await touchstone(`fuzz --target accepted.yaml ${fuzz}`);
    expect(same.out).toContain('known failure: accepted in accepted.baseline.yaml');
    expect(same.code).toBe(0);
    const all = `fuzz --target worse.yaml ${ACCEPTED} --only integration --mode valid --runs 50`;
    expect((await touchstone(all)).code).toBe(1);
  });
});

describe('a baseline that cannot be used', () => {
  const sound = 'version: 1\ntarget: staging\ncontract: abc\ncauses: []\n';
  const cause = (id: string) =>
    sound.replace('[]', `\n  - { verdict: warn, kind: value, at: /x, clauses: { ${id}: [] } }`);
  const bad: readonly (readonly [what: string, text: string, message: RegExp])[] = [
    ['is no YAML', 'version: [', /baseline-invalid: .*bad\.baseline\.yaml:1: /],
    ['has no target', 'version: 1\ncontract: abc\n', /baseline-invalid: .*yaml:1: .*target/],
    ['is of a later version', 'version: 2\n', /yaml:1: .*version 2 .*\n {2}write it anew/],
    [
      'is of another target',
      sound.replace('staging', 'production'),
      /baseline-foreign: .*yaml:2: .*"production".*"staging"/,
    ],
    ['names a clause that is no more', cause('a/b'), /yaml:5: there is no clause a\/b\n {2}write/],
  ];
  it.each(bad)('%s exits 2 and says where and what to do', async (_, text, message) => {
    write('bad.baseline.yaml', text);
    const run = 'check --target sound.yaml --baseline bad.baseline.yaml --out unrun';
    const { code, err } = await touchstone(run);
    expect(err).toMatch(message);
    expect(code).toBe(2);
    const report = readFileSync(join(folder, 'unrun', 'report.json'), 'utf8');
    expect(JSON.parse(report)).toMatchObject({ exitCode: 2, requests: 0 });
  });

  it('that is not there exits 2', async () => {
    const { code, err } = await touchstone('check --target sound.yaml --baseline none.yaml');
    expect(err).toMatch(/there is no baseline at .*none\.yaml/);
    expect(code).toBe(2);
  });

  it('is not made of the report of another target', async () => {
    write('other.yaml', readFileSync(join(folder, 'sound.yaml'), 'utf8').replace('staging', 'x'));
    const { code, err } = await touchstone('baseline first --target other.yaml');
    expect(err).toMatch(/baseline-foreign: the report in .* is of the target "staging"/);
    expect(code).toBe(2);
  });
});
