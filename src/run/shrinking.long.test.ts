import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { ClauseReport, RunEvent } from '../model/index.ts';
import { planCases } from '../plan/plan.ts';
import { discover } from '../probe/index.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { run } from './pipeline.ts';

const contract = loadContract();
const url = 'http://127.0.0.1:1/content';
const signal = new AbortController().signal;

/** Runs the sequences of the suite against the reference site with a fault. */
async function reportsOn(fault: string, shrinking: boolean): Promise<readonly ClauseReport[]> {
  const { handler } = referenceHandler({ contract, faults: [fault], variations: [] }, () => url);
  const transport = inProcess(handler);
  const target = referenceTarget(contract, { content: url }, 'reference');
  const learnt = await discover(contract, target, transport, signal);
  const plan = planCases(contract, learnt, { seed: 1, runs: 1, writes: 'anywhere' });
  const events: RunEvent[] = [];
  for await (const event of run({
    contract,
    target: learnt,
    cases: plan.filter(({ origin }) => origin.kind === 'sequence'),
    seed: 1,
    transport,
    only: ['content/state'],
    strict: false,
    shrinking,
    failOn: new Set(),
    mode: 'live',
    clock: { now: Date.now, monotonic: () => performance.now() },
    signal,
    tool: { name: 'touchstone', version: '0' },
    targetOptions: [],
    writes: 'anywhere',
  })) {
    events.push(event);
  }
  return events.filter((event) => event.kind === 'clause');
}

describe('a sequence that fails', () => {
  it('is told by its shortest part, request by request', async () => {
    const reports = await reportsOn('trash-deletes-for-good', true);
    const failed = reports.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(failed).toEqual(['content/state/trash-keeps', 'content/state/force-default']);
    for (const { findings } of reports.filter(({ verdict }) => verdict === 'fail')) {
      const asked = findings[0]?.steps?.map(({ request }) => request.split(' ')[0]);
      expect(asked).toEqual(['POST', 'DELETE', 'GET', 'GET']);
      expect(findings[0]?.steps?.map(({ answer }) => answer)).toEqual(['201', '200', '404', '200']);
    }
  });

  it('is told whole where nothing is made smaller, with the same verdicts', async () => {
    const small = await reportsOn('trash-deletes-for-good', true);
    const whole = await reportsOn('trash-deletes-for-good', false);
    const verdicts = (reports: typeof small) => reports.map(({ id, cases }) => [id, cases]);
    expect(verdicts(small)).toEqual(verdicts(whole));
    const failing = whole.find(({ id }) => id === 'content/state/trash-keeps');
    expect(failing?.findings[0]?.steps?.length).toBeGreaterThan(4);
  });
});
