/** Cases of the content API: writes to objects that the case owns, and the states of objects. */

import type { ApiPlanner } from '../../../plan/planner.ts';
import { objectsFor } from './objects-for.ts';
import { sequenceCases } from './sequences.ts';
import { recordedCases, writeCases } from './writes.ts';
import { stageOf } from './writes-fixtures.ts';
import { renamed } from './writes-test-owned.ts';

export const contentPlanner: ApiPlanner = {
  api: 'content',
  writeCases,
  keptCases: recordedCases,
  sequenceCases,
  objectsFor,
  stageOf,
  renamed,
};
