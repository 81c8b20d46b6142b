/** Runs without a named target: the embedded reference target's verdict must not pass for that of a server. */

import { join } from 'node:path';
import { APIS, variablesFor } from '../apis/index.ts';
import { writeLine } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';
import { isCi, names, OWN_PROFILE, profilePath, type TargetOptions } from '../profiles/index.ts';
import type { Io } from './io.ts';

interface UnnamedOptions extends TargetOptions {
  readonly replay?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly dryRun?: boolean;
}

/**
 * Without a target, the embedded reference target answers. In CI that is an error: its exit code is a result that is
 * used. Elsewhere a line reports it if nothing else does.
 */
export function watchUnnamedTarget(options: UnnamedOptions, { env, cwd, stderr }: Io): void {
  const { replay, json, quiet, dryRun } = options;
  if (names(options) || replay !== undefined || dryRun) return;
  if (profilePath(options, cwd) !== undefined) return;
  const variables = APIS.flatMap((api) => Object.values(variablesFor(api)));
  const given = variables.filter((name) => env[name]);
  const why = `no target is named, and there is no ${join(cwd, OWN_PROFILE)}`;
  if (isCi(env)) {
    throw new TouchstoneError(
      'usage',
      `${why}: a run in CI would judge the embedded reference target, and none of your servers`,
      `name yours with --target FILE; \`--target reference\` means the embedded one`,
    );
  }
  if (given.length === 0 && !quiet && !json) return;
  const unused = given.length === 0 ? '' : `; ${given.join(', ')} is not used`;
  writeLine(stderr, `${why}: this judges the embedded reference target${unused}`);
}
