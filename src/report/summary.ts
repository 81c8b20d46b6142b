/** The last lines of a run on a terminal: problems first, totals last. */

import { type Cause, causesOf } from '../findings/index.ts';
import {
  acceptedIn,
  type ClauseReport,
  countVerdicts,
  escapeControls,
  NOT_JUDGED,
  notComparedWith,
  type RunReport,
  type Verdict,
} from '../model/index.ts';
import { baselineLines, baselineWords, uncomparedLines } from './baseline-lines.ts';
import { failsAnew, groupClauses, type ReasonGroup, reasonsFor, verdictsIn } from './groups.ts';
import { interruptionOf } from './interruption.ts';
import { placeName } from './message.ts';
import {
  knownInWords,
  outcomeInWords,
  outcomeOf,
  type RunOutcome,
  sizeInWords,
} from './outcome.ts';
import { type Colors, type Paint, shown, tint } from './paint.ts';
import { count, duration, formatNumber } from './text.ts';
import { troubles } from './trouble.ts';

/** Maximum number of areas without `--verbose`, if none has problems. */
const MOST_GROUPS = 8;

/** Maximum number of reasons without `--verbose`. */
const MOST_REASONS = 4;

function knownFailures(report: RunReport, { colours }: Paint): readonly string[] {
  const { file = '' } = report.baseline ?? {};
  const byBaseline = [acceptedIn(file), notComparedWith(file)];
  const known = report.clauses.filter(
    ({ verdict, known }) => verdict === 'fail' && known && !byBaseline.includes(known),
  );
  const lines = [
    ...known.map(
      ({ id, known: reason = '' }) =>
        `${colours.dim('known')} ${escapeControls(id)}: ${shown(reason)}`,
    ),
    ...report.stale.map(
      (entry) =>
        `${colours.red(colours.bold('STALE'))} ${shown(entry)} (no longer fails, or has expired: mend the list of known failures)`,
    ),
  ];
  return lines.length === 0 ? [] : [...lines, ''];
}

function countsLine(clauses: readonly ClauseReport[], colours: Colors, separator: string): string {
  const counts = countVerdicts(clauses.map(({ verdict }) => verdict));
  return verdictsIn(counts)
    .map(([verdict, number]) => tint(colours, verdict, `${formatNumber(number)} ${verdict}`))
    .join(separator);
}

function clauseLines(clause: ClauseReport, { colours }: Paint): readonly string[] {
  const verdict = tint(colours, clause.verdict, clause.verdict.padEnd(8));
  return [
    `    ${verdict}  ${escapeControls(clause.id)}`,
    ...clause.observations.map(
      ({ case: id, step, where, value }) =>
        `              ${colours.dim(`${escapeControls(id)} ${escapeControls(step)}:`)} ${shown(`${placeName(where)} is ${value}`)}`,
    ),
    ...clause.reasons.map((reason) => `              ${colours.dim(shown(reason))}`),
  ];
}

function groups(report: RunReport, options: Paint): readonly string[] {
  const all = groupClauses(report.clauses);
  const isLong = all.length > MOST_GROUPS && !options.verbose;
  const named = isLong ? all.filter(({ clauses }) => clauses.some(needsALook)) : all;
  const others = all.filter((group) => !named.includes(group));
  const width = Math.max(0, ...named.map(({ name }) => escapeControls(name).length));
  const rest = others.flatMap(({ clauses }) => clauses);
  const lines = named.flatMap(({ name, clauses }) => [
    `  ${escapeControls(name).padEnd(width)}  ${countsLine(clauses, options.colours, '  ')}`,
    ...(options.verbose ? clauses.flatMap((clause) => clauseLines(clause, options)) : []),
  ]);
  if (others.length > 0) {
    const which = named.length > 0 ? 'other areas' : 'all areas';
    lines.push(`  ${which} (${others.length})  ${countsLine(rest, options.colours, '  ')}`);
  }
  return lines.length === 0 ? [] : [...lines, ''];
}

function needsALook({ verdict }: ClauseReport): boolean {
  return ['fail', 'error', 'warn'].includes(verdict);
}

const SKIPPED_OR_BLOCKED: ReadonlySet<Verdict> = new Set(['skipped', 'blocked']);

/** Reasons for skipped and blocked clauses, with their numbers. */
function notJudged(report: RunReport, { colours, verbose }: Paint): readonly string[] {
  if (verbose) return [];
  const reasons = reasonsFor(report.clauses, SKIPPED_OR_BLOCKED);
  // The most frequent reason is shown, regardless of the number of other reasons.
  const isFirst = ({ verdict }: ReasonGroup) => reasons.find((one) => one.verdict === verdict);
  const firsts = reasons.filter((one) => isFirst(one) === one);
  const inOrder = [...firsts, ...reasons.filter((one) => !firsts.includes(one))];
  const lines = inOrder.map(({ verdict, reason, ids }) => {
    const [only = ''] = ids;
    const whose = ids.length === 1 ? escapeControls(only) : count(ids.length, 'clause');
    return `  ${tint(colours, verdict, verdict)}  ${whose}: ${shown(reason)}`;
  });
  const unasked = neverJudged(report);
  if (lines.length === 0 && unasked.length === 0) return [];
  const refused = refusedOperations(report).map((line) => `  ${tint(colours, 'blocked', line)}`);
  const more = lines.length - MOST_REASONS;
  return [
    'Not judged:',
    ...refused,
    ...lines.slice(0, MOST_REASONS),
    ...(more > 0 ? [colours.dim(`  and ${count(more, 'reason')} more (--verbose)`)] : []),
    ...unasked,
    '',
  ];
}

/** Operations of which no valid request was carried out, each with the refusals. */
function refusedOperations({ clauses }: RunReport): readonly string[] {
  return clauses.flatMap(({ id, operations = [], verdict, reasons, source }) => {
    const isAccepted = operations.length !== 1 || id !== `${operations[0]}/status`;
    const answers = reasons.map((one) => /^it was answered with (HTTP \d+)/.exec(one)?.[1]);
    if (isAccepted || verdict !== 'blocked' || answers.includes(undefined)) return [];
    const refusals = answers.join(', ');
    return [escapeControls(`${source.section}: every valid request was refused with ${refusals}`)];
  });
}

/** Clauses with a verdict, about operations without one. */
function neverJudged({ clauses }: RunReport): readonly string[] {
  const partly = clauses.filter(
    ({ operations = [], unjudged = [] }) =>
      unjudged.length > 0 && unjudged.length < operations.length,
  );
  if (partly.length === 0) return [];
  const all = partly.flatMap(({ unjudged = [] }) => unjudged);
  const [most = ''] = [...new Set(all)].sort(
    (one, other) => timesIn(all, other) - timesIn(all, one),
  );
  return [
    `  ${count(partly.length, 'clause')} judged, but not on every operation: most often not on ${escapeControls(most)} (\`unjudged\` in report.json)`,
  ];
}

function timesIn(all: readonly string[], wanted: string): number {
  return all.filter((one) => one === wanted).length;
}

function observations(report: RunReport, { colours, verbose }: Paint): readonly string[] {
  const amount = report.clauses.reduce((sum, clause) => sum + clause.observations.length, 0);
  if (amount === 0 || verbose) return [];
  return [
    colours.dim(`${count(amount, 'observation')} of what the documents leave open (--verbose)`),
    '',
  ];
}

/**
 * Why a run or a campaign cannot vouch for its target.
 *
 * @param quiet true if a quiet summary already reported the interruption
 */
export function problemLines(
  report: { readonly problems: readonly string[] },
  quiet = false,
): readonly string[] {
  const said = quiet ? interruptionOf(report) : undefined;
  return report.problems
    .filter((problem) => problem !== said)
    .map((problem) => `problem: ${escapeControls(problem)}`);
}

/** The problems of a report that is compared, with its name. */
export function problemsIn(
  name: string,
  { problems }: { readonly problems: readonly string[] },
): readonly string[] {
  return problems.map((problem) => escapeControls(`problem of ${name}: ${problem}`));
}

function notes({ notes: lines = [] }: RunReport, { colours }: Paint): readonly string[] {
  return lines.length === 0 ? [] : [...lines.map((line) => colours.dim(shown(line))), ''];
}

/** The answer before its reasons: conformance, number of causes, and extent. */
function answer(
  report: RunReport,
  causes: readonly Cause[],
  { colours }: Paint,
): readonly string[] {
  const { tone, title, extent } = outcomeOf(report, causes);
  const painted = colours.bold(PAINTED[tone](colours)(title));
  return [
    [painted, ...baselineWords(report), sizeInWords(report, causes), extent]
      .filter((part) => part !== '')
      .join(' · '),
    '',
  ];
}

const PAINTED: { readonly [T in RunOutcome['tone']]: (colours: Colors) => Colors['red'] } = {
  good: ({ green }) => green,
  bad: ({ red }) => red,
  unsure: ({ yellow }) => yellow,
};

function totals(report: RunReport, { colours }: Paint): readonly string[] {
  const { shard } = report;
  const { good, words } = outcomeInWords(report);
  const cost = report.durationMs > 0 ? ` in ${duration(report.durationMs)}` : '';
  const known = knownInWords(report);
  const counts = [countsLine(report.clauses, colours, ', ') || 'none judged'];
  const figures = [
    `${count(report.clauses.length, 'clause')}: ${[...counts, ...(known ? [`of the failures ${known}`] : [])].join('; ')}`,
    `${count(report.requests, 'request')}${cost}`,
    `seed ${report.seed}${shard ? `, shard ${shard.index}/${shard.of}` : ''}`,
  ];
  return [figures.join(' · '), colours.bold(good ? colours.green(words) : colours.red(words))];
}

/** One line: the user who interrupted a quiet run knows the reason. */
function interruptedLine(report: RunReport, interruption: string): string {
  const judged = report.clauses.filter(({ verdict }) => !NOT_JUDGED.has(verdict)).length;
  const failing = report.clauses.filter(failsAnew).length;
  const failed = failing === 0 ? 'nothing failed' : count(failing, 'clause fails', 'clauses fail');
  const extent = `${formatNumber(judged)} of ${count(report.clauses.length, 'clause')} judged, ${failed}`;
  return [escapeControls(interruption), extent, `seed ${report.seed}`].join(' · ');
}

/** Returns true if no clause has a verdict because of a problem of the run. */
function isSilent({ clauses, problems: why }: RunReport): boolean {
  return why.length > 0 && clauses.every(({ verdict }) => NOT_JUDGED.has(verdict));
}

/**
 * The last lines of a run: the answer; failures, errors and warnings with commands to reproduce them; known failures;
 * groups of clauses; unjudged clauses with reasons; totals; outcome.
 */
export function summaryLines(report: RunReport, options: Paint): readonly string[] {
  const end = [...notes(report, options), ...totals(report, options)];
  const interruption = options.quiet ? interruptionOf(report) : undefined;
  if (isSilent(report) && !options.verbose && interruption === undefined) return end;
  const causes = causesOf(report.clauses);
  if (options.quiet) {
    const found = [...troubles(report, causes, options), ...knownFailures(report, options)];
    if (interruption !== undefined) return [...found, interruptedLine(report, interruption)];
    const uncompared = uncomparedLines(report.baseline ?? {}, options);
    return [...found, ...uncompared, ...totals(report, options)];
  }
  return [
    ...answer(report, causes, options),
    ...troubles(report, causes, options),
    ...knownFailures(report, options),
    ...baselineLines(report, options),
    ...groups(report, options),
    ...notJudged(report, options),
    ...observations(report, options),
    ...end,
  ];
}
