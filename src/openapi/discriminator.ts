/** `discriminator`: the member whose value tells the branches of a choice apart. */

import { isMembers, isObject, type JsonSchema } from '../model/index.ts';
import { type DocumentPlace, followed, inside, referenceAt } from './references.ts';
import type { OpenApiDocuments } from './source.ts';

interface Discriminator {
  readonly property: string;
  readonly mapping: Readonly<Record<string, unknown>>;
}

export function discriminatorOf({ discriminator }: JsonSchema): Discriminator | undefined {
  if (!isMembers(discriminator) || typeof discriminator.propertyName !== 'string') return undefined;
  const { propertyName: property, mapping } = discriminator;
  return { property, mapping: isObject(mapping) ? mapping : {} };
}

/**
 * The value of that member in a branch: from the mapping, or else the name of its component. Undefined if several
 * values lead to the branch, or if it lists them itself.
 */
export function discriminatorValue(
  documents: OpenApiDocuments,
  place: DocumentPlace,
  { property, mapping }: Discriminator,
): string | undefined {
  const reference = referenceAt(place);
  if (reference === undefined) return undefined;
  const component = reference.split('/').at(-1);
  const names = Object.keys(mapping).filter((name) => {
    const target = String(mapping[name]);
    return target === reference || target === component;
  });
  const own = inside(followed(documents, place), 'properties', property).value;
  const isListed = isObject(own) && (own.enum !== undefined || own.const !== undefined);
  return names.length > 1 || isListed ? undefined : (names[0] ?? component);
}
