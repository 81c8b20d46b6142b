/** Filters of a list, each alone, every two together, and each beside what shows a part of a list. */

import type { Json, Values } from '../model/index.ts';

/** Parameters that choose records; they do not stand beside those of the entries that are named. */
interface Filter {
  readonly name: string;
  readonly query: Values;
  readonly alone?: readonly string[];
  /** Stands beside other filters, and not beside windows. */
  readonly windowless?: true;
}

/** What is asked for a part of a list, and which part of the whole that is. */
interface Window {
  readonly name: string;
  readonly query: Values;
  /** The clause that it shows, where that is another than the relation's. */
  readonly clause?: string;
  readonly pattern?: string;
  readonly skip?: number;
  readonly first?: number;
  readonly reversed?: true;
}

export interface Grid {
  /** Part of every query. */
  readonly base: Values;
  readonly filters: readonly Filter[];
  /** How the list with two filters stands to those with each: `common`, or a `subset` of both. */
  readonly pattern?: 'common' | 'subset';
  readonly windows: readonly Window[];
}

export interface CrossedQueries {
  readonly queries: { readonly [step: string]: Values };
  /** Comparisons, each of a few of the steps. */
  readonly cells: readonly Cell[];
  /** Clauses by the steps that show them, where they are others than the relation's. */
  readonly shows: { readonly [step: string]: string };
}

export interface Cell {
  readonly [member: string]: Json;
  readonly left: readonly string[];
  readonly right: readonly string[];
}

/**
 * The queries of a grid by their steps, and the comparisons that they allow: what two filters leave is what each
 * leaves, as far as they have it in common; a window shows its part of what the filter leaves.
 */
export function crossed({ base, filters, windows, pattern = 'common' }: Grid): CrossedQueries {
  const queries: { [step: string]: Values } = { all: base };
  const shows: { [step: string]: string } = {};
  const cells: Cell[] = [];
  for (const { name, query } of filters) queries[name] = over(base, query);
  for (const [one, other] of pairsOf(filters)) {
    const both = `${one.name}-and-${other.name}`;
    queries[both] = over(base, { ...one.query, ...other.query });
    const rights = pattern === 'common' ? [[one, other]] : [[one], [other]];
    for (const right of rights) {
      cells.push({ pattern, left: [both], right: right.map(({ name }) => name) });
    }
  }
  for (const { name, query } of filters.filter(({ windowless }) => windowless !== true)) {
    for (const { name: window, query: asked, clause, ...part } of windows) {
      const step = `${name}-${window}`;
      queries[step] = over(base, { ...query, ...asked });
      if (clause !== undefined) shows[step] = clause;
      cells.push({ pattern: 'equal', left: [step], right: [name], ...part, ...whole(base, name) });
    }
  }
  return { queries, cells, shows };
}

/** A query with what it is about in front, where a person looks for it. */
function over(base: Values, query: Values): Values {
  return { ...query, ...base, ...query };
}

/** A list that goes on beyond its page does not say what a part of it is. */
function whole({ per_page: size }: Values, filter: string): { readonly [member: string]: Json } {
  return typeof size === 'number' ? { most: { [filter]: size - 1 } } : {};
}

function pairsOf(filters: readonly Filter[]): readonly (readonly [Filter, Filter])[] {
  return filters.flatMap((one, at) =>
    filters
      .slice(at + 1)
      .filter((other) => !one.alone?.includes(other.name) && !other.alone?.includes(one.name))
      .map((other) => [one, other] as const),
  );
}
