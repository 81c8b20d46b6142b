/** Which part of a stream a selection by prefixes asks for. */

import type { Mode } from '../fuzzing.ts';
import type { Base } from './stream-bases.ts';
import { edgeNames } from './stream-edges.ts';
import type { Entry } from './stream-entries.ts';

export type Kind = Exclude<Mode, 'valid'> | 'random' | 'pairwise';

export const KINDS: { readonly [M in Mode]: readonly Kind[] } = {
  valid: ['random', 'pairwise'],
  boundary: ['boundary'],
  violation: ['violation', 'violation', 'violation', 'violation'],
  edge: ['edge', 'edge', 'edge'],
};

/** Whether an operation may be meant by one of the prefixes, itself or by a clause or class below it. */
export function mayConcern(id: string, only: readonly string[]): boolean {
  const operations = only.filter(isOfDocument);
  if (operations.length === 0) return true;
  return operations.some((prefix) => id.startsWith(prefix) || prefix.startsWith(`${id}/`));
}

function isOfDocument(prefix: string): boolean {
  return /^(integration|content)/.test(prefix);
}

export function isClassChosen(name: string, only: readonly string[]): boolean {
  const classes = only.filter((prefix) => !isOfDocument(prefix));
  return classes.length === 0 || classes.some((prefix) => name.startsWith(prefix));
}

export function chooserOf(only: readonly string[]) {
  const documents = only.filter(isOfDocument);
  const classes = only.filter((prefix) => !isOfDocument(prefix));
  return ({ class: name, shows }: Entry, { operation }: Base): boolean => {
    const isMeant = (prefix: string) =>
      operation.id.startsWith(prefix) || shows.some((id) => id.startsWith(prefix));
    return (
      (classes.length === 0 || classes.some((prefix) => name.startsWith(prefix))) &&
      (documents.length === 0 || documents.some(isMeant))
    );
  };
}

/** Whether a kind has any of the classes that are asked for. */
export function mayBring(kind: Kind, bases: readonly Base[], only: readonly string[]): boolean {
  const classes = only.filter((prefix) => !isOfDocument(prefix));
  if (classes.length === 0) return true;
  switch (kind) {
    case 'random':
      return isClassChosen('valid', only);
    case 'pairwise':
      return isClassChosen('pairwise', only);
    case 'boundary':
    case 'violation':
      return classes.some((one) => one.startsWith(`${kind}/`) || `${kind}/`.startsWith(one));
    case 'edge':
      return bases.some((base) => edgeNames(base).some((name) => isClassChosen(name, only)));
  }
}

export function classesOf(
  bases: readonly Base[],
  modes: readonly Mode[],
  only: readonly string[],
): readonly string[] {
  const edges = modes.includes('edge') ? bases.flatMap(edgeNames) : [];
  const names = new Set([...(modes.includes('valid') ? ['valid', 'pairwise'] : []), ...edges]);
  return [...names].filter((name) => isClassChosen(name, only)).sort();
}
