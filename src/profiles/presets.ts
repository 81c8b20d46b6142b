import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Preset } from '../apis/index.ts';
import { complaint, parseSource, type SourceFile } from '../contract/index.ts';
import { child, type DocumentName, isObject, type Names } from '../model/index.ts';

/** Presets are part of profiles: what all sites of one kind have in common. */
const FOLDER = fileURLToPath(new URL('../../fixtures/presets/', import.meta.url));

export function presetNames(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => basename(file, '.yaml'))
    .sort();
}

/**
 * Puts the preset that a profile names under the profile: what the profile says itself counts. A preset adds nothing
 * about an API that the profile does not name.
 *
 * @param source the profile, for the line of an error
 * @throws TouchstoneError 'profile-invalid' for a preset that does not exist
 */
export function withPreset<P extends { readonly preset?: string }>(
  profile: P,
  source: SourceFile,
): P {
  const { preset } = profile;
  if (preset === undefined) return profile;
  const names = presetNames();
  if (!names.includes(preset)) {
    const reason = `preset "${preset}" does not exist; there are: ${names.join(', ')}`;
    throw complaint(source, '/preset', reason, 'profile-invalid');
  }
  const wanted = Object.entries(readPreset(preset)).filter(([name]) =>
    Object.hasOwn(profile, name),
  );
  return merged(Object.fromEntries(wanted), profile) as P;
}

function readPreset(name: string): Readonly<Record<string, unknown>> {
  const path = join(FOLDER, `${name}.yaml`);
  const { value } = parseSource(readFileSync(path, 'utf8'), path, 'profile-invalid');
  return isObject(value) ? value : {};
}

/** The words that each preset has for those of an API. */
export function presetsFor(api: DocumentName): readonly Preset[] {
  return presetNames().flatMap((preset) => {
    const names = child(child(readPreset(preset), api), 'names');
    return isObject(names) ? [{ preset, names: names as Names }] : [];
  });
}

/** Members of both, objects merged; of anything else, what lies on top. */
export function merged(below: unknown, above: unknown): unknown {
  if (above === undefined) return below;
  if (!isObject(below) || !isObject(above)) return above;
  const names = new Set([...Object.keys(below), ...Object.keys(above)]);
  return Object.fromEntries(
    [...names].map((name) => [name, merged(child(below, name), child(above, name))]),
  );
}
