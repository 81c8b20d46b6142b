import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, loadContract } from '../contract/contract.ts';
import type { Case, Clause, RunEvent, RunFooter } from '../model/index.ts';
import { openRecording, serveRecording } from '../record/index.ts';
import { runLive } from './live-run.ts';
import { secretsToKeepOut } from './recorded.ts';
import { openSession, type SessionOptions } from './session.ts';

const REFERENCE = fileURLToPath(new URL('../../recordings/reference', import.meta.url));
const TOOL = { name: 'touchstone', version: '0.0.0' };
const ONLY = ['integration/dependencies', 'content/blocks/autosaves', 'content/open'];

const contract = loadContract();
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-recorded-'));
const world = { env: {}, cwd: scratch };

interface Ran {
  readonly verdicts: ReadonlyMap<string, string>;
  readonly footer: RunFooter | undefined;
  readonly lines: readonly string[];
  readonly reasons: readonly string[];
}

/** Verdicts by case and clause, and by clause alone. */
async function ran(options: Parameters<typeof runLive>[0]): Promise<Ran> {
  const verdicts = new Map<string, string>();
  const lines: string[] = [];
  const reasons: string[] = [];
  let footer: RunFooter | undefined;
  const events: AsyncIterable<RunEvent> = runLive({
    ...options,
    onRecording: (line) => lines.push(line),
  });
  for await (const event of events) {
    if (event.kind === 'footer') footer = event;
    if (event.kind === 'clause') {
      verdicts.set(event.id, event.verdict);
      reasons.push(...event.reasons);
    }
    if (event.kind !== 'case') continue;
    for (const { clause, verdict } of event.verdicts) {
      verdicts.set(`${event.id} ${clause}`, verdict);
    }
  }
  return { verdicts, footer, lines, reasons };
}

/** While it is in place, nobody opens a socket. */
function guardSockets() {
  const connect = Socket.prototype.connect;
  const opened: unknown[] = [];
  Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]) {
    opened.push(args[0]);
    this.destroy(new Error('a socket was opened'));
    return this;
  };
  return {
    opened,
    lift: () => {
      Socket.prototype.connect = connect;
    },
  };
}

let guard: ReturnType<typeof guardSockets> | undefined;
afterEach(() => guard?.lift());
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function replayed(
  options: SessionOptions,
  more: { readonly contract?: Contract; readonly only?: readonly string[] } = {},
): Promise<Ran & { readonly opened: readonly unknown[] }> {
  guard = guardSockets();
  const judge = more.contract ?? contract;
  const session = await openSession(judge, options, world);
  const { target, targetOptions, recording } = session;
  if (!recording) throw new Error('there is no recording');
  const found = await ran({ contract: judge, target, targetOptions, recording, seed: 0, ...more });
  await session.close();
  guard.lift();
  return { ...found, opened: guard.opened };
}

describe('a run that is recorded', () => {
  const folder = join(scratch, 'own');
  let live: Ran;

  beforeAll(async () => {
    const session = await openSession(contract, {}, world);
    try {
      const { target } = session;
      live = await ran({ contract, target, seed: 3, runs: 1, only: ONLY, record: folder });
    } finally {
      await session.close();
    }
  });

  it('is kept whole', () => {
    expect(live.footer?.exitCode).toBe(0);
    expect(live.lines).toHaveLength(1);
    expect(live.lines[0]).toMatch(/^recorded [\d,]+ exchanges of [\d,]+ cases: /);
    expect(existsSync(join(folder, 'journal.ndjson'))).toBe(false);
    const { ofCase, entries } = openRecording(folder, TOOL);
    expect(entries.filter(({ case: item }) => item !== null)).toHaveLength(
      live.footer?.requests ?? 0,
    );
    // What was asked before the plan was made, for the credential and for what the target has.
    const before = ofCase(null).map((entry) => entry.asked().target);
    expect(before).toContain('/api/get/all/timezones');
    expect(before).toContain('/index.php?rest_route=/cms/v2/blocks');
  });

  it('holds no credential', () => {
    const text = readFileSync(join(folder, 'manifest.ndjson'), 'utf8');
    expect(text).toContain('"authorization":"Bearer REDACTED-integration-1"');
    expect(text).not.toContain('touchstone-reference-token');
  });

  it('gives the same verdicts without a socket, at any base URL', async () => {
    const again = await replayed({
      replay: folder,
      integration: 'https://elsewhere.invalid:9/a/b',
      content: 'http://other.invalid/c',
    });
    expect(again.opened).toEqual([]);
    expect(again.verdicts).toEqual(live.verdicts);
    expect(again.footer?.requests).toBe(live.footer?.requests);
    expect(again.lines).toEqual([]);
  });

  it('can be replayed in part', async () => {
    const again = await replayed({ replay: folder }, { only: ['integration/dependencies'] });
    expect(again.footer?.counts.pass).toBeGreaterThan(0);
    expect([...again.verdicts.keys()].some((id) => id.includes('content/'))).toBe(false);
  });

  it('says what a changed contract judges otherwise', async () => {
    const clauses = contract.clauses.map((clause): Clause => {
      if (clause.id !== 'integration/dependencies/entry') return clause;
      const judged = clause.judged.map((one) => ({
        ...one,
        with: { ...one.with, schema: { type: 'string' } },
      }));
      return { ...clause, judged };
    });
    const changed = {
      ...contract,
      digest: '0000',
      clauses,
      clause: (id: string) => clauses.find((one) => one.id === id) ?? contract.clause(id),
    };
    const again = await replayed({ replay: folder }, { contract: changed });
    expect(again.lines).toHaveLength(1);
    expect(again.lines[0]).toMatch(
      /^the contract has changed since the recording \(\w+ → 0000\); 1 clause judges otherwise: integration\/dependencies\/entry \(pass → fail\)$/,
    );
  });

  it('names the nearest entry and what differs where one is missing', async () => {
    const session = await openSession(contract, { replay: folder }, world);
    const { target, recording } = session;
    const [kept] = recording ? [...recording.cases()] : [];
    if (!kept || !recording) throw new Error('nothing was kept');
    const steps = kept.case.steps.map((step): Case['steps'][number] => ({
      ...step,
      request: { ...step.request, query: { ...step.request.query, another: 'value' } },
    }));
    const edited = {
      ...recording,
      cases: function* () {
        yield { ...kept, case: { ...kept.case, steps } };
      },
    };
    const found = await ran({ contract, target, recording: edited, seed: 0 });
    expect(found.footer?.counts.error).toBeGreaterThan(0);
    const [reason] = found.reasons.filter((text) => text.includes('not in the recording'));
    expect(reason).toContain(kept.id);
    expect(reason).toMatch(/nearest is step .* in .*\.har: query another is new, "value"/);
  });
});

describe('the recording of the reference target', () => {
  it('is replayed with the verdicts that it was recorded with, and no socket', async () => {
    // Elsewhere, so that nothing in the repository is written to.
    const folder = join(scratch, 'reference');
    cpSync(REFERENCE, folder, { recursive: true });
    const recording = openRecording(folder, TOOL);
    const again = await replayed({ replay: folder, integration: 'http://x.invalid/prefix' });
    expect(again.opened).toEqual([]);
    const sent = recording.entries.filter(({ case: item }) => item !== null);
    expect(again.footer?.requests).toBe(sent.length);
    expect(again.footer?.counts.error).toBe(0);
    expect(again.footer?.counts.fail).toBe(0);
    const kept = [...recording.cases()].flatMap(({ id, verdicts = [] }) =>
      verdicts.map(([clause, verdict]): readonly [string, string] => [`${id} ${clause}`, verdict]),
    );
    const now = [...again.verdicts].filter(([id]) => id.includes(' '));
    expect(new Map(now)).toEqual(new Map(kept));
  });
});

it('a server of its recording is judged as the target was', async () => {
  const session = await openSession(contract, {}, world);
  const target = { ...session.target, concurrency: 1 };
  const only = ['integration/unauthorised', 'content/blocks/list', 'content/blocks/create'];
  const folder = join(scratch, 'served');
  const plan = { contract, seed: 5, runs: 3, only };
  const live = await ran({ ...plan, target, record: folder });
  await session.close();
  const missing: string[] = [];
  const serving = await serveRecording({
    ...{ recording: openRecording(folder, TOOL), port: 0, policy: 'repeat-last' },
    secrets: secretsToKeepOut(target),
    served: (request, { kind }) => kind === 'missing' && missing.push(request.target),
  });
  const endpoints = Object.fromEntries(
    Object.entries(target.endpoints).map(([name, endpoint]) => {
      const { pathname } = new URL(endpoint.baseUrl);
      return [name, { ...endpoint, baseUrl: `${serving.origin}${pathname}`.replace(/\/$/, '') }];
    }),
  );
  const again = await ran({ ...plan, target: { ...target, endpoints } });
  await serving.close();
  expect(live.verdicts.size).toBeGreaterThan(300);
  expect(again.verdicts).toEqual(live.verdicts);
  expect(again.footer?.exitCode).toBe(0);
  // What is read of each collection before a run, and looked for at its end, is no part of a recording.
  expect(missing.filter((one) => !/search=touchstone|&context=edit$/.test(one))).toEqual([]);
});
