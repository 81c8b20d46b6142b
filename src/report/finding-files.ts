/** Writes the files of a finding. */

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, unwritable, writeText } from '../io/index.ts';
import type { Replay } from './replay.ts';
import { replayScript } from './replay-script.ts';
import { replayTest } from './replay-test.ts';

/** Relative to the output folder: each finding has its own folder, by number. */
export function findingFolder(number: number): string {
  return `findings/${number}`;
}

/**
 * Removes findings of an earlier campaign from an output folder, since numbers are reused. Other files stay.
 *
 * @throws TouchstoneError 'output-unwritable'
 */
export function removeFindings(out: string): void {
  const folder = join(out, 'findings');
  try {
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder)) {
      const own = /^\d+$/.test(name) && existsSync(join(folder, name, SEED));
      if (own) rmSync(join(folder, name), { recursive: true });
    }
  } catch (error) {
    throw unwritable(folder, error);
  }
}

const SEED = 'seed.txt';

/**
 * Writes a script, a vitest file and the seed line of a finding.
 * @param redact takes out secrets that a request has in other places than its credential
 * @returns the paths, relative to `out`
 * @throws TouchstoneError 'output-unwritable'
 */
export function writeFinding(
  out: string,
  replay: Replay,
  redact: (text: string) => string,
): readonly string[] {
  const { number, reproduce } = replay.finding;
  const files: readonly (readonly [string, string, number?])[] = [
    ['reproduce.sh', replayScript(replay), 0o755],
    ['reproduce.test.ts', replayTest(replay)],
    [SEED, `${reproduce.touchstone}\n`],
  ];
  const folder = findingFolder(number);
  makeFolder(join(out, folder));
  return files.map(([name, content, mode = 0o644]) => {
    const path = `${folder}/${name}`;
    writeText(join(out, path), redact(content), { mode });
    return path;
  });
}
