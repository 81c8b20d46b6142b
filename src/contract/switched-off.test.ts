import { expect, it } from 'vitest';
import type { Case, Role } from '../model/index.ts';
import { switchedOffIn } from './switched-off.ts';

const CLAUSES: Readonly<Record<string, readonly string[]>> = {
  lists: ['posts/list', 'pages/list'],
  'pages/list/order': ['pages/list'],
  titles: ['pages/list', 'pages/get'],
  batch: ['batch'],
  address: [],
};
const clause = (id: string) => ({ id, operations: CLAUSES[id] ?? [] });
const off = switchedOffIn([{ prefix: 'pages', reason: 'not there' }], { clause });

function caseOf(evidence: readonly string[], ...steps: readonly (readonly [Role, string])[]): Case {
  return {
    id: steps.map((step) => step.join(' ')).join(', '),
    evidence,
    steps: steps.map(([role, operation]) => ({ role, request: { operation } })),
  } as unknown as Case;
}
const sent = (...cases: readonly Case[]) =>
  off.sendable(cases).map(({ id, evidence }) => [id, evidence]);

it('a clause is off with all its operations', () => {
  expect(off.clause(clause('titles'))).toBe('not there');
  expect(off.clause(clause('pages/list/order'))).toBe('not there');
  expect(off.clause(clause('lists'))).toBeUndefined();
  expect(off.clause(clause('address'))).toBeUndefined();
});

it('a case is not sent to an operation that is off', () => {
  const posts = caseOf(['lists', 'titles'], ['valid', 'posts/list']);
  const pages = caseOf(['lists', 'titles'], ['valid', 'pages/list']);
  expect(sent(posts, pages)).toEqual([['valid posts/list', ['lists']]]);
});

it('a case that no clause names is not sent there either', () => {
  expect(sent(caseOf([], ['valid', 'pages/get']))).toEqual([]);
  expect(sent(caseOf([], ['valid', 'posts/get']))).toHaveLength(1);
});

it('a clause that is on keeps the only case that can judge it', () => {
  const needed = caseOf(['batch', 'lists'], ['setup', 'pages/create'], ['valid', 'batch']);
  const other = caseOf(['batch'], ['valid', 'batch']);
  expect(sent(needed)).toEqual([[needed.id, ['batch']]]);
  expect(sent(needed, other)).toEqual([[other.id, ['batch']]]);
});

it('removing something does not make a case one of the removal', () => {
  const item = caseOf(['batch'], ['valid', 'batch'], ['cleanup', 'pages/delete']);
  expect(sent(item)).toEqual([[item.id, ['batch']]]);
});
