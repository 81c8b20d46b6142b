import { type Check, HOLDS, notJudgeable, obstacleOf, violated } from '../check.ts';

/**
 * A request whose only fault is its credential is answered with the status that the document gives.
 * That the credential is the only fault is shown by a control that was carried out; carrying out the
 * request itself needs no such proof to be wrong.
 */
export const denied: Check = {
  name: 'denied',
  judge({ steps, all }, options) {
    const controls = all.filter(({ step }) => step.role === 'control');
    const accepted = controls.some(({ standing }) => standing.kind === 'succeeded');
    return steps.map((shown) => {
      const { standing } = shown;
      if (standing.kind === 'unheard') return obstacleOf(standing);
      const { status } = standing.answer;
      const wrong = violated(shown, 'status', `HTTP ${status}`, `HTTP ${options.status}`);
      if (status < 300) return wrong;
      if (status === 429 || status >= 500) {
        return notJudgeable('precondition', `it was answered with HTTP ${status}`);
      }
      if (!accepted) {
        const why = 'the same request with the valid credential was not carried out either';
        return notJudgeable('precondition', why);
      }
      return status === options.status ? HOLDS : wrong;
    });
  },
};
