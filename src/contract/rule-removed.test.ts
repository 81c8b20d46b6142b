/** A rule stands in one file alone: without it there, nothing plans, states or judges it any more. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Target } from '../model/index.ts';
import { planCases } from '../plan/plan.ts';
import { createSite } from '../reference/content/handler.ts';
import { readSeed } from '../reference/content/seed.ts';
import { siteIndex } from '../reference/content/site-index.ts';
import { validateExchange } from '../run/exchange.ts';
import { CONTRACT_ROOT, type Contract, loadContract } from './contract.ts';

const LIST = 'schemas/content/common/list.json';
const CLAUSE = 'content/posts/list/query/per-page/maximum';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-rule-'));
for (const part of ['schemas', 'suites']) {
  cpSync(join(CONTRACT_ROOT, part), join(folder, part), { recursive: true });
}
const text = readFileSync(join(folder, LIST), 'utf8');
writeFileSync(join(folder, LIST), text.replace(', "maximum": 100', ''));
const shipped = loadContract();
const changed = loadContract(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const target: Target = {
  name: 'target',
  endpoints: {
    content: {
      baseUrl: 'http://127.0.0.1',
      secrets: [],
      credentialFrom: { scheme: 'Basic', variable: 'A', password: 'B' },
      known: {},
      style: { arrays: 'brackets', routing: { kind: 'path' } },
    },
  },
  limits: { timeoutMs: 1, totalMs: 1, maxBodyBytes: 1 },
  tls: { insecure: false },
  concurrency: 1,
  off: [],
  knownFailures: [],
};

function planned(contract: Contract): readonly string[] {
  const operations = contract.operations.filter(({ id }) => id === 'content/posts/list');
  const part = { ...contract, operations, scenarios: [], relations: [] };
  const cases = planCases(part, target, { seed: 7, runs: 5, writes: 'anywhere' });
  return cases.flatMap(({ evidence }) => evidence);
}

/** The index of the reference site, which tells of no greatest `per_page`. */
function boundless(): unknown {
  const site = { contract: shipped, seed: readSeed(), now: () => 0, baseUrl: () => 'http://a' };
  const index = JSON.stringify(siteIndex(createSite(site)));
  return JSON.parse(index.replace(/("per_page":\{[^{}]*),"maximum":100/g, '$1'));
}

describe('without the maximum of per_page in its file', () => {
  it('no clause states it', () => {
    const ids = (contract: Contract) => contract.clauses.map(({ id }) => id);
    expect(text).toContain(', "maximum": 100');
    const gone = ids(shipped).filter((id) => !ids(changed).includes(id));
    expect(gone).toContain(CLAUSE);
    expect(gone.every((id) => id.endsWith('/per-page/maximum'))).toBe(true);
  });

  it('no case is planned for it', () => {
    expect(planned(shipped)).toContain(CLAUSE);
    expect(planned(changed)).not.toContain(CLAUSE);
  });

  it('an index need not tell of it', () => {
    const exchange = { operation: 'content/index', response: { status: 200, body: boundless() } };
    const broken = (contract: Contract) =>
      validateExchange(contract, exchange).violations.map(({ clause }) => clause);
    expect(broken(shipped)).toContain('content/index/parameter-maximum');
    expect(broken(changed)).not.toContain('content/index/parameter-maximum');
  });
});
