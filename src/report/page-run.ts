/** The page of a run of the suites, or of a rejudged recording. */

import { type Cause, causesOf, isBreakdown, type Mistake, mistakesOf } from '../findings/index.ts';
import {
  BREAKDOWN_RULES,
  type ClauseReport,
  countVerdicts,
  type FindingReport,
  isNotCompared,
  NOT_JUDGED,
  type RunHeader,
  type RunReport,
} from '../model/index.ts';
import { sinceLastTime } from './baseline-lines.ts';
import { areaOf, groupClauses, reasonsFor, verdictsIn } from './groups.ts';
import { placeName } from './message.ts';
import {
  clausesInWords,
  knownInWords,
  mistakesInWords,
  outcomeOf,
  sizeInWords,
} from './outcome.ts';
import {
  barOf,
  exchangeLines,
  MOST_CAUSES,
  MOST_NAMED,
  openAtFirst,
  type Page,
  type PageArea,
  type PageCause,
  stepShown,
} from './page.ts';
import { sourceInWords } from './page-clauses.ts';
import { count, duration, formatNumber } from './text.ts';

const MODES: { readonly [M in RunHeader['mode']]: string } = {
  live: 'check',
  recording: 'check, recorded,',
  replaying: 'replay',
};

/** The page, and the findings shown on it with their exchange. */
export function pageOfRun(report: RunReport): {
  readonly page: Page;
  readonly shown: ReadonlySet<FindingReport>;
} {
  const { clauses, tool, target, contract } = report;
  const mistakes = mistakesOf(causesOf(clauses));
  const causes = mistakes.flatMap((mistake) => mistake.causes);
  const { tone, title, words, extent } = outcomeOf(report, causes);
  // Problems and clauses are counted next to it.
  const isPlain = tone === 'bad' && report.baseline === undefined;
  const size = isPlain ? sizeInWords(report, causes) : '';
  const open = openAtFirst(causes.length);
  const cards = causes.map((cause, index) => ({
    ...causeCard(cause, index, open),
    ...mistakeOf(cause, mistakes),
  }));
  const since = sinceLastTime(report);
  const breakdowns = breakdownsIn(clauses, causes);
  const page: Page = {
    tool,
    kind: MODES[report.mode],
    target: target.name,
    contract: contract.digest,
    verdict: { tone, title, words: size || `${words}; ${extent}` },
    total: totalOf(report),
    counted: count(clauses.length, 'clause'),
    startedAt: report.startedAt,
    durationMs: report.durationMs,
    exitCode: report.exitCode,
    facts: factsOf(report),
    problems: problemsOf(report),
    notes: [...(report.caveats ?? []), ...(report.notes ?? [])],
    ...(breakdowns !== undefined && { breakdowns }),
    ...(since && { since }),
    counts: verdictsIn(report.counts),
    causesInWords: mistakesInWords(mistakes),
    causes: cards,
    known: excusedIn(clauses, false),
    uncompared: excusedIn(clauses, true),
    areas: groupClauses(clauses).map(areaRow).sort(byTrouble),
    operations: operationsIn(clauses),
    reasons: reasonsFor(clauses, NOT_JUDGED).map(({ verdict, reason, ids }) => ({
      verdict,
      reason,
      whose: ids.length === 1 ? (ids[0] ?? '') : count(ids.length, 'clause'),
    })),
    drift: report.drift ?? [],
    classes: [],
    classesInWords: '',
    hasClauses: clauses.length > 0,
  };
  const examples = causes.slice(0, MOST_CAUSES).flatMap(({ example }) => example ?? []);
  return { page, shown: new Set(examples) };
}

export function factsOf(
  report: Pick<RunReport, 'target' | 'requests' | 'durationMs' | 'seed' | 'startedAt' | 'shard'>,
): Page['facts'] {
  const { name: _, ...addresses } = report.target;
  const { shard, durationMs } = report;
  return [
    ...Object.entries(addresses),
    [
      'requests',
      `${formatNumber(report.requests)}${durationMs > 0 ? ` in ${duration(durationMs)}` : ''}`,
    ],
    ['started', report.startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
    ['seed', String(report.seed)],
    ...(shard ? ([['shard', `${shard.index} of ${shard.of}`]] as const) : []),
  ];
}

export function problemsOf({
  problems,
  stale,
}: Pick<RunReport, 'problems' | 'stale'>): Page['problems'] {
  return [
    ...problems.map((text) => ({ label: 'Problem', text })),
    ...stale.map((text) => ({ label: 'Stale known failure', text })),
  ];
}

/** The clauses about a server that breaks down; undefined if it never did. */
function breakdownsIn(
  clauses: readonly ClauseReport[],
  causes: readonly Cause[],
): Page['breakdowns'] {
  const crashes = clauses.filter(
    ({ id, verdict }) => BREAKDOWN_RULES.includes(id) && (verdict === 'fail' || verdict === 'warn'),
  );
  const operations = new Set(
    crashes.flatMap(({ findings }) => findings.flatMap((finding) => finding.operations ?? [])),
  );
  if (crashes.length === 0) return undefined;
  const [first = '', ...others] = operations;
  const where = first === '' ? '' : ` at ${first}`;
  const more = others.length > 0 ? ` and ${count(others.length, 'more operation')}` : '';
  const at = causes.findIndex(isBreakdown);
  // Accepted findings have no card.
  const known = at < 0 ? ', as is known' : '';
  const words = `The server broke down${where}${more}${known}.`;
  return at < 0 ? { words } : { words, anchor: anchorOf(at) };
}

function anchorOf(index: number): string {
  return `cause-${index + 1}`;
}

/**
 * Failures and warnings that fail no run, failures first.
 *
 * @param uncompared those that are not compared with the baseline; the accepted ones otherwise
 */
function excusedIn(clauses: readonly ClauseReport[], uncompared: boolean): Page['known'] {
  return clauses
    .flatMap(({ id, verdict, states, known }) =>
      known !== undefined &&
      isNotCompared(known) === uncompared &&
      (verdict === 'fail' || verdict === 'warn')
        ? [{ verdict, clause: id, states, reason: known }]
        : [],
    )
    .toSorted((one, other) => one.verdict.localeCompare(other.verdict));
}

/** The bar of all clauses: known failures are among the failed ones. */
function totalOf(report: RunReport): Page['total'] {
  const { label, parts } = barOf(report.counts);
  const known = knownInWords(report);
  if (known === undefined) return { label, parts };
  return {
    label: `${label}; of the failures ${known}`,
    parts: parts.map((part) =>
      part.kind === 'fail' ? { ...part, name: `${part.name} (${known})` } : part,
    ),
  };
}

function mistakeOf(cause: Cause, mistakes: readonly Mistake[]): Pick<PageCause, 'mistake'> {
  const number = mistakes.findIndex(({ causes }) => causes.includes(cause));
  const { causes = [], shared = [] } = mistakes[number] ?? {};
  return causes.length > 1 ? { mistake: { number, shared: shared.join(', ') } } : {};
}

function areaRow({ name, clauses }: ReturnType<typeof groupClauses>[number]): PageArea {
  return {
    name,
    bar: barOf(countVerdicts(clauses.map(({ verdict }) => verdict))),
    clauses: clauses.length,
    failed: clauses.filter(({ verdict }) => verdict === 'fail').length,
  };
}

function byTrouble(a: PageArea, b: PageArea): number {
  const warned = ({ bar }: PageArea) => bar.parts.find(({ kind }) => kind === 'warn')?.amount ?? 0;
  return b.failed - a.failed || warned(b) - warned(a) || a.name.localeCompare(b.name, 'en');
}

function operationsIn(clauses: readonly ClauseReport[]): readonly string[] {
  const all = clauses.flatMap(({ operations = [], findings }) => [
    ...operations,
    ...findings.flatMap((finding) => finding.operations ?? []),
  ]);
  return [...new Set(all)].sort();
}

/** @param open number of open cards, if they are failures or breakdowns */
function causeCard(cause: Cause, index: number, open: number): PageCause {
  const { verdict, clauses, findings, example, furtherPlaces } = cause;
  const [first] = clauses;
  const ids = clauses.map(({ id }) => id);
  const named = ids.slice(0, MOST_NAMED);
  const { curl = '', touchstone = '' } = example?.reproduce ?? {};
  return {
    key: cause.key,
    anchor: anchorOf(index),
    verdict,
    label: verdict,
    title: first?.states ?? '',
    message: example?.message ?? first?.reasons[0] ?? '',
    extent: [clausesInWords(cause), ...(findings > 1 ? [count(findings, 'example')] : [])].join(
      ' · ',
    ),
    level: first?.level ?? 'stated',
    source: first ? sourceInWords(first.source) : '',
    areas: [...new Set(ids.map(areaOf))],
    operations: operationsOf(cause),
    remarks: [
      ...(example === undefined ? (first?.reasons ?? []) : []),
      ...(furtherPlaces.length > 0
        ? [`The same at ${[...new Set(furtherPlaces.map(placeName))].join(', ')}.`]
        : []),
    ],
    ...(example && {
      compared: {
        where: placeName(example.where),
        expected: example.expected,
        actual: example.actual,
      },
    }),
    steps: example?.steps?.map(stepShown) ?? [],
    ...(example?.exchange && { exchange: exchangeLines(example.exchange) }),
    commands: [curl, touchstone].filter((line) => line !== ''),
    holdsAt: clauses.length === 1 ? 'Clause' : 'Clauses',
    clauses: named,
    moreClauses: ids.length - named.length,
    linked: true,
    open: index < open && (verdict === 'fail' || isBreakdown(cause)),
  };
}

/** The operations of a cause; for an older report without them, those of its clauses. */
function operationsOf({ clauses, example, furtherPlaces }: Cause): readonly string[] {
  const found = clauses.flatMap(({ findings }) =>
    findings
      .filter(({ where }) => where === example?.where || furtherPlaces.includes(where))
      .flatMap(({ operations = [] }) => operations),
  );
  const all = found.length > 0 ? found : clauses.flatMap(({ operations = [] }) => operations);
  return [...new Set(all)].sort();
}
