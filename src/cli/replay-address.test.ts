import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { loadContract } from '../contract/index.ts';
import { toolOf } from '../io/index.ts';
import { bodyOf } from '../model/index.ts';
import { targetOf } from '../profiles/index.ts';
import { openTraffic } from '../record/index.ts';
import { manifestOf } from '../run/index.ts';
import { UNPLANNED } from '../traffic/index.ts';
import { runCli } from './run-cli.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-address-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a served recording of no documented API has an address', async () => {
  const traffic = openTraffic({
    folder,
    manifest: manifestOf(loadContract(), targetOf({ name: 'none' }, {}), UNPLANNED),
    secrets: [],
    finish: { tool: toolOf(), keepOthers: false },
  });
  traffic.keep({
    ...{ operation: null, baseUrl: 'http://a.example', resent: false, lost: [] },
    ...{ startedAt: 0, durationMs: 1 },
    request: { method: 'GET', target: '/x', headers: [], body: undefined },
    outcome: {
      ...{ kind: 'answer', status: 200, reason: 'OK', headers: [] },
      body: bodyOf(Buffer.from('kept'), [], 'complete', 100),
    },
  });
  traffic.finish();
  const stop = new AbortController();
  const stdout = new PassThrough();
  const asked = new Promise<string>((resolve) => {
    stdout.on('data', (piece: Buffer) => {
      const [, url] = /its address here +(http:\S+)/.exec(piece.toString()) ?? [];
      if (url !== undefined) resolve(fetch(`${url}/x`).then((answer) => answer.text()));
    });
  });
  void asked.finally(() => stop.abort());
  const { code } = await runCli(['replay', folder, '--serve'], {
    ...{ cwd: folder, signal: stop.signal, stdout },
  });
  expect([code, await asked]).toEqual([0, 'kept']);
});
