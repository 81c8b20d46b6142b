/** Reports side by side: what came, what went and what stayed since the first of them. */

import type { CampaignFinding, CampaignReport } from './fuzzing.ts';
import type { BaselineCause, Observation, RunReport, Verdict } from './model.ts';
import { differencesIn } from './observed-differences.ts';
import { compareRuns } from './run/index.ts';

/** A report, and what it is called beside the others. */
export interface Named<Report> {
  readonly name: string;
  readonly report: Report;
}

/** A cause as all forms of a comparison name it. */
export type ComparedCause =
  | { readonly kind: 'cause'; readonly cause: BaselineCause }
  | { readonly kind: 'finding'; readonly finding: CampaignFinding };

/** A later report beside the first one. */
export interface Change {
  readonly name: string;
  readonly new: readonly ComparedCause[];
  /** Causes that the first has as well, and that reach further. */
  readonly worse: readonly ComparedCause[];
  readonly gone: readonly ComparedCause[];
  readonly stayed: number;
  /** What the documents leave open, and is answered otherwise. */
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
  /** Clauses whose verdicts are not the same in all; undefined where a report has no such clause. */
  readonly clauses: readonly {
    readonly id: string;
    readonly verdicts: readonly (Verdict | undefined)[];
  }[];
  /** Clauses with one verdict in all. */
  readonly alike: number;
}

/** Runs of the suites beside the first of them. */
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
  const differing = rows.filter((row) => new Set(row.verdicts).size > 1);
  return {
    names: all.map(({ name }) => name),
    changes: others.map(({ name, report }): Change => {
      const compared = compareRuns(first.report, report);
      const causes = (which: 'new' | 'worse' | 'gone') =>
        compared[which].map((cause) => ({ kind: 'cause', cause }) as const);
      return {
        name,
        new: causes('new'),
        worse: causes('worse'),
        gone: causes('gone'),
        stayed: compared.accepted,
        drift: driftBetween(first.report, report),
      };
    }),
    clauses: differing,
    alike: rows.length - differing.length,
  };
}

/** Campaigns beside the first of them, by the identities of their findings. */
export function compareCampaigns(
  first: Named<CampaignReport>,
  others: readonly Named<CampaignReport>[],
): Comparison {
  const had = idsIn(first.report);
  return {
    names: [first, ...others].map(({ name }) => name),
    changes: others.map(({ name, report }): Change => {
      const has = idsIn(report);
      const isNew = ({ ids }: CampaignFinding) => !ids.some((id) => had.has(id));
      return {
        name,
        new: report.findings.filter(isNew).map(asFinding),
        worse: [],
        gone: first.report.findings
          .filter(({ ids }) => !ids.some((id) => has.has(id)))
          .map(asFinding),
        stayed: report.findings.filter((finding) => !isNew(finding)).length,
        drift: [],
      };
    }),
    clauses: [],
    alike: 0,
  };
}

function idsIn({ findings }: CampaignReport): ReadonlySet<string> {
  return new Set(findings.flatMap(({ ids }) => ids));
}

function asFinding(finding: CampaignFinding): ComparedCause {
  return { kind: 'finding', finding };
}

/** What was observed on the same step of the same case in both, and differs in more than what always moves. */
function driftBetween(before: RunReport, after: RunReport): readonly ComparedObservation[] {
  const kept = new Map(before.clauses.flatMap(({ id, observations }) => keyed(id, observations)));
  const found = new Map<string, ComparedObservation>();
  for (const { id, observations } of after.clauses) {
    for (const [key, value] of keyed(id, observations)) {
      const was = kept.get(key);
      if (was === undefined) continue;
      for (const { place, before: old, after: now } of differencesIn(was, value)) {
        found.set(`${id} ${place}`, { clause: id, place, before: old, after: now });
      }
    }
  }
  return [...found.values()];
}

/** Each observation of a clause with what tells it from the others. */
function keyed(
  clause: string,
  observations: readonly Observation[],
): (readonly [string, string])[] {
  const counts = new Map<string, number>();
  return observations.map(({ case: item, step, where, value }) => {
    const key = [clause, item, step, where].join('\n');
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    return [`${key}\n${nth}`, value];
  });
}
