/** Builds the queries of a grid: each filter by itself, every pair, and each with a part of the list. */

import type { Json, Values } from '../model/index.ts';

/** Parameters that filter records; not combined with those of named entries. */
interface Filter {
  readonly name: string;
  readonly query: Values;
  readonly alone?: readonly string[];
  /** Combined with other filters, but not with windows. */
  readonly windowless?: true;
}

/** A query for a part of a list, and the position of that part. */
interface Window {
  readonly name: string;
  readonly query: Values;
  /** Its clause, if it differs from the relation's. */
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
  /** Relation of a list with two filters to the lists with each: `common`, or a `subset` of both. */
  readonly pattern?: 'common' | 'subset';
  readonly windows: readonly Window[];
}

export interface CrossedQueries {
  readonly queries: { readonly [step: string]: Values };
  /** Comparisons of a few steps each. */
  readonly cells: readonly Cell[];
  /** Clauses by step, if they differ from the relation's. */
  readonly shows: { readonly [step: string]: string };
}

export interface Cell {
  readonly [member: string]: Json;
  readonly left: readonly string[];
  readonly right: readonly string[];
}

/**
 * The queries of a grid by step, and their comparisons: two filters give the common part of each; a window gives its
 * part of the filtered list.
 *
 * @param size the parameter that gives the amount of records on a page
 */
export function crossed(
  { base, filters, windows, pattern = 'common' }: Grid,
  size: string | undefined,
): CrossedQueries {
  const queries: { [step: string]: Values } = { all: base };
  const most = size === undefined ? undefined : base[size];
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
      cells.push({ pattern: 'equal', left: [step], right: [name], ...part, ...whole(most, name) });
    }
  }
  return { queries, cells, shows };
}

/** A query with its subject first, for readers. */
function over(base: Values, query: Values): Values {
  return { ...query, ...base, ...query };
}

/** A list with more than one page does not determine the content of a part. */
function whole(size: Json | undefined, filter: string): { readonly [member: string]: Json } {
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
