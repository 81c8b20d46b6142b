import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { isObject, type Json, TouchstoneError } from '../../model/index.ts';

/** What the index says of one parameter. */
export type Arg = { readonly [attribute: string]: Json };
export type Args = { readonly [name: string]: Arg };

const FILE = new URL('../../../fixtures/reference/content/index-parameters.yaml', import.meta.url);

let tables: Readonly<Record<string, Args>> | undefined;

/** Parameters that stand together in one table of the document. */
export function parameters(table: string): Args {
  tables ??= readTables();
  const found = tables[table];
  if (found) return found;
  throw damaged(`has no table "${table}"`);
}

function readTables(): Readonly<Record<string, Args>> {
  // Parameters that several tables have are aliases of one another.
  const value: unknown = parse(readFileSync(FILE, 'utf8'), { maxAliasCount: -1 });
  if (!isTables(value)) throw damaged('has a table that is none');
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
