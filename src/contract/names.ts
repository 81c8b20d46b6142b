/** A site's own words: the same API under other names for namespaces, parameters and members. */

import { TouchstoneError } from '../errors.ts';
import type { Names, Target } from '../model.ts';
import type { Contract } from './contract.ts';

/** Of contracts in a site's words, those in the documents' words that they were made of. */
const own = new WeakMap<Contract, Contract>();
const renamed = new WeakMap<Contract, Map<string, Contract>>();

/**
 * The contract as a site tells it that uses words of its own: in routes, parameters, members and clauses alike.
 * A word of the document is meant wherever no letter or digit stands beside it, so that `cms_pattern_category` goes
 * with `cms_pattern_category_exclude`. The digest stays that of the documents.
 *
 * @param names words of the document to the words of the site; the contract as it is where there are none
 * @throws TouchstoneError 'profile-invalid' for a word that the contract does not have, or that would be mistaken
 */
export function inWordsOf(contract: Contract, names: Names | undefined): Contract {
  if (names === undefined || Object.keys(names).length === 0 || own.has(contract)) return contract;
  const key = JSON.stringify(Object.entries(names).sort());
  const known = renamed.get(contract) ?? new Map<string, Contract>();
  renamed.set(contract, known);
  const before = known.get(key);
  if (before !== undefined) return before;
  refuseUnknown(contract, names);
  const made = rename(contract, inWords(withIds(names)));
  known.set(key, made);
  own.set(made, contract);
  return made;
}

/** The documents as a target tells them. */
export function contractFor(contract: Contract, { endpoints }: Target): Contract {
  return inWordsOf(contract, endpoints.content?.names);
}

/** Writes plain data in a site's words: texts and names of members. What is shared or circular stays so. */
export function inWords(names: Names): <T>(value: T) => T {
  const words = Object.keys(names).sort((a, b) => b.length - a.length);
  const pattern = patternOf(words);
  const text = (value: string) => value.replace(pattern, (word) => names[word] ?? word);
  const made = new Map<object, unknown>();
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    const known = made.get(value);
    if (known !== undefined) return known;
    if (Array.isArray(value)) {
      const list: unknown[] = [];
      made.set(value, list);
      for (const element of value) list.push(walk(element));
      return list;
    }
    const members: { [name: string]: unknown } = {};
    made.set(value, members);
    for (const [name, member] of Object.entries(value)) members[text(name)] = walk(member);
    return members;
  };
  return <T>(value: T): T => walk(value) as T;
}

function patternOf(words: readonly string[]): RegExp {
  const any = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  return new RegExp(`(?<![A-Za-z0-9])(?:${any})(?![A-Za-z0-9])`, 'g');
}

function rename(contract: Contract, write: <T>(value: T) => T): Contract {
  const operations = write(contract.operations);
  const clauses = write(contract.clauses);
  const operation = new Map(operations.map((one) => [one.id, one]));
  const clause = new Map(clauses.map((one) => [one.id, one]));
  return {
    ...contract,
    operations,
    clauses,
    scenarios: write(contract.scenarios),
    relations: write(contract.relations),
    // What is not known by its own word is asked for by the document's.
    operation: (id) => operation.get(id) ?? contract.operation(id),
    clause: (id) => clause.get(id) ?? contract.clause(id),
    schema: (reference) => write(contract.schema(reference)),
  };
}

/** The contract in the words of the documents, where it was made of one; else as it is. */
export function inWordsOfDocuments(contract: Contract): Contract {
  return own.get(contract) ?? contract;
}

/** The names, and as ids of clauses have them: with dashes in place of underscores. */
export function withIds(names: Names): Names {
  const dashed = (word: string) => word.replaceAll('_', '-');
  const ids = Object.entries(names).map(([word, site]) => [dashed(word), dashed(site)]);
  return { ...names, ...Object.fromEntries(ids) };
}

/** A word that changes nothing is a slip of the pen, and one that is a word of the document already is ambiguous. */
function refuseUnknown(contract: Contract, names: Names): void {
  const told = JSON.stringify([contract.operations, contract.relations, contract.scenarios]);
  for (const [word, site] of Object.entries(names)) {
    if (!patternOf([word]).test(told)) {
      throw invalid(`"${word}" is no word of the documents`, 'write it as the document does');
    }
    if (word !== site && patternOf([site]).test(told)) {
      throw invalid(
        `"${site}", meant for "${word}", stands for something else in the documents`,
        'two things cannot have one name',
      );
    }
  }
}

function invalid(what: string, hint: string): TouchstoneError {
  return new TouchstoneError('profile-invalid', `content.names: ${what}`, hint);
}
