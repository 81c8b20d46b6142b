/** Finds the target of a killed run in its journal. */

import { resolve } from 'node:path';
import { APIS } from '../apis/index.ts';
import type { Account, JournalOwner } from '../cleanup/index.ts';
import type { Contract } from '../contract/index.ts';
import type { Target } from '../model/index.ts';
import { chooseTarget, names, type TargetOptions } from '../profiles/index.ts';
import type { JournalOptions } from './cleanup-journals.ts';
import { addFrom } from './env-file.ts';
import type { Io } from './io.ts';

/** A target, and the contract with the further APIs of its profile. */
interface TargetOfRun {
  readonly target: Target;
  readonly contract: Contract;
}

/**
 * The target that is named here or is that of this folder, or else the one that the run had. Runs of this folder, and
 * journals that are asked for by path or with `--all`, have their own.
 *
 * @throws TouchstoneError where its profile cannot be read any more, or lacks a variable
 */
export async function targetOfRun(
  { owner }: Account,
  contract: Contract,
  options: JournalOptions,
  io: Io,
): Promise<TargetOfRun | undefined> {
  const hasOwn = options.all || options.journal !== undefined || owner?.cwd === io.cwd;
  if (names(options) || owner === undefined || !hasOwn) {
    const chosen = await chooseTarget(contract, options, io);
    return chosen.kind === 'given' ? chosen : undefined;
  }
  const { cwd, targetOptions } = owner;
  const env = { ...io.env };
  addFrom(givenValue('--env-file', targetOptions), env, cwd);
  const chosen = await chooseTarget(contract, optionsOf(owner), { env, cwd });
  return chosen.kind === 'given' ? chosen : undefined;
}

/** Pairs of an option and its value, as noted by a run. */
function optionsOf({ targetOptions, cwd }: JournalOwner): TargetOptions {
  const file = givenValue('--target', targetOptions);
  const urls = APIS.flatMap(({ name }) => {
    const url = givenValue(`--${name}`, targetOptions);
    return url === undefined ? [] : [[name, url]];
  });
  const openapi = givenValue('--openapi', targetOptions);
  const url = givenValue('--url', targetOptions);
  return {
    ...(file !== undefined && { target: resolve(cwd, file) }),
    ...(openapi !== undefined && { openapi }),
    ...(url !== undefined && { url }),
    ...(targetOptions.includes('--allow-fetch') && { allowFetch: true }),
    ...Object.fromEntries(urls),
  };
}

function givenValue(name: string, targetOptions: readonly string[]): string | undefined {
  const at = targetOptions.indexOf(name);
  return at < 0 ? undefined : targetOptions[at + 1];
}
