/** Checks for only the integration API: zones by name, entries by system, messages. */

import type { Check } from '../../../judge/check.ts';
import { namesZone } from './names-zone.ts';
import { ownEntry } from './own-entry.ts';
import { ownWords } from './own-words.ts';

export const integrationChecks: readonly Check[] = [namesZone, ownEntry, ownWords];
