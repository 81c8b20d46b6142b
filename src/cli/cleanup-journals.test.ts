import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginJournal, journalFolder } from '../cleanup/index.ts';
import { runCli } from './run-cli.fixture.ts';

/** Nothing answers there. */
const STAGING = 'http://127.0.0.1:9/staging';
const OTHER = 'http://127.0.0.1:9/other';
const ENV = { TOUCHSTONE_CONTENT_USER: 'ann', TOUCHSTONE_CONTENT_PASSWORD: 'secret' };

let folder = '';
let here = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-journals-'));
  here = join(folder, 'here');
  mkdirSync(here);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function cleanup(...args: readonly string[]) {
  return runCli(['cleanup', ...args], { cwd: here, env: { ...ENV, XDG_STATE_HOME: folder } });
}

const journals = () => journalFolder({ XDG_STATE_HOME: folder });

/** A run that was killed after it had created a post; its process is this one. */
function leftAt(baseUrl: string, id: number, cwd = folder): void {
  const targetOptions = ['--content', baseUrl];
  const journal = beginJournal(journals(), { cwd, targetOptions, now: id });
  const at = { document: 'content', baseUrl, method: 'DELETE', headers: [], own: true } as const;
  journal.note({ ...at, what: `content/posts ${id}`, target: `/cms/v2/posts/${id}?force=true` });
  journal.close();
}

function texts(): readonly string[] {
  return readdirSync(journals()).map((name) => readFileSync(join(journals(), name), 'utf8'));
}

describe('cleanup without a journal', () => {
  it.each([
    ['of touchstone.yaml in this folder', []],
    ['that is named', ['--content', STAGING]],
  ])('looks only at journals of the target %s', async (_, named) => {
    if (named.length === 0) {
      writeFileSync(join(here, 'touchstone.yaml'), `content: { url: '${STAGING}' }`);
    }
    leftAt(STAGING, 1);
    leftAt(OTHER, 2);
    const before = texts();
    const { code, out, err } = await cleanup(...named, '--dry-run');
    expect(out).toBe(`would remove content/posts 1 at ${STAGING}\n1 would be removed, 0 left\n`);
    expect(err).toBe(
      'not looked at: 1 journal of other targets; `touchstone cleanup --all --dry-run` lists them\n',
    );
    expect({ code, journals: texts() }).toEqual({ code: 0, journals: before });
  });

  it('needs no variable of a profile whose target has no journal', async () => {
    const profile = `content: { url: '${STAGING}', user: '\${UNSET}' }`;
    writeFileSync(join(here, 'touchstone.yaml'), profile);
    leftAt(OTHER, 2);
    expect(await cleanup()).toMatchObject({ code: 0, out: 'nothing is left behind\n' });
    leftAt(STAGING, 1);
    const { code, err } = await cleanup();
    expect(err).toContain('needs the environment variable UNSET, which is not set');
    expect(code).toBe(2);
  });

  it('says what to name where the folder has no profile, and touches nothing', async () => {
    leftAt(OTHER, 2);
    const before = texts();
    const elsewhere = await cleanup();
    expect(elsewhere.err).toContain('cleanup needs a target: this folder has no touchstone.yaml');
    expect(elsewhere.err).toContain('name it with --target; `touchstone cleanup --all --dry-run`');
    leftAt(STAGING, 1, here);
    const { code, err } = await cleanup();
    expect(err).toContain(
      `name it, as the run here did: \`touchstone cleanup --content ${STAGING}\``,
    );
    expect({ code, journals: texts().length, first: texts()[1] }).toEqual({
      code: 2,
      journals: 2,
      first: before[0],
    });
  });
});

describe('cleanup --all', () => {
  it('lists all runs and their servers, and asks before it sends anything', async () => {
    leftAt(STAGING, 1);
    leftAt(OTHER, 2);
    const before = texts();
    const { code, out, err } = await cleanup('--all');
    const run = (at: string, id: number) =>
      `run of 1970-01-01T00:00:00.00${id}Z in ${folder}: 1 created at ${at}\n`;
    expect(out).toBe(`${run(STAGING, 1)}${run(OTHER, 2)}`);
    expect(err).toContain('there is no terminal to ask on; --yes removes them');
    expect({ code, journals: texts() }).toEqual({ code: 1, journals: before });
    const dry = await cleanup('--all', '--dry-run');
    expect(dry.out).toContain('2 would be removed, 0 left');
  });

  it('takes no target', async () => {
    const { code, err } = await cleanup('--all', '--content', STAGING);
    expect(err).toContain('--all takes the target of each run');
    expect(code).toBe(2);
  });
});
