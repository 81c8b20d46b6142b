/** A site's own words: the same API with other names for namespaces, parameters and members. */

import { type DocumentName, type Names, type Target, TouchstoneError } from '../model/index.ts';
import type { Contract } from './contract.ts';
import { idsOf, obstacleTo, patternOf } from './words.ts';

/** The original contract of each contract in a site's words. */
const own = new WeakMap<Contract, Contract>();
const renamed = new WeakMap<Contract, Map<string, Contract>>();

/**
 * Translates a contract to a site's own words, in routes, parameters, members and clauses.
 * A word is replaced if no letter or digit is next to it: `cms_pattern_category` also changes
 * `cms_pattern_category_exclude`. A word that is also something else cannot be replaced: `title` is a member, a
 * value of `orderby`, a keyword of schemas and part of `attr_title`. The digest stays that of the documents.
 *
 * @param document the API with other words
 * @param names words of the document to the words of the site; without any, the contract is unchanged
 * @throws TouchstoneError 'profile-invalid' for a word that is missing in the contract, or has other meanings
 */
export function inWordsOf(
  contract: Contract,
  document: DocumentName,
  names: Names | undefined,
): Contract {
  if (names === undefined || Object.keys(names).length === 0 || own.has(contract)) return contract;
  const key = JSON.stringify([document, Object.entries(names).sort()]);
  const known = renamed.get(contract) ?? new Map<string, Contract>();
  renamed.set(contract, known);
  const before = known.get(key);
  if (before !== undefined) return before;
  refuse(contract, document, names);
  const made = rename(contract, inWords(contract, names));
  known.set(key, made);
  own.set(made, contract);
  return made;
}

/** The target's own words for a document; undefined if it has none. */
export function namesOf({
  endpoints,
}: Target): { readonly document: DocumentName; readonly names: Names } | undefined {
  return Object.entries(endpoints).flatMap(([document, { names }]) =>
    names ? [{ document, names }] : [],
  )[0];
}

/** The documents in a target's words. */
export function contractFor(contract: Contract, target: Target): Contract {
  const own = namesOf(target);
  return own ? inWordsOf(contract, own.document, own.names) : contract;
}

/**
 * Translates plain data to a site's words: texts and names of members. Shared and circular parts stay so. Ids contain
 * dashes instead of underscores.
 */
export function inWords(contract: Contract, names: Names): <T>(value: T) => T {
  const ids = idsOf(contract);
  const [plain, id] = [replacing(names), replacing({ ...dashedOf(names), ...names })];
  const text = (value: string) => (ids.test(value) ? id(value) : plain(value));
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
    for (const [name, member] of Object.entries(value)) {
      // An assignment to `__proto__` creates no member.
      const own = { value: walk(member), enumerable: true, writable: true, configurable: true };
      Object.defineProperty(members, text(name), own);
    }
    return members;
  };
  return <T>(value: T): T => walk(value) as T;
}

function replacing(names: Names): (text: string) => string {
  const pattern = patternOf(Object.keys(names).sort((a, b) => b.length - a.length));
  return (text) => text.replace(pattern, (word) => names[word] ?? word);
}

/** The dashed forms of words in ids, if they differ. */
function dashedOf(names: Names): Names {
  const dashed = (word: string) => word.replaceAll('_', '-');
  return Object.fromEntries(
    Object.entries(names).flatMap(([word, site]) =>
      dashed(word) === word ? [] : [[dashed(word), dashed(site)]],
    ),
  );
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
    // Falls back to the document's word.
    operation: (id) => operation.get(id) ?? contract.operation(id),
    clause: (id) => clause.get(id) ?? contract.clause(id),
    schema: (reference) => write(contract.schema(reference)),
  };
}

export function inWordsOfDocuments(contract: Contract): Contract {
  return own.get(contract) ?? contract;
}

/** A word without effect is a typing error, and an ambiguous one cannot be replaced. */
function refuse(contract: Contract, document: DocumentName, names: Names): void {
  const invalid = (what: string, hint: string) =>
    new TouchstoneError('profile-invalid', `${document}.names: ${what}`, hint);
  const { operations, clauses, relations, scenarios } = contract;
  const sent = JSON.stringify([operations, relations, scenarios]);
  const judged = JSON.stringify(clauses.map((clause) => clause.judged));
  const taken = new Map<string, string>();
  for (const [word, site] of Object.entries(names)) {
    if (![sent, judged].some((reported) => reported.search(patternOf([word])) >= 0)) {
      throw invalid(`"${word}" is no word of the documents`, 'write it as the document does');
    }
    const obstacle = obstacleTo(word, document, contract);
    if (obstacle !== undefined) {
      throw invalid(
        `"${word}" cannot be replaced: ${obstacle}`,
        'namespaces and distinctive names of parameters and members can, such as cms/v2 and cms_id',
      );
    }
    const other = taken.get(site);
    taken.set(site, word);
    if (other !== undefined || (word !== site && sent.search(patternOf([site])) >= 0)) {
      throw invalid(
        `"${site}", meant for "${word}", stands for ${other === undefined ? 'something else in the documents' : `"${other}", too`}`,
        'two things cannot have one name',
      );
    }
  }
}
