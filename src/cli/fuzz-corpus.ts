/** The corpus of a campaign: inputs in files, sent first, and kept when they bring something new. */

import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Contract } from '../contract/index.ts';
import type { LaneOptions } from '../fuzz/index.ts';
import { type CorpusInput, type Target, TouchstoneError } from '../model/index.ts';
import { corpusFile, readCorpus, writeInput } from '../profiles/index.ts';
import { secretsToKeepOut } from '../run/index.ts';
import type { Io } from './io.ts';

export interface CorpusOptions {
  readonly corpus?: string;
  readonly feedback?: boolean;
}

export function withCorpus(command: Command): Command {
  return command
    .option('--corpus <dir>', 'send the inputs there first, and keep there those that bring news')
    .addOption(new Option('--no-feedback', 'mutate no inputs: send only the stream'));
}

/** The lane of a campaign. Positions of the stream that were asked for are sent without it. */
export function laneOf(
  options: CorpusOptions & { readonly runs?: number },
  contract: Contract,
  target: Target,
  io: Io,
): LaneOptions {
  const folder = folderOf(options, io);
  const secrets = secretsToKeepOut(target);
  return {
    corpus: corpusIn(options, contract, io),
    feedback: options.feedback !== false && options.runs === undefined,
    ...(folder !== undefined && {
      keep: (input: CorpusInput, brought: string) => {
        writeInput(join(folder, corpusFile(input)), input, brought, secrets);
      },
    }),
  };
}

/** The inputs that a run sends as well. Of nothing it would say that nothing failed. */
export function givenCorpus(
  options: CorpusOptions,
  contract: Contract,
  io: Pick<Io, 'cwd'>,
): readonly CorpusInput[] {
  const { corpus } = options;
  if (corpus !== undefined && !existsSync(resolve(io.cwd, corpus))) {
    throw new TouchstoneError(
      'corpus-invalid',
      `--corpus ${corpus}: there is no such folder or file`,
      'name the folder that `fuzz --corpus` wrote, or leave the option out',
    );
  }
  return corpusIn(options, contract, io);
}

function corpusIn(
  { corpus }: CorpusOptions,
  contract: Contract,
  io: Pick<Io, 'cwd'>,
): readonly CorpusInput[] {
  return corpus === undefined ? [] : readCorpus(resolve(io.cwd, corpus), contract);
}

/** The folder to write to; undefined where one input was named. */
function folderOf({ corpus }: CorpusOptions, { cwd }: Io): string | undefined {
  if (corpus === undefined) return undefined;
  const path = resolve(cwd, corpus);
  return existsSync(path) && !statSync(path).isDirectory() ? undefined : path;
}
