/** Compares reports with the first of them: new, gone and unchanged findings. */

import {
  type BaselineCause,
  type CampaignFinding,
  type CampaignReport,
  groupedBy,
  NOT_JUDGED,
  type RunReport,
  type SinceReport,
  type Verdict,
} from '../model/index.ts';
import { compareRuns } from './baseline.ts';
import { driftWatch, type ObservedCase } from './drift.ts';

/** A report, and its name in the comparison. */
export interface Named<Report> {
  readonly name: string;
  readonly report: Report;
}

/** A cause as all forms of a comparison name it. */
export type ComparedCause =
  | { readonly kind: 'cause'; readonly cause: BaselineCause }
  | { readonly kind: 'finding'; readonly finding: CampaignFinding };

/** Parts that only one of two reports judged. */
interface Extents {
  /** The counted unit: clauses that were judged, or operations that a campaign called. */
  readonly of: 'clause' | 'operation';
  /** Numbers of units that only the first has, and that only the later one has. */
  readonly first: number;
  readonly later: number;
  /** Findings there: neither new nor gone. */
  readonly uncompared: readonly ComparedCause[];
}

/** A later report compared with the first one. */
export interface Change {
  readonly name: string;
  readonly new: readonly ComparedCause[];
  /** Causes that the first has as well, and that reach further. */
  readonly worse: readonly ComparedCause[];
  readonly gone: readonly ComparedCause[];
  readonly stayed: number;
  /** Parts that only one of the two judged; absent if both judged the same. */
  readonly extents?: Extents;
  /** Changed answers where the documents leave them open. */
  readonly drift: readonly ComparedObservation[];
}

interface ComparedObservation {
  readonly clause: string;
  readonly place: string;
  readonly before: string;
  readonly after: string;
}

export interface Comparison {
  /** The first is what the others are compared with. */
  readonly names: readonly string[];
  readonly changes: readonly Change[];
  /**
   * Clauses with different verdicts, if several runs judged them or something is wrong. A verdict is undefined if a
   * report lacks the clause.
   */
  readonly clauses: readonly {
    readonly id: string;
    readonly verdicts: readonly (Verdict | undefined)[];
  }[];
  /** Clauses with one verdict in all. */
  readonly alike: number;
  /** Clauses without violations and with one verdict in all runs that judged them. */
  readonly partly: number;
}

/** Verdicts that give a clause a row although only one report judged it. */
const WRONG: ReadonlySet<Verdict> = new Set(['fail', 'error', 'warn', 'blocked']);

export function compareRunReports(
  first: Named<RunReport>,
  others: readonly Named<RunReport>[],
): Comparison {
  const all = [first, ...others];
  const verdicts = all.map(
    ({ report }) => new Map(report.clauses.map((one) => [one.id, one.verdict])),
  );
  const ids = [...new Set(all.flatMap(({ report }) => report.clauses.map(({ id }) => id)))];
  const rows = ids.map((id) => ({ id, verdicts: verdicts.map((own) => own.get(id)) }));
  const unlike = rows.filter((row) => new Set(row.verdicts).size > 1);
  const differing = unlike.filter((row) => isReported(row.verdicts));
  return {
    names: all.map(({ name }) => name),
    changes: others.map(({ name, report }): Change => {
      const compared = compareRuns(first.report, report);
      const causes = (which: 'new' | 'worse' | 'gone' | 'uncompared') =>
        compared[which].map((cause) => ({ kind: 'cause', cause }) as const);
      return {
        name,
        new: causes('new'),
        worse: causes('worse'),
        gone: causes('gone'),
        stayed: compared.accepted,
        ...extentsOf('clause', judgedIn(first.report), judgedIn(report), causes('uncompared')),
        drift: driftBetween(first.report, report),
      };
    }),
    clauses: differing,
    alike: rows.length - unlike.length,
    partly: unlike.length - differing.length,
  };
}

/** What is new, worse and gone since an earlier report. */
export function sinceReport(before: Named<RunReport>, after: RunReport): SinceReport {
  const { accepted: same, ...changes } = compareRuns(before.report, after);
  return { report: before.name, startedAt: before.report.startedAt, ...changes, same };
}

function isReported(verdicts: readonly (Verdict | undefined)[]): boolean {
  const given = verdicts.flatMap((one) => (one === undefined || one === 'skipped' ? [] : [one]));
  return new Set(given).size > 1 || given.some((one) => WRONG.has(one));
}

function judgedIn({ clauses }: RunReport): ReadonlySet<string> {
  return new Set(clauses.flatMap(({ id, verdict }) => (NOT_JUDGED.has(verdict) ? [] : [id])));
}

function extentsOf(
  what: Extents['of'],
  first: ReadonlySet<string>,
  later: ReadonlySet<string>,
  uncompared: readonly ComparedCause[],
): Pick<Change, 'extents'> {
  const extents = {
    of: what,
    first: amountMissing(first, later),
    later: amountMissing(later, first),
    uncompared,
  };
  const isEqual = extents.first + extents.later + uncompared.length === 0;
  return isEqual ? {} : { extents };
}

/** Compares campaigns with the first of them, by the identities of their findings. */
export function compareCampaigns(
  first: Named<CampaignReport>,
  others: readonly Named<CampaignReport>[],
): Comparison {
  const had = idsIn(first.report);
  return {
    names: [first, ...others].map(({ name }) => name),
    changes: others.map(({ name, report }): Change => {
      const has = idsIn(report);
      const wasTried = triedIn(first.report, report);
      const isTried = triedIn(report, first.report);
      const isHad = ({ ids }: CampaignFinding) => ids.some((id) => had.has(id));
      const added = report.findings.filter((finding) => !isHad(finding));
      const lost = first.report.findings.filter(({ ids }) => !ids.some((id) => has.has(id)));
      const uncompared = [
        ...added.filter((finding) => !wasTried(finding)),
        ...lost.filter((finding) => !isTried(finding)),
      ];
      return {
        name,
        new: added.filter(wasTried).map(asFinding),
        worse: [],
        gone: lost.filter(isTried).map(asFinding),
        stayed: report.findings.length - added.length,
        ...extentsOf(
          'operation',
          calledIn(first.report),
          calledIn(report),
          uncompared.map(asFinding),
        ),
        drift: [],
      };
    }),
    clauses: [],
    alike: 0,
    partly: 0,
  };
}

function idsIn({ findings }: CampaignReport): ReadonlySet<string> {
  return new Set(findings.flatMap(({ ids }) => ids));
}

function amountMissing(these: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...these].filter((one) => !others.has(one)).length;
}

/** Operations that a campaign called; empty if its report does not list them. */
function calledIn({ operations = [] }: CampaignReport): ReadonlySet<string> {
  return new Set(operations.map(({ name }) => name));
}

/** Returns true if a campaign tried the operation and class of input of another one's finding. */
function triedIn(
  report: CampaignReport,
  finder: CampaignReport,
): (finding: CampaignFinding) => boolean {
  const called = calledIn(report);
  const left = new Set(finder.classes.map(({ name }) => name));
  for (const { name } of report.classes) left.delete(name);
  return ({ class: name, operations }) =>
    !left.has(name) && (called.size === 0 || operations.some((one) => called.has(one)));
}

function asFinding(finding: CampaignFinding): ComparedCause {
  return { kind: 'finding', finding };
}

/** Observations on the same step of the same case in both that differ in more than volatile parts. */
function driftBetween(before: RunReport, after: RunReport): readonly ComparedObservation[] {
  const watch = driftWatch(observedIn(before));
  for (const { id, observations } of observedIn(after)) watch.note(id, observations);
  return watch.drifts().map(({ clause, place, before: was, after: now }) => ({
    ...{ clause, place, before: was, after: now },
  }));
}

function observedIn({ clauses }: RunReport): readonly Required<ObservedCase>[] {
  const all = clauses.flatMap(({ id: clause, observations }) =>
    observations.map(({ case: id, where: pointer, step, value }) => ({
      id,
      observation: { clause, step, pointer, value },
    })),
  );
  return [...groupedBy(all, ({ id }) => id)].map(([id, own]) => ({
    id,
    observations: own.map(({ observation }) => observation),
  }));
}
