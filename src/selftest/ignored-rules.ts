import { STEADY, SURVIVES_INVALID } from '../judge/index.ts';
import type { MutantRun } from './mutant-run.ts';

/**
 * Rules that tell nothing of a deviation that does not name them. A variation may break down where the documents are
 * silent, and a fault may come and go: a run warns of both.
 */
export function ignoredIn({ faults, aim }: MutantRun): ReadonlySet<string> {
  const rules = [SURVIVES_INVALID.id, ...(faults.length > 0 ? [STEADY.id] : [])];
  const asked = aim?.kind === 'clauses' ? aim.clauses : [];
  return new Set(rules.filter((id) => !asked.includes(id)));
}
