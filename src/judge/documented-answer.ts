/** The documented answer with a status. */

import type { AnswerContract, JsonSchema, Operation } from '../model/index.ts';

export function isFor(one: JsonSchema | AnswerContract, status: number): boolean {
  const from = Number(one.status);
  const to = one.upTo === undefined ? from : Number(one.upTo);
  return from <= status && status <= to;
}

/** A status by itself counts before a range. */
export function documentedAnswer(
  { answers }: Pick<Operation, 'answers'>,
  status: number,
): AnswerContract | undefined {
  const fitting = answers.filter((one) => isFor(one, status));
  return fitting.find(({ upTo }) => upTo === undefined) ?? fitting[0];
}
