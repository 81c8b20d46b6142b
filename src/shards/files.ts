/** Copies files of shards to the folder of the whole. */

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { MergedFinding } from '../fuzz/index.ts';
import { TouchstoneError } from '../model/index.ts';
import { findingFolder } from '../report/index.ts';

/**
 * Copies the files of each finding, under its new number.
 *
 * @throws TouchstoneError 'output-unwritable'
 */
export function copyFindings(out: string, merged: readonly MergedFinding[]): void {
  try {
    rmSync(join(out, 'findings'), { recursive: true, force: true });
    for (const { finding, from } of merged) {
      if (finding.files === undefined) continue;
      const source = join(from.folder, findingFolder(from.number));
      cpSync(source, join(out, findingFolder(finding.number)), { recursive: true });
    }
  } catch (error) {
    throw new TouchstoneError(
      'output-unwritable',
      `the files of findings could not be copied to ${out}: ${error instanceof Error ? error.message : String(error)}`,
      'keep the folders of the shards whole, and give a folder that can be written to',
    );
  }
}
