/** A recording, read: its manifest, its cases, and its entries, found without reading them all. */

import { join } from 'node:path';
import {
  FORMAT_VERSION,
  type HarEntry,
  JOURNAL,
  type KeptCase,
  type KeptExchange,
  MANIFEST,
  type Manifest,
  type ManifestLine,
} from './cassette.ts';
import { readEntry } from './entry.ts';
import { isThere, readWhole, unreadable } from './files.ts';
import { type FinishOptions, finishRecording } from './finish.ts';
import { ownFiles } from './gathering.ts';
import { isBeingRecorded } from './journal.ts';
import { type Asked, askedIn, caseHead, entryHead, isWhole } from './lines.ts';

/** An entry by where it is; `read` makes the exchange of it. */
export interface EntryRef {
  readonly case: string | null;
  readonly at: number;
  readonly operation: string | null;
  readonly step: string;
  readonly file: string;
  readonly read: () => KeptExchange;
  /** What was asked and when, told without reading the whole entry. */
  readonly asked: () => Asked;
}

export interface Recording {
  readonly folder: string;
  readonly manifest: Manifest;
  /** The kept cases in the order of their ids, read one by one. */
  readonly cases: () => Generator<KeptCase, void, undefined>;
  /** All entries, by file, and in it by case and position. */
  readonly entries: readonly EntryRef[];
  /** The n-th exchange, from 0, of a step of a case. */
  readonly find: (item: string, step: string, nth: number) => EntryRef | undefined;
  /** All exchanges of a case; with null, those that were sent for none. */
  readonly ofCase: (item: string | null) => readonly EntryRef[];
  /** What a user needs to know, such as what was recovered. */
  readonly notes: readonly string[];
}

const AGAIN = 'take it from version control again, or record it again';

/**
 * Opens a recording. One that was cut short is put in order first: its journal is made into files.
 *
 * @param tool what to call ourselves in files that have to be written
 * @throws TouchstoneError 'recording-unreadable' for a folder that holds none, and for a file that is cut,
 * not JSON, of another version, edited, or lacks entries
 */
export function openRecording(folder: string, tool: FinishOptions['tool']): Recording {
  const notes = recovered(folder, tool);
  if (!isThere(join(folder, MANIFEST))) {
    throw unreadable(
      `there is no recording in ${folder}`,
      `it would have a ${MANIFEST}; give the folder that --record wrote`,
    );
  }
  const manifest = readManifest(join(folder, MANIFEST));
  const limit = manifest.target.limits.maxBodyBytes;
  const cases = new Map<string, CaseRef>();
  const entries: Ref[] = [];
  const byCase = new Map<string | null, Ref[]>();
  for (const name of ownFiles(folder)) {
    if (name === MANIFEST) continue;
    const isHar = name.endsWith('.har');
    for (const { line, number } of contentOf(folder, name)) {
      const head = isHar ? entryHead(line) : caseHead(line);
      if (!head) throw broken(`${join(folder, name)}:${number}`, line);
      if (head.kind === 'case') {
        const { id, sum, exchanges } = head;
        const known = cases.get(id);
        if (known && known.sum !== sum) throw twice(`${join(folder, name)}:${number}`, id);
        cases.set(id, { line, sum, exchanges });
        continue;
      }
      const { case: item, at, operation, step, sum } = head;
      const own = byCase.get(item) ?? [];
      if (own.length === 0) byCase.set(item, own);
      const known = own[at];
      // After a merge, what both branches have may stand there twice.
      if (known?.sum === sum) continue;
      if (known) throw twice(`${join(folder, name)}:${number}`, item);
      const read = () => readEntry(JSON.parse(line.toString('utf8')) as HarEntry, limit);
      const asked = () => askedIn(line);
      const ref = { case: item, at, operation, step, sum, file: name, read, asked };
      entries.push(ref);
      own[at] = ref;
    }
  }
  for (const [id, { exchanges }] of cases) {
    let count = 0;
    for (const ref of byCase.get(id) ?? []) if (ref) count += 1;
    if (count !== exchanges) throw lacking(folder, id, exchanges, count);
  }
  const orphan = [...byCase.keys()].find((id) => id !== null && !cases.has(id));
  if (orphan) {
    throw unreadable(`${folder} has exchanges of ${orphan}, but not the case itself`, AGAIN);
  }
  const stepsOf = stepIndex(byCase);
  return {
    folder,
    manifest,
    entries,
    notes,
    find: (item, step, nth) => stepsOf(item).get(step)?.[nth],
    ofCase: (item) => (byCase.get(item) ?? []).filter(Boolean),
    cases: function* () {
      for (const id of [...cases.keys()].sort()) {
        const line = cases.get(id)?.line;
        if (line) yield JSON.parse(line.toString('utf8')) as KeptCase;
      }
    },
  };
}

interface CaseRef {
  readonly line: Buffer;
  readonly sum: number;
  readonly exchanges: number;
}

type Ref = EntryRef & { readonly sum: number };

/** The exchanges of each step of a case, in the order in which they happened; made when first asked for. */
function stepIndex(byCase: ReadonlyMap<string | null, readonly Ref[]>) {
  const made = new Map<string, ReadonlyMap<string, readonly EntryRef[]>>();
  return (item: string): ReadonlyMap<string, readonly EntryRef[]> => {
    const known = made.get(item);
    if (known) return known;
    const steps = new Map<string, EntryRef[]>();
    for (const ref of (byCase.get(item) ?? []).filter(Boolean)) {
      const own = steps.get(ref.step);
      if (own) own.push(ref);
      else steps.set(ref.step, [ref]);
    }
    made.set(item, steps);
    return steps;
  };
}

/**
 * Makes files of the journal that a killed run left in a folder, if there is one.
 *
 * @returns what a user needs to know of that
 * @throws TouchstoneError 'recording-unreadable' while the run goes on
 */
export function recovered(folder: string, tool: FinishOptions['tool']): readonly string[] {
  if (!isThere(join(folder, JOURNAL))) return [];
  if (isBeingRecorded(folder)) {
    throw unreadable(`${folder} is being recorded`, 'wait for that run to end, or end it');
  }
  const keepOthers = isThere(join(folder, MANIFEST));
  const { cases, exchanges, notes } = finishRecording(folder, { tool, keepOthers });
  return [
    `the recording had been cut short: ${exchanges} exchanges of ${cases} cases were recovered`,
    ...notes,
  ];
}

interface ContentLine {
  readonly line: Buffer;
  readonly number: number;
}

/** The lines of a file that hold entries or cases, each as it was written. */
function* contentOf(folder: string, name: string): Generator<ContentLine, void, undefined> {
  const path = join(folder, name);
  const bytes = readWhole(path);
  const har = name.endsWith('.har');
  let number = 0;
  let closed = !har;
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(10, start);
    const end = feed < 0 ? bytes.length : feed;
    number += 1;
    const skip = har && bytes[start] === 0x2c ? 1 : 0;
    const line = bytes.subarray(start + skip, bytes[end - 1] === 0x0d ? end - 1 : end);
    start = end + 1;
    if (har && (number === 1 || line[0] === 0x5d)) {
      if (number === 1) checkHead(path, line);
      closed ||= line[0] === 0x5d;
      continue;
    }
    if (line.length === 0) continue;
    if (!isWhole(line)) {
      if (har && number === 2 && line[0] !== 0x7b) throw rewritten(path);
      throw broken(`${path}:${number}`, line);
    }
    yield { line, number };
  }
  if (!closed) throw unreadable(`${path} is cut: its end is missing`, AGAIN);
}

function checkHead(path: string, line: Buffer): void {
  const head = line.toString('utf8');
  const [, version] = /"version"\s*:\s*"([^"]*)"/.exec(head) ?? [];
  if (!head.startsWith('{"log":{')) {
    throw /^\s*\{/.test(head) ? rewritten(path) : unreadable(`${path} is not JSON`, AGAIN);
  }
  if (version !== '1.2') {
    throw unreadable(`${path} is HAR ${version ?? 'of no version'}, and not 1.2`, AGAIN);
  }
}

function rewritten(path: string) {
  return unreadable(
    `${path} does not have one entry a line: another program wrote it`,
    `${AGAIN}; HAR files of other programs are read with touchstone record --import`,
  );
}

function broken(where: string, line: Buffer) {
  const text = line.toString('utf8', 0, 7);
  if (/^(?:<<<<<<<|=======|>>>>>>>)/.test(text)) {
    return unreadable(
      `${where} is a conflict that was not resolved`,
      'keep the lines of both sides',
    );
  }
  try {
    JSON.parse(line.toString('utf8'));
  } catch (error) {
    return unreadable(`${where} is cut or is not JSON`, AGAIN, error);
  }
  return unreadable(`${where} was edited: it is not as it was recorded`, AGAIN);
}

function twice(where: string, id: string | null) {
  return unreadable(
    `${where} says something else of ${id ?? 'an exchange'} than a line before it`,
    `two branches recorded it differently: record it again`,
  );
}

function lacking(folder: string, id: string, wanted: number, count: number) {
  return unreadable(`${folder} has ${count} of the ${wanted} exchanges of ${id}`, AGAIN);
}

function readManifest(path: string): Manifest {
  const lines = readWhole(path)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index): ManifestLine => {
      const bytes = Buffer.from(line.replace(/\r$/, ''));
      if (!isWhole(bytes)) throw broken(`${path}:${index + 1}`, bytes);
      return JSON.parse(line) as ManifestLine;
    });
  const versions = lines.flatMap((line) => (line.kind === 'recording' ? [line.version] : []));
  const other = versions.find((version) => version !== FORMAT_VERSION);
  if (other !== undefined) {
    throw unreadable(
      `${path} is of version ${other} of the format, and this tool reads ${FORMAT_VERSION}`,
      'record it again, or use the version of the tool that wrote it',
    );
  }
  const [tool] = lines.flatMap((line) => (line.kind === 'tool' ? [line] : []));
  const [plan] = lines.flatMap((line) => (line.kind === 'plan' ? [line] : []));
  const [target] = lines.flatMap((line) => (line.kind === 'target' ? [line.target] : []));
  const contracts = lines.flatMap((line) => (line.kind === 'contract' ? [line.digest] : []));
  if (!tool || !plan || !target || versions.length === 0) {
    throw unreadable(`${path} is cut: it lacks lines`, AGAIN);
  }
  return {
    tool: { name: tool.name, version: tool.version },
    contracts: [...new Set(contracts)],
    plan: {
      seed: plan.seed,
      runs: plan.runs,
      only: plan.only,
      strict: plan.strict,
      discover: plan.discover,
    },
    target,
  };
}
