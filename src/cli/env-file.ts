import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { codeOf, readFile } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';

/**
 * Adds variables of a `.env` file to an environment that lacks them.
 *
 * @param file nothing is added if absent
 * @throws TouchstoneError 'usage' for an unreadable file
 */
export function addFrom(
  file: string | undefined,
  env: { [name: string]: string | undefined },
  cwd: string,
): void {
  if (file === undefined) return;
  for (const [name, value] of Object.entries(parseEnv(textOf(resolve(cwd, file), file)))) {
    env[name] ??= value;
  }
}

function textOf(path: string, shown: string): string {
  try {
    return readFile(path).toString();
  } catch (error) {
    throw new TouchstoneError(
      'usage',
      `the file ${shown} of --env-file cannot be read (${codeOf(error)})`,
      'give the path of a file with lines such as NAME=value',
      { cause: error },
    );
  }
}
