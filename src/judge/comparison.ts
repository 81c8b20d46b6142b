import { isList, isMembers, type Json } from '../model/index.ts';

/**
 * The comparison of the lists of a case (see `schemas/files/relations.json`). Values may refer to answers, as in
 * requests.
 */
export interface ListComparison {
  readonly pattern: RelationPattern;
  readonly left: readonly string[];
  readonly right: readonly string[];
  /** Replaces a side without steps. */
  readonly values: Json | undefined;
  /** A JSON Pointer into a record, or `names`. */
  readonly by: string;
  readonly where: Conditions | undefined;
  readonly without: Conditions | undefined;
  readonly skip: number;
  readonly first: number | undefined;
  readonly reversed: boolean;
  readonly proper: boolean;
  readonly tied: string | undefined;
  /** A value that is exempt from ties. */
  readonly untied: Json | undefined;
  readonly ascending: readonly Json[];
  readonly apart: boolean;
  readonly plain: Json | undefined;
  readonly keys: readonly string[];
  readonly direction: 'asc' | 'desc';
  readonly limit: number | undefined;
  readonly least: ReadonlyMap<string, number>;
  readonly most: ReadonlyMap<string, number>;
  /** Two steps with the same request, at the beginning and at the end. */
  readonly again: readonly string[];
}

const PATTERNS = [
  'equal',
  'equivalent',
  'subset',
  'disjoint',
  'complete',
  'difference',
  'common',
  'ordered',
  'bounded',
  'held',
  'steady',
] as const;

type RelationPattern = (typeof PATTERNS)[number];

export interface Conditions {
  readonly kind: 'all' | 'any';
  readonly conditions: readonly Condition[];
}

export interface Condition {
  /** The first of these members that a record has. */
  readonly at: readonly string[];
  readonly test:
    | { readonly kind: 'in'; readonly values: Json }
    /** Times, both inclusive; the bounds of a window are open. */
    | {
        readonly kind: 'within';
        readonly earliest: Json | undefined;
        readonly latest: Json | undefined;
      }
    | { readonly kind: 'begins'; readonly text: string }
    | { readonly kind: 'holds'; readonly text: string }
    | { readonly kind: 'string' }
    | { readonly kind: 'absent' };
}

/** The comparisons of a case: of all its lists at once, or of some of them each. */
export type Comparisons =
  | { readonly kind: 'one'; readonly comparison: ListComparison }
  | { readonly kind: 'each'; readonly cells: readonly ListComparison[] };

/** @throws TypeError for an unknown comparison */
export function comparisonsOf(compared: Json | undefined): Comparisons {
  const cells = cellsOf(compared);
  return cells === undefined
    ? { kind: 'one', comparison: comparisonOf(compared) }
    : { kind: 'each', cells: cells.map(comparisonOf) };
}

function cellsOf(compared: Json | undefined): readonly Json[] | undefined {
  if (!isMembers(compared) || compared.pattern !== 'each') return undefined;
  return isList(compared.cells) ? compared.cells : [];
}

/** One comparison of a case with several. */
export interface OneCell {
  readonly compared: Json;
  /** The compared steps, and the step that reads the list again. */
  readonly steps: ReadonlySet<string>;
  readonly again: ReadonlySet<string>;
}

/** The comparison of a step; `undefined` if the case compares all lists at once, or not that one. */
export function cellWith(compared: Json | undefined, step: string): OneCell | undefined {
  const found = (cellsOf(compared) ?? []).filter((cell) => comparisonOf(cell).left.includes(step));
  if (found.length === 0) return undefined;
  const all = found.map(comparisonOf);
  return {
    compared: { pattern: 'each', cells: found },
    steps: new Set(all.flatMap(({ left, right }) => [...right, ...left])),
    again: new Set(all.flatMap(({ again }) => again)),
  };
}

function comparisonOf(compared: Json | undefined): ListComparison {
  if (!isMembers(compared)) throw new TypeError('the case does not say how to compare');
  const pattern = PATTERNS.find((name) => name === compared.pattern);
  if (pattern === undefined) throw new TypeError('the case compares by no known pattern');
  return {
    pattern,
    left: textsIn(compared.left),
    right: textsIn(compared.right),
    values: compared.values,
    by: typeof compared.by === 'string' ? compared.by : '/id',
    where: conditionsIn(compared.where),
    without: conditionsIn(compared.without),
    skip: numberIn(compared.skip) ?? 0,
    first: numberIn(compared.first),
    reversed: compared.reversed === true,
    proper: compared.proper === true,
    tied: typeof compared.tied === 'string' ? compared.tied : undefined,
    untied: compared.untied,
    ascending: isList(compared.ascending) ? compared.ascending : [],
    apart: compared.apart === true,
    plain: compared.plain,
    keys: textsIn(compared.keys),
    direction: compared.direction === 'desc' ? 'desc' : 'asc',
    limit: numberIn(compared.limit),
    least: countsIn(compared.least),
    most: countsIn(compared.most),
    again: textsIn(compared.again),
  };
}

function conditionsIn(value: Json | undefined): Conditions | undefined {
  if (!isMembers(value)) return undefined;
  const kind = value.all === undefined ? 'any' : 'all';
  const written = value[kind];
  return { kind, conditions: isList(written) ? written.flatMap(conditionIn) : [] };
}

function conditionIn(value: Json): readonly Condition[] {
  if (!isMembers(value)) return [];
  const at = typeof value.at === 'string' ? [value.at] : textsIn(value.at);
  if (value.is !== undefined) return [{ at, test: { kind: 'in', values: [value.is] } }];
  if (value.in !== undefined) return [{ at, test: { kind: 'in', values: value.in } }];
  const { earliest, latest } = value;
  if (earliest !== undefined || latest !== undefined) {
    return [{ at, test: { kind: 'within', earliest, latest } }];
  }
  if (typeof value.begins === 'string')
    return [{ at, test: { kind: 'begins', text: value.begins } }];
  if (typeof value.holds === 'string') return [{ at, test: { kind: 'holds', text: value.holds } }];
  return [{ at, test: { kind: value.shown === false ? 'absent' : 'string' } }];
}

function countsIn(value: Json | undefined): ReadonlyMap<string, number> {
  const counts = isMembers(value) ? Object.entries(value) : [];
  return new Map(
    counts.flatMap(([name, count]) => (typeof count === 'number' ? [[name, count] as const] : [])),
  );
}

function numberIn(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function textsIn(value: Json | undefined): readonly string[] {
  return isList(value) ? value.filter((one) => typeof one === 'string') : [];
}
