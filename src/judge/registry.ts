import { API_CHECKS } from '../apis/checks.ts';
import type { Check } from './check.ts';
import { ascending } from './checks/ascending.ts';
import { asked } from './checks/asked.ts';
import { conforms } from './checks/conforms.ts';
import { denied } from './checks/denied.ts';
import { distinct } from './checks/distinct.ts';
import { documented } from './checks/documented.ts';
import { expected } from './checks/expected.ts';
import { keysRequested } from './checks/keys.ts';
import { lists } from './checks/lists.ts';
import { observe, observeHeaders, observeValues } from './checks/observe.ts';
import { pages } from './checks/pages.ts';
import { refused } from './checks/refused.ts';
import { relation } from './checks/relation.ts';
import { sameAnswer } from './checks/same-answer.ts';
import { sameSet } from './checks/same-set.ts';
import { served } from './checks/served.ts';
import { status } from './checks/status.ts';
import { succeeds } from './checks/succeeds.ts';

/** All checks by their subject, including those of single APIs. */
export const CHECKS: readonly Check[] = [
  // one answer
  served,
  status,
  documented,
  conforms,
  lists,
  ascending,
  distinct,
  // an answer against its request
  asked,
  keysRequested,
  succeeds,
  // an answer compared with its control
  denied,
  refused,
  // several answers together
  sameSet,
  relation,
  pages,
  sameAnswer,
  expected,
  // where the document is silent
  observe,
  observeValues,
  observeHeaders,
  // of one API
  ...API_CHECKS,
];

const JOINING: ReadonlySet<string> = new Set(
  CHECKS.filter(({ joins }) => joins).map(({ name }) => name),
);

/** Returns true if the named check compares several answers. */
export function joinsAnswers(check: string): boolean {
  return JOINING.has(check);
}
