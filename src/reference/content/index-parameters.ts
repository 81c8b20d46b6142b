import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { isObject, type Json, TouchstoneError } from '../../model/index.ts';

/** The index's description of one parameter. */
export type Arg = { readonly [attribute: string]: Json };
export type Args = { readonly [name: string]: Arg };

const FILE = new URL('../../../fixtures/reference/content/index-parameters.yaml', import.meta.url);

let tables: Readonly<Record<string, Args>> | undefined;

export function parameters(table: string): Args {
  tables ??= readTables();
  const found = tables[table];
  if (found) return found;
  throw damaged(`has no table "${table}"`);
}

function readTables(): Readonly<Record<string, Args>> {
  // Parameters in several tables are YAML aliases.
  const value: unknown = parse(readFileSync(FILE, 'utf8'), { maxAliasCount: -1 });
  if (!isTables(value)) throw damaged('has an invalid table');
  return value;
}

function isTables(value: unknown): value is Readonly<Record<string, Args>> {
  return (
    isObject(value) &&
    Object.values(value).every((table) => isObject(table) && Object.values(table).every(isObject))
  );
}

function damaged(reason: string): TouchstoneError {
  return new TouchstoneError(
    'internal',
    `fixtures/reference/content/index-parameters.yaml ${reason}`,
    'restore the file from the package',
  );
}
