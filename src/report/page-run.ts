/** The page of a run of the suites, or of a rejudged recording. */

import { type Cause, causesOf } from '../findings/index.ts';
import {
  type ClauseReport,
  countVerdicts,
  type FindingReport,
  NOT_JUDGED,
  type RunHeader,
  type RunReport,
} from '../model/index.ts';
import { areaOf, groupClauses, reasonsFor, verdictsIn } from './groups.ts';
import { placeName } from './message.ts';
import { causesInWords, outcomeOf } from './outcome.ts';
import {
  barOf,
  exchangeLines,
  MOST_CAUSES,
  MOST_NAMED,
  openAtFirst,
  type Page,
  type PageArea,
  type PageCause,
} from './page.ts';
import { sourceInWords } from './page-clauses.ts';
import { pageTimings } from './page-timings.ts';
import { count, duration } from './text.ts';

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
  const { clauses, counts, tool, target, contract, timings } = report;
  const causes = causesOf(clauses);
  const { tone, title, words, extent } = outcomeOf(report, causes);
  // Problems and clauses are counted next to it.
  const isPlain = tone === 'bad' && report.baseline === undefined;
  const gist = (isPlain && causesInWords(causes)) || words;
  const cards = causes.map((cause, index) => causeCard(cause, index, openAtFirst(causes.length)));
  const drawn = timings && pageTimings(timings);
  const page: Page = {
    tool,
    kind: MODES[report.mode],
    target: target.name,
    contract: contract.digest,
    verdict: { tone, title, words: `${gist}; ${extent}` },
    total: barOf(counts),
    counted: count(clauses.length, 'clause'),
    startedAt: report.startedAt,
    durationMs: report.durationMs,
    exitCode: report.exitCode,
    facts: factsOf(report),
    problems: problemsOf(report),
    notes: [...(report.caveats ?? []), ...(report.notes ?? []), ...baselineNote(report)],
    counts: verdictsIn(counts),
    causesInWords: causesInWords(causes),
    causes: cards,
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
    ...(drawn && { timings: drawn }),
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
    ['requests', `${report.requests}${durationMs > 0 ? ` in ${duration(durationMs)}` : ''}`],
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

function baselineNote({ baseline }: RunReport): readonly string[] {
  if (baseline === undefined) return [];
  const { file, accepted, uncompared = [] } = baseline;
  const amounts = (['new', 'worse', 'gone'] as const).map(
    (kind) => `${baseline[kind].length} ${kind}`,
  );
  if (uncompared.length > 0) amounts.push(`${uncompared.length} not compared`);
  return [`compared with the baseline ${file}: ${amounts.join(', ')}, ${accepted} accepted`];
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

/** @param open number of open cards, if they are failures */
function causeCard(cause: Cause, index: number, open: number): PageCause {
  const { verdict, clauses, findings, example, furtherPlaces } = cause;
  const [first] = clauses;
  const ids = clauses.map(({ id }) => id);
  const named = ids.slice(0, MOST_NAMED);
  const { curl = '', touchstone = '' } = example?.reproduce ?? {};
  return {
    key: cause.key,
    anchor: `cause-${index + 1}`,
    verdict,
    label: verdict,
    message: example?.message ?? first?.reasons[0] ?? first?.states ?? '',
    extent: [
      count(clauses.length, 'clause'),
      ...(findings > 1 ? [count(findings, 'example')] : []),
    ].join(' · '),
    level: first?.level ?? 'stated',
    states: first?.states ?? '',
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
    steps: example?.steps ?? [],
    ...(example?.exchange && { exchange: exchangeLines(example.exchange) }),
    commands: [curl, touchstone].filter((line) => line !== ''),
    holdsAt: clauses.length === 1 ? 'Clause' : 'Clauses',
    clauses: named,
    moreClauses: ids.length - named.length,
    linked: true,
    open: index < open && verdict === 'fail',
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
