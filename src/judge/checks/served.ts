import {
  type Check,
  HOLDS,
  notJudgeable,
  obstacleOf,
  type StepResult,
  violated,
} from '../check.ts';
import { requestOf } from '../describe.ts';
import { codeIn } from '../rules.ts';

/** Statuses for a missing route or method (RFC 9110, 15.5.5, 15.5.6, 15.6.2). */
const NOT_THERE: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * A route exists for its method, regardless of the answer. A route with variables also answers 404 for a missing
 * object, so its methods are compared with the first. A route can hide without a login, so only requests with the
 * target's credential count.
 */
export const served: Check = {
  name: 'served',
  judge({ steps }) {
    const [first, ...others] = steps.filter(({ step }) => step.request.credential.kind === 'valid');
    if (first === undefined) return [];
    const hasVariables = Object.keys(first.step.request.path).length > 0;
    return [first, ...others].map((shown) => {
      if (shown.standing.kind === 'no-response') return obstacleOf(shown.standing);
      const { status } = shown.standing.answer;
      const isThere = !NOT_THERE.has(status) || (hasVariables && status === 404);
      if (isThere) return hasVariables ? asFirst(shown, first) : HOLDS;
      return violated(shown, 'status', `HTTP ${status}`, 'an answer of a route that is there');
    });
  },
};

/** A missing object is missing for every method, with the same error code. */
function asFirst(shown: StepResult, first: StepResult) {
  if (shown.standing.kind === 'no-response' || shown.standing.answer.status !== 404) return HOLDS;
  if (first.standing.kind === 'no-response') return obstacleOf(first.standing);
  if (first.standing.answer.status !== 404) {
    return notJudgeable(
      'precondition',
      `${requestOf(first.operation)} was not answered with HTTP 404`,
    );
  }
  const expected = codeIn(first.standing.answer);
  const actual = codeIn(shown.standing.answer);
  if (expected === undefined || actual === undefined || expected === actual) return HOLDS;
  return violated(shown, 'body', actual, `${expected}, as for ${first.step.request.operation}`);
}
