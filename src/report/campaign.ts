/** Prints a campaign: its progress and its results. */

import { dirname, join } from 'node:path';
import picocolors from 'picocolors';
import {
  BY_WEIGHT,
  type CampaignCoverage,
  type CampaignFinding,
  type CampaignProgress,
  type CampaignReport,
  escapeControls,
  excuseInWords,
  excusesInWords,
  isNotCompared,
  type Verdict,
} from '../model/index.ts';
import { tint } from './paint.ts';
import { clip, count, duration, formatNumber, timeLeft } from './text.ts';

/** The first line of a writing campaign. The number of objects depends on its duration. */
export function creationLine(collections: number): string {
  return `creates objects in ${count(collections, 'collection')}, and removes them`;
}

/**
 * Progress of a campaign, on one line.
 * @param waitsFor the reason for which requests wait, if any
 */
export function progressLine(standing: CampaignProgress, waitsFor?: string): string {
  const { seconds, secondsLeft = 0, requests, rate, findings, coverage } = standing;
  return [
    duration(seconds * 1000),
    // Other limits can end it earlier.
    ...(secondsLeft > 0 ? [`at most ${timeLeft(secondsLeft)}`] : []),
    ...(waitsFor === undefined ? [] : [escapeControls(waitsFor)]),
    count(requests, 'request'),
    `${formatNumber(Math.round(rate))}/s`,
    count(findings, 'possible finding'),
    ...reachedOf(coverage).map(({ what, reached, of: all }) => `${what} ${reached}/${all}`),
  ].join('  ');
}

/** The whole report; `out` is the folder of its files. */
export function campaignLines(
  report: CampaignReport,
  {
    colours,
    quiet = false,
    out = '',
  }: { readonly colours: boolean; readonly quiet?: boolean; readonly out?: string },
): readonly string[] {
  const paint = (verdict: Verdict, text: string) =>
    tint(picocolors.createColors(colours), verdict, text);
  const findings = [
    ...report.findings.flatMap((finding) => findingLines(finding, paint, out)),
    ...(report.unconfirmed.length === 0 ? [] : ['possible findings, not confirmed:', '']),
    ...report.unconfirmed.flatMap((finding) => findingLines(finding, paint, out)),
  ];
  const end = report.stale.map((line) =>
    paint('fail', `stale known failure: ${escapeControls(line)}`),
  );
  if (quiet) return [...findings, ...end, summary(report)];
  return [
    ...notCalled(report.notes),
    ...findings,
    ...figureLines(report),
    ...end,
    ...report.notes
      .filter((line) => !line.startsWith('not called: '))
      .map((line) => `note: ${escapeControls(line)}`),
    summary(report),
  ];
}

/** Reached parts of a campaign, without parts that it cannot have, such as rules in one of its modes. */
export function reachedOf(
  coverage: CampaignCoverage,
): readonly (CampaignCoverage['rules'] & { readonly what: string })[] {
  const { operations, rules, classes } = coverage;
  return [
    { what: 'operations', ...operations },
    { what: 'rules', ...rules },
    { what: 'classes', ...classes },
  ].filter(({ of: all }) => all > 0);
}

/** Amount of requests, reached parts of the plan, and the way they were judged. */
function figureLines(report: CampaignReport): readonly string[] {
  const { requests, rate, durationMs, coverage, cases, judged } = report;
  const verdicts = BY_WEIGHT.flatMap((verdict) => {
    const times = judged[verdict] ?? 0;
    return times > 0 ? [`${formatNumber(times)} ${verdict}`] : [];
  }).join(', ');
  const reachedParts = reachedOf(coverage).map(
    ({ what, reached, of: all }) => `${what} ${reached} of ${all}`,
  );
  const shard = report.shard ? `, shard ${report.shard.index}/${report.shard.of}` : '';
  return [
    `${count(cases, 'case')}, ${count(requests, 'request')} in ${duration(durationMs)}, ${formatNumber(Math.round(rate))} a second (seed ${report.seed}${shard})`,
    ...(reachedParts.length > 0 ? [`reached: ${reachedParts.join(', ')}`] : []),
    ...unreachedLines(coverage.rules),
    ...(verdicts === '' ? [] : [`judged: ${verdicts}`]),
  ];
}

/** Names of this many rules are printed; `report.json` has all. */
const MOST_RULES = 10;

function unreachedLines({ unreached = [] }: CampaignCoverage['rules']): readonly string[] {
  if (unreached.length === 0) return [];
  const more = unreached.length - MOST_RULES;
  const rest = more > 0 ? `, and ${formatNumber(more)} more (report.json)` : '';
  return [`rules not reached: ${unreached.slice(0, MOST_RULES).join(', ')}${rest}`];
}

function notCalled(notes: readonly string[]): readonly string[] {
  const reasons = notes.flatMap((line) => {
    const [, operation, why] = /^not called: (\S+): (.*)$/s.exec(line) ?? [];
    return operation === undefined || why === undefined ? [] : [{ operation, why }];
  });
  const alike = (why: string) => reasons.filter((one) => one.why === why);
  const shared = [...new Set(reasons.map(({ why }) => why))].filter((why) => alike(why).length > 1);
  const others = reasons.filter(({ why }) => !shared.includes(why));
  const [first] = others;
  const more = others.length > 1 ? ` and ${others.length - 1} more (--out DIR says why)` : '';
  return [
    ...shared.map(
      (why) => `note: ${count(alike(why).length, 'operation')} not called: ${escapeControls(why)}`,
    ),
    ...(first ? [`note: not called: ${first.operation}: ${escapeControls(first.why)}${more}`] : []),
  ];
}

function summary({ findings, unconfirmed }: CampaignReport): string {
  const excuses = excusesInWords(findings);
  const suffix = excuses.length === 0 ? '' : `, of them ${excuses.join(', ')}`;
  const found =
    findings.length === 0 ? 'no findings' : `${count(findings.length, 'finding')}${suffix}`;
  return unconfirmed.length === 0
    ? found
    : `${found}, and ${count(unconfirmed.length, 'possible finding')} not confirmed`;
}

function retries({ times, of, why }: CampaignFinding['again']): string {
  return of === 0
    ? `not confirmed: ${why}`
    : `retried ${count(of, 'time')}, reproduced ${count(times, 'time')}`;
}

/** Other ways to trigger it. */
function alsoBy({ class: name, places, takes = [] }: CampaignFinding): readonly string[] {
  const others = takes
    .filter((one) => one.class !== name || one.places.join() !== places.join())
    .map((one) => [one.class, ...one.places].join(' at '));
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
  return others.length === 0
    ? []
    : [`   also by ${escapeControls(others.slice(0, NAMED).join(', '))}${more}`];
}

type PaintVerdict = (verdict: Verdict, text: string) => string;

/** Longer command lines are only in the files. */
const LONGEST_LINE = 1_000;

/** Maximum number of named operations. */
const NAMED = 4;

function findingLines(
  finding: CampaignFinding,
  paint: PaintVerdict,
  out: string,
): readonly string[] {
  const {
    verdict,
    clause,
    message,
    again,
    hits,
    places,
    operations,
    known,
    also = [],
    from,
  } = finding;
  const open = again.of === 0 ? 'POSSIBLE' : verdict.toUpperCase();
  const title = `${finding.number}  ${known === undefined ? open : isNotCompared(known) ? 'NOT COMPARED' : 'KNOWN'}  ${clause}`;
  const at = places.length === 0 ? '' : ` at ${places.join(' and ')}`;
  const others = operations.slice(1);
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
  return [
    paint(known === undefined ? verdict : 'skipped', title),
    `   ${escapeControls(clip(message, 400))}`,
    `   ${escapeControls(finding.class)}${escapeControls(at)}; ${count(hits, 'hit')}; ${retries(again)}`,
    ...(from
      ? [`   fails from ${from.amount}${places.length > 1 ? ` at ${from.place}` : ''}`]
      : []),
    ...alsoBy(finding),
    ...(others.length === 0 ? [] : [`   also at ${others.slice(0, NAMED).join(', ')}${more}`]),
    ...(also.length === 0 ? [] : [`   also breaks ${also.join(', ')}`]),
    ...(known === undefined ? [] : [`   ${escapeControls(excuseInWords(known))}`]),
    `   id: ${finding.id}`,
    // A truncated line cannot be pasted.
    ...[finding.reproduce.curl]
      .filter((line) => line !== '' && line.length <= LONGEST_LINE)
      .map((line) => `   again: ${line}`),
    `   again: ${finding.reproduce.touchstone}`,
    ...(finding.files ?? []).slice(0, 1).map((file) => `   files: ${join(out, dirname(file))}/`),
    '',
  ];
}
