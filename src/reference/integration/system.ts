import { readFileSync } from 'node:fs';
import { type Json, TouchstoneError } from '../../model/index.ts';

const file = new URL('../../../fixtures/reference/integration.json', import.meta.url);

/** A system of the reference target: its entry (section 2.3) under its ID. */
type SystemEntry = { readonly [member: string]: Json };

/**
 * Reads the systems of the reference target.
 *
 * @returns entries by system ID, in the order of the file.
 * @throws TouchstoneError `internal` if the packaged file is damaged.
 */
export function readSystems(): ReadonlyMap<string, SystemEntry> {
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isRecord(read) || !Array.isArray(read.systems)) throw damaged('/systems');
  return new Map(read.systems.map((system, index) => entryOf(system, `/systems/${index}`)));
}

function entryOf(system: unknown, at: string): readonly [string, SystemEntry] {
  if (!isRecord(system) || typeof system.id !== 'string') throw damaged(`${at}/id`);
  if (typeof system.show_hostname !== 'boolean') throw damaged(`${at}/show_hostname`);
  if (!Array.isArray(system.fields)) throw damaged(`${at}/fields`);
  const fields = system.fields.map((field, index) => fieldOf(field, `${at}/fields/${index}`));
  return [system.id, { fields, show_hostname: system.show_hostname }];
}

function fieldOf(field: unknown, at: string): Json {
  if (!isRecord(field)) throw damaged(at);
  const { '@code': code, label, required, type } = field;
  if (typeof code !== 'string' || typeof label !== 'string') throw damaged(at);
  if (typeof required !== 'string' || typeof type !== 'string') throw damaged(at);
  return { '@code': code, label, required, type };
}

function isRecord(value: unknown): value is { readonly [member: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function damaged(at: string): TouchstoneError {
  return new TouchstoneError(
    'internal',
    `the systems of the reference target are damaged at ${at}`,
    'restore fixtures/reference/integration.json from the package',
  );
}
