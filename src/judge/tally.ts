import type {
  Clause,
  ClauseReport,
  Finding,
  FindingReport,
  KnownFailure,
  Observation,
  Verdict,
  VerdictCounts,
} from '../model.ts';
import { BY_WEIGHT, countVerdicts, strongest } from '../verdicts.ts';

/** What one case gave for one clause. */
export interface CaseResult {
  readonly clause: string;
  readonly case: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly reports: readonly FindingReport[];
}

export interface Tally {
  /** Takes the result of a case in; the order does not matter to verdicts. */
  readonly add: (result: CaseResult) => void;
  /** @param today ISO date on which known failures expire or not */
  readonly reports: (today: string) => readonly ClauseReport[];
  /** Known failures that are to be struck off the list, each with the reason. */
  readonly stale: (today: string) => readonly string[];
}

/** More findings of one clause tell nothing new, and a broken server must not fill the disk. */
const MOST_FINDINGS = 20;
const MOST_OBSERVATIONS = 50;

/** Where one of these was given, a failure may have gone unseen. */
const UNSEEN: readonly Verdict[] = ['error', 'blocked', 'warn'];

interface Entry {
  readonly counts: { [V in Verdict]: number };
  readonly failing: Set<string>;
  readonly findings: FindingReport[];
  readonly observations: Observation[];
  readonly reasons: Set<string>;
}

/**
 * Adds up what the cases say about each clause.
 * @param skipped why a clause is not judged at all, by its id
 */
export function createTally(
  clauses: readonly Clause[],
  skipped: ReadonlyMap<string, string>,
  known: readonly KnownFailure[],
): Tally {
  const entries = new Map<string, Entry>();
  const listed = known.map((failure) => ({ failure, seen: new Set<Verdict>() }));
  const entryOf = (id: string): Entry => {
    const there = entries.get(id);
    if (there) return there;
    const entry: Entry = {
      counts: { ...countVerdicts([]) },
      failing: new Set(),
      findings: [],
      observations: [],
      reasons: new Set(),
    };
    entries.set(id, entry);
    return entry;
  };
  const listedFor = (clause: string, item: string) =>
    listed.filter(
      ({ failure }) =>
        (failure.clause === undefined || failure.clause === clause) &&
        (failure.case === undefined || failure.case === item),
    );

  const isExpired = ({ expires }: KnownFailure, today: string) =>
    expires !== undefined && today >= expires;

  return {
    add(result) {
      const entry = entryOf(result.clause);
      entry.counts[result.verdict] += 1;
      for (const { seen } of listedFor(result.clause, result.case)) seen.add(result.verdict);
      if (result.verdict === 'fail') entry.failing.add(result.case);
      keepSmallest(entry.findings, result.reports);
      for (const finding of result.findings) note(entry, result.case, finding);
    },
    reports: (today) =>
      clauses.map((clause) => {
        const entry = entryOf(clause.id);
        const reason = skipped.get(clause.id);
        const excuses = [...entry.failing].map(
          (item) =>
            listedFor(clause.id, item).find(({ failure }) => !isExpired(failure, today))?.failure,
        );
        const excused = excuses.length > 0 && excuses.every((failure) => failure !== undefined);
        const [excuse] = excuses;
        return {
          id: clause.id,
          level: clause.level,
          source: clause.source,
          states: clause.states,
          verdict: reason === undefined ? strongest(given(entry.counts)) : 'skipped',
          cases: { ...entry.counts },
          findings: entry.findings,
          observations: entry.observations,
          reasons: reason === undefined ? reasonsOf(entry) : [reason],
          ...(excused && excuse && { known: excuse.reason }),
        };
      }),
    stale: (today) =>
      listed.flatMap(({ failure, seen }) => {
        const name = [failure.clause, failure.case].filter(Boolean).join(' on ');
        if (seen.has('fail')) {
          return isExpired(failure, today) ? [`${name}: expired on ${failure.expires}`] : [];
        }
        // A failure that this run had no occasion to see, or not every one, is not stale.
        const judged = seen.has('pass') && UNSEEN.every((verdict) => !seen.has(verdict));
        return judged ? [`${name}: no longer fails`] : [];
      }),
  };
}

/** The verdicts that were given at least once. */
function given(counts: VerdictCounts): readonly Verdict[] {
  return BY_WEIGHT.filter((verdict) => counts[verdict] > 0);
}

/** The finding with the shortest way to see it again is the one to start from, so those are kept, in that order. */
function keepSmallest(findings: FindingReport[], more: readonly FindingReport[]): void {
  findings.push(...more);
  findings.sort((a, b) => a.reproduce.curl.length - b.reproduce.curl.length);
  findings.length = Math.min(findings.length, MOST_FINDINGS);
}

function reasonsOf(entry: Entry): readonly string[] {
  return given(entry.counts).length === 0 ? ['no case for it was selected'] : [...entry.reasons];
}

function note(entry: Entry, item: string, finding: Finding): void {
  switch (finding.kind) {
    case 'not-judgeable':
      if (entry.reasons.size < MOST_OBSERVATIONS) entry.reasons.add(finding.why);
      return;
    case 'observed':
      if (entry.observations.length < MOST_OBSERVATIONS) {
        const { where, value } = finding;
        entry.observations.push({ case: item, step: where.step, where: where.pointer, value });
      }
      return;
    default:
      return;
  }
}
