import { readFileSync } from 'node:fs';
import { isMembers, parsedJson } from '../../model/index.ts';

const TABLE = new URL('../../../fixtures/faults/former-names.json', import.meta.url);

/** Prefixes of former names, after the list that an entry came from. */
const PREFIX = /^fresh-[a-n]-/;

let known: { readonly [name: string]: unknown } | undefined;

/** The present name of a fault or variation; other names are unchanged. */
export function currentName(name: string): string {
  known ??= tableOf(parsedJson(readFileSync(TABLE, 'utf8')));
  const plain = name.replace(PREFIX, '');
  const now = known[name] ?? known[plain];
  return typeof now === 'string' ? now : plain;
}

function tableOf(value: unknown): { readonly [name: string]: unknown } {
  return isMembers(value) ? value : {};
}
