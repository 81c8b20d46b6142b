import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadContract } from '../contract/index.ts';
import { readBaseline, writeBaseline } from './baseline.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-baseline-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'staging.baseline.yaml');
const contract = loadContract();
const known = 'content/posts/list/query/per-page/maximum';

/** The contract as a later version may have it: with a clause more. */
const later = {
  ...contract,
  clauses: contract.clauses.flatMap((one) =>
    one.id === known ? [one, { ...one, id: 'content/posts/list/newer' }] : [one],
  ),
};

describe('the clauses that a baseline knows', () => {
  it('are those that it lists', () => {
    writeBaseline(path, { target: 'staging', contract: 'd', causes: [], clauses: ['b', 'a', 'b'] });
    expect(readFileSync(path, 'utf8')).toMatch(/clauses:\n {2}- a\n {2}- b\n$/);
    expect(readBaseline(path, contract, 'staging')?.clauses).toEqual(['a', 'b']);
  });

  it('are an error in a file that was cut, wherever it still is YAML', () => {
    const clauses = [known, 'content/posts/read/answer'];
    const cause = { verdict: 'fail', kind: 'value', at: '/id', clauses: { [known]: [] } } as const;
    writeBaseline(path, { target: 'staging', contract: 'd', causes: [cause], clauses });
    const whole = readFileSync(path, 'utf8');
    const head = whole.indexOf('causes:');
    for (let length = head; length < whole.trimEnd().length; length += 17) {
      writeFileSync(path, whole.slice(0, length));
      expect(() => readBaseline(path, contract, 'staging')).toThrowError(
        expect.objectContaining({ code: 'baseline-invalid' }),
      );
    }
    writeFileSync(path, whole.slice(0, head));
    expect(() => readBaseline(path, contract, 'staging')).toThrow(
      /staging\.baseline\.yaml:6: the list of clauses does not have the checksum \w{16}: the file is cut/,
    );
    writeFileSync(path, whole.trimEnd());
    expect(readBaseline(path, contract, 'staging')?.clauses).toEqual(clauses);
  });

  it('are those of the last version that listed none, where it lists none', () => {
    expect(contract.clauses.map(({ id }) => id)).toContain(known);
    writeFileSync(path, 'version: 1\ntarget: staging\ncontract: abc\ncauses: []\n');
    const { clauses = [] } = readBaseline(path, later, 'staging') ?? {};
    expect(clauses).toContain(known);
    expect(clauses).toContain('robust/no-server-error');
    expect(clauses).not.toContain('content/posts/list/newer');
  });

  it('are all of an API of which the package knows nothing', () => {
    const [one] = contract.clauses;
    if (one === undefined) throw new Error('there are clauses');
    const further = { ...one, document: 'webhooks', id: 'webhooks/list/answer' };
    const own = { ...contract, clauses: [...contract.clauses, further] };
    expect(readBaseline(path, own, 'staging')?.clauses).toContain('webhooks/list/answer');
  });
});
