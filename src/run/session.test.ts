import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { RunEvent } from '../model/index.ts';
import { serveReference } from '../reference/serve.ts';
import { runLive } from './live-run.ts';
import type { LiveRun } from './run-options.ts';
import { openSession } from './session.ts';

const contract = loadContract();
/** A folder without a `touchstone.yaml`. */
const WORLD = { env: {}, cwd: tmpdir() };
const CLAUSE = 'integration/timezones/sorted-by-label';

async function eventsOf(run: LiveRun): Promise<readonly RunEvent[]> {
  const events = [];
  for await (const event of runLive(run)) events.push(event);
  return events;
}

describe('without a word about the target', () => {
  test('the reference target is started, conforms, and is stopped', async () => {
    const session = await openSession(contract, {}, WORLD);
    const { target, targetOptions } = session;
    expect(targetOptions).toEqual([]);
    expect(target).toMatchObject({ name: 'reference target, embedded', embedded: true });
    const url = target.endpoints.integration?.baseUrl ?? '';
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    try {
      const events = await eventsOf({ contract, target, seed: 1, only: ['integration'], runs: 2 });
      expect(events.at(-1)).toMatchObject({ kind: 'footer', exitCode: 0, problems: [] });
    } finally {
      await session.close();
    }
    await expect(fetch(url)).rejects.toThrow();
  });
});

describe('with a base URL', () => {
  test('that server is asked, findings name it again, and it is left running', async () => {
    const server = await serveReference({ faults: ['unsorted-at-end'], variations: [] });
    try {
      const wanted = { integration: server.integrationUrl };
      const session = await openSession(contract, wanted, WORLD);
      const { target, targetOptions } = session;
      const events = await eventsOf({ contract, target, targetOptions, seed: 3, only: [CLAUSE] });
      await session.close();
      const clauses = events.filter((event) => event.kind === 'clause');
      expect(clauses.map(({ id, verdict }) => [id, verdict])).toEqual([[CLAUSE, 'fail']]);
      expect(clauses[0]?.findings[0]?.reproduce.touchstone).toBe(
        `npx touchstone check --only ${clauses[0]?.findings[0]?.case} --seed 3 --integration ${server.integrationUrl}`,
      );
      expect(events.at(-1)).toMatchObject({ kind: 'footer', exitCode: 1 });
      expect((await fetch(server.integrationUrl)).status).toBeGreaterThan(0);
    } finally {
      await server.close();
    }
  });
});

test.each([
  [{ target: 'nowhere.yaml' }, 'cannot be read'],
  [{ integration: 'nowhere' }, 'is not an http or https URL'],
])('%j is an error', async (wanted, message) => {
  await expect(openSession(contract, wanted, WORLD)).rejects.toThrow(message);
});
