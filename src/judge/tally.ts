import { violationOf } from '../findings/index.ts';
import {
  BY_WEIGHT,
  type Clause,
  type ClauseReport,
  type Finding,
  type FindingReport,
  type KnownFailure,
  type KnownSeen,
  NO_VERDICTS,
  type Observation,
  type RunReport,
  strongestOf,
  type Verdict,
} from '../model/index.ts';
import { createKnownTally, staleFailures } from './known-failures.ts';

export interface CaseResult {
  readonly clause: string;
  readonly case: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly reports: readonly FindingReport[];
  /** Operations of the clause on which the case reached a verdict. */
  readonly operations?: readonly string[];
}

interface Tally {
  /** Adds the result of a case; the order does not affect verdicts. */
  readonly add: (result: CaseResult) => void;
  readonly addShard: (report: Pick<RunReport, 'clauses' | 'share'>) => void;
  /**
   * @param today ISO date for expiry of known failures
   * @param isCut true if the run ended early: then clauses without a case are unknown
   */
  readonly reports: (today: string, isCut?: boolean) => readonly ClauseReport[];
  /** Known failures to remove from the list, each with the reason. */
  readonly stale: (today: string) => readonly string[];
  readonly known: () => readonly KnownSeen[];
}

/** Maximum number of findings of one clause and kind: a broken server must not fill the disk. */
const MOST_FINDINGS = 20;
const MOST_WAYS = 100;

/** Number of clauses above which each keeps fewer findings: a document of 1,200 operations has 17,000 clauses. */
const MANY_CLAUSES = 5_000;
const MOST_OF_MANY = 2;
const MOST_OBSERVATIONS = 50;

interface ClauseTally {
  readonly counts: { [V in Verdict]: number };
  readonly failing: Set<string>;
  /** For each shard in which the clause fails, the reason why that is known; undefined if it is not. */
  readonly excuses: (string | undefined)[];
  readonly judged: Set<string>;
  findings: readonly FindingReport[];
  observations: readonly Observation[];
  readonly reasons: Set<string>;
  /** Reasons of errors, which are named first. */
  readonly faults: Set<string>;
}

/**
 * Adds up results by clause: for a live run, a rejudged recording, or all shards.
 *
 * @param skipped reasons for clauses that are not judged, by id
 */
export function createTally(
  clauses: readonly (Pick<Clause, 'id' | 'level' | 'source' | 'states'> &
    Partial<Pick<Clause, 'operations'>>)[],
  skipped: ReadonlyMap<string, string> = new Map(),
  known: readonly KnownFailure[] = [],
): Tally {
  const entries = new Map<string, ClauseTally>();
  const most = clauses.length > MANY_CLAUSES ? MOST_OF_MANY : MOST_FINDINGS;
  const failures = createKnownTally(known);
  let shards = 0;
  const entryOf = (id: string): ClauseTally => {
    const there = entries.get(id);
    if (there) return there;
    const entry = emptyEntry();
    entries.set(id, entry);
    return entry;
  };

  return {
    add(result) {
      const entry = entryOf(result.clause);
      entry.counts[result.verdict] += 1;
      for (const operation of result.operations ?? []) entry.judged.add(operation);
      failures.add(result);
      if (result.verdict === 'fail') entry.failing.add(result.case);
      if (result.reports.length > 0) {
        entry.findings = smallestOf([...entry.findings, ...result.reports], most);
      }
      for (const finding of result.findings) note(entry, result.case, finding);
    },
    addShard({ clauses: reports, share }) {
      shards += 1;
      for (const report of reports) addReport(entryOf(report.id), report, most);
      failures.addShard(share?.known ?? []);
    },
    reports: (today, isCut = false) =>
      clauses.map(({ id, level, source, states, operations = [] }) => {
        const entry = entryOf(id);
        const unjudged = operations.filter((one) => !entry.judged.has(one));
        const reason = skipped.get(id);
        const excuse = excuseOf(entry, (item) => failures.reasonOf(id, item, today));
        return {
          id,
          level,
          source,
          states,
          ...(operations.length > 0 && { operations }),
          verdict: reason === undefined ? strongestOf(entry.counts) : 'skipped',
          cases: { ...entry.counts },
          ...(unjudged.length > 0 && { unjudged }),
          findings: withOneExchange(entry.findings),
          observations: entry.observations,
          // Each shard reports why a clause has no case.
          reasons: reason === undefined ? reasonsOf(entry, shards === 0, isCut) : [reason],
          ...(excuse !== undefined && { known: excuse }),
        };
      }),
    stale: (today) =>
      staleFailures(failures.seen(), today, (id) => {
        const { operations = [] } = clauses.find((clause) => clause.id === id) ?? {};
        return operations.length > 0 && operations.every((one) => entryOf(id).judged.has(one));
      }),
    known: failures.seen,
  };
}

function emptyEntry(): ClauseTally {
  return {
    counts: { ...NO_VERDICTS },
    failing: new Set(),
    excuses: [],
    judged: new Set(),
    findings: [],
    observations: [],
    reasons: new Set(),
    faults: new Set(),
  };
}

/** The reason why a failing clause is known; undefined unless all its cases and shards have one. */
function excuseOf(
  { excuses, failing }: ClauseTally,
  reasonOf: (item: string) => string | undefined,
): string | undefined {
  const all = [...excuses, ...[...failing].map(reasonOf)];
  return all.includes(undefined) ? undefined : all[0];
}

/** Adds a shard's report of a clause, like cases of this run. */
function addReport(
  entry: ClauseTally,
  { cases, findings, observations, reasons, known, operations = [], unjudged = [] }: ClauseReport,
  most: number,
) {
  for (const operation of operations) {
    if (!unjudged.includes(operation)) entry.judged.add(operation);
  }
  for (const verdict of BY_WEIGHT) entry.counts[verdict] += cases[verdict];
  if (cases.fail > 0) entry.excuses.push(known);
  entry.findings = smallestOf([...entry.findings, ...findings], most);
  entry.observations = [...entry.observations, ...observations]
    .sort((a, b) => (a.case < b.case ? -1 : a.case === b.case ? 0 : 1))
    .slice(0, MOST_OBSERVATIONS);
  for (const reason of reasons) entry.reasons.add(reason);
}

/**
 * The findings to keep for a clause: the one with the shortest reproduction, and one for each kind of violation and
 * operation.
 */
function smallestOf(findings: readonly FindingReport[], most: number): readonly FindingReport[] {
  const sorted = [...findings].sort(bySize);
  if (sorted.length <= most) return sorted;
  const ways = new Map<string, FindingReport>();
  for (const finding of sorted) {
    const { kind, at } = violationOf(finding);
    const way = [kind, at, ...(finding.operations ?? [])].join(' ');
    if (!ways.has(way) && ways.size < (most === MOST_FINDINGS ? MOST_WAYS : most))
      ways.set(way, finding);
  }
  const firsts = new Set(ways.values());
  const others = sorted.filter((finding) => !firsts.has(finding));
  const room = Math.max(0, most - firsts.size);
  const kept = new Set([...firsts, ...others.slice(0, room)]);
  return sorted.filter((finding) => kept.has(finding));
}

/** Orders findings on one clause: shortest reproduction first. */
export function bySize(a: FindingReport, b: FindingReport): number {
  return (
    stepsOf(a) - stepsOf(b) ||
    a.reproduce.curl.length - b.reproduce.curl.length ||
    (a.case === b.case ? 0 : a.case < b.case ? -1 : 1)
  );
}

/** The first finding at each place keeps its exchange; the others would repeat it. */
function withOneExchange(findings: readonly FindingReport[]): readonly FindingReport[] {
  const places = new Set<string>();
  return findings.map((finding) => {
    const { exchange, ...others } = finding;
    if (exchange === undefined) return finding;
    const { at } = violationOf(finding);
    if (places.has(at)) return others;
    places.add(at);
    return finding;
  });
}

function stepsOf({ steps = [] }: FindingReport): number {
  return Math.max(1, steps.length);
}

/** Selects by case, not by order, so that all shards keep the same. */
function firstWith(observations: readonly Observation[], one: Observation): readonly Observation[] {
  const all = [...observations, one];
  if (all.length <= MOST_OBSERVATIONS) return all;
  const last = all.reduce((a, b) => (a.case <= b.case ? b : a));
  return all.toSpliced(all.lastIndexOf(last), 1);
}

function reasonsOf(
  { counts, reasons, faults }: ClauseTally,
  whole: boolean,
  isCut: boolean,
): readonly string[] {
  const idle = whole && BY_WEIGHT.every((verdict) => counts[verdict] === 0);
  if (!idle) return [...new Set([...faults, ...reasons])].slice(0, MOST_OBSERVATIONS);
  return [isCut ? 'the run ended before a case for it was sent' : 'no case for it was selected'];
}

function note(entry: ClauseTally, item: string, finding: Finding): void {
  switch (finding.kind) {
    case 'not-judgeable': {
      const reasons = finding.because === 'fault' ? entry.faults : entry.reasons;
      if (reasons.size < MOST_OBSERVATIONS) reasons.add(finding.why);
      return;
    }
    case 'observed':
      entry.observations = firstWith(entry.observations, {
        case: item,
        step: finding.where.step,
        where: finding.where.pointer,
        value: finding.value,
      });
      return;
    default:
      return;
  }
}
