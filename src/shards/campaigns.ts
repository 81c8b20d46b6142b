/** The report of a campaign, of those of its shards. */

import { accessProblems, heardTogether } from '../access.ts';
import { alike, distinctTakes, type Showing, type Taken, whatIsShown } from '../campaign/alike.ts';
import { byConfirmation, codeOf } from '../campaign/conclusion.ts';
import { leadOf } from '../campaign/findings.ts';
import { familyOf, isForAll } from '../campaign/grouping.ts';
import { staleAmong } from '../campaign/known.ts';
import { isCauseOf } from '../campaign/registry.ts';
import type {
  CampaignFinding,
  CampaignReport,
  CampaignShare,
  ClassCount,
  Coverage,
  KnownFinding,
} from '../fuzzing.ts';
import { type Part, sentencesOf, shardsInOrder, spanOf } from './whole.ts';

/** A finding of all shards, and where the one is that shows it. */
export interface Merged {
  readonly finding: CampaignFinding;
  /** The folder of the shard whose files it comes with, and its number there. */
  readonly from: { readonly folder: string; readonly number: number };
}

/**
 * One report of the reports of all shards. Where the shards sent certain positions of the stream (--runs),
 * it is that of the whole campaign, but for what depends on time, and for the requests of controls and
 * of looking into findings, of which each shard has its own.
 *
 * @throws TouchstoneError 'report-unmergeable' where they are not the shards of one campaign, each once
 */
export function mergeCampaigns(parts: readonly Part<CampaignReport>[]): {
  readonly report: CampaignReport;
  readonly merged: readonly Merged[];
} {
  const ordered = shardsInOrder(parts, askedOf);
  const reports = ordered.map(({ report }) => report);
  const [first] = reports;
  if (first === undefined) throw new TypeError('a campaign has at least one shard');
  const { startedAt, durationMs } = spanOf(reports);
  const shares = reports.flatMap(({ share }) => share ?? []);
  const merged = mergedFindings(ordered);
  const [findings, unconfirmed] = byConfirmation(merged.map(({ finding }) => finding));
  const known = knownTogether(shares.flatMap((share) => share.known));
  const stale = staleAmong(known, startedAt.slice(0, 10));
  const problems = [
    ...sentencesOf(reports, ownProblems),
    ...accessProblems(heardTogether(shares.flatMap(({ heard }) => heard)), first.target),
  ];
  const cases = sum(reports, (report) => report.cases);
  const requests = sum(reports, (report) => report.requests);
  const classes = mergedClasses(reports);
  const { kind, tool, contract, target, seed, modes } = first;
  const failOnWarn = shares.some((share) => share.failOnWarn);
  const report: CampaignReport = {
    kind,
    tool,
    contract,
    target,
    seed,
    modes,
    startedAt,
    durationMs,
    cases,
    requests,
    rate: durationMs === 0 ? 0 : (requests / durationMs) * 1000,
    judged: mergedCounts(reports.map(({ judged }) => judged)),
    coverage: coverageOf(first, shares, classes),
    classes,
    findings,
    unconfirmed,
    problems,
    notes: sentencesOf(reports, ({ notes }) => notes),
    stale,
    exitCode: codeOf({ findings, problems, stale, cases }, failOnWarn),
  };
  return { report, merged };
}

function askedOf({ kind, modes, share }: CampaignReport): { readonly [name: string]: string } {
  return {
    'the kind of report': kind,
    '--mode': modes.join(', '),
    '--only': share?.only.join(' ') || 'none',
    '--from': String(share?.from),
    '--strict': String(share?.strict),
    '--fail-on': share?.failOnWarn ? 'warn' : 'none',
  };
}

/** What nobody gets through to is weighed anew, over all shards. */
function ownProblems({ problems, share, target }: CampaignReport): readonly string[] {
  const access = accessProblems(share?.heard ?? [], target);
  return problems.filter((problem) => !access.includes(problem));
}

function knownTogether(all: readonly KnownFinding[]): readonly KnownFinding[] {
  const byName = new Map<string, KnownFinding>();
  for (const one of all) {
    const before = byName.get(one.finding);
    const tried = one.tried || before?.tried === true;
    const found = one.found || before?.found === true;
    byName.set(one.finding, { ...one, tried, found });
  }
  return [...byName.values()];
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function mergedCounts(
  all: readonly { readonly [name: string]: number }[],
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, count] of all.flatMap(Object.entries<number>)) {
    counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}

function mergedClasses(reports: readonly CampaignReport[]): readonly ClassCount[] {
  const byName = new Map<string, ClassCount[]>();
  for (const one of reports.flatMap(({ classes }) => classes)) {
    byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  }
  return [...byName]
    .map(([name, all]) => ({
      name,
      requests: sum(all, ({ requests }) => requests),
      statuses: sortedByName(mergedCounts(all.map(({ statuses }) => statuses))),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function sortedByName(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function coverageOf(
  { coverage }: CampaignReport,
  shares: readonly CampaignShare[],
  classes: readonly ClassCount[],
): Coverage {
  const distinct = (names: readonly string[]) => new Set(names).size;
  const reached = shares.map((share) => share.reached);
  const planned = reached.flatMap((one) => one.classes);
  const { operations, rules } = coverage;
  return {
    operations: { ...operations, reached: distinct(reached.flatMap((one) => one.operations)) },
    rules: { ...rules, reached: distinct(reached.flatMap((one) => one.rules)) },
    classes: {
      reached: classes.length,
      of: distinct([...planned, ...classes.map(({ name }) => name)]),
    },
  };
}

// ---- findings ----------------------------------------------------------------------------------------

type Found = Part<CampaignReport> & { readonly finding: CampaignFinding };

/**
 * Findings of one cause are one finding, as within a campaign: those that say the same of several
 * operations, and those whose requests have all that an earlier one takes. The strongest that is not
 * known speaks for them. They are numbered anew.
 */
function mergedFindings(parts: readonly Part<CampaignReport>[]): readonly Merged[] {
  const all = parts
    .flatMap((part) => {
      const { findings, unconfirmed } = part.report;
      return [...findings, ...unconfirmed].map((finding): Found => ({ ...part, finding }));
    })
    .sort((one, other) => one.finding.index - other.finding.index);
  const groups: Found[][] = [];
  for (const found of all) {
    const own = groups.find((group) => group.some((one) => isSame(one.finding, found.finding)));
    if (own) own.push(found);
    else groups.push([found]);
  }
  const told = groups.map((group): Found => {
    const lead = leadFound(group);
    // Of what is covered by another, the identity is that of the other.
    const speaking = group.filter(({ finding }) => isAlike(lead.finding, finding));
    return { ...lead, finding: together(group, speaking, lead.finding) };
  });
  return alike(told, ({ finding }) => showingOf(finding)).map((own, at): Merged => {
    const lead = leadFound(own);
    const { number: before } = lead.finding;
    const [only] = own;
    const finding = own.length === 1 && only ? only.finding : together(own, own, lead.finding);
    const { files } = finding;
    const number = at + 1;
    return {
      finding: {
        ...finding,
        number,
        ...(files && { files: files.map((file) => renumbered(file, before, number)) }),
      },
      from: { folder: lead.folder, number: before },
    };
  });
}

function leadFound(group: readonly Found[]): Found {
  return leadOf(
    group.map((found) => ({
      found,
      verdict: found.finding.verdict,
      known: found.finding.known !== undefined,
      again: found.finding.again,
    })),
  ).found;
}

function showingOf(finding: CampaignFinding): Showing {
  return {
    what: whatIsShown(finding, familyIn(finding.clause, finding.operations)),
    takes: takesOf(finding),
    document: finding.document,
    first: finding.index,
  };
}

function takesOf(finding: CampaignFinding): readonly Taken[] {
  return finding.takes ?? [finding];
}

function isSame(one: CampaignFinding, other: CampaignFinding): boolean {
  return isAlike(one, other) || isCovered(one, other);
}

/** Some of what they are identified by says the same. */
function isAlike(one: CampaignFinding, other: CampaignFinding): boolean {
  const causes = causesOf(one);
  return causesOf(other).some((cause) => causes.includes(cause));
}

/** Of the same kind at the same operations, and with all that the first takes. */
function isCovered(one: CampaignFinding, other: CampaignFinding): boolean {
  return (
    one.clause === other.clause &&
    one.pointer === other.pointer &&
    one.signature === other.signature &&
    other.operations.every((operation) => one.operations.includes(operation)) &&
    isCauseOf(one, other)
  );
}

/** @param speaking those whose identities it has */
function together(
  group: readonly Found[],
  speaking: readonly Found[],
  lead: CampaignFinding,
): CampaignFinding {
  const { also: _, takes: __, ...told } = lead;
  const all = group.map(({ finding }) => finding);
  const takes = distinctTakes(speaking.flatMap(({ finding }) => takesOf(finding)));
  const ids = [...new Set(speaking.flatMap(({ finding }) => finding.ids))].sort();
  const operations = [...new Set(all.flatMap((one) => one.operations))];
  const family = familyIn(lead.clause, operations);
  const spoken = all.flatMap((one) => [...(one.also ?? []), one.clause]);
  const also = [...new Set(spoken)].filter((clause) => familyIn(clause, operations) !== family);
  return {
    ...told,
    id: ids[0] ?? lead.id,
    ids,
    ...(also.length > 0 && { also }),
    ...(takes.length > 1 && { takes }),
    operations,
    hits: sum(all, ({ hits }) => hits),
    index: Math.min(...all.map(({ index }) => index)),
  };
}

/** A clause without the operation that it may begin with. */
function familyIn(clause: string, operations: readonly string[]): string {
  const own = operations.find((operation) => clause.startsWith(`${operation}/`));
  return own === undefined ? clause : familyOf(clause, own);
}

/** Below the output folder, the files of a finding are in a folder that is named by its number. */
export function renumbered(file: string, before: number, after: number): string {
  const prefix = `findings/${before}/`;
  return file.startsWith(prefix) ? `findings/${after}/${file.slice(prefix.length)}` : file;
}

/** What identities say, without their operation where it is the same at the others. */
function causesOf({ ids, operations, places, clause, also = [] }: CampaignFinding) {
  const common = [clause, ...also].filter((one) => isForAll(one, operations, places));
  return ids.map((id) => {
    if (places.length === 0 && !common.some((one) => id.includes(`/${one}`))) return id;
    const own = operations.filter((operation) => id.startsWith(`${operation}/`));
    const [longest = ''] = own.sort((one, other) => other.length - one.length);
    return id.slice(longest.length);
  });
}
