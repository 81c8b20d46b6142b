/** The loop of a campaign: fuzz cases from the stream, to the target, and their traces judged. */

import { statusOf } from '../contract/index.ts';
import {
  countIn,
  type FuzzCase,
  type Mark,
  type Outcome,
  type Step,
  type Trace,
  type Verdict,
} from '../model/index.ts';
import { isInShard } from '../plan/index.ts';
import { type FuzzViolation, hitsOf } from './case-violations.ts';
import { isByDrop, isDropped } from './dropped.ts';
import { UNMARKED } from './executor.ts';
import { prefixOf } from './findings.ts';
import { ANY_REQUEST } from './registry.ts';
import type { Campaign } from './state.ts';
import { lookInto } from './triage.ts';

/** Positions that give nothing to send before the selection counts as empty. */
const EMPTY = 5_000;

/** Positions after which timers and signals get their turn, even where nothing is waited for. */
const BREATHE = 50;

/** Sends one fuzz case after the other, until the campaign ends; several may work on one campaign. */
export async function work(campaign: Campaign): Promise<void> {
  const { options, stream, state } = campaign;
  const { shard, bounds, from = 0 } = options;
  const end = from + (bounds.runs ?? Number.POSITIVE_INFINITY);
  while (campaign.goesOn()) {
    const kept = campaign.lane.kept();
    if (kept === undefined) break;
    await fire(campaign, kept);
  }
  while (campaign.goesOn() && state.position < end) {
    const { position } = state;
    state.position += 1;
    if (position % BREATHE === 0) await new Promise((resolve) => setImmediate(resolve));
    if (shard !== undefined && !isInShard(stream.shardKey(position), shard)) continue;
    const fuzzCase = stream.at(position);
    if (fuzzCase !== undefined) await fire(campaign, fuzzCase);
    else state.barren += 1;
    const mutated = campaign.lane.mutated();
    if (mutated !== undefined && campaign.goesOn()) await fire(campaign, mutated);
    if (state.barren > EMPTY && state.cases === 0) return;
  }
}

async function fire(campaign: Campaign, fuzzCase: FuzzCase): Promise<void> {
  const { executor, tally, access, state } = campaign;
  if (fuzzCase.case.unproven !== undefined) {
    state.unproven += 1;
    state.firstUnproven ||= `${fuzzCase.case.id}: ${fuzzCase.case.unproven}`;
    return;
  }
  if (!(await campaign.lengths.grow(fuzzCase))) return;
  const trace = await executor.carry(fuzzCase, campaign.suspects.limitFor(fuzzCase));
  if (trace.case.lacks === UNMARKED) {
    state.unmarked += 1;
    state.barren += 1;
    return;
  }
  state.cases += 1;
  if (trace.case.unproven !== undefined) {
    state.unproven += 1;
    state.firstUnproven ||= `${trace.case.id}: ${trace.case.unproven}`;
    return;
  }
  // A case that the end interrupted says nothing about the target.
  if (trace.exchanges.some(({ outcome }) => isInterrupted(outcome))) {
    state.interrupted += 1;
    return;
  }
  tally.note(fuzzCase, trace);
  access.note(trace);
  campaign.lane.note(fuzzCase, trace);
  takeDown(campaign, fuzzCase, trace);
  const isExplained =
    trace.exchanges.some(isDropped) && (await campaign.suspects.look({ fuzzCase, trace }));
  for (const hit of judged(campaign, fuzzCase, trace))
    if (!isExplained || !isByDrop(hit)) await lookInto(campaign, hit, fuzzCase, trace);
}

/** Statuses that reject every request: no test was possible behind them. */
const TURNED_AWAY: ReadonlySet<number> = new Set([401, 403, 407, 408, 429, 503]);

const JUDGED: ReadonlySet<Verdict> = new Set(['pass', 'fail', 'warn']);

/** Counts a case that cannot be judged, with the outcome of its request. */
function noteUnjudged(
  { options, state, unjudged }: Campaign,
  trace: Trace,
  verdicts: readonly Verdict[],
): void {
  if (trace.case.lacks !== undefined || verdicts.some((one) => JUDGED.has(one))) return;
  const { contract } = options;
  const whys = trace.exchanges.map(({ step, outcome }) => {
    if (outcome.kind === 'fault') return outcome.message;
    const sent = trace.case.steps.find(({ id }) => id === step);
    if (sent?.request.credential.kind === 'none') return undefined;
    const operation = sent === undefined ? {} : contract.operation(sent.request.operation);
    const status = statusOf(operation, outcome, contract.validate);
    const blocks = verdicts.includes('blocked') ? status >= 300 : TURNED_AWAY.has(status);
    return blocks ? `HTTP ${status}` : undefined;
  });
  const why = whys.find((one) => one !== undefined);
  // A case that is evidence for no clause is judged only by the rules of the campaign.
  if (why === undefined && !verdicts.includes('blocked')) return;
  state.unjudged += 1;
  countIn(unjudged, why ?? 'the answers said too little');
}

function isInterrupted(outcome: Outcome): boolean {
  return outcome.kind === 'fault' && outcome.code === 'interrupted';
}

function judged(campaign: Campaign, fuzzCase: FuzzCase, trace: Trace): readonly FuzzViolation[] {
  const { options, tally } = campaign;
  const endpoint = options.target.endpoints[trace.case.document];
  const known = endpoint?.known ?? {};
  const { hits, verdicts } = hitsOf(options.contract, known, fuzzCase, trace, options.strict);
  for (const verdict of verdicts) tally.weigh(verdict);
  noteUnjudged(campaign, trace, verdicts);
  return hits;
}

export const TOO_MANY = 'HTTP 429: the target asks for fewer requests (--rate)';
export const NOT_AVAILABLE = 'HTTP 503: the target says that it is not available';

/** Notes that are not findings. */
function takeDown({ options, notes, reached }: Campaign, fuzzCase: FuzzCase, trace: Trace): void {
  const { contract } = options;
  for (const { outcome, step } of trace.exchanges) {
    const mark = fuzzCase.marks.find((one) => one.step === step);
    const sent = trace.case.steps.find(({ id }) => id === step);
    if (mark !== undefined && sent !== undefined) reach(reached, sent, mark);
    // A control is shared by many cases.
    if (outcome.kind === 'fault' || sent?.role === 'control') continue;
    if (outcome.body.completeness === 'too-large')
      countIn(notes, 'larger than the limit of the profile');
    const operation = sent === undefined ? {} : contract.operation(sent.request.operation);
    const status = statusOf(operation, outcome, contract.validate);
    if (status === 429) countIn(notes, TOO_MANY);
    if (status === 503) countIn(notes, NOT_AVAILABLE);
  }
}

function reach(reached: Set<string>, step: Step, { class: name, place }: Mark): void {
  const { operation } = step.request;
  const clauses = step.role === 'violation' ? (step.shows ?? []) : [];
  for (const clause of clauses) reached.add(clause);
  reached.add(prefixOf(operation, name, place === '' ? [] : [place]));
  reached.add(prefixOf(operation, ANY_REQUEST, []));
}
