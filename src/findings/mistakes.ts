/** Groups causes that probably come from one mistake of the server. */

import { groupedBy, stablePointer } from '../model/index.ts';
import type { Cause } from './causes.ts';

/** Causes that share a field, or a place in the answer to the same request. A single cause is a mistake of its own. */
export interface Mistake {
  readonly causes: readonly Cause[];
  /** The fields and requests that they share; empty for a single cause. */
  readonly shared: readonly string[];
}

interface Clue {
  /** Causes with the same value are related. */
  readonly key: string;
  readonly shown: string;
}

/** Mistakes in the order of their first causes. */
export function mistakesOf(causes: readonly Cause[]): readonly Mistake[] {
  const groups = new Map(
    causes.map((cause) => [cause, { causes: [cause], shared: [] } as Mistake]),
  );
  const clues = causes.flatMap((cause) => cluesOf(cause).map((clue) => ({ cause, clue })));
  for (const alike of groupedBy(clues, ({ clue }) => clue.key).values()) {
    const together = new Set(alike.flatMap(({ cause }) => groups.get(cause) ?? []));
    const [{ clue } = { clue: undefined }] = alike;
    if (together.size < 2 || clue === undefined) continue;
    const merged = {
      causes: [...together].flatMap((one) => one.causes),
      shared: [...new Set([...together].flatMap((one) => one.shared)).add(clue.shown)],
    };
    for (const cause of merged.causes) groups.set(cause, merged);
  }
  return [...new Set(groups.values())].map((mistake) => ({
    ...mistake,
    causes: causes.filter((cause) => mistake.causes.includes(cause)),
  }));
}

/** The numbers of mistakes with a failure, and of those with warnings only. */
export function countMistakes(mistakes: readonly Mistake[]): {
  readonly failing: number;
  readonly warning: number;
} {
  const failing = mistakes.filter(({ causes }) =>
    causes.some(({ verdict }) => verdict === 'fail'),
  ).length;
  return { failing, warning: mistakes.length - failing };
}

function cluesOf(cause: Cause): readonly Clue[] {
  const field = fieldOf(cause);
  const document = cause.clauses[0]?.id.split('/')[0] ?? '';
  return [
    ...(field === undefined
      ? []
      : [{ key: `${document} ${field.part} ${field.name}`, shown: field.name }]),
    ...requestOf(cause),
  ];
}

/** The field that a cause is about; undefined if it is about a whole request or answer. */
function fieldOf({ example }: Cause): { readonly part: string; readonly name: string } | undefined {
  if (example === undefined) return undefined;
  const { about, where } = example;
  const isOfRequest = about !== undefined && where === 'status';
  const pointer = stablePointer(isOfRequest ? about.pointer : where).replace(/^(\/\*)+/, '');
  if (!pointer.startsWith('/')) return undefined;
  return { part: isOfRequest ? about.part : 'answer', name: pointer };
}

/** The request of a cause about a whole answer: status, headers and form of one answer fail together. */
function requestOf({ example }: Cause): readonly Clue[] {
  if (example === undefined || example.where.startsWith('/')) return [];
  const { curl } = example.reproduce;
  const key = curl === '' ? `${example.case} ${example.step}` : curl;
  return [{ key, shown: example.message.split(': ')[0] ?? example.case }];
}
