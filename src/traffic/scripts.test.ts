import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { openRecording, type Recording } from '../record/index.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { changesOf } from './changes.ts';
import { caseScripts } from './scripts.ts';

const REFERENCE = fileURLToPath(new URL('../../recordings/reference', import.meta.url));
const contract = loadContract();
const kept = openRecording(REFERENCE, { name: 'touchstone', version: '0' });

/** Those cases of a recording that ask for some operation, or one in so many of them. */
function part(recording: Recording, prefix: string, every = 1): Recording {
  return {
    ...recording,
    cases: function* () {
      let count = 0;
      for (const item of recording.cases()) {
        const asks = item.case.steps.some(({ request }) => request.operation.startsWith(prefix));
        if (asks && count++ % every === 0) yield item;
      }
    },
  };
}

/** As if the last run into the folder had been on a target elsewhere. */
function withManifestOf(recording: Recording, url: string): Recording {
  const { target } = recording.manifest;
  const { content, ...rest } = target.endpoints;
  const endpoints = { ...rest, ...(content && { content: { ...content, baseUrl: url } }) };
  const manifest = { ...recording.manifest, target: { ...target, endpoints } };
  return { ...recording, manifest };
}

async function changesAt(recording: Recording, host: string) {
  const addresses = { integration: host, content: `${host}/content` };
  const target = referenceTarget(contract, addresses, 'reference target');
  const options = { faults: [], variations: [], contract };
  const { handler } = referenceHandler(options, () => addresses.content);
  const destination = {
    contract,
    target,
    transport: inProcess(handler),
    writes: 'loopback' as const,
    signal: new AbortController().signal,
    now: Date.now,
    monotonic: () => performance.now(),
  };
  return changesOf(caseScripts(recording, destination), destination.signal);
}

describe('the kept cases of the reference target, sent to a fresh one', () => {
  // `scripts/changes.js` sends them all.
  it.each([
    ['content/oembed', 1],
    ['content/posts/create', 5],
    ['content/blocks', 3],
    ['integration/', 1],
  ])('show no change: %s', async (prefix, every) => {
    const { changes, compared, unsent } = await changesAt(
      part(kept, prefix, every),
      'http://127.0.0.1:65000',
    );
    expect(changes).toEqual([]);
    expect([...unsent]).toEqual([]);
    expect(compared).toBeGreaterThan(20);
  });

  it('name the address of the time in requests, whatever run came last into the folder', async () => {
    const recording = withManifestOf(part(kept, 'content/oembed'), 'http://127.0.0.1:3/elsewhere');
    const { changes } = await changesAt(recording, 'http://127.0.0.1:65000');
    expect(changes).toEqual([]);
  });
});
