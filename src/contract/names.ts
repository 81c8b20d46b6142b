/** A site's own words: the same API under other names for namespaces, parameters and members. */

import { type DocumentName, type Names, type Target, TouchstoneError } from '../model/index.ts';
import type { Contract } from './contract.ts';
import { idsOf, obstacleTo, patternOf } from './words.ts';

/** Of contracts in a site's words, those in the documents' words that they were made of. */
const own = new WeakMap<Contract, Contract>();
const renamed = new WeakMap<Contract, Map<string, Contract>>();

/**
 * The contract as a site tells it that uses words of its own: in routes, parameters, members and clauses alike.
 * A word of the document is meant wherever no letter or digit stands beside it, so that `cms_pattern_category` goes
 * with `cms_pattern_category_exclude`. A word that is also something else cannot be replaced: `title` is a member, a
 * value of `orderby`, a keyword of schemas and part of `attr_title`. The digest stays that of the documents.
 *
 * @param document the API that is told in other words
 * @param names words of the document to the words of the site; the contract as it is where there are none
 * @throws TouchstoneError 'profile-invalid' for a word that the contract does not have, or that stands for other things, too
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

/** The words that a target has for those of a document; undefined where it has none of its own. */
export function namesOf({
  endpoints,
}: Target): { readonly document: DocumentName; readonly names: Names } | undefined {
  return Object.entries(endpoints).flatMap(([document, { names }]) =>
    names ? [{ document, names }] : [],
  )[0];
}

/** The documents as a target tells them. */
export function contractFor(contract: Contract, target: Target): Contract {
  const own = namesOf(target);
  return own ? inWordsOf(contract, own.document, own.names) : contract;
}

/**
 * Writes plain data in a site's words: texts and names of members. What is shared or circular stays so. Ids have
 * the words with dashes in place of underscores.
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
      // An assignment to `__proto__` makes no member.
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

/** The words as ids have them, where that is not how they are written anyway. */
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

/** A word that changes nothing is a slip of the pen, and one that stands for two things cannot be replaced. */
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
