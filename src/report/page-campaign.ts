/** The page of a campaign. */

import {
  type CampaignFinding,
  type CampaignReport,
  type ClassCount,
  countsOf,
  excuseInWords,
  excusesInWords,
  groupedBy,
} from '../model/index.ts';
import { reachedOf } from './campaign.ts';
import { areaOf } from './groups.ts';
import { placeName } from './message.ts';
import {
  barOf,
  exchangeLines,
  MOST_NAMED,
  openAtFirst,
  type Page,
  type PageCause,
  type PageClass,
  stepShown,
} from './page.ts';
import { sourceInWords } from './page-clauses.ts';
import { factsOf, problemsOf } from './page-run.ts';
import { count, formatNumber } from './text.ts';

export function pageOfCampaign(report: CampaignReport): Page {
  const { tool, target, contract, judged } = report;
  const all = [...report.findings, ...report.unconfirmed];
  const cards = all.map((one, index) => findingCard(one, index < openAtFirst(all.length)));
  const { classes } = report.coverage;
  return {
    tool,
    kind: 'fuzz',
    target: target.name,
    contract: contract.digest,
    verdict: verdictOf(report),
    total: barOf(judged),
    counted: `${count(sumOf(Object.values(judged)), 'verdict')} on cases`,
    startedAt: report.startedAt,
    durationMs: report.durationMs,
    exitCode: report.exitCode,
    facts: [
      ...factsOf(report),
      ['cases', formatNumber(report.cases)],
      ...reachedOf(report.coverage).map(({ what, reached, of: all }): Page['facts'][number] => [
        `${what} reached`,
        `${reached} of ${all}`,
      ]),
    ],
    problems: problemsOf(report),
    notes: report.notes,
    counts: [...countsOf(cards.map(({ verdict }) => verdict))],
    causesInWords: count(cards.length, 'finding'),
    causes: cards,
    known: [],
    uncompared: [],
    areas: [],
    operations: [...new Set(cards.flatMap((card) => card.operations))].sort(),
    reasons: [],
    drift: [],
    classes: familiesOf(report.classes),
    classesInWords: `${classes.reached} of ${classes.of} reached`,
    hasClauses: false,
  };
}

function verdictOf({ findings, unconfirmed, exitCode }: CampaignReport): Page['verdict'] {
  const open = findings.filter(({ known }) => known === undefined);
  const words = [
    count(open.length, 'finding'),
    ...excusesInWords(findings),
    ...(unconfirmed.length > 0 ? [`${unconfirmed.length} not confirmed`] : []),
  ].join(', ');
  if (open.some(({ verdict }) => verdict === 'fail') || exitCode === 1) {
    return { tone: 'bad', title: 'Does not conform', words };
  }
  return exitCode === 0
    ? { tone: 'good', title: open.length === 0 ? 'Nothing found' : 'No failure', words }
    : { tone: 'unsure', title: 'Not fully judged', words };
}

function findingCard(finding: CampaignFinding, isOpen: boolean): PageCause {
  const { clause, also = [], again, from, hits, known, places, verdict } = finding;
  const clauses = [clause, ...also];
  const { curl, touchstone } = finding.reproduce;
  const at = places.length === 0 ? '' : ` at ${places.join(' and ')}`;
  const retried =
    again.of === 0
      ? `Not confirmed: ${again.why ?? 'it was not sent again'}.`
      : `Sent again ${count(again.of, 'time')}, reproduced ${count(again.times, 'time')}.`;
  return {
    key: finding.id,
    anchor: `finding-${finding.number}`,
    verdict,
    label: known !== undefined ? 'known' : again.of === 0 ? 'possible' : verdict,
    title: finding.states,
    message: finding.message,
    extent: [count(hits, 'hit'), count(finding.operations.length, 'operation')].join(' · '),
    level: finding.level,
    source: finding.source ? sourceInWords(finding.source) : 'a rule of the campaign',
    areas: [...new Set(clauses.map(areaOf))],
    operations: finding.operations,
    remarks: [
      `Input: ${finding.class}${at}. ${retried}`,
      ...(from ? [`Fails from ${from.amount} at ${from.place}.`] : []),
      ...(known === undefined ? [] : [excuseInWords(known)]),
      ...(finding.files?.[0] === undefined
        ? []
        : [`Files that show it again: ${finding.files[0].replace(/[^/]+$/, '')}`]),
    ],
    compared: {
      where: placeName(finding.pointer),
      expected: finding.expected,
      actual: finding.actual,
    },
    steps: finding.steps?.map(stepShown) ?? [],
    ...(finding.exchange && { exchange: exchangeLines(finding.exchange) }),
    commands: [curl, touchstone].filter((line) => line !== ''),
    holdsAt: clauses.length === 1 ? 'Breaks' : 'Breaks all of',
    clauses: clauses.slice(0, MOST_NAMED),
    moreClauses: Math.max(0, clauses.length - MOST_NAMED),
    linked: false,
    open: isOpen && verdict === 'fail',
  };
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

function familiesOf(classes: readonly ClassCount[]): Page['classes'] {
  const most = Math.max(1, ...classes.map(({ requests }) => requests));
  return [...groupedBy(classes, ({ name }) => name.split('/')[0] ?? name)].map(([name, own]) => ({
    name,
    classes: own.map((one) => classOf(one, most)),
  }));
}

function classOf({ name, requests, statuses }: ClassCount, most: number): PageClass {
  const entries = Object.entries(statuses);
  const answers = entries.map(([status, times]) => `${times} × ${status}`).join(', ');
  return {
    name,
    requests,
    statuses: answers,
    words: `${name}: ${count(requests, 'request')} (${answers})`,
    heat:
      requests === 0 ? 0 : 1 + Math.round((3 * Math.log(requests)) / Math.log(Math.max(2, most))),
    failed: entries.some(([status, times]) => times > 0 && /^(?:5|none)/.test(status)),
  };
}
