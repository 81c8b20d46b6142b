import type { Finding } from '../../model.ts';
import { type Check, HOLDS, notJudgeable, obstacleOf, type Shown, violated } from '../check.ts';

/** With the valid credential, these refuse the request; whatever else bars it did not look at it. */
const ABOUT_THE_REQUEST: ReadonlySet<number> = new Set([401, 403]);

/**
 * A request that breaks one rule is not carried out. How it is refused is open. A refusal counts only
 * beside a control, the same request with that rule kept, that was carried out.
 */
export const refused: Check = {
  name: 'refused',
  judge({ steps, all }) {
    const controls = all.filter(({ step }) => step.role === 'control');
    const lost = controls.find(({ standing }) => standing.kind !== 'succeeded');
    return steps.map((shown) => judgeRefusal(shown, lost));
  },
};

function judgeRefusal(shown: Shown, lost: Shown | undefined): Finding {
  const { standing } = shown;
  switch (standing.kind) {
    case 'unheard':
      return obstacleOf(standing);
    case 'succeeded':
      return violated(shown, 'status', `HTTP ${standing.answer.status}, carried out`, 'a refusal');
    case 'failed':
    case 'redirected':
      return notJudgeable('precondition', `${standing.why}, which says nothing about the rule`);
    case 'refused':
    case 'barred':
      if (lost && lost.standing.kind !== 'succeeded') {
        const why = `the control, a request without that fault, was not carried out: ${lost.standing.why}`;
        return notJudgeable(lost.standing.kind === 'unheard' ? 'fault' : 'precondition', why);
      }
      if (standing.kind === 'barred' && !ABOUT_THE_REQUEST.has(standing.answer.status)) {
        return notJudgeable('precondition', standing.why);
      }
      return HOLDS;
  }
}
