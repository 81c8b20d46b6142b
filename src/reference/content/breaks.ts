import { brokenByLists } from './breaks-lists.ts';
import { brokenByOrder } from './breaks-order.ts';
import { brokenByRequests } from './breaks-request.ts';
import { brokenByRest } from './breaks-rest.ts';
import { brokenByState } from './breaks-state.ts';
import { brokenByWholes } from './breaks-wholes.ts';
import type { Broken } from './deviation.ts';

/** What each fault breaks, by the text of the document: it is told here and not where the fault is made. */
const BROKEN: { readonly [fault: string]: Broken } = {
  ...brokenByRequests,
  ...brokenByOrder,
  ...brokenByLists,
  ...brokenByState,
  ...brokenByRest,
  ...brokenByWholes,
};

/** What a fault breaks; nothing, which a test refuses, where it is not in the table. */
export function brokenBy(fault: string): Broken {
  return BROKEN[fault] ?? { breaks: [] };
}

/** Names of all faults in the table. */
export const TOLD: readonly string[] = Object.keys(BROKEN);
