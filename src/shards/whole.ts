/** Puts together the shards of a run of the suites or of a campaign, as far as both are alike. */

import { type Connectivity, type RunHeader, type Shard, TouchstoneError } from '../model/index.ts';
import { accessProblems, judgedTogether } from '../probe/index.ts';

interface ShardReport {
  readonly tool: RunHeader['tool'];
  readonly contract: RunHeader['contract'];
  readonly target: RunHeader['target'];
  readonly seed: number;
  readonly shard?: Shard;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  readonly problems: readonly string[];
  /** Data that only all shards together can judge; absent for a killed shard. */
  readonly share?: { readonly heard: readonly Connectivity[] };
}

export interface ShardPart<Report extends ShardReport> {
  readonly folder: string;
  readonly report: Report;
}

interface Whole<Report extends ShardReport> {
  readonly parts: readonly ShardPart<Report>[];
  readonly reports: readonly Report[];
  readonly first: Report;
  readonly shares: readonly NonNullable<Report['share']>[];
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  /** Problems that kept shards from judging. */
  readonly problems: readonly string[];
  /** Problems of access that hold over all shards. */
  readonly accessProblems: readonly string[];
}

/**
 * Checks and orders the shards of one run.
 *
 * @param asked further values that must be equal in all shards, by name
 * @throws TouchstoneError 'report-unmergeable' that names the folders and what is wrong
 */
export function wholeOf<Report extends ShardReport>(
  given: readonly ShardPart<Report>[],
  asked: (report: Report) => { readonly [name: string]: string },
): Whole<Report> {
  const parts = shardsInOrder(given, asked);
  const reports = parts.map(({ report }) => report);
  const [first] = reports;
  if (first === undefined) throw new TypeError('a run has at least one shard');
  const shares = reports.flatMap(({ share }) => share ?? []);
  return {
    parts,
    reports,
    first,
    shares,
    ...spanOf(reports),
    requests: reports.reduce((sum, { requests }) => sum + requests, 0),
    problems: sentencesOf(reports, ownProblems),
    accessProblems: accessProblems(
      judgedTogether(shares.flatMap(({ heard }) => heard)),
      first.target,
    ),
  };
}

/** The problems of a shard without those of access, which are decided over all shards. */
function ownProblems({ problems, share, target }: ShardReport): readonly string[] {
  const access = accessProblems(share?.heard ?? [], target);
  return problems.filter((problem) => !access.includes(problem));
}

function shardsInOrder<Report extends ShardReport>(
  parts: readonly ShardPart<Report>[],
  asked: (report: Report) => { readonly [name: string]: string },
): readonly ShardPart<Report>[] {
  const shards = parts.map((part) => ({ part, shard: shardIn(part) }));
  const [first] = shards;
  if (first === undefined)
    throw unmergeable('no report was given', 'give the folder of each shard');
  for (const { part } of shards) {
    const [one, other] = [factsOf(first.part.report, asked), factsOf(part.report, asked)];
    // A killed shard lacks some values; it does not contradict the others.
    const name = Object.keys(one).find((key) => key in other && one[key] !== other[key]);
    if (name === undefined) continue;
    throw unmergeable(
      `not of one run: ${name} is ${one[name]} in ${first.part.folder}, and ${other[name]} in ${part.folder}`,
      'run all shards with the same options; only I of --shard I/N differs',
    );
  }
  const { of } = first.shard;
  const byIndex = new Map<number, ShardPart<Report>>();
  for (const { part, shard } of shards) {
    const before = byIndex.get(shard.index);
    if (before !== undefined) {
      throw unmergeable(
        `shard ${shard.index}/${of} was given twice: ${before.folder} and ${part.folder}`,
        'give the folder of each shard once',
      );
    }
    byIndex.set(shard.index, part);
  }
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter((one) => !byIndex.has(one));
  if (missing.length > 0) {
    throw unmergeable(
      `of ${of} shards, ${missing.length === 1 ? 'one is' : `${missing.length} are`} missing: ${missing.join(', ')}`,
      'give the folder of each shard; without all of them it cannot be said what the run found',
    );
  }
  return [...byIndex].sort(([one], [other]) => one - other).map(([, part]) => part);
}

function shardIn<Report extends ShardReport>({ folder, report }: ShardPart<Report>): Shard {
  if (report.shard !== undefined) return report.shard;
  throw unmergeable(
    `the report in ${folder} is of a whole run`,
    'merge is for runs with --shard I/N; a whole run needs none',
  );
}

function factsOf<Report extends ShardReport>(
  report: Report,
  asked: (report: Report) => { readonly [name: string]: string },
): { readonly [name: string]: string } {
  const { tool, contract, target, seed, shard } = report;
  const { name: _, ...addresses } = target;
  return {
    'the version of touchstone': tool.version,
    'the contract': contract.digest,
    'the target': target.name,
    ...Object.fromEntries(
      Object.entries(addresses).map(([api, url]) => [`the ${api} API`, placeOf(url)]),
    ),
    'the APIs': Object.keys(addresses).join(', '),
    'the seed': String(seed),
    'the number of shards': String(shard?.of),
    ...asked(report),
  };
}

/** Without the port on loopback: each shard may have its own server there. */
function placeOf(url: string): string {
  const { hostname, pathname, href } = new URL(url);
  return /^(127\.|localhost$|\[::1\]$)/.test(hostname) ? `on loopback at ${pathname}` : href;
}

function unmergeable(message: string, hint: string): TouchstoneError {
  return new TouchstoneError('report-unmergeable', message, hint);
}

/** Time from the first beginning to the last end, in milliseconds. */
function spanOf(reports: readonly ShardReport[]): {
  readonly startedAt: string;
  readonly durationMs: number;
} {
  const times = reports.map(({ startedAt }) => Date.parse(startedAt));
  const start = Math.min(...times);
  const end = Math.max(...reports.map(({ durationMs }, at) => (times[at] ?? start) + durationMs));
  return { startedAt: new Date(start).toISOString(), durationMs: end - start };
}

/** Sentences of the reports of shards, with the shard named unless all have the sentence. */
export function sentencesOf<Report extends ShardReport>(
  reports: readonly Report[],
  sentences: (report: Report) => readonly string[],
): readonly string[] {
  const all = new Set(reports.flatMap(sentences));
  return [...all].flatMap((sentence) => {
    const sayers = reports.filter((report) => sentences(report).includes(sentence));
    if (sayers.length === reports.length) return [sentence];
    return sayers.map(({ shard }) => `shard ${shard?.index}/${shard?.of}: ${sentence}`);
  });
}
