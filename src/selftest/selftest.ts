import type { Contract } from '../contract/index.ts';
import { RULES_FOR_ALL_REQUESTS } from '../run/index.ts';
import { mutantRunsFor, type SelftestExtent } from './runs.ts';
import {
  type ClauseFacts,
  type FaultResult,
  flagsOf,
  resultOf,
  type SelftestReport,
  summarise,
  type VariationResult,
} from './summary.ts';
import { carryOut } from './worker-pool.ts';

export type { FaultResult, SelftestReport, VariationResult } from './summary.ts';

interface SelftestOptions {
  readonly contract: Contract;
  /** Prefixes of names or families; all if empty. */
  readonly only: readonly string[];
  readonly extent: SelftestExtent;
  /** Seed of the generated cases, an unsigned 32-bit integer. */
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
  /** Number of threads; the number of cores, at most four, if absent. */
  readonly workers?: number;
}

/**
 * Judges the reference target with each of its faults and variations, by the suite of its document: most in this
 * process, a sample over HTTP.
 *
 * @throws TouchstoneError 'unknown-deviation' if a prefix in `only` matches nothing; 'interrupted'
 */
export async function runSelftest(options: SelftestOptions): Promise<SelftestReport> {
  const facts = factsOf(options.contract);
  const selftestRuns = mutantRunsFor(options);
  const found = await carryOut(
    selftestRuns.map(({ mutantRun }) => mutantRun),
    options,
  );
  const faults: FaultResult[] = [];
  const variations: VariationResult[] = [];
  selftestRuns.forEach((selftestRun, index) => {
    const result = found[index];
    if (!result) return;
    if (selftestRun.kind === 'fault') {
      faults.push(resultOf(selftestRun.fault, result, facts));
      return;
    }
    const { name, document, leaves, names } = selftestRun.variationSet;
    variations.push({
      name,
      document,
      leaves,
      ...(names.length > 1 && { names }),
      flaggedBy: flagsOf(result),
    });
  });
  const http = selftestRuns.filter(({ mutantRun }) => mutantRun.over === 'http').length;
  return summarise(faults, variations, {
    part: options.only.length > 0,
    runs: { total: selftestRuns.length, http },
  });
}

function factsOf(contract: Contract): ClauseFacts {
  return {
    levelOf: (id) =>
      RULES_FOR_ALL_REQUESTS.find((rule) => rule.id === id)?.level ?? contract.clause(id).level,
    besidesAll: contract.clauses.flatMap(({ id, document }) => {
      const relations = contract.relations.filter((relation) => relation.document === document);
      return relations.length > 0 && relations.every(({ besides }) => besides.includes(id))
        ? [id]
        : [];
    }),
  };
}
