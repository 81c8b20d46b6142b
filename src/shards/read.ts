/** Reads the `--out` folders of runs. */

import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Contract } from '../contract/index.ts';
import { readFile } from '../io/index.ts';
import {
  type CampaignReport,
  type ClauseReport,
  isObject,
  type JsonSchema,
  type RunReport,
  TouchstoneError,
} from '../model/index.ts';
import { type AnyReport, eventsOf, RUN_LOG, reportFromEvents } from '../report/index.ts';

/** The report of a run of the suites, or of a campaign. */
export type ShardContents =
  | { readonly kind: 'run'; readonly folder: string; readonly report: RunReport }
  | { readonly kind: 'campaign'; readonly folder: string; readonly report: CampaignReport };

/**
 * Reads the report in a folder: its `report.json`, or for a killed run, the events in `run.ndjson`.
 * A `report.json` of another run than `run.ndjson` is ignored: it belongs to an earlier run, and a later
 * one was killed.
 *
 * @throws TouchstoneError 'report-unreadable' if it is missing or does not match its schema
 */
export function readReport(contract: Contract, folder: string): ShardContents {
  const path = join(folder, 'report.json');
  const log = join(folder, RUN_LOG);
  const lines = isFile(log) ? text(log) : undefined;
  const kept = isFile(path) ? reportIn(contract, folder, path, parsed(path)) : undefined;
  if (kept !== undefined && (lines === undefined || isOf(kept.report, lines, log))) return kept;
  if (lines !== undefined) {
    return { kind: 'run', folder, report: reportOf(contract, lines, log) };
  }
  throw new TouchstoneError(
    'report-unreadable',
    existsSync(folder)
      ? `there is no report.json in ${folder}: nothing was run with it, or the run was killed`
      : `${folder} does not exist`,
    'give folders that `touchstone check --out` or `touchstone fuzz --out` wrote',
  );
}

/** Returns true if there is a report at a path, readable or not. */
export function hasReport(path: string): boolean {
  return isFile(path) || ['report.json', RUN_LOG].some((name) => existsSync(join(path, name)));
}

/** Reads the reports of several folders, one by one. Equal reports of clauses without a case are kept once. */
export function* readReports(
  contract: Contract,
  folders: readonly string[],
): Iterable<ShardContents> {
  const idle = new Map<string, ClauseReport>();
  const shared = (clause: ClauseReport): ClauseReport => {
    if (clause.verdict !== 'skipped') return clause;
    const key = JSON.stringify(clause);
    const same = idle.get(key) ?? clause;
    idle.set(key, same);
    return same;
  };
  for (const folder of folders) {
    const read = readReport(contract, folder);
    yield read.kind === 'campaign'
      ? read
      : { ...read, report: { ...read.report, clauses: read.report.clauses.map(shared) } };
  }
}

/**
 * Reads the report at a path: a folder, as above, a `run.ndjson`, or a `report.json` under any name.
 *
 * @throws TouchstoneError 'report-unreadable' for anything else
 */
export function reportAt(contract: Contract, path: string): AnyReport {
  if (!isFile(path)) return readReport(contract, path).report;
  return path.endsWith('.ndjson')
    ? reportOf(contract, text(path), path)
    : reportIn(contract, dirname(path), path, parsed(path)).report;
}

function reportOf({ clauses }: Contract, lines: string, log: string): RunReport {
  if (lines.trim() === '') {
    throw new TouchstoneError(
      'report-unreadable',
      `${log} is empty: the run was killed before it began`,
      'run it again, as it was started, with the same --out',
    );
  }
  return reportFromEvents(eventsOf(lines, log), clauses);
}

/** Returns true if a log belongs to a report. Compares only the first line, as the others repeat the report. */
function isOf({ startedAt }: ShardContents['report'], lines: string, log: string): boolean {
  const [header] = eventsOf(lines.slice(0, lines.indexOf('\n') + 1), log);
  return header?.kind === 'header' && header.startedAt === startedAt;
}

function reportIn(contract: Contract, folder: string, path: string, value: unknown): ShardContents {
  if (isObject(value) && value.kind === 'campaign') {
    const schema = contract.schema('files/campaign.json');
    if (fits<CampaignReport>(contract, schema, path, value)) {
      return { kind: 'campaign', folder, report: value };
    }
  }
  if (fits<RunReport>(contract, contract.schema('files/report.json'), path, value)) {
    return { kind: 'run', folder, report: value };
  }
  throw new TouchstoneError('internal', `${path} is neither`);
}

function fits<Report>(
  contract: Contract,
  schema: JsonSchema,
  path: string,
  value: unknown,
): value is Report {
  const [first] = contract.validate(schema, value);
  if (first === undefined) return true;
  throw new TouchstoneError(
    'report-unreadable',
    `${path} is not a report of this version: ${first.pointer === '' ? 'it' : first.pointer} ${first.message}`,
    'give report.json as it was written, by the same version of touchstone',
  );
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

function text(path: string): string {
  try {
    return readFile(path).toString();
  } catch (error) {
    throw new TouchstoneError(
      'report-unreadable',
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      'give it leave to be read',
    );
  }
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(text(path));
  } catch (error) {
    if (error instanceof TouchstoneError) throw error;
    throw new TouchstoneError(
      'report-unreadable',
      `${path} is not JSON`,
      'give report.json as it was written',
    );
  }
}
