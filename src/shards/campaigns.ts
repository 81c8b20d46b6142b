/** Merges the reports of the shards of a campaign. */

import {
  alike,
  createTally,
  distinctTriggers,
  familyOf,
  gravityOf,
  isCauseOf,
  isForAll,
  isOfWholeCases,
  leadOf,
  type Showing,
  staleAmong,
  summaryOf,
  type Trigger,
  whatIsShown,
} from '../fuzz/index.ts';
import { ruleFamily } from '../judge/index.ts';
import {
  type CampaignFinding,
  type CampaignReport,
  type KnownFinding,
  mergeTimings,
  type Timings,
} from '../model/index.ts';
import { type ShardPart, sentencesOf, wholeOf } from './whole.ts';

/** A finding of all shards, and the shard that shows it. */
export interface Merged {
  readonly finding: CampaignFinding;
  /** The shard's folder with the files of the finding, and its number there. */
  readonly from: { readonly folder: string; readonly number: number };
}

/**
 * Merges the reports of all shards into one. Where the shards sent certain positions of the stream (--runs),
 * it equals the report of the whole campaign, except for times and for the requests of controls and
 * of triage, which each shard sends for itself.
 *
 * @param given read one by one, so that a thousand shards need little memory
 * @throws TouchstoneError 'report-unmergeable' if they are not all shards of one campaign, each once
 */
export function mergeCampaigns(given: Iterable<ShardPart<CampaignReport>>): {
  readonly report: CampaignReport;
  readonly merged: readonly Merged[];
} {
  const tally = createTally({ operations: 0, rules: 0, classes: [] });
  let timings: Timings | undefined;
  const parts: ShardPart<CampaignReport>[] = [];
  for (const { folder, report } of given) {
    tally.addShard(report);
    timings = mergeTimings([timings, report.timings]);
    parts.push({ folder, report: withoutSums(report) });
  }
  const whole = wholeOf(parts, askedOf);
  const { reports, first, shares, startedAt, durationMs, requests } = whole;
  const merged = mergedFindings(whole.parts);
  const { tool, contract, target, seed, modes } = first;
  const report = summaryOf(
    {
      ...(timings && { timings }),
      tool,
      contract,
      target,
      seed,
      modes,
      startedAt,
      durationMs,
      cases: sum(reports, ({ cases }) => cases),
      requests,
      found: merged.map(({ finding }) => finding),
      problems: [...whole.problems, ...whole.accessProblems],
      notes: sentencesOf(reports, ({ notes }) => notes),
      stale: staleAmong(
        knownTogether(shares.flatMap(({ known }) => known)),
        startedAt.slice(0, 10),
      ),
      failOnWarn: shares.some((share) => share.failOnWarn),
    },
    tally,
  );
  return { report, merged };
}

function withoutSums({ timings: _, ...report }: CampaignReport): CampaignReport {
  const { share } = report;
  const reached = { operations: [], rules: [], classes: [] };
  return { ...report, classes: [], ...(share && { share: { ...share, reached } }) };
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

type ShardFinding = ShardPart<CampaignReport> & {
  readonly finding: CampaignFinding;
  readonly causes: readonly string[];
};

/**
 * Merges findings of one cause, as within a campaign: those that say the same about several operations, and those whose
 * requests contain all that an earlier one needs. The strongest unknown one represents them. Numbers start anew.
 */
function mergedFindings(parts: readonly ShardPart<CampaignReport>[]): readonly Merged[] {
  const all = parts
    .flatMap((part) => {
      const { findings, unconfirmed } = part.report;
      return [...findings, ...unconfirmed].map(
        (finding): ShardFinding => ({ ...part, finding, causes: causesOf(finding) }),
      );
    })
    .sort((one, other) => one.finding.index - other.finding.index);
  const reported = groupsOf(all).map((group): ShardFinding => {
    const lead = leadFound(group);
    // A covered finding has the identity of the one that covers it.
    const speaking = group.filter(({ causes }) => causes.some((one) => lead.causes.includes(one)));
    return { ...lead, finding: together(group, speaking, lead.finding) };
  });
  const found = alike(reported, ({ finding }) => showingOf(finding)).map((own) => {
    const lead = leadFound(own);
    const [only] = own;
    const finding = own.length === 1 && only ? only.finding : together(own, own, lead.finding);
    return { lead, finding };
  });
  const gravest = found.sort((a, b) => gravityOf(b.finding) - gravityOf(a.finding));
  return gravest.map(({ lead, finding }, at): Merged => {
    const { number: before } = lead.finding;
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

interface Group {
  readonly members: ShardFinding[];
  /** Members that differ for `isCovered`, by that difference. */
  readonly kinds: Map<string, CampaignFinding>;
}

/**
 * Adds each finding to the first group with a member that shares a cause or covers it. Many shards find the same in few
 * ways, so each way is compared once.
 */
function groupsOf(all: readonly ShardFinding[]): readonly (readonly ShardFinding[])[] {
  const groups: Group[] = [];
  const firstWith = new Map<string, number>();
  for (const found of all) {
    const { finding, causes } = found;
    const alike = Math.min(...causes.map((one) => firstWith.get(one) ?? groups.length));
    const covering = groups
      .slice(0, alike)
      .findIndex(({ kinds }) => [...kinds.values()].some((one) => isCovered(one, finding)));
    const at = covering < 0 ? alike : covering;
    const group: Group = groups[at] ?? { members: [], kinds: new Map() };
    groups[at] = group;
    group.members.push(found);
    group.kinds.set(kindOf(finding), finding);
    for (const one of causes) firstWith.set(one, Math.min(firstWith.get(one) ?? at, at));
  }
  return groups.map(({ members }) => members);
}

function kindOf({ clause, pointer, signature, operations, class: name, places }: CampaignFinding) {
  return JSON.stringify([clause, pointer, signature, operations, name, places]);
}

function leadFound(group: readonly ShardFinding[]): ShardFinding {
  return leadOf(
    group.map((found) => ({
      found,
      verdict: found.finding.verdict,
      level: found.finding.level,
      known: found.finding.known !== undefined,
      again: found.finding.again,
    })),
  ).found;
}

function showingOf(finding: CampaignFinding): Showing {
  return {
    what: whatIsShown(finding, ruleFamily(familyIn(finding.clause, finding.operations))),
    takes: takesOf(finding),
    document: finding.document,
    first: finding.index,
  };
}

function takesOf(finding: CampaignFinding): readonly Trigger[] {
  return finding.takes ?? [finding];
}

/** Returns true for the same kind at the same operations, with all that the first needs. */
function isCovered(one: CampaignFinding, other: CampaignFinding): boolean {
  return (
    ruleFamily(one.clause) === ruleFamily(other.clause) &&
    one.pointer === other.pointer &&
    one.signature === other.signature &&
    other.operations.every((operation) => one.operations.includes(operation)) &&
    isCauseOf(one, other)
  );
}

/** @param speaking the findings whose identities it has */
function together(
  group: readonly ShardFinding[],
  speaking: readonly ShardFinding[],
  lead: CampaignFinding,
): CampaignFinding {
  const { also: _, takes: __, ...reported } = lead;
  const all = group.map(({ finding }) => finding);
  const takes = distinctTriggers(speaking.flatMap(({ finding }) => takesOf(finding)));
  const ids = [...new Set(speaking.flatMap(({ finding }) => finding.ids))].sort();
  const operations = [...new Set(all.flatMap((one) => one.operations))];
  const family = familyIn(lead.clause, operations);
  const spoken = all.flatMap((one) => [...(one.also ?? []), one.clause]);
  const also = [...new Set(spoken)].filter((clause) => familyIn(clause, operations) !== family);
  return {
    ...reported,
    id: ids[0] ?? lead.id,
    ids,
    ...(also.length > 0 && { also }),
    ...(takes.length > 1 && { takes }),
    operations,
    hits: sum(all, ({ hits }) => hits),
    index: Math.min(...all.map(({ index }) => index)),
  };
}

/** A clause without its leading operation. */
function familyIn(clause: string, operations: readonly string[]): string {
  const own = operations.find((operation) => clause.startsWith(`${operation}/`));
  return own === undefined ? clause : familyOf(clause, own);
}

/** Renames a finding's file: its folder below the output folder has the number of the finding. */
function renumbered(file: string, before: number, after: number): string {
  const prefix = `findings/${before}/`;
  return file.startsWith(prefix) ? `findings/${after}/${file.slice(prefix.length)}` : file;
}

/** Identities of a finding, without the operation if it is the same at others. */
function causesOf({ ids, class: name, operations, places, clause, also = [] }: CampaignFinding) {
  // Whole cases that violate one clause are one finding, regardless of fields and objects.
  if (isOfWholeCases(name)) return [`${clause}\n${name}`];
  const common = [clause, ...also].filter((one) => isForAll(one, operations, places));
  return ids.map((id) => {
    if (places.length === 0 && !common.some((one) => id.includes(`/${one}`))) return id;
    const own = operations.filter((operation) => id.startsWith(`${operation}/`));
    const [longest = ''] = own.sort((one, other) => other.length - one.length);
    return id.slice(longest.length);
  });
}
