/** Builds the report of a run from its events. */

import {
  type CaseJudged,
  type Clause,
  type ClauseReport,
  countIn,
  countVerdicts,
  escapeJson,
  type FindingReport,
  type Level,
  NO_VERDICTS,
  type RunEvent,
  type RunFooter,
  type RunHeader,
  type RunReport,
  strongestOf,
  TouchstoneError,
  type VerdictCounts,
} from '../model/index.ts';
import type { AnyReport } from './page-of.ts';

/** Parts of a clause's report, in addition to the findings. */
export type ClauseDescription = Pick<Clause, 'id' | 'level' | 'source' | 'states'> &
  Partial<Pick<Clause, 'operations'>>;

interface Collector {
  /** Takes the next event of the run, in order. */
  readonly add: (event: RunEvent) => void;
  /** The report of all events so far. Throws `report-unreadable` without a header. */
  readonly report: () => RunReport;
}

/** The results of cases for a clause without a summary yet. */
interface Unsummed {
  readonly cases: VerdictCounts;
  readonly findings: readonly FindingReport[];
}

/** Maximum number of findings per clause in an interrupted run. */
const MOST_FINDINGS = 20;

const NO_FOOTER = 'the run ended without a footer: it was killed, or it is still going';

function unsummed(
  before: Unsummed | undefined,
  event: CaseJudged,
  { clause, verdict }: CaseJudged['verdicts'][number],
): Unsummed {
  const { cases, findings } = before ?? { cases: NO_VERDICTS, findings: [] };
  const found = event.findings
    .filter((finding) => finding.clause === clause)
    .slice(0, MOST_FINDINGS - findings.length)
    .map(({ clause: _, ...finding }) => finding);
  return {
    cases: { ...cases, [verdict]: cases[verdict] + 1 },
    findings: found.length === 0 ? findings : [...findings, ...found],
  };
}

/** The level implied by verdicts, or the most frequent one. */
function levelOf(cases: VerdictCounts): Level {
  if (cases.observed > 0) return 'unspecified';
  return cases.warn > 0 ? 'implied' : 'stated';
}

function summed(
  id: string,
  { cases, findings }: Unsummed,
  described?: ClauseDescription,
): ClauseReport {
  return {
    id,
    level: described?.level ?? levelOf(cases),
    source: described?.source ?? { section: 'not known' },
    states: described?.states ?? 'Not known: the run was cut short before it told.',
    ...(described?.operations?.length && { operations: described.operations }),
    verdict: strongestOf(cases),
    cases,
    findings,
    observations: [],
    reasons: ['the run was cut short'],
  };
}

/** To a hundredth of a millisecond. */
function timeOf(ms: number | undefined): Pick<ClauseReport, 'durationMs'> {
  return ms === undefined ? {} : { durationMs: Math.round(ms * 100) / 100 };
}

function footerWithout(clauses: readonly ClauseReport[], requests: number): RunFooter {
  return {
    kind: 'footer',
    durationMs: 0,
    requests,
    counts: countVerdicts(clauses.map(({ verdict }) => verdict)),
    exitCode: 2,
    problems: [NO_FOOTER],
    stale: [],
  };
}

/**
 * A reducer of events to `report.json`. Where a run was cut short, its report is made of what there is:
 * clauses that were not summed up are put together from the cases, with level, source and statement from
 * `described` where it has them; without a footer that is a problem of the run, which could
 * not judge (exit code 2), and its duration is not known (0).
 */
export function collect(described: readonly ClauseDescription[] = []): Collector {
  let header: RunHeader | undefined;
  let footer: RunFooter | undefined;
  let requests = 0;
  const clauses = new Map<string, ClauseReport>();
  const open = new Map<string, Unsummed>();
  const times = new Map<string, number>();

  function add(event: RunEvent): void {
    switch (event.kind) {
      case 'header':
        header = event;
        return;
      case 'case':
        requests += event.requests;
        for (const verdict of event.verdicts) {
          open.set(verdict.clause, unsummed(open.get(verdict.clause), event, verdict));
          const share = event.durationMs / event.verdicts.length;
          countIn(times, verdict.clause, share);
        }
        return;
      case 'clause': {
        const { kind: _, ...clause } = event;
        clauses.set(clause.id, clause);
        return;
      }
      case 'footer':
        footer = event;
    }
  }

  function report(): RunReport {
    if (header === undefined) {
      throw new TouchstoneError(
        'report-unreadable',
        'the run has no header',
        'give the run.ndjson of a run that began, from its first line on',
      );
    }
    const descriptions = new Map(described.map((clause) => [clause.id, clause]));
    const cutShort = [...open]
      .filter(([id]) => !clauses.has(id))
      .map(([id, found]) => summed(id, found, descriptions.get(id)));
    const all = [...clauses.values(), ...cutShort];
    const end = footer ?? footerWithout(all, requests);
    return {
      tool: header.tool,
      contract: header.contract,
      target: header.target,
      mode: header.mode,
      seed: header.seed,
      ...(header.shard && { shard: header.shard }),
      startedAt: header.startedAt,
      ...(header.caveats && { caveats: header.caveats }),
      durationMs: end.durationMs,
      requests: end.requests,
      counts: end.counts,
      exitCode: end.exitCode,
      problems: end.problems,
      stale: end.stale,
      ...(end.notes && { notes: end.notes }),
      ...(end.baseline && { baseline: end.baseline }),
      ...(end.drift && { drift: end.drift }),
      ...(end.share && { share: end.share }),
      clauses: all.map((clause) => ({ ...clause, ...timeOf(times.get(clause.id)) })),
    };
  }

  return { add, report };
}

/** The report of a run from all of its events. See `collect` for runs that were cut short. */
export function reportFromEvents(
  events: Iterable<RunEvent>,
  described: readonly ClauseDescription[] = [],
): RunReport {
  const collector = collect(described);
  for (const event of events) collector.add(event);
  return collector.report();
}

/** Number of clauses above which blanks would make up a quarter of the file. */
const MANY_CLAUSES = 5_000;

export function reportJson(report: AnyReport): string {
  const isLarge = 'clauses' in report && report.clauses.length > MANY_CLAUSES;
  return `${escapeJson(JSON.stringify(report, null, isLarge ? 0 : 2))}\n`;
}
