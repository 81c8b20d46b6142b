import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openRecording, sealRecording } from '../record/index.ts';
import { writeLine } from '../screen.ts';
import { toolOf } from '../tool.ts';
import type { Io } from './io.ts';

export function sealCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return command
    .description('take a recording that was edited by hand as it stands')
    .argument('<dir>', 'folder of a recording')
    .addHelpText(
      'after',
      `
Each line of a recording has a sum, so that an edited line is noticed. This makes the sums anew, and what entries say of
the length of their bodies. Look at what changed with your version control first.
Exit codes: 0 the recording can be read; 2 a line is cut or is no JSON.`,
    )
    .action((folder: string) => {
      const path = resolve(io.cwd, folder);
      const sealed = sealRecording(path);
      openRecording(path, toolOf());
      for (const { file, line } of sealed) writeLine(io.stdout, `sealed: ${file}:${line}`);
      if (sealed.length === 0) writeLine(io.stdout, 'nothing was edited');
      exit(0);
    });
}
