import { effectiveStatusText } from '../../contract/index.ts';
import { type Check, HOLDS, obstacleOf, violated } from '../check.ts';

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
            return violated(
              shown,
              'status',
              `${effectiveStatusText(standing.answer, standing.status)}, a refusal`,
              'success',
            );
          case 'failed':
            return violated(
              shown,
              'status',
              `${effectiveStatusText(standing.answer, standing.status)}, a breakdown`,
              'success',
            );
          default:
            return obstacleOf(standing);
        }
      }),
};
