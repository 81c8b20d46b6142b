import { type Clause, type DocumentName, groupedBy } from '../model/index.ts';
import type { Fault } from '../reference/index.ts';
import type { MutantResult } from './mutant-run.ts';
import { fits, unexpected, unmet } from './pattern.ts';

export interface FaultResult {
  readonly name: string;
  readonly document: DocumentName;
  readonly family: string;
  /** Clauses that it violates, or patterns of their ids. */
  readonly breaks: readonly string[];
  /** Clauses that may fail too, or patterns of their ids. */
  readonly mayBreak: readonly string[];
  /** Violated clauses that failed. */
  readonly caughtBy: readonly string[];
  /** Reason why no clause catches it: a known miss. */
  readonly undetected?: string;
  /** Violated clauses that did not fail. */
  readonly missed: readonly string[];
  /** Clauses that failed although the fault does not violate them. */
  readonly collateral: readonly string[];
}

export interface VariationResult {
  readonly name: string;
  readonly document: DocumentName;
  /** The point that the document leaves open. */
  readonly leaves: string;
  /** Variations chosen together, if more than one. */
  readonly names?: readonly string[];
  readonly flaggedBy: readonly string[];
}

export interface SelftestReport {
  /** True if only part of the deviations was tried. */
  readonly part: boolean;
  readonly summary: {
    readonly faults: {
      readonly total: number;
      readonly caught: number;
      readonly undetected: number;
    };
    readonly variations: { readonly total: number; readonly flagged: number };
  };
  readonly families: readonly Family[];
  readonly faults: readonly FaultResult[];
  readonly variations: readonly VariationResult[];
  /** Number of runs, and of those over HTTP. */
  readonly runs: { readonly total: number; readonly http: number };
  /** True if all faults are caught except known misses, no variation is flagged, and nothing is collateral. */
  readonly sound: boolean;
}

interface Family {
  readonly name: string;
  readonly document: DocumentName;
  readonly total: number;
  readonly caught: number;
}

/** Facts about the clauses of the documents. */
export interface ClauseFacts {
  readonly levelOf: (clause: string) => Clause['level'];
  /** Clauses that every relation also checks: they judge every list, so a fault of lists need not name them. */
  readonly besidesAll: readonly string[];
}

/**
 * Compares a run's findings with the expected violations of a fault. A wrong exit code counts like a clause, as CI
 * depends on it.
 */
export function resultOf(
  fault: Fault,
  found: MutantResult,
  { levelOf, besidesAll }: ClauseFacts,
): FaultResult {
  const { name, document, family, breaks, mayBreak, undetected } = fault;
  const failing = found.flags.map(({ clause }) => clause);
  const mayFail = mayBreak?.clauses ?? [];
  const mayFailToo = [...mayFail, ...besidesAll];
  const isListed = (id: string) => [...breaks, ...mayFailToo].some((entry) => fits(entry, id));
  // Stated clauses fail a run; implied ones only warn.
  const expected = failing.some((id) => isListed(id) && levelOf(id) === 'stated') ? 1 : 0;
  const all = [...failing, ...exitCodeFlags(found, expected)];
  return {
    name,
    document,
    family,
    breaks,
    mayBreak: mayFail,
    ...(undetected !== undefined && { undetected }),
    caughtBy: failing.filter((id) => breaks.some((entry) => fits(entry, id))),
    missed: unmet(breaks, failing),
    collateral: unexpected([...breaks, ...mayFailToo], all),
  };
}

/** Findings of a run of a correct target: false alarms. */
export function flagsOf(found: MutantResult): readonly string[] {
  return [...found.flags.map(({ clause }) => clause), ...exitCodeFlags(found, 0)];
}

function exitCodeFlags({ exitCode }: MutantResult, expected: number): readonly string[] {
  return exitCode === expected ? [] : [`exit code ${exitCode}`];
}

/** Returns true if every violated clause has failed. */
export function isCaught({ missed, caughtBy }: FaultResult): boolean {
  return missed.length === 0 && caughtBy.length > 0;
}

/** Returns true for a known miss. */
export function isUndetected({ undetected, breaks }: FaultResult): boolean {
  return undetected !== undefined && breaks.length === 0;
}

export function summarise(
  faults: readonly FaultResult[],
  variations: readonly VariationResult[],
  { part, runs }: Pick<SelftestReport, 'part' | 'runs'>,
): SelftestReport {
  const flagged = variations.filter(({ flaggedBy }) => flaggedBy.length > 0).length;
  const caught = faults.filter(isCaught).length;
  return {
    part,
    summary: {
      faults: { total: faults.length, caught, undetected: faults.filter(isUndetected).length },
      variations: { total: variations.length, flagged },
    },
    families: familiesOf(faults),
    faults: [...faults].sort(byName),
    variations: [...variations].sort(byName),
    runs,
    sound:
      faults.every((fault) => isCaught(fault) || isUndetected(fault)) &&
      flagged === 0 &&
      faults.every(({ collateral }) => collateral.length === 0),
  };
}

function familiesOf(faults: readonly FaultResult[]): readonly Family[] {
  const families = groupedBy(faults, ({ document, family }) => `${document} ${family}`);
  return [...families.values()].flatMap(([first, ...others]): readonly Family[] => {
    if (first === undefined) return [];
    const all = [first, ...others];
    const { family: name, document } = first;
    return [{ name, document, total: all.length, caught: all.filter(isCaught).length }];
  });
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}
