/** Cases of the content API: writes to objects of the case's own, and what becomes of objects. */

import type { ApiPlanner } from '../../../plan/planner.ts';
import { sequenceCases } from './sequences.ts';
import { keptCases, writeCases } from './writes.ts';
import { renamed } from './writes-own.ts';
import { stageOf } from './writes-stage.ts';

export const contentPlanner: ApiPlanner = {
  api: 'content',
  writeCases,
  keptCases,
  sequenceCases,
  stageOf,
  renamed,
};
