/** Progress of a campaign, and the report at its end. */

import { isFleeting } from '../judge/index.ts';
import {
  addressesOf,
  type CampaignFinding,
  type CampaignProgress,
  type CampaignShare,
  type CorpusInput,
  count,
  formatNumber,
  groupedBy,
  type KnownFinding,
  type Leftover,
} from '../model/index.ts';
import { redactorFor } from '../secrets/index.ts';
import { type End, endOfRun, leftBehind, loadNotes } from '../send/index.ts';
import { UNMARKED } from './executor.ts';
import { findingsOf, identityOf, type ReportedFinding } from './findings.ts';
import { knownIn, namelessAmong, staleAmong } from './fixture-values.ts';
import { NOT_AVAILABLE, TOO_MANY } from './loop.ts';
import { ANY_REQUEST, isOfWholeCases, type OperationCause, takesOthers } from './registry.ts';
import { type Campaign, type CampaignOptions, type CampaignResult, requestsOf } from './state.ts';
import { summaryOf } from './summary.ts';

/** Progress of a campaign, after so many milliseconds. */
export function stepOutcomeOf(campaign: Campaign, elapsed: number): CampaignProgress {
  const requests = requestsOf(campaign);
  const seconds = elapsed / 1000;
  const { milliseconds } = campaign.options.bounds;
  return {
    seconds,
    ...(milliseconds !== undefined && { secondsLeft: milliseconds / 1000 - seconds }),
    requests,
    rate: seconds === 0 ? 0 : requests / seconds,
    findings: campaign.registry.size(),
    coverage: campaign.tally.coverage(),
  };
}

/** The report of a campaign that has ended, and what shows its findings. */
export function conclude(
  campaign: Campaign,
  startedAt: string,
  durationMs: number,
  end: End,
): CampaignResult {
  const { options, registry, tally, state, executor, triageExecutor } = campaign;
  const { contract, target, seed, modes, only, shard, targetOptions, tool } = options;
  const today = startedAt.slice(0, 10);
  const all = registry.causes();
  const fleeting = all.filter(
    ({ hit, class: name, again }) =>
      (isFleeting(hit.clause, hit.signature) || isOfWholeCases(name)) &&
      again.of > 0 &&
      again.times === 0,
  );
  const causes = all.filter((cause) => !fleeting.includes(cause));
  const shown = findingsOf(causes, {
    contract,
    target,
    seed,
    modes,
    only,
    targetOptions,
    today,
    partial: shard !== undefined,
  });
  const known = knownIn(target.knownFailures, campaign.reached, causes.map(identityOf));
  // All shards together decide whether a failure is gone.
  const stale = shard ? [] : staleAmong(known, today);
  const left = [...executor.left(), ...triageExecutor.left()].filter(
    ({ what }) => !end.found.has(what),
  );
  const problems = [...problemsOf(campaign, left, known), ...end.problems];
  const notes = [
    ...fleeting.map(fleetingNote),
    ...end.notes,
    ...notesOf(campaign),
    ...loadNotes(options.load?.()),
  ];
  const report = {
    ...summaryOf(
      {
        tool,
        contract: { digest: contract.digest },
        target: { name: target.name, ...addressesOf(target) },
        seed,
        modes,
        ...(shard && { shard }),
        startedAt,
        durationMs,
        cases: state.cases,
        requests: requestsOf(campaign),
        found: shown.map(({ finding }) => finding),
        problems,
        notes,
        stale,
        failOnWarn: options.failOnWarn,
        hasEnded: campaign.suspects.away() > 0 && options.process?.hasEnded() === true,
      },
      tally,
    ),
    ...(shard && { share: shareOf(campaign, known) }),
  };
  const redact = redactorFor(target);
  const clean = redact(report);
  const traces = new Map(shown.map(({ finding, trace }) => [finding.number, trace]));
  return {
    report: clean,
    shown: [...clean.findings, ...clean.unconfirmed].flatMap(
      (finding): readonly ReportedFinding[] => {
        const trace = traces.get(finding.number);
        if (trace === undefined) return [];
        const input = inputIn(finding, campaign);
        return [{ finding, trace, ...(input && { input }) }];
      },
    ),
  };
}

function inputIn(
  { case: item, step, class: name, places: [place] }: CampaignFinding,
  { stream }: Campaign,
): CorpusInput | undefined {
  if (takesOthers(name) || name === ANY_REQUEST) return undefined;
  const request = item.steps.find(({ id }) => id === step)?.request;
  const input = request && stream.inputs.of(request);
  return input && { ...input, class: name, ...(place !== undefined && { place }) };
}

/** Reasons not to rely on the result. */
function problemsOf(
  campaign: Campaign,
  left: readonly Leftover[],
  known: readonly KnownFinding[],
): readonly string[] {
  const { options, state, executor } = campaign;
  const { contract, signal } = options;
  const inaccessible = executor.lost() === undefined ? campaign.access.problems() : [];
  const operations = contract.operations.map(({ id }) => id);
  return [
    ...(signal.aborted ? [`${endOfRun(signal)} after ${count(state.cases, 'case')}`] : []),
    ...[executor.lost()].filter((why) => why !== undefined),
    ...endsOf(campaign),
    ...inaccessible,
    ...(state.unproven > 0
      ? [
          `${count(state.unproven, 'case')} failed in their own proof and were not sent, such as ${state.firstUnproven}`,
        ]
      : []),
    ...hardlyCalled(campaign),
    ...leftBehind(left),
    ...namelessAmong(known, operations).map(
      (finding) => `the known failure ${finding} names no operation, and can never be found`,
    ),
    ...hardlyJudged(campaign, inaccessible.length === 0),
  ];
}

/** Reports that the target ended and stayed away. */
function endsOf({ suspects, options }: Campaign): readonly string[] {
  const away = suspects.away();
  if (away === 0) return [];
  const { id, hasEnded, restart } = options.process ?? { hasEnded: () => false };
  const what = hasEnded()
    ? `process ${id ?? 'of the target'} ended`
    : 'the target stopped answering';
  const which = away === 1 ? 'this request' : `one of these ${count(away, 'request')}`;
  const next = restart ? '' : '; give --restart to have each tried';
  return [`${what} at ${which} (see the possible findings)${next}`];
}

function fleetingNote({ hit, hits, again }: OperationCause): string {
  return `${count(hits, 'time')} at ${hit.operation}: ${hit.actual}; retried ${count(again.of, 'time')}, not reproduced`;
}

/** Memory that grows is observed: what a server keeps is its own affair. */
function memoryNotes(process: CampaignOptions['process']): readonly string[] {
  const memory = process?.memory();
  if (memory === undefined) return [];
  const [first, last, most] = [memory.first, memory.last, memory.most].map((bytes) =>
    Math.round(bytes / 2 ** 20),
  );
  return [
    `process ${process?.id} used ${first} MB of memory at first, ${last} MB at the end, ${most} MB at the most`,
  ];
}

function notesOf({
  options,
  registry,
  absences,
  suspects,
  lengths,
  lane,
  notes,
  state,
  stream,
}: Campaign): readonly string[] {
  return [
    ...[...registry.unseen()].map(
      ([what, more]) =>
        `${count(more, 'more answer')} broke ${what}, and were not looked into: too many ways to do so were found before`,
    ),
    ...memoryNotes(options.process),
    ...absences.absences(),
    ...suspects.notes(),
    ...lengths.notes(),
    ...lane.notes(),
    ...[...notes].map(([name, times]) => `${count(times, 'answer')}: ${name}`),
    ...(state.unmarked > 0 ? [`${count(state.unmarked, 'case')} not sent: each ${UNMARKED}`] : []),
    ...stream.left().map(({ operation, why }) => `not called: ${operation}: ${why}`),
  ];
}

/** A green run in which half of an API could not be called would mislead. */
function hardlyCalled({ stream, options }: Campaign): readonly string[] {
  const documentOf = (id: string) => options.contract.operation(id).document;
  const left = stream.left();
  const lacking = left.filter(({ isLacking }) => isLacking);
  const absent = left.filter(({ isAbsent }) => isAbsent).map(({ operation }) => operation);
  const known = [...stream.operations.map(({ id }) => id), ...absent];
  return [...groupedBy(lacking, ({ operation }) => documentOf(operation))].flatMap(
    ([document, own]) => {
      const called = known.filter((id) => documentOf(id) === document).length;
      if (own.length < called) return [];
      const [first] = own;
      return [
        `most of the ${document} API could not be called: ${own.length} of ${own.length + called} operations, such as ${first?.operation}: ${first?.why}`,
      ];
    },
  );
}

/** A green run with fewer judged than unjudged cases would mislead: returns a sentence with the reason. */
function hardlyJudged(campaign: Campaign, accessible: boolean): readonly string[] {
  const { state, unjudged, notes } = campaign;
  const slowed = notes.get(TOO_MANY) ?? 0;
  const away = notes.get(NOT_AVAILABLE) ?? 0;
  if (slowed + away > requestsOf(campaign) / 2) {
    const status = slowed > away ? 'HTTP 429: give --rate' : 'HTTP 503';
    return [`hardly anything could be judged: most answers were ${status}`];
  }
  if (state.cases > 0 && state.cases === state.interrupted) {
    return [
      `nothing was judged: all ${formatNumber(state.cases)} cases were cut short by the end of the campaign`,
    ];
  }
  // A campaign without any successful valid request is reported elsewhere.
  if (!accessible || state.unjudged * 2 <= state.cases) return [];
  const [[why, times] = ['', 0]] = [...unjudged].sort(([, one], [, other]) => other - one);
  const hint = /^HTTP 40[13]/.test(why) ? ' (may this login do it?)' : '';
  return [
    `hardly anything could be judged: ${formatNumber(state.unjudged)} of ${count(state.cases, 'case')} came to nothing, ${formatNumber(times)} of them by ${why}${hint}`,
  ];
}

function shareOf(
  { options, access, tally }: Campaign,
  known: CampaignShare['known'],
): CampaignShare {
  const { only, from = 0, strict, failOnWarn } = options;
  return { only, from, strict, failOnWarn, heard: access.heard(), reached: tally.reached(), known };
}
