import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { PassThrough } from 'node:stream';
import { loadContract } from './contract/contract.ts';
import { main } from './cli/main.ts';
import { openSession, runLive } from './session.ts';

it('x', async () => {
  const contract = loadContract();
  const folder = mkdtempSync(join(tmpdir(), 'rs-'));
  const session = await openSession(contract, {}, { env: {}, cwd: folder });
  const only = process.env.ONLY ? [process.env.ONLY] : [];
  for await (const event of runLive({ contract, target: session.target, seed: 7, record: join(folder, 'rec'), only, onRecording: console.log })) {
    if (event.kind === 'footer') console.log(JSON.stringify(event.counts), event.requests);
  }
  await session.close();
  const other = await openSession(contract, {}, { env: {}, cwd: folder });
  const urls = Object.entries(other.target.endpoints).flatMap(([d, e]) => [`--to-${d}`, e.baseUrl]);
  const stdout = new PassThrough(); const stderr = new PassThrough();
  let out = ''; stdout.on('data', (p) => { out += p; }); stderr.on('data', (p) => { out += p; });
  const t = performance.now();
  const code = await main(['replay', join(folder, 'rec'), ...urls], { stdout, stderr, env: { XDG_STATE_HOME: folder }, cwd: folder, signal: new AbortController().signal });
  console.log('code', code, 'ms', performance.now() - t);
  console.log(out.slice(0, 20000));
  await other.close();
}, 600000);
