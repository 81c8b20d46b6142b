/** Checks of what only the content API has: the state of objects, its site index, batches. */

import type { Check } from '../../../judge/check.ts';
import { batchAnswers } from './batch-answers.ts';
import { fields } from './fields.ts';
import { index } from './index/index-parts.ts';
import { leavesNothing } from './leaves-nothing.ts';
import { siteAddress } from './site-address.ts';
import { state } from './state/state.ts';

export const contentChecks: readonly Check[] = [
  fields,
  index,
  siteAddress,
  leavesNothing,
  state,
  batchAnswers,
];
