/** Compares a run with the baseline of its target: new, worse and gone findings. */

import {
  acceptedIn,
  type Baseline,
  type BaselineCause,
  type BaselineComparison,
  type BaselineOfRun,
  type ClauseReport,
  groupedBy,
  notComparedWith,
  type RunFooter,
  type RunReport,
} from '../model/index.ts';
import { violationOf } from './violation.ts';

/** One way in which one operation breaks one clause. */
interface AcceptableViolation extends Pick<BaselineCause, 'verdict' | 'kind' | 'at'> {
  readonly clause: string;
  readonly operation: string;
}

/** The verdicts of violations. */
const BROKEN: ReadonlySet<string> = new Set(['fail', 'warn']);

/**
 * Marks the clauses of a run whose findings are all in the baseline as known. `compared` has new and worse findings;
 * gone ones are known only at the end of the run (`goneOf`).
 */
export function besideBaseline(
  clauses: readonly ClauseReport[],
  { file, baseline, excuses }: BaselineOfRun,
  isComparable: (one: AcceptableViolation) => boolean = isKnownTo(baseline),
): {
  readonly clauses: readonly ClauseReport[];
  readonly compared: Omit<BaselineComparison, 'gone'>;
} {
  const had = violationsIn(baseline);
  const isHad = among(had);
  const causes = new Set(had.map(causeOf));
  const isOpen = isOpenBeside(file);
  const found = clauses.filter(isOpen).flatMap(violationsOf);
  const unlisted = found.filter((one) => !isHad(one));
  const [added, uncompared] = [
    unlisted.filter(isComparable),
    unlisted.filter((one) => !isComparable(one)),
  ];
  const unexcused = new Set(added.map(({ clause }) => clause));
  const newer = new Set(uncompared.map(({ clause }) => clause));
  return {
    clauses: clauses.map((clause) => {
      if (!isOpen(clause)) return clause;
      const { known: _, ...open } = clause;
      const isExcused = excuses && isBroken(clause) && !unexcused.has(clause.id);
      const known = newer.has(clause.id) ? notComparedWith(file) : acceptedIn(file);
      return isExcused ? { ...open, known } : open;
    }),
    compared: {
      file,
      new: grouped(added.filter((one) => !causes.has(causeOf(one)))),
      worse: grouped(added.filter((one) => causes.has(causeOf(one)))),
      accepted: grouped(found.filter(isHad)).length,
      ...(uncompared.length > 0 && { uncompared: grouped(uncompared) }),
    },
  };
}

/** Returns true if the clause of a violation existed when a baseline was made. */
function isKnownTo({ clauses }: Baseline): (one: AcceptableViolation) => boolean {
  const ids = clauses && new Set(clauses);
  return ({ clause }) => ids?.has(clause) ?? true;
}

/** Returns true if only the baseline makes a clause known. Each shard sets this for itself. */
function isOpenBeside(file: string): (clause: ClauseReport) => boolean {
  const own: readonly (string | undefined)[] = [undefined, acceptedIn(file), notComparedWith(file)];
  return ({ known }) => own.includes(known);
}

/**
 * The baseline's violations that the run did not find. Clauses that were not judged on all their cases are left out, as
 * are partial runs and runs with problems.
 */
export function goneOf(
  clauses: readonly ClauseReport[],
  { baseline }: Pick<BaselineOfRun, 'baseline'>,
  {
    isPart,
    problems,
    exitCode,
  }: { readonly isPart: boolean } & Pick<RunFooter, 'problems' | 'exitCode'>,
): readonly BaselineCause[] {
  if (isPart || problems.length > 0 || exitCode === 2) return [];
  const isJudged = judgedAmong(clauses.filter(isJudgedInFull));
  const isFound = among(clauses.flatMap(violationsOf));
  return grouped(violationsIn(baseline).filter((one) => isJudged(one) && !isFound(one)));
}

/** Returns true if one of these clauses was judged at the place of a violation. */
function judgedAmong(clauses: readonly ClauseReport[]): (one: AcceptableViolation) => boolean {
  const reports = new Map(clauses.map((clause) => [clause.id, clause]));
  return ({ clause, operation }) => {
    const { operations = [], unjudged = [] } = reports.get(clause) ?? {};
    // An operation that is off is not among those of the report.
    const isMeant = operations.length === 0 || operation === '' || operations.includes(operation);
    return reports.has(clause) && isMeant && !unjudged.includes(operation);
  };
}

/** Cases that were blocked hide nothing where others judged all operations of the clause. */
function isJudgedInFull(clause: ClauseReport): boolean {
  const { skipped, blocked, error } = clause.cases;
  const { operations = [], unjudged = [] } = clause;
  const isHiding = blocked > 0 && (operations.length === 0 || unjudged.length > 0);
  return isJudged(clause) && skipped + error === 0 && !isHiding;
}

/**
 * Adds the findings of a run to the baseline, and removes those that are gone. Known failures of the profile stay
 * there.
 */
export function acceptRun(
  {
    target,
    contract,
    clauses,
    baseline: compared,
  }: Pick<RunReport, 'target' | 'contract' | 'clauses' | 'baseline'>,
  before: Baseline | undefined,
): Baseline {
  const open = clauses.filter(isOpenBeside(compared?.file ?? ''));
  const gone = new Set(violationsIn({ causes: compared?.gone ?? [] }).map(nameOf));
  const kept = violationsIn(before ?? {}).filter((one) => !gone.has(nameOf(one)));
  return {
    ...before,
    target: target.name,
    contract: contract.digest,
    causes: grouped([...open.flatMap(violationsOf), ...kept]),
  };
}

/** A comparison of two runs, which may differ in extent. */
interface RunComparison extends Omit<BaselineComparison, 'file' | 'uncompared'> {
  /** Violations that the other run did not judge, or judged on fewer cases: neither new nor gone. */
  readonly uncompared: readonly BaselineCause[];
}

/**
 * Compares a run with an earlier one, without their profiles and baselines. New: judged and not found earlier. Gone:
 * judged in full later, on as many cases, and not found.
 */
export function compareRuns(before: RunReport, after: RunReport): RunComparison {
  const openIn = ({ clauses }: RunReport) => clauses.map(({ known: _, ...clause }) => clause);
  const [earlier, later] = [openIn(before), openIn(after)];
  const { target, contract } = before;
  const baseline = acceptRun({ target, contract, clauses: earlier }, undefined);
  const beside = { file: target.name, baseline, excuses: false };
  const wasJudged = judgedAmong(earlier.filter(isJudged));
  const { compared } = besideBaseline(later, beside, wasJudged);
  const planned = new Map(earlier.map(({ id, cases }) => [id, sumOf(cases)]));
  const asWide = later.filter(({ id, cases }) => sumOf(cases) >= (planned.get(id) ?? 0));
  const gone = goneOf(asWide, beside, { ...after, isPart: false });
  const found = later.flatMap(violationsOf);
  const isHad = among(violationsIn(baseline));
  const isAccountedFor = among([...found, ...violationsIn({ causes: gone })]);
  const uncompared = [
    ...found.filter((one) => !isHad(one) && !wasJudged(one)),
    ...violationsIn(baseline).filter((one) => !isAccountedFor(one)),
  ];
  const { new: added, worse, accepted } = compared;
  return { new: added, worse, gone, accepted, uncompared: grouped(uncompared) };
}

function isJudged({ cases: { pass, fail, warn } }: ClauseReport): boolean {
  return pass + fail + warn > 0;
}

function sumOf(cases: ClauseReport['cases']): number {
  return Object.values(cases).reduce((sum, one) => sum + one, 0);
}

function violationsIn({ causes = [] }: Pick<Baseline, 'causes'>): readonly AcceptableViolation[] {
  return causes.flatMap(({ clauses, ...cause }) =>
    Object.entries(clauses).flatMap(([clause, operations]) =>
      (operations.length > 0 ? operations : ['']).map((operation) => ({
        ...cause,
        clause,
        operation,
      })),
    ),
  );
}

function isBroken({ verdict }: ClauseReport): boolean {
  return BROKEN.has(verdict);
}

function violationsOf(clause: ClauseReport): readonly AcceptableViolation[] {
  if (!isBroken(clause)) return [];
  // Not the verdict of the run: `--strict` makes nothing worse.
  const verdict = clause.level === 'stated' ? 'fail' : 'warn';
  if (clause.findings.length === 0) {
    return [{ verdict, kind: 'value', at: '', clause: clause.id, operation: '' }];
  }
  return clause.findings.flatMap((finding) =>
    (finding.operations ?? ['']).map((operation) => ({
      verdict,
      ...violationOf(finding),
      clause: clause.id,
      operation,
    })),
  );
}

function nameOf(one: AcceptableViolation): string {
  return [one.kind, one.at, one.clause, one.operation, one.verdict].join('\n');
}

/**
 * Returns true if the list has the same violation. A randomly drawn case names no operation, as another seed shows it
 * at another one: it equals any.
 */
function among(violations: readonly AcceptableViolation[]): (one: AcceptableViolation) => boolean {
  const names = new Set(violations.map(nameOf));
  const places = new Set(violations.map((one) => nameOf({ ...one, operation: '' })));
  return (one) => {
    const anywhere = nameOf({ ...one, operation: '' });
    return (
      names.has(nameOf(one)) || names.has(anywhere) || (!one.operation && places.has(anywhere))
    );
  };
}

/** A violation without a specific kind is a cause of its own for each clause. */
const VAGUE: ReadonlySet<string> = new Set(['', 'status', 'body', 'answer']);

function causeOf({ kind, at, clause }: AcceptableViolation): string {
  return [kind, at, VAGUE.has(at) ? clause : ''].join('\n');
}

/** Violations by cause, in a stable order. */
function grouped(violations: readonly AcceptableViolation[]): readonly BaselineCause[] {
  const causes = groupedBy(violations, (one) => [one.verdict, causeOf(one)].join('\n'));
  return [...causes.values()]
    .flatMap((group): readonly BaselineCause[] => {
      const [first] = group;
      if (first === undefined) return [];
      const { verdict, kind, at } = first;
      return [{ verdict, kind, at, clauses: clausesOf(group) }];
    })
    .sort(inOrder);
}

function clausesOf(group: readonly AcceptableViolation[]): BaselineCause['clauses'] {
  const ids = [...new Set(group.map(({ clause }) => clause))].sort();
  return Object.fromEntries(
    ids.map((id) => {
      const operations = group.flatMap(({ clause, operation }) =>
        clause === id && operation !== '' ? [operation] : [],
      );
      return [id, [...new Set(operations)].sort()];
    }),
  );
}

function inOrder(one: BaselineCause, other: BaselineCause): number {
  const text = ({ verdict, kind, at, clauses }: BaselineCause) =>
    [verdict, kind, at, ...Object.keys(clauses)].join('\n');
  return text(one) < text(other) ? -1 : 1;
}
