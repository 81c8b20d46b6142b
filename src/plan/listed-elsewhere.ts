/** Words in the tables of an API, by name of parameter or member. */

import { type Contract, listIn, partSchemaOf } from '../contract/index.ts';
import type { DocumentName, Json } from '../model/index.ts';
import { eachNamed } from './named-schemas.ts';

/** Number of requests that list each word, by name. */
type Listings = ReadonlyMap<string, ReadonlyMap<string, number>>;

const remembered = new WeakMap<Contract['operations'], Map<DocumentName, Listings>>();

/**
 * Words that other tables of the API list under the same name, most usual first: `trash` for a written status, as lists
 * accept it. A server most likely lets such words pass.
 */
export function listedElsewhere(
  { operations }: Pick<Contract, 'operations'>,
  document: DocumentName,
): (name: string, listed: readonly Json[]) => readonly string[] {
  const known = remembered.get(operations) ?? new Map<DocumentName, Listings>();
  remembered.set(operations, known);
  const listings = known.get(document) ?? listingsIn(operations, document);
  known.set(document, listings);
  return (name, listed) => {
    const others = [...(listings.get(name) ?? [])].filter(([word]) => !listed.includes(word));
    return others.sort(([, one], [, other]) => other - one).map(([word]) => word);
  };
}

function listingsIn(operations: Contract['operations'], document: DocumentName): Listings {
  const listings = new Map<string, Map<string, number>>();
  const note = (name: string, word: Json): void => {
    if (typeof word !== 'string') return;
    const words = listings.get(name) ?? new Map<string, number>();
    listings.set(name, words.set(word, (words.get(word) ?? 0) + 1));
  };
  for (const operation of operations.filter((one) => one.document === document)) {
    for (const part of ['path', 'query', 'body'] as const) {
      const schema = partSchemaOf(operation, part);
      if (schema === undefined) continue;
      eachNamed(schema, '', (name, inner) => {
        for (const word of listIn(inner, 'enum') ?? []) note(name, word);
      });
    }
  }
  return listings;
}
