import { resolve } from 'node:path';
import type { Command } from 'commander';
import { loadContract } from '../contract/index.ts';
import { toolOf, writeJson, writeLine, writePainted } from '../io/index.ts';
import type { Operation } from '../model/index.ts';
import { finder, openRecording, type RecordedExchange, type Recording } from '../record/index.ts';
import { changesOf, pairedScripts, type Script } from '../traffic/index.ts';
import { changeJson, changeLines } from './change-lines.ts';
import { type Io, wantsColours } from './io.ts';
import { recordedSecrets } from './recorded-secrets.ts';

export function diffCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return command
    .description('what a recording has otherwise than another, offline')
    .argument('<before>', 'folder of a recording')
    .argument('<after>', 'folder of the other')
    .option('--json', 'print the changes as JSON; all else goes to standard error')
    .addHelpText(
      'after',
      `
Each exchange of BEFORE is held against the one of AFTER that asks the same, as \`replay --to\` compares: moments,
addresses, and the identifiers of what was made are no change. Nothing is sent.
Exit codes: 0 nothing changed; 1 something did, or AFTER lacks a request; 2 nothing could be compared, or a recording cannot be read.

Example:
  touchstone diff recordings/version-6.8 recordings/version-6.9`,
    )
    .action(async (before: string, after: string, { json = false }: { json?: boolean }) =>
      exit(await diff(opened(before, io), opened(after, io), json, io)),
    );
}

function opened(folder: string, { cwd }: Io): Recording {
  return openRecording(resolve(cwd, folder), toolOf());
}

async function diff(before: Recording, after: Recording, json: boolean, io: Io): Promise<number> {
  for (const note of [...before.notes, ...after.notes]) writeLine(io.stderr, note);
  const { operations } = loadContract();
  const changes = await changesOf(paired(before, after, operations, io), io.signal);
  const screen = json ? io.stderr : io.stdout;
  writePainted(screen, changeLines(changes, screen, io.env), wantsColours(screen, io.env));
  for (const line of await addedLines(before, after, operations, io)) writeLine(screen, line);
  if (json) writeJson(io.stdout, changeJson(changes));
  if (changes.changed > 0 || changes.unsent.size > 0) return 1;
  if (changes.compared === 0) writeLine(io.stderr, 'problem: nothing could be compared');
  return changes.compared === 0 || io.signal.aborted ? 2 : 0;
}

function paired(
  before: Recording,
  after: Recording,
  operations: readonly Operation[],
  { env }: Io,
): Iterable<Script> {
  const find = finder(after, 'strict', recordedSecrets(after.manifest, env));
  const findAlike = ({ request }: RecordedExchange) => {
    const found = find(request);
    return found.kind === 'found' ? found.entry : undefined;
  };
  return pairedScripts(before, after, findAlike, operations);
}

/** An exchange in only the later recording is no changed answer. */
async function addedLines(
  before: Recording,
  after: Recording,
  operations: readonly Operation[],
  io: Io,
): Promise<readonly string[]> {
  let added = 0;
  for (const script of paired(after, before, operations, io))
    added += (await script.send()).unsent.length;
  return added === 0 ? [] : [`${added} only in the later recording`];
}
