/** Planners for single APIs; `src/plan` has the general ones. */

import type { DocumentName } from '../model/index.ts';
import type { ApiPlanner } from '../plan/planner.ts';
import { contentPlanner } from './content/plan/index.ts';

export const PLANNERS: readonly ApiPlanner[] = [contentPlanner];

export function plannerOf(document: DocumentName): ApiPlanner | undefined {
  return PLANNERS.find(({ api }) => api === document);
}
