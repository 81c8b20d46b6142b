import { type Check, HOLDS, obstacleOf, unsuccessful } from '../check.ts';

/** A valid request succeeds. Rejections and redirects say nothing about the request. */
export const succeeds: Check = {
  name: 'succeeds',
  judge: ({ steps }) =>
    steps
      .filter(({ step }) => step.role === 'valid' || step.role === 'control')
      .map((shown) => {
        const { standing } = shown;
        switch (standing.kind) {
          case 'succeeded':
            return HOLDS;
          case 'refused':
            return unsuccessful(shown, standing, 'a refusal');
          case 'failed':
            return unsuccessful(shown, standing, 'a breakdown');
          default:
            return obstacleOf(standing);
        }
      }),
};
