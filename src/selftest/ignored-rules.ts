import { STEADY, SURVIVES_INVALID } from '../judge/index.ts';
import type { MutantRun } from './mutant-run.ts';

/**
 * Rules ignored for deviations that do not name them. A variation may crash where the documents are silent, and a fault
 * may be intermittent: a run warns of both.
 */
export function ignoredIn({ faults, aim }: MutantRun): ReadonlySet<string> {
  const rules = [SURVIVES_INVALID.id, ...(faults.length > 0 ? [STEADY.id] : [])];
  const asked = aim?.kind === 'clauses' ? aim.clauses : [];
  return new Set(rules.filter((id) => !asked.includes(id)));
}
