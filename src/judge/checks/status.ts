import { isMembers } from '../../model/index.ts';
import { type Check, HOLDS, jsonOf, notJudgeable, obstacleOf, violated } from '../check.ts';

/**
 * A success has exactly this HTTP status. With a schema, every answer whose body has that form is judged, regardless of
 * what was sent.
 */
export const status: Check = {
  name: 'status',
  judge: ({ steps, validate }, options) =>
    steps.map((shown) => {
      const { standing } = shown;
      if (standing.kind === 'no-response') return obstacleOf(standing);
      const { schema } = options;
      if (!isMembers(schema)) {
        if (standing.kind !== 'succeeded') return obstacleOf(standing);
      } else if (validate(schema, jsonOf(standing.answer)).length > 0) {
        return notJudgeable('no-data', 'the body has another form');
      }
      const { status: actual } = standing.answer;
      if (actual === options.is) return HOLDS;
      return violated(shown, 'status', `HTTP ${actual}`, `HTTP ${options.is}`);
    }),
};
