import { readFileSync } from 'node:fs';
import { isMembers, parsedJson } from '../../model/index.ts';

const TABLE = new URL('../../../fixtures/faults/former-names.json', import.meta.url);

/** Prefixes of the time when entries were named after the list that they came from. */
const PREFIX = /^fresh-[a-n]-/;

let known: { readonly [name: string]: unknown } | undefined;

/** The present name of a fault or variation that has a former name; any other name unchanged. */
export function currentName(name: string): string {
  known ??= tableOf(parsedJson(readFileSync(TABLE, 'utf8')));
  const plain = name.replace(PREFIX, '');
  const now = known[name] ?? known[plain];
  return typeof now === 'string' ? now : plain;
}

function tableOf(value: unknown): { readonly [name: string]: unknown } {
  return isMembers(value) ? value : {};
}
