/** Judges each different exchange once: clients ask for the same over and over, and get the same. */

import { createHash } from 'node:crypto';
import type { Contract } from '../contract/contract.ts';
import type { Outcome } from '../model.ts';
import { judgeTraffic, type PlacedExchange, type TrafficVerdict } from './judging.ts';

/** So many verdicts are remembered; the one that was not needed for longest is forgotten first. */
const MOST_REMEMBERED = 200;

/** Fields that are new in every answer, and that no clause speaks about. */
const PASSING = /^(?:date|age|etag|expires|last-modified|set-cookie|x-request-id)$/i;

export type JudgeExchange = (
  placed: PlacedExchange,
  outcome: Outcome,
  lost: readonly string[],
) => TrafficVerdict;

export function rememberingJudge(contract: Contract, strict: boolean): JudgeExchange {
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

/** Bodies up to this size are compared as they are, which is faster than making a digest of them. */
const MOST_COMPARED = 16 * 1024;

/** All that a verdict rests on. */
function keyOf(
  { operation, plain }: PlacedExchange,
  { status, headers, body }: Extract<Outcome, { kind: 'answer' }>,
  lost: readonly string[],
): string {
  // No field and no target holds a line feed, and what may hold one has its length before it.
  let key = `${operation?.id} ${status} ${body.completeness} ${plain.method} ${plain.target}`;
  for (const [name, value] of plain.headers) key += `\n${name}: ${value}`;
  key += '\n';
  for (const [name, value] of headers) {
    if (!isPassing(name)) key += `\n${name}: ${value}`;
  }
  for (const what of lost) key += `\n${what.length} ${what}`;
  key += `\n\n${plain.body === undefined ? '' : shortOf(plain.body)}`;
  return `${key}\n${shortOf(body.bytes)}`;
}

/** Names of fields come in few spellings, and a pattern takes longer than looking them up. */
const PASSING_BY_NAME = new Map<string, boolean>();

function isPassing(name: string): boolean {
  const known = PASSING_BY_NAME.get(name);
  if (known !== undefined) return known;
  const passing = PASSING.test(name);
  if (PASSING_BY_NAME.size < 1000) PASSING_BY_NAME.set(name, passing);
  return passing;
}

function shortOf(bytes: Uint8Array): string {
  const digest = () => createHash('sha256').update(bytes).digest('base64');
  if (bytes.length > MOST_COMPARED) return `${bytes.length} ${digest()}`;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return `${bytes.length} ${buffer.toString('latin1')}`;
}
