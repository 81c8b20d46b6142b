/** Judges each different exchange once: clients ask for the same over and over, and get the same. */

import { createHash } from 'node:crypto';
import type { Contract } from '../contract/contract.ts';
import type { Outcome } from '../model.ts';
import { judgeTraffic, type Placed, type TrafficVerdict } from './judging.ts';

/** So many verdicts are remembered; the one that was not needed for longest is forgotten first. */
const MOST_REMEMBERED = 200;

/** Fields that are new in every answer, and that no clause speaks about. */
const PASSING = /^(?:date|age|etag|expires|last-modified|set-cookie|x-request-id)$/i;

export type Judge = (placed: Placed, outcome: Outcome, lost: readonly string[]) => TrafficVerdict;

export function rememberingJudge(contract: Contract, strict: boolean): Judge {
  const verdicts = new Map<string, TrafficVerdict>();
  return (placed, outcome, lost) => {
    if (!placed.operation || outcome.kind === 'fault') {
      return judgeTraffic(contract, placed, outcome, strict, lost);
    }
    const key = keyOf(placed, outcome, lost);
    const verdict = verdicts.get(key) ?? judgeTraffic(contract, placed, outcome, strict, lost);
    verdicts.delete(key);
    verdicts.set(key, verdict);
    const [oldest] = verdicts.keys();
    if (verdicts.size > MOST_REMEMBERED && oldest !== undefined) verdicts.delete(oldest);
    return verdict;
  };
}

/** All that a verdict rests on. */
function keyOf(
  { operation, plain }: Placed,
  { status, headers, body }: Extract<Outcome, { kind: 'answer' }>,
  lost: readonly string[],
): string {
  const facts = [
    [operation?.id, plain.method, plain.target, status, body.completeness],
    plain.headers,
    headers.filter(([name]) => !PASSING.test(name)),
    lost,
  ];
  const hash = createHash('sha1').update(JSON.stringify(facts));
  if (plain.body) hash.update(plain.body);
  return hash.update('\n').update(body.bytes).digest('base64');
}
