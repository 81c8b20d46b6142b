import type { Check } from './check.ts';
import { ascending } from './checks/ascending.ts';
import { batchAnswers } from './checks/batch-answers.ts';
import { conforms } from './checks/conforms.ts';
import { denied } from './checks/denied.ts';
import { expected } from './checks/expected.ts';
import { fields } from './checks/fields.ts';
import { index } from './checks/index-parts.ts';
import { keysRequested, onlyKeys } from './checks/keys.ts';
import { leavesNothing } from './checks/leaves-nothing.ts';
import { lists } from './checks/lists.ts';
import { namesZone } from './checks/names-zone.ts';
import { observe, observeHeaders, observeValues } from './checks/observe.ts';
import { ownEntry } from './checks/own-entry.ts';
import { refused } from './checks/refused.ts';
import { relation } from './checks/relation.ts';
import { sameAnswer } from './checks/same-answer.ts';
import { sameSet } from './checks/same-set.ts';
import { siteAddress } from './checks/site-address.ts';
import { state } from './checks/state.ts';
import { status } from './checks/status.ts';
import { succeeds } from './checks/succeeds.ts';

/** Every check, by what it looks at. */
export const CHECKS: readonly Check[] = [
  // one answer
  status,
  conforms,
  onlyKeys,
  lists,
  namesZone,
  ascending,
  fields,
  index,
  siteAddress,
  // an answer against its request
  keysRequested,
  succeeds,
  // an answer beside its control
  denied,
  refused,
  // several answers together
  leavesNothing,
  ownEntry,
  sameSet,
  relation,
  state,
  sameAnswer,
  expected,
  batchAnswers,
  // where the document is silent
  observe,
  observeValues,
  observeHeaders,
];

const JOINING: ReadonlySet<string> = new Set(
  CHECKS.filter(({ joins }) => joins).map(({ name }) => name),
);

/** Whether a check, by its name, holds reads against writes. */
export function joinsAnswers(check: string): boolean {
  return JOINING.has(check);
}
