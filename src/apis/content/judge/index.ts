/** Checks for only the content API: the state of objects, its site index, batches, edited images. */

import type { Check } from '../../../judge/check.ts';
import { askedRecords } from './asked-records.ts';
import { batchAnswers } from './batch-answers.ts';
import { editedPixels } from './edited-pixels.ts';
import { editedSize } from './edited-size.ts';
import { fields } from './fields.ts';
import { index } from './index/index-parts.ts';
import { leavesNothing } from './leaves-nothing.ts';
import { listedRecords } from './listed-records.ts';
import { shownAsSent } from './shown-as-sent.ts';
import { siteAddress } from './site-address.ts';
import { state } from './state/state.ts';
import { zoneDates } from './zone-dates.ts';

export const contentChecks: readonly Check[] = [
  fields,
  askedRecords,
  listedRecords,
  zoneDates,
  index,
  siteAddress,
  leavesNothing,
  state,
  shownAsSent,
  batchAnswers,
  editedSize,
  editedPixels,
];
