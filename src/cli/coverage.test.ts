import { PassThrough } from 'node:stream';
import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Coverage } from '../contract/coverage.ts';
import { coverageFor, registerCoverage } from './coverage.ts';

let coverage: Coverage;
beforeAll(() => {
  coverage = coverageFor(loadContract());
});

describe('the plan for a target of which everything is known covers', () => {
  it('every clause, or says why not', () => {
    const bare = coverage.clauses.filter(({ cases, reason }) => cases.length === 0 && !reason);
    expect(bare.map(({ id }) => id)).toEqual([]);
  });

  it('every keyword of every request both ways, or says why not', () => {
    const bare = coverage.operations.flatMap(({ id, parameters }) =>
      parameters
        .filter(({ valid, violated, reason }) => (valid === 0 || violated === 0) && !reason)
        .map(({ part, pointer, keyword }) => `${id} ${part} ${pointer} ${keyword}`),
    );
    expect(bare).toEqual([]);
  });

  it('every keyword of the queries, but for none', () => {
    const rules = coverage.operations.flatMap(({ parameters }) => parameters);
    const queries = rules.filter(({ part }) => part === 'query');
    expect(queries.filter(({ reason }) => reason !== undefined)).toEqual([]);
    expect(queries.length).toBeGreaterThan(500);
    expect(rules.length).toBeGreaterThan(1_500);
  });

  it('what stands inside the branches of a term filter', () => {
    const list =
      coverage.operations.find(({ id }) => id === 'content/posts/list')?.parameters ?? [];
    const inside = list.filter(({ pointer, branch }) =>
      branch === undefined ? false : pointer.startsWith('/categories'),
    );
    const reported = inside.map(({ pointer, keyword }) => `${pointer} ${keyword}`);
    expect(reported).toContain('/categories additionalProperties');
    expect(reported).toContain('/categories/operator enum');
    expect(reported).toContain('/categories/terms/* type');
    expect(inside.filter(({ valid, violated }) => valid === 0 || violated === 0)).toEqual([]);
  });
});

describe('touchstone contract coverage', () => {
  async function run(...args: readonly string[]) {
    const stdout = new PassThrough();
    const command = new Command('contract');
    let code = -1;
    const io = {
      stdout,
      stderr: new PassThrough(),
      env: {},
      cwd: '.',
      signal: new AbortController().signal,
    };
    registerCoverage(command, io, (value) => {
      code = value;
    });
    await command.parseAsync(['coverage', ...args], { from: 'user' });
    return { code, out: String(stdout.read() ?? '') };
  }

  it('prints what is not covered, each with the reason, and the sums', async () => {
    const { code, out } = await run('--document', 'integration');
    expect(code).toBe(0);
    expect(out).toContain('     0      0  integration/open/server-faults: ');
    expect(out).toMatch(/^ +\d+ +0 {2}integration\/dependencies body {2}type: what a breach/m);
    expect(out).toMatch(/^\d+ keywords: \d+ covered both ways, \d+ with a reason why not$/m);
    expect(out).not.toContain('content/');
  });

  it('gives that of one document as JSON, as the whole has it', async () => {
    const { out } = await run('--document', 'integration', '--json');
    const { clauses, operations } = JSON.parse(out) as Coverage;
    const isOwn = ({ id }: { readonly id: string }) => id.startsWith('integration/');
    expect({ clauses, operations }).toEqual({
      clauses: coverage.clauses.filter(isOwn),
      operations: coverage.operations.filter(isOwn),
    });
    const catcher = clauses.find(({ id }) => id === 'integration/timezones/sorted-by-label');
    expect(catcher?.faults.length).toBeGreaterThan(0);
    expect(catcher?.cases.length).toBeGreaterThan(0);
  });
});
