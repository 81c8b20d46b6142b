/** Decides which words of the documents a site may replace: those without another meaning here. */

import { type DocumentName, literally, recordsOf } from '../model/index.ts';
import type { Contract } from './contract.ts';
import { KEYWORDS } from './schema.ts';

/** Members that the code names itself: rules of lists, objects and the index. */
const READ_BY_NAME = ['allow_batch', 'block_version', 'date_gmt', 'object_id'];

/** The ids of clauses, operations and cases: sent values never look like them. */
export function idsOf({ operations }: Contract): RegExp {
  const documents = new Set(operations.map(({ document }) => document));
  return new RegExp(String.raw`^(?:${[...documents].join('|')})\/\S*$`);
}

/** A word with no letter or digit next to it. */
export function patternOf(words: readonly string[]): RegExp {
  const any = words.map(literally).join('|');
  return new RegExp(`(?<![A-Za-z0-9])(?:${any})(?![A-Za-z0-9])`, 'g');
}

/**
 * Another thing that replacing a word would rename, in words, or undefined. A word without `_` and `/` is unsafe,
 * because Touchstone's own members, rules and ids use such words. A word with a dash is safe if it only names a folder.
 */
export function obstacleTo(
  word: string,
  owner: DocumentName,
  contract: Contract,
): string | undefined {
  if (KEYWORDS.includes(word)) return 'it is a keyword of JSON Schema, too';
  const sizes = contract.operations.map((one) => recordsOf(one).list.size);
  if ([...READ_BY_NAME, ...sizes].includes(word))
    return 'the rules of Touchstone are written with it';
  const [pattern, ids] = [patternOf([word]), idsOf(contract)];
  const isPath = word.includes('/');
  let isFolder = word.includes('-');
  for (const { text, place, document, offered } of usesIn(contract)) {
    if (text.search(pattern) < 0) continue;
    isFolder &&= !ids.test(text) && isSegmentIn(text, word);
    if (document !== owner) return `the ${document} API uses it, too: ${place}`;
    if (isPath && ids.test(text)) return `it is part of the id "${text}"`;
    // A namespace among values, or at the beginning of a path there, is that namespace.
    if (offered && !isPath) return `it is a value, too: "${text}", ${place}`;
    const longer = longerNameIn(text, word);
    if (longer !== undefined) return `it is part of the longer name "${longer}", ${place}`;
  }
  if (isFolder || /[_/]/.test(word)) return undefined;
  return 'it has neither "_" nor "/" to tell it from other words';
}

/** Returns true if a word is always a whole path segment, such as `cms-admin` in `/cms-admin/x.php`. */
function isSegmentIn(text: string, word: string): boolean {
  return [...text.matchAll(patternOf([word]))].every(
    ({ index }) => text[index - 1] === '/' && text[index + word.length] === '/',
  );
}

/** A longer name in a text that contains the word and means something else. */
function longerNameIn(text: string, word: string): string | undefined {
  const names = word.includes('/') ? /[\w/.-]*\w/g : word.includes('-') ? /[\w-]+/g : /\w+/g;
  const pattern = patternOf([word]);
  return (text.match(names) ?? []).find((name) =>
    [...name.matchAll(pattern)].some(({ index }) => {
      const [before, after] = [name.slice(0, index), name.slice(index + word.length)];
      if (word.includes('/')) return /[^/]/.test(before) || /^[^/]/.test(after);
      return before !== '' || (after !== '' && after !== '_exclude');
    }),
  );
}

interface Use {
  readonly text: string;
  /** Its place: the id of an operation, clause, scenario or relation. */
  readonly place: string;
  readonly document: string;
  /** True if it is an allowed value of a schema. */
  readonly offered: boolean;
}

const OFFERING: readonly string[] = ['enum', 'const', 'default', 'examples'];

const USES = new WeakMap<Contract, readonly Use[]>();

function usesIn(contract: Contract): readonly Use[] {
  const uses = USES.get(contract) ?? readUses(contract);
  USES.set(contract, uses);
  return uses;
}

function readUses({ operations, clauses, scenarios, relations }: Contract): readonly Use[] {
  const uses: Use[] = [];
  for (const item of [...operations, ...clauses, ...scenarios, ...relations]) {
    const { id: place, document } = item;
    const note = (text: string, offered: boolean) => uses.push({ text, place, document, offered });
    // Schemas are shared, and some contain themselves.
    const seen = new Set<object>();
    const walk = (value: unknown, offered: boolean): void => {
      if (typeof value === 'string') note(value, offered);
      if (typeof value !== 'object' || value === null || seen.has(value)) return;
      seen.add(value);
      const isList = Array.isArray(value);
      for (const [name, member] of Object.entries(value)) {
        if (!isList) note(name, false);
        walk(member, offered || (!isList && OFFERING.includes(name)));
      }
    };
    walk(item, false);
  }
  return uses;
}
