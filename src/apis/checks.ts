/** The checks that single APIs bring along; `src/judge` has those for all. */

import type { Check } from '../judge/check.ts';
import { contentChecks } from './content/judge/index.ts';
import { integrationChecks } from './integration/judge/index.ts';

export const API_CHECKS: readonly Check[] = [...integrationChecks, ...contentChecks];
