/** Reads the manifest of a recording. */

import { join } from 'node:path';
import { FORMAT_VERSION, MANIFEST, type Manifest, type ManifestLine } from './cassette.ts';
import { unreadable } from './files.ts';
import { AGAIN, checkedLines } from './folder-lines.ts';

/**
 * The manifest of a recording, and the numbers of its hand-edited lines.
 *
 * @throws TouchstoneError 'recording-unreadable'
 */
export function readManifest(folder: string): {
  readonly manifest: Manifest;
  readonly edited: readonly number[];
} {
  const path = join(folder, MANIFEST);
  const checked = [...checkedLines(folder, MANIFEST)];
  const lines = checked.map(({ value }) => value as ManifestLine);
  const edited = checked.flatMap(({ isEdited, line }) => (isEdited ? [line.number] : []));
  const versions = lines.flatMap((line) => (line.kind === 'recording' ? [line.version] : []));
  const other = versions.find((version) => version !== FORMAT_VERSION);
  if (other !== undefined) {
    throw unreadable(
      `${path} is of version ${other} of the format, and this tool reads ${FORMAT_VERSION}`,
      'record it again, or use the version of the tool that wrote it',
    );
  }
  const [tool] = lines.flatMap((line) => (line.kind === 'tool' ? [line] : []));
  const [plan] = lines.flatMap((line) => (line.kind === 'plan' ? [line] : []));
  const [target] = lines.flatMap((line) => (line.kind === 'target' ? [line.target] : []));
  const contracts = lines.flatMap((line) => (line.kind === 'contract' ? [line.digest] : []));
  if (!tool || !plan || !target || versions.length === 0) {
    throw unreadable(`${path} is cut: it lacks lines`, AGAIN);
  }
  const manifest = {
    tool: { name: tool.name, version: tool.version },
    contracts: [...new Set(contracts)],
    plan: {
      seed: plan.seed,
      runs: plan.runs,
      only: plan.only,
      strict: plan.strict,
      discover: plan.discover,
    },
    target,
  };
  return { manifest, edited };
}
