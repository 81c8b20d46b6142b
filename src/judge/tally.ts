import type {
  Clause,
  ClauseReport,
  Finding,
  FindingReport,
  KnownFailure,
  KnownSeen,
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
  /** How the cases came out that known failures speak of. */
  readonly known: () => readonly KnownSeen[];
}

/** More findings of one clause tell nothing new, and a broken server must not fill the disk. */
const MOST_FINDINGS = 20;
export const MOST_OBSERVATIONS = 50;

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
  // What names a finding of a campaign says nothing of clauses.
  const ours = known.filter(({ finding }) => finding === undefined);
  const listed = ours.map((failure) => ({ failure, seen: new Set<Verdict>() }));
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

  const seenOf = (): readonly KnownSeen[] =>
    listed.map(({ failure, seen }) => ({
      name: [failure.clause, failure.case].filter(Boolean).join(' on '),
      ...(failure.expires !== undefined && { expires: failure.expires }),
      verdicts: [...seen],
    }));

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
    stale: (today) => staleAmong(seenOf(), today),
    known: seenOf,
  };
}

function isExpired({ expires }: { readonly expires?: string }, today: string): boolean {
  return expires !== undefined && today >= expires;
}

/**
 * Of known failures those that are to be struck off the list, each with the reason.
 * @param today ISO date on which they expire or not
 */
export function staleAmong(known: readonly KnownSeen[], today: string): readonly string[] {
  return known.flatMap((one) => {
    if (one.verdicts.includes('fail')) {
      return isExpired(one, today) ? [`${one.name}: expired on ${one.expires}`] : [];
    }
    // A failure that this run had no occasion to see, or not every one, is not stale.
    const judged =
      one.verdicts.includes('pass') && UNSEEN.every((verdict) => !one.verdicts.includes(verdict));
    return judged ? [`${one.name}: no longer fails`] : [];
  });
}

/** The verdicts that were given at least once. */
function given(counts: VerdictCounts): readonly Verdict[] {
  return BY_WEIGHT.filter((verdict) => counts[verdict] > 0);
}

/** The finding with the shortest way to see it again is the one to start from, so those are kept, in that order. */
function keepSmallest(findings: FindingReport[], more: readonly FindingReport[]): void {
  findings.push(...more);
  const smallest = smallestFindings(findings);
  findings.splice(0, findings.length, ...smallest);
}

/** Of the findings on one clause those that are kept, the easiest to see again first; whatever order they come in. */
export function smallestFindings(findings: readonly FindingReport[]): readonly FindingReport[] {
  return [...findings]
    .sort(
      (a, b) =>
        stepsOf(a) - stepsOf(b) ||
        a.reproduce.curl.length - b.reproduce.curl.length ||
        (a.case === b.case ? 0 : a.case < b.case ? -1 : 1),
    )
    .slice(0, MOST_FINDINGS);
}

function stepsOf({ steps = [] }: FindingReport): number {
  return Math.max(1, steps.length);
}

/** Which are kept depends on the cases and not on their order: so the shards of a run keep the same. */
function keepFirst(observations: Observation[], one: Observation): void {
  observations.push(one);
  if (observations.length <= MOST_OBSERVATIONS) return;
  const last = observations.reduce((a, b) => (a.case <= b.case ? b : a));
  observations.splice(observations.lastIndexOf(last), 1);
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
      keepFirst(entry.observations, {
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
