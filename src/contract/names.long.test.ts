import { describe, expect, it } from 'vitest';
import type { ClauseReport, Names, RunEvent, Target } from '../model/index.ts';
import { planCases } from '../plan/plan.ts';
import { discover } from '../probe/index.ts';
import { referenceTarget } from '../profiles/choose.ts';
import type { Handler } from '../reference/http.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { run } from '../run/pipeline.ts';
import { loadContract } from './contract.ts';
import { siteInWords } from './foreign.fixture.ts';
import { contractFor } from './names.ts';

const documents = loadContract();
const NAMES: Names = {
  'cms/v2': 'site/v2',
  cms_id: 'site_id',
  cms_pattern_category: 'site_pattern_category',
  cms_pattern_sync_status: 'site_pattern_sync_status',
};
const url = 'http://127.0.0.1:1/content';
const signal = new AbortController().signal;

async function reportsOn(handler: Handler, names: Names | undefined) {
  const transport = inProcess(handler);
  const plain = referenceTarget(documents, { content: url }, 'reference');
  const endpoint = plain.endpoints.content;
  if (endpoint === undefined) throw new Error('the reference target has a content API');
  const target: Target = {
    ...plain,
    endpoints: { content: { ...endpoint, ...(names && { names }) } },
  };
  const contract = contractFor(documents, target);
  const learnt = await discover(contract, target, transport, signal);
  const events: RunEvent[] = [];
  for await (const event of run({
    contract,
    target: learnt,
    cases: planCases(contract, learnt, { seed: 1, runs: 2, writes: 'anywhere' }),
    seed: 1,
    transport,
    only: ['content/blocks', 'content/batch', `content/written/${names ? 'site' : 'cms'}-`],
    strict: false,
    shrinking: false,
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
  return events.filter(
    (event): event is { kind: 'clause' } & ClauseReport => event.kind === 'clause',
  );
}

function passed(reports: readonly ClauseReport[]): number {
  return reports.filter(({ verdict }) => verdict === 'pass').length;
}

describe('a site with words of its own', () => {
  it('is judged just as one with the words of the document', async () => {
    const { handler } = referenceHandler(
      { faults: [], variations: [], contract: documents },
      () => url,
    );
    const plain = await reportsOn(handler, undefined);
    const own = await reportsOn(siteInWords(NAMES, url), NAMES);
    const verdicts = (reports: typeof plain) =>
      reports.map(({ id, verdict }) => `${verdict} ${id.replaceAll('site-', 'cms-')}`);
    expect(verdicts(own)).toEqual(verdicts(plain));
    expect(passed(plain)).toBeGreaterThan(150);
    expect(own.map(({ id }) => id)).toContain('content/written/site-pattern-category');
  });

  it('has hardly anything that the document shows, for who does not know its words', async () => {
    expect(passed(await reportsOn(siteInWords(NAMES, url), undefined))).toBeLessThan(60);
  });
});
