/** `init --openapi`: writes the folder of an API and its profile, to be edited. Nothing is sent. */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { unwritable, writeLine } from '../io/index.ts';
import { escapeControls, TouchstoneError } from '../model/index.ts';
import { shownUrl } from '../openapi/index.ts';
import {
  baseUrlOf,
  folderTexts,
  importedFrom,
  noteLines,
  type OpenApiOptions,
  profileText,
} from '../profiles/index.ts';
import type { Io } from './io.ts';

interface InitOpenApiOptions extends OpenApiOptions {
  readonly openapi: string;
  readonly out: string;
  readonly force?: boolean;
}

/**
 * @throws TouchstoneError 'output-unwritable' if the folder exists, 'usage' without an address
 */
export async function initOpenApi(options: InitOpenApiOptions, io: Io): Promise<number> {
  const { out, force = false } = options;
  const imported = await importedFrom(options, io);
  const { name, notes } = imported;
  const profile = resolve(io.cwd, out);
  const folder = join(dirname(profile), name);
  if (existsSync(folder) && !force) {
    throw new TouchstoneError(
      'output-unwritable',
      `the folder ${name} is there already, and stays as it is`,
      '--force replaces its files',
    );
  }
  const url = options.url ?? imported.url;
  if (url === undefined) {
    throw new TouchstoneError(
      'usage',
      `the document ${shownUrl(options.openapi)} names no whole address of its API`,
      'give its base URL with --url, such as --url http://localhost:8080/v1',
    );
  }
  baseUrlOf(url, `the ${name} API`);
  const texts = folderTexts(imported);
  try {
    for (const [file, text] of texts) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    writeFileSync(profile, profileText(imported, url));
  } catch (error) {
    throw unwritable(folder, error);
  }
  for (const line of noteLines(notes)) writeLine(io.stdout, escapeControls(line));
  const target = out === 'touchstone.yaml' ? '' : ` --target ${out}`;
  writeLine(
    io.stdout,
    `wrote ${out} and ${texts.size} files in ${name}/; next: npx touchstone check${target}`,
  );
  return 0;
}
