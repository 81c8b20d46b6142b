import { readFileSync } from 'node:fs';
import { isMembers, parsedJson } from '../../model/index.ts';

const TABLE = new URL('../../../fixtures/faults/former-names.json', import.meta.url);

/** Prefixes of the time when entries were named after the list that they came from. */
const PREFIX = /^fresh-[a-n]-/;

/** What a fault or variation of a former name is called now; any other name as it is. */
export function currentName(name: string): string {
  if (!PREFIX.test(name)) return name;
  const table = parsedJson(readFileSync(TABLE, 'utf8'));
  const now = isMembers(table) ? table[name] : undefined;
  return typeof now === 'string' ? now : name.replace(PREFIX, '');
}
