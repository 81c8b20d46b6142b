/** Judges answers to a case that another program has sent, as a run judges them. */

import { type Contract, inWordsOf } from '../contract/index.ts';
import { judge } from '../judge/index.ts';
import type { Case, Finding, Names, WireRequest } from '../model/index.ts';
import type { FactValues } from '../plan/index.ts';
import { answerOf, type GivenExchange } from './given.ts';

export interface GivenAnswer {
  /** Id of the step of the case. */
  readonly step: string;
  readonly request: WireRequest;
  readonly url: string;
  readonly response: GivenExchange['response'];
}

/** The answers to judge, and the facts of a run about the target. */
export interface AnswersOptions {
  readonly clause: string;
  readonly case: Case;
  readonly known?: FactValues;
  /** The site's own words. */
  readonly names?: Names;
}

/** The result of one clause for the answers to a case; absent if it cannot judge them. */
export function judgeAnswers(
  contract: Contract,
  { clause, case: item, known = {}, names }: AnswersOptions,
  answers: readonly GivenAnswer[],
): readonly Finding[] {
  const exchanges = answers.map(({ step, request, url, response }) => ({
    ...{ step, request, url, outcome: answerOf(response) },
    ...{ startedAt: 0, durationMs: 0, resent: false },
  }));
  return judge(inWordsOf(contract, item.document, names), known, { case: item, exchanges })
    .filter((judged) => judged.clause.id === clause)
    .flatMap(({ findings }) => findings);
}
