import { isList } from '../../model/index.ts';
import {
  type Check,
  HOLDS,
  notJudgeable,
  obstacleOf,
  type StepResult,
  violated,
} from '../check.ts';
import { controlFailure, isMisfit } from '../control.ts';

/** Refusals for any client: pace, maintenance, or a gateway. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/**
 * A request whose only fault is its credential is refused with the documented status. Successful controls prove that
 * nothing else is wrong. Carrying out the request is wrong even without that proof.
 */
export const denied: Check = {
  name: 'denied',
  judge({ steps, all }, options) {
    const wanted = isList(options.status) ? options.status : [options.status];
    const controls = all.filter(({ step }) => step.role === 'control');
    return steps.map((shown) => {
      const { standing } = shown;
      if (standing.kind === 'no-response') return obstacleOf(standing);
      const { status } = standing.answer;
      const wrong = violated(shown, 'status', `HTTP ${status}`, `HTTP ${wanted.join(' or ')}`);
      if (standing.kind === 'succeeded') {
        // A server that answers everything with a sign-in page carries out nothing.
        const isWall = controls.length > 0 && controls.every(isMisfit) && isMisfit(shown);
        return isWall ? notJudgeable('precondition', controlFailure(shown) ?? '') : wrong;
      }
      if (PASSING.has(status)) return notJudgeable('precondition', standing.why);
      if (!arePassed(controls, standing.kind)) {
        const why = 'the same request with the valid credential was not carried out either';
        return notJudgeable('precondition', why);
      }
      return wanted.includes(status) ? HOLDS : wrong;
    });
  },
};

/** A crash is attributed to the credential only if no control crashed. */
function arePassed(controls: readonly StepResult[], kind: StepResult['standing']['kind']): boolean {
  const carriedOut = controls.filter((control) => controlFailure(control) === undefined).length;
  return kind === 'failed' ? carriedOut === controls.length && carriedOut > 1 : carriedOut > 0;
}
