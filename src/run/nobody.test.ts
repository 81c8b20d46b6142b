import { expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { ClauseFindings } from '../judge/judge.ts';
import type { Body, Finding, Role, Target, Trace } from '../model/index.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { foundAsNobody } from './nobody.ts';

const contract = loadContract();
const somebody = referenceTarget(contract, { content: 'http://127.0.0.1:1' }, 'target');
const { content } = somebody.endpoints;
if (content === undefined) throw new Error('it has a site');
const { authorization: _, ...open } = content;
const nobody: Target = { ...somebody, endpoints: { content: open } };
const clause = contract.clause('content/plain-reads-succeed');

const blocked: Finding = { kind: 'not-judgeable', because: 'precondition', why: 'HTTP 401' };
const holds: Finding = { kind: 'holds' };
const found: readonly ClauseFindings[] = [{ clause, findings: [blocked, holds] }];

function answered(role: Role, status: number): Trace {
  const body: Body = {
    bytes: new Uint8Array(),
    completeness: 'complete',
    content: { kind: 'empty' },
  };
  return {
    case: {
      ...{ id: 'case', title: 'a case', document: 'content', evidence: [clause.id] },
      origin: { kind: 'scenario' },
      steps: [
        {
          ...{ id: 'one', role },
          request: {
            ...{ operation: 'content/index', path: {}, query: {}, headers: [] },
            ...{ body: { kind: 'none' }, credential: { kind: 'valid' } },
          },
        },
      ],
    },
    exchanges: [
      {
        ...{ step: 'one', url: '', startedAt: 0, durationMs: 1, resent: false },
        request: { method: 'GET', target: '/', headers: [], body: undefined },
        outcome: { kind: 'answer', status, reason: '', headers: [], body },
      },
    ],
  };
}

it.each([
  ['valid', 401],
  ['control', 403],
  ['setup', 401],
] as const)('what nobody may do is skipped: %s, HTTP %i', (role, status) => {
  const [one] = foundAsNobody(found, answered(role, status), nobody, contract);
  expect(one?.findings).toEqual([expect.objectContaining({ because: 'no-data' }), holds]);
});

it('a route that is hidden from nobody is skipped', () => {
  const hidden: Finding = {
    ...{ kind: 'violated', where: { step: 'one', pointer: 'status' } },
    ...{ actual: 'HTTP 404', expected: 'an answer of a route that is there' },
  };
  const served = contract.clause('content/helper-routes-served');
  const trace = answered('probe', 404);
  const of = (target: Target) =>
    foundAsNobody([{ clause: served, findings: [hidden] }], trace, target, contract);
  expect(of(nobody)[0]?.findings).toEqual([expect.objectContaining({ because: 'no-data' })]);
  expect(of(somebody)[0]?.findings).toEqual([hidden]);
  const other = foundAsNobody([{ clause, findings: [hidden] }], trace, nobody, contract);
  expect(other[0]?.findings).toEqual([hidden]);
});

it.each([
  ['with a credential', 'valid', 401, somebody],
  ['for another reason', 'valid', 404, nobody],
  ['that is meant to be refused', 'violation', 401, nobody],
] as const)('a refusal stays what it is %s', (_, role, status, target) => {
  expect(foundAsNobody(found, answered(role, status), target, contract)).toEqual(found);
});
