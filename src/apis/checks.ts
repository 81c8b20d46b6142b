/** Checks for single APIs; `src/judge` has the general ones. */

import type { Check } from '../judge/check.ts';
import { contentChecks } from './content/judge/index.ts';
import { integrationChecks } from './integration/judge/index.ts';

export const API_CHECKS: readonly Check[] = [...integrationChecks, ...contentChecks];
