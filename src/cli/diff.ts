import { resolve } from 'node:path';
import type { Command } from 'commander';
import { finder, openRecording, type Recording } from '../record/index.ts';
import { toolOf } from '../tool.ts';
import { changesOf } from '../traffic/changes.ts';
import { pairedScripts } from '../traffic/paired.ts';
import { changeJson, changeLines } from './change-lines.ts';
import { type Io, writeLine } from './io.ts';
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
  const find = finder(after, 'strict', recordedSecrets(after.manifest, io.env));
  const scripts = pairedScripts(before, after, ({ request }) => {
    const found = find(request);
    return found.kind === 'found' ? found.entry : undefined;
  });
  const changes = await changesOf(scripts, io.signal, () => {});
  const screen = json ? io.stderr : io.stdout;
  for (const line of changeLines(changes, screen, io.env)) writeLine(screen, line);
  if (json) io.stdout.write(changeJson(changes));
  if (changes.changed > 0 || changes.unsent.size > 0) return 1;
  if (changes.compared === 0) writeLine(io.stderr, 'problem: nothing could be compared');
  return changes.compared === 0 || io.signal.aborted ? 2 : 0;
}
