/** Findings of one cause in several shards of a campaign are one finding, as within a campaign. */

import { ruleFamily, SPEAKS_HTTP } from '../judge/index.ts';
import type { CampaignFinding, CampaignReport } from '../model/index.ts';
import { gravityOf, leadOf } from './findings.ts';
import { familyOf, isForAll } from './grouping.ts';
import { isCauseOf, isOfWholeCases, memberOf, wholeKey } from './registry.ts';
import { alike, distinctTriggers, type Showing, type Trigger, whatIsShown } from './similar.ts';

/** The report of a shard, and its folder. */
interface ReportedShard {
  readonly folder: string;
  readonly report: CampaignReport;
}

/** A finding of all shards, and the shard that shows it. */
export interface MergedFinding {
  readonly finding: CampaignFinding;
  /** The shard's folder with the files of the finding, and its number there. */
  readonly from: { readonly folder: string; readonly number: number };
}

type ShardFinding = ReportedShard & {
  readonly finding: CampaignFinding;
  readonly causes: readonly string[];
};

/**
 * Merges findings of one cause, as within a campaign: those that say the same about several operations, and those whose
 * requests contain all that an earlier one needs. The strongest unknown one represents them. Numbers start anew.
 */
export function mergedFindings(parts: readonly ReportedShard[]): readonly MergedFinding[] {
  const all = parts
    .flatMap((part) => {
      const { findings, unconfirmed } = part.report;
      return [...findings, ...unconfirmed].map(
        (finding): ShardFinding => ({ ...part, finding, causes: causesOf(finding) }),
      );
    })
    .sort((one, other) => one.finding.index - other.finding.index);
  const reported = groupsOf(all).map((group): ShardFinding => {
    const lead = leadFound(group.filter((one) => !isSameAsEarlier(one, group)));
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
  return gravest.map(({ lead, finding }, at): MergedFinding => {
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

function kindOf({
  clause,
  pointer,
  signature,
  operations,
  class: name,
  places,
  smallest,
}: CampaignFinding) {
  return JSON.stringify([clause, pointer, signature, operations, name, places, smallest]);
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
    (isCauseOf(one, other) || hasSameValues(one, other))
  );
}

/** Returns true for another cause with the values of an earlier one, which a whole campaign counts with that one. */
function isSameAsEarlier(
  { finding, causes }: ShardFinding,
  group: readonly ShardFinding[],
): boolean {
  return group.some(
    (other) =>
      other.finding.index < finding.index &&
      !other.causes.some((one) => causes.includes(one)) &&
      hasSameValues(other.finding, finding),
  );
}

function hasSameValues(one: CampaignFinding, other: CampaignFinding): boolean {
  return (
    one.smallest !== undefined &&
    one.smallest === other.smallest &&
    one.places.map(memberOf).join('\n') === other.places.map(memberOf).join('\n')
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
    hits: all.reduce((total, { hits }) => total + hits, 0),
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
  if (isOfWholeCases(name)) return [wholeKey(clause, name)];
  if (clause === SPEAKS_HTTP.id) return [clause];
  const common = [clause, ...also].filter((one) => isForAll(one, operations, places));
  return ids.map((id) => {
    if (places.length === 0 && !common.some((one) => id.includes(`/${one}`))) return id;
    const own = operations.filter((operation) => id.startsWith(`${operation}/`));
    const [longest = ''] = own.sort((one, other) => other.length - one.length);
    return id.slice(longest.length);
  });
}
