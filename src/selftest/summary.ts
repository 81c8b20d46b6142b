import { type Clause, type DocumentName, groupedBy } from '../model/index.ts';
import type { Fault } from '../reference/index.ts';
import type { MutantResult } from './mutant-run.ts';
import { fits, unexpected, unmet } from './pattern.ts';

/** What became of one fault. */
export interface FaultResult {
  readonly name: string;
  readonly document: DocumentName;
  readonly family: string;
  /** Clauses that it breaks, or patterns of their ids. */
  readonly breaks: readonly string[];
  /** Clauses that may fail too, or patterns of their ids. */
  readonly mayBreak: readonly string[];
  /** Clauses that it breaks and that said so. */
  readonly caughtBy: readonly string[];
  /** Why no clause speaks of it: a known miss. */
  readonly undetected?: string;
  /** What it breaks without any clause that said so. */
  readonly missed: readonly string[];
  /** Clauses that failed although it does not break them. */
  readonly collateral: readonly string[];
}

/** What became of a variation, or of several at once. */
export interface VariationResult {
  readonly name: string;
  readonly document: DocumentName;
  /** What the document leaves open. */
  readonly leaves: string;
  /** The variations that were chosen together, where there was more than one. */
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
  /** Runs that the self-test took, and how many of them went over HTTP. */
  readonly runs: { readonly total: number; readonly http: number };
  /** All caught but for known misses, none flagged, nothing collateral. */
  readonly sound: boolean;
}

interface Family {
  readonly name: string;
  readonly document: DocumentName;
  readonly total: number;
  readonly caught: number;
}

/** What the clauses of the documents say of what a run finds. */
export interface ClauseFacts {
  readonly levelOf: (clause: string) => Clause['level'];
  /**
   * Clauses that every relation looks at besides its own: they judge every list, whatever it was asked, so
   * that a fault of lists need not say that it breaks them, too.
   */
  readonly besidesAll: readonly string[];
}

/**
 * Holds what a run found under a fault against what the fault breaks. An exit code that does not go with it
 * counts like a clause: it is what CI goes by.
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
  // A run is failed by what is stated; what follows from it only warns.
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

/** What a run says of a target that is as it may be. */
export function flagsOf(found: MutantResult): readonly string[] {
  return [...found.flags.map(({ clause }) => clause), ...exitCodeFlags(found, 0)];
}

function exitCodeFlags({ exitCode }: MutantResult, expected: number): readonly string[] {
  return exitCode === expected ? [] : [`exit code ${exitCode}`];
}

/** Returns true if every clause that a fault breaks has said so. */
export function isCaught({ missed, caughtBy }: FaultResult): boolean {
  return missed.length === 0 && caughtBy.length > 0;
}

/** Returns true if it is known that no clause speaks of a fault. */
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
