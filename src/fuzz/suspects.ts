/**
 * Finds the request that ends a target, or makes it hang. All requests that were under way are suspects. Once the
 * target is back, they are sent one by one, while nothing else is sent.
 */

import { setImmediate, setTimeout } from 'node:timers/promises';
import { IN_TIME } from '../judge/index.ts';
import type { Case, Exchange, FuzzCase, Trace } from '../model/index.ts';
import { type FuzzViolation, hitsOf } from './case-violations.ts';
import { endedBy, isByDrop, isDropped, isLate } from './dropped.ts';
import { ANY_REQUEST } from './registry.ts';
import { reproduce } from './reproduce.ts';
import type { Campaign, Suspect, SuspectWatch } from './state.ts';
import { placesIn } from './triage.ts';

/** A target is ended at most so often for one finding: each time it has to come back. */
const MOST_ENDS = 40;

/** Milliseconds for an answer while a hang is made smaller, where the target serves others meanwhile. */
const TRIAL_MS = 1_000;

/** Milliseconds between two looks whether a silent target answers again. */
const LOOK_MS = 100;

/** @param campaignOf the campaign that the watch belongs to */
export function watchSuspects(campaignOf: () => Campaign): SuspectWatch {
  let open: { readonly suspects: Suspect[]; readonly done: Promise<boolean> } | undefined;
  const state: SuspectState = { away: [], notes: [], slow: new Set() };

  const begin = () => {
    const suspects: Suspect[] = [];
    const done = (async () => {
      const release = await campaignOf().locks.takeAll();
      try {
        // Those whose requests have just ended join in.
        await setImmediate();
        open = undefined;
        return await tried(campaignOf(), suspects, state);
      } finally {
        release();
      }
    })();
    return { suspects, done };
  };
  return {
    limitFor: (fuzzCase) => {
      const campaign = campaignOf();
      const isLike = fuzzCase.case.steps.some(({ id, request: { operation } }) =>
        campaign.registry.hangs(operation, () => placesAt(campaign, fuzzCase.case, id)),
      );
      return isLike ? TRIAL_MS : undefined;
    },
    look: async (suspect) => {
      if (isOfSlow(suspect, state.slow)) return false;
      const isHang = suspect.trace.exchanges.filter(isDropped).every(isLate);
      if (isHang && isKnown(campaignOf(), suspect, 1)) return true;
      open ??= begin();
      open.suspects.push(suspect);
      return open.done;
    },
    away: () => state.away.length,
    notes: () => state.notes,
  };
}

interface SuspectState {
  away: readonly Suspect[];
  readonly notes: string[];
  /** Operations whose plainest request has no answer in time, while the target answers others. */
  readonly slow: Set<string>;
}

/** Returns true if a suspect waited in vain only where every request does. */
function isOfSlow({ trace }: Suspect, slow: ReadonlySet<string>): boolean {
  const dropped = trace.exchanges.filter(isDropped);
  return dropped.every(isLate) && operationsIn(trace).some((one) => slow.has(one));
}

/** Sends suspects one by one. @returns true if what happened is explained */
async function tried(
  campaign: Campaign,
  suspects: readonly Suspect[],
  state: SuspectState,
): Promise<boolean> {
  const { absences, registry, inGrace, triageExecutor, options } = campaign;
  if (suspects.some((one) => isKnown(campaign, one, suspects.length))) {
    await isBack(campaign, suspects, state.slow);
    return true;
  }
  const before = absences.refusals();
  const isBackInTime = await isBack(campaign, suspects, state.slow);
  // A look that the end of the campaign cuts short says nothing.
  const isSure = inGrace() || triageExecutor.lost() !== undefined;
  const isAway = !isBackInTime && isSure && absences.answered();
  const ended = suspects.some(({ trace }) => trace.exchanges.some(wasRefused));
  if (isAway) {
    state.away = suspects;
    for (const one of suspects) addUntried(campaign, one, suspects.length, AWAY);
    return true;
  }
  for (const suspect of suspects) {
    if (isOfSlow(suspect, state.slow)) continue;
    if (!inGrace()) {
      if (!ended) return false;
      for (const one of suspects) addUntried(campaign, one, suspects.length, 'no time left');
      return true;
    }
    // A hang that blocks nobody else is sent with less patience until it is small.
    const isTrial = suspects.every((one) => one.trace.exchanges.filter(isDropped).every(isLate));
    const limit = isTrial ? TRIAL_MS : undefined;
    let trace = await triageExecutor.sendAlone(suspect.fuzzCase, limit);
    // A slow one would hide the one that hangs.
    if (isTrial && trace.exchanges.some(isLate))
      trace = await triageExecutor.sendAlone(suspect.fuzzCase);
    const sent = options.clock.monotonic();
    const [hit] = await dropHits(campaign, suspect.fuzzCase, trace, state.slow);
    if (hit === undefined) continue;
    const isQuick = options.clock.monotonic() - sent < TRIAL_MS;
    const how = { slow: state.slow, isQuick };
    const cause = await found(campaign, hit, { ...suspect, trace }, how);
    registry.add(cause, suspect.fuzzCase.index, suspects.length);
    return true;
  }
  if (!ended && absences.refusals() === before) return false;
  const operations = [...new Set(suspects.flatMap(({ trace }) => operationsIn(trace)))];
  state.notes.push(
    `the target ended with ${suspects.length} requests under way, and came back; sent again one by one, none of them ended it: ${operations.join(', ')}`,
  );
  return true;
}

const AWAY = 'the target stayed away';

/** Keeps a suspect that could not be sent by itself. */
function addUntried(campaign: Campaign, { fuzzCase, trace }: Suspect, among: number, why: string) {
  const { registry, stream, options } = campaign;
  const hit = endedBy(fuzzCase, trace, options.contract);
  if (hit === undefined) return;
  const others = among === 1 ? '' : `, with this request or one of ${among - 1} others`;
  const isProven = among === 1 && options.process?.hasEnded() === true;
  registry.addSuspect(
    {
      ...{ fuzzCase, trace, hit: { ...hit, actual: `${hit.actual}${others}` } },
      places: placesIn(trace.case, hit.step, stream.plain(hit.operation)),
      class: hit.mark?.class ?? ANY_REQUEST,
      again: isProven ? { times: 1, of: 1 } : { times: 0, of: 0, why },
      ...{ beside: [], along: new Set(), few: [] },
    },
    fuzzCase.index,
  );
}

function wasRefused({ outcome }: Trace['exchanges'][number]): boolean {
  return outcome.kind === 'fault' && outcome.code === 'refused';
}

export function operationsIn({ case: { steps }, exchanges }: Trace): readonly string[] {
  const dropped = exchanges.find(isDropped)?.step;
  return steps.flatMap(({ id, request }) => (id === dropped ? [request.operation] : []));
}

/** Counts a suspect with the cause of an earlier end, or of an earlier hang. */
function isKnown(campaign: Campaign, { fuzzCase, trace }: Suspect, times: number): boolean {
  const hit = endedBy(fuzzCase, trace, campaign.options.contract);
  if (hit === undefined) return false;
  const places = placesAt(campaign, trace.case, hit.step);
  const isHang = trace.exchanges.filter(isDropped).every(isLate);
  const hits = isHang ? [hit, { ...hit, clause: IN_TIME.id }] : [hit];
  return hits.some((one) => campaign.registry.countEnd(one, places, times));
}

function placesAt({ stream }: Campaign, item: Case, id: string): readonly string[] {
  const operation = item.steps.find((step) => step.id === id)?.request.operation;
  return placesIn(item, id, operation === undefined ? undefined : stream.plain(operation));
}

/** The violations by a request without a whole answer, after the target is back. */
async function dropHits(
  campaign: Campaign,
  fuzzCase: FuzzCase,
  trace: Trace,
  slow: Set<string>,
): Promise<readonly FuzzViolation[]> {
  const { options, absences } = campaign;
  if (!trace.exchanges.some(isDropped)) return [];
  const before = absences.refusals();
  await isBack(campaign, [{ fuzzCase, trace }], slow);
  const ended = absences.refusals() > before || trace.exchanges.some(wasRefused);
  const { contract, target, strict } = options;
  const known = target.endpoints[trace.case.document]?.known ?? {};
  const { hits } = hitsOf(contract, known, fuzzCase, trace, strict);
  const own = hits.filter(isByDrop);
  const end = ended ? endedBy(fuzzCase, trace, contract) : undefined;
  return end === undefined ? own : [end];
}

interface HowFound {
  readonly slow: Set<string>;
  /** The target answers others at once. */
  readonly isQuick: boolean;
}

function found(
  campaign: Campaign,
  hit: FuzzViolation,
  { fuzzCase, trace }: Suspect,
  { slow, isQuick }: HowFound,
) {
  const { options, stream, triageExecutor, inGrace, mayShrink } = campaign;
  const { contract, target } = options;
  const endpoint = target.endpoints[trace.case.document];
  if (endpoint === undefined) throw new TypeError('what was sent has an endpoint');
  let ends = 1;
  return reproduce(
    { hit, fuzzCase: { ...fuzzCase, case: trace.case }, trace },
    {
      ...{ contract, endpoint, plain: stream.plain(hit.operation), goOn: inGrace },
      ...{ recurred: true, isQuick },
      mayShrink: () => mayShrink() && ends < MOST_ENDS,
      probe: async (candidate, isTrial) => {
        const limit = isQuick && isTrial && hit.clause === IN_TIME.id ? TRIAL_MS : undefined;
        const again = await triageExecutor.sendAlone(candidate, limit);
        const hits = await dropHits(campaign, candidate, again, slow);
        if (hits.length > 0) ends += 1;
        return { trace: again, hits };
      },
    },
  );
}

/**
 * Waits until the target answers a plain request: of the operation of the first suspect, or of another one, as each may
 * hang by itself.
 * @param slow receives the operation if only that hangs
 * @returns false if there is no answer in time
 */
async function isBack(
  campaign: Campaign,
  [first]: readonly Suspect[],
  slow: Set<string>,
): Promise<boolean> {
  const { stream, triageExecutor, options, inGrace } = campaign;
  const { absenceLimitMs = 10_000, clock } = options;
  const [own = ''] = first ? operationsIn(first.trace) : [];
  const ownPlain = slow.has(own) ? undefined : stream.plain(own);
  const plains = [...(ownPlain ? [ownPlain] : []), ...plainReads(campaign, own, slow)];
  const fallback = stream.plain(own) ?? stream.plain(stream.operations[0]?.id ?? '');
  const ask = async (plain: Case) => {
    const { exchanges } = await triageExecutor.sendAlone({ index: 0, case: plain, marks: [] });
    return exchanges;
  };
  const begun = clock.monotonic();
  for (let round = 0; ; round += 1) {
    const plain = plains[round % plains.length] ?? fallback;
    if (plain === undefined) return true;
    const exchanges = await ask(plain);
    if (triageExecutor.lost() !== undefined) return false;
    if (!exchanges.some(isSilent)) {
      if (ownPlain === undefined || !inGrace()) return true;
      const last = plain === ownPlain ? exchanges : await ask(ownPlain);
      if (last.some(isLate)) slow.add(own);
      return true;
    }
    const isAsked = round + 1 >= Math.min(plains.length, 2);
    if (!inGrace() || (isAsked && clock.monotonic() - begun > absenceLimitMs)) return false;
    await setTimeout(LOOK_MS);
  }
}

/** Plain requests of other operations that answered before, the most reliable first. */
function plainReads(
  { stream, options, tally }: Campaign,
  own: string,
  slow: ReadonlySet<string>,
): readonly Case[] {
  const { operations = [] } = tally.sums();
  return operations
    .filter(({ name }) => name !== own && !slow.has(name))
    .filter(({ name }) => options.contract.operation(name).method === 'GET')
    .map(({ name, requests, answers }) => ({ name, share: answeredIn(answers) / requests }))
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.share - one.share)
    .flatMap(({ name }) => stream.plain(name) ?? []);
}

/** Number of answers with a status. */
function answeredIn(answers: Readonly<Record<string, number>>): number {
  return Object.entries(answers).reduce(
    (sum, [form, times]) => (/^\d/.test(form) ? sum + times : sum),
    0,
  );
}

function isSilent(exchange: Exchange): boolean {
  return exchange.outcome.kind === 'fault' && isLate(exchange);
}
