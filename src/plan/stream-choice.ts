/** Selects the part of a stream that prefixes ask for. */

import { PLANNERS } from '../apis/planners.ts';
import type { Contract } from '../contract/index.ts';
import { type Mode, nearNames, type Target, TouchstoneError } from '../model/index.ts';
import type { BaseRequest } from './stream-bases.ts';
import { allEdgeNames, edgeNames } from './stream-edges.ts';
import type { StreamEntry } from './stream-entries.ts';
import { MUTATED } from './stream-inputs.ts';

export type EntryKind = Exclude<Mode, 'valid' | 'stateful'> | 'random' | 'pairwise';

/** Kinds of single requests, by frequency. */
export const KINDS: { readonly [M in Mode]: readonly EntryKind[] } = {
  valid: ['random', 'pairwise'],
  boundary: ['boundary'],
  violation: ['violation', 'violation', 'violation', 'violation'],
  edge: ['edge', 'edge', 'edge', 'edge', 'edge'],
  stateful: [],
};

/** Classes of cases of several requests. */
export const STATEFUL = ['stateful/relation', 'stateful/lifecycle', 'stateful/credential'] as const;

/** The selection; without prefixes of a kind, all of that kind. */
export interface Only {
  readonly ids: readonly string[];
  readonly classes: readonly string[];
}

/**
 * Ids begin with the name of an API; names of classes do not.
 *
 * @throws TouchstoneError 'nothing-selected' for a prefix of neither an id nor a class
 */
export function onlyOf(prefixes: readonly string[], { operations, clauses }: Contract): Only {
  const documents = [...new Set(operations.map(({ document }) => document))];
  const isId = (prefix: string) => documents.some((name) => prefix.startsWith(name));
  const ids = [...operations, ...clauses].map(({ id }) => id);
  const classes = ['valid', 'pairwise', MUTATED, ...STATEFUL, ...allEdgeNames()];
  for (const prefix of prefixes) {
    const isBelow = [...operations.map(({ id }) => id), 'boundary', 'violation'].some((name) =>
      `${prefix}/`.startsWith(`${name}/`),
    );
    const known = [...ids, ...classes, 'boundary/', 'violation/'];
    if (!isBelow && !known.some((name) => name.startsWith(prefix))) throw unknown(prefix, known);
  }
  return { ids: prefixes.filter(isId), classes: prefixes.filter((one) => !isId(one)) };
}

function unknown(prefix: string, known: readonly string[]): TouchstoneError {
  const near = nearNames(prefix, known);
  return new TouchstoneError(
    'nothing-selected',
    `no operation, clause or class of input begins with "${prefix}"`,
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : '`touchstone contract operations` lists ids',
  );
}

/** Returns true if the prefixes can select an operation, or a clause or class below it. */
export function mayConcern(id: string, { ids }: Only): boolean {
  if (ids.length === 0) return true;
  return ids.some((prefix) => id.startsWith(prefix) || prefix.startsWith(`${id}/`));
}

export function isClassChosen(name: string, { classes }: Only): boolean {
  return classes.length === 0 || classes.some((prefix) => name.startsWith(prefix));
}

export function chooserOf(only: Only) {
  const { ids } = only;
  return ({ class: name, shows }: StreamEntry, { operation }: BaseRequest): boolean => {
    const isMeant = (prefix: string) =>
      operation.id.startsWith(prefix) || shows.some((id) => id.startsWith(prefix));
    return isClassChosen(name, only) && (ids.length === 0 || ids.some(isMeant));
  };
}

/** Returns true if a kind has any selected class. */
export function mayBring(kind: EntryKind, bases: readonly BaseRequest[], only: Only): boolean {
  const { classes } = only;
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

/** Returns true if a target can have any selected whole case. */
export function mayBringStateful({ relations }: Contract, { endpoints }: Target, only: Only) {
  const documents = [
    ...relations.map(({ document }) => document),
    ...PLANNERS.map(({ api }) => api),
  ];
  return (
    documents.some((document) => endpoints[document] !== undefined) &&
    STATEFUL.some((name) => isClassChosen(name, only))
  );
}

export function classesOf(
  bases: readonly BaseRequest[],
  modes: readonly Mode[],
  only: Only,
): readonly string[] {
  const edges = modes.includes('edge') ? bases.flatMap(edgeNames) : [];
  const names = new Set([
    ...(modes.includes('valid') ? ['valid', 'pairwise'] : []),
    ...(modes.includes('stateful') ? STATEFUL : []),
    ...edges,
  ]);
  return [...names].filter((name) => isClassChosen(name, only)).sort();
}
