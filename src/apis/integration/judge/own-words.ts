import {
  type Check,
  HOLDS,
  jsonOf,
  notJudgeable,
  type StepResult,
  textOption,
  violated,
} from '../../../judge/check.ts';
import { describeValue } from '../../../judge/describe.ts';
import { type Finding, valueAt } from '../../../model/index.ts';

/** The text of a success differs from all texts of rejections. An empty text says nothing. */
export const ownWords: Check = {
  name: 'own-words',
  judge({ all }, options): readonly Finding[] {
    const at = textOption(options, 'at');
    const textOf = ({ standing }: StepResult): string => {
      const text = standing.kind === 'no-response' ? '' : valueAt(jsonOf(standing.answer), at);
      return typeof text === 'string' ? text : '';
    };
    const denied = all.filter(
      ({ step, standing }) => step.role === 'unauthorised' && standing.kind === 'rejected',
    );
    const descriptions = new Set(denied.map(textOf).filter((text) => text !== ''));
    const succeeded = all.filter(({ standing }) => standing.kind === 'succeeded');
    if (descriptions.size === 0 || succeeded.length === 0) {
      return [notJudgeable('no-data', `there are no two answers with a text at ${at} to compare`)];
    }
    return succeeded.map((shown) => {
      const text = textOf(shown);
      return descriptions.has(text)
        ? violated(shown, at, describeValue(text), 'another text than that of a failure')
        : HOLDS;
    });
  },
};
