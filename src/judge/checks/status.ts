import { type Check, HOLDS, obstacleOf, violated } from '../check.ts';

/** A success has exactly this HTTP status. */
export const status: Check = {
  name: 'status',
  judge: ({ steps }, options) =>
    steps.map((shown) => {
      if (shown.standing.kind !== 'succeeded') return obstacleOf(shown.standing);
      const { status: actual } = shown.standing.answer;
      if (actual === options.is) return HOLDS;
      return violated(shown, 'status', `HTTP ${actual}`, `HTTP ${options.is}`);
    }),
};
