import type { Finding } from '../../model.ts';
import {
  becauseOf,
  type Check,
  HOLDS,
  notJudgeable,
  obstacleOf,
  type Shown,
  violated,
} from '../check.ts';

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
    const doubt = doubtOf(controls);
    return steps.map((shown) => judgeRefusal(shown, doubt));
  },
};

/** Why a refusal would prove nothing; undefined where every control was carried out. */
function doubtOf(controls: readonly Shown[]): Finding | undefined {
  if (controls.length === 0) return notJudgeable('precondition', 'there is no control beside it');
  for (const { standing } of controls) {
    if (standing.kind === 'succeeded') continue;
    const why = `the control, a request without that fault, was not carried out: ${standing.why}`;
    return notJudgeable(becauseOf(standing), why);
  }
  return undefined;
}

function judgeRefusal(shown: Shown, doubt: Finding | undefined): Finding {
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
      if (doubt) return doubt;
      if (standing.kind === 'barred' && !ABOUT_THE_REQUEST.has(standing.status)) {
        return notJudgeable('precondition', standing.why);
      }
      return HOLDS;
  }
}
