import {
  type Check,
  HOLDS,
  judgeEach,
  notJudgeable,
  type StepResult,
  violated,
} from '../../../judge/check.ts';
import { describeValue } from '../../../judge/describe.ts';
import { type Finding, valueAt } from '../../../model/index.ts';

/**
 * A list of the slugs of several creations contains no refused one. That counts only if the list contains the
 * successful control.
 */
export const leavesNothing: Check = {
  name: 'leaves-nothing',
  judge: judgeEach((list, look, _, { all }) => {
    if (!Array.isArray(list)) {
      return notJudgeable('precondition', `the list is ${describeValue(list)} and not an array`);
    }
    const slugs = list.map((entry: unknown) => valueAt(entry, '/slug'));
    const control = all.find(({ step }) => step.role === 'control');
    const known = control && slugOf(control);
    if (known === undefined || !slugs.includes(known)) {
      const why = 'the list does not have the control, which was created';
      return notJudgeable('precondition', why);
    }
    const found = all.flatMap((shown): readonly Finding[] => {
      const { step, standing } = shown;
      const slug = slugOf(shown);
      if (step.role !== 'violation' || slug === undefined) return [];
      if (standing.kind !== 'refused' && standing.kind !== 'rejected') return [];
      const at = slugs.indexOf(slug);
      if (at < 0) return [];
      const actual = `"${slug}", although its creation (${step.id}) was refused with HTTP ${standing.status}`;
      return [violated(look, `/${at}/slug`, actual, 'nothing of a refused creation')];
    });
    return found.length > 0 ? found : HOLDS;
  }),
};

function slugOf({ step: { request } }: StepResult): unknown {
  return request.body.kind === 'json' ? valueAt(request.body.value, '/slug') : undefined;
}
