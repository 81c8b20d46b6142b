import { actionOn } from '../../contract/index.ts';
import type { Finding } from '../../model/index.ts';
import {
  becauseOf,
  type Check,
  HOLDS,
  jsonOf,
  notJudgeable,
  obstacleOf,
  type StepResult,
  violated,
} from '../check.ts';
import { controlFailure, isMisfit } from '../control.ts';
import { readsFields, UNREAD_FIELDS } from '../form-fields.ts';

/** With the valid credential, these refuse the request; other rejections have not looked at it. */
const ABOUT_THE_REQUEST: ReadonlySet<number> = new Set([401, 403]);

/**
 * A request that violates one rule is not carried out. The form of the refusal is open. A refusal counts only if the
 * control, the same request without the violation, succeeded.
 */
export const refused: Check = {
  name: 'refused',
  judge({ steps, all }) {
    const controls = all.filter(({ step }) => step.role === 'control');
    const unread = controls.some(isUnread);
    return steps.map((shown) => {
      // An unread request can be neither refused nor carried out.
      if (unread) return notJudgeable('precondition', UNREAD_FIELDS);
      const doubt = doubtOf(controls);
      // A server that answers everything with a sign-in page carries out nothing.
      if (doubt && shown.standing.kind === 'succeeded' && controls.some(isMisfit)) return doubt;
      const { readings } = shown.step;
      if (readings)
        return (
          doubt ??
          unexplained(
            shown,
            all.filter((one) => readings.includes(one.step.id)),
          )
        );
      return forbidden(shown, controls) ?? judgeRefusal(shown, doubt);
    });
  },
};

/** An accepted value of another type, if the server accepts nothing that a lenient one may read it as. */
function unexplained(shown: StepResult, readings: readonly StepResult[]): Finding {
  const isRefused = readings.every(({ standing }) => standing.kind === 'refused');
  return isRefused && shown.standing.kind === 'succeeded'
    ? judgeRefusal(shown, undefined)
    : notJudgeable('precondition', 'a lenient server may read it as valid');
}

function isUnread({ step, standing, operation }: StepResult): boolean {
  return (
    standing.kind === 'succeeded' &&
    !readsFields(step.request.body, jsonOf(standing.answer), operation)
  );
}

/** If valid requests are forbidden too, this login may not use the operation. */
function forbidden(shown: StepResult, controls: readonly StepResult[]): Finding | undefined {
  const all = [shown, ...controls];
  if (controls.length === 0 || !all.every(isForbidden)) return undefined;
  return notJudgeable(
    'no-data',
    `the target answers HTTP 403 to every ${actionOn(shown.operation)} of this login, valid or not`,
  );
}

function isForbidden({ standing }: StepResult): boolean {
  return standing.kind === 'rejected' && standing.status === 403;
}

/** Why a refusal would prove nothing; undefined if every control succeeded. */
function doubtOf(controls: readonly StepResult[]): Finding | undefined {
  if (controls.length === 0) return notJudgeable('precondition', 'there is no control beside it');
  for (const control of controls) {
    const failure = controlFailure(control);
    if (failure === undefined) continue;
    const why = `the control, a request without that fault, was not carried out: ${failure}`;
    const { standing } = control;
    return notJudgeable(standing.kind === 'succeeded' ? 'precondition' : becauseOf(standing), why);
  }
  return undefined;
}

function judgeRefusal(shown: StepResult, doubt: Finding | undefined): Finding {
  const { standing } = shown;
  switch (standing.kind) {
    case 'no-response':
      return obstacleOf(standing);
    case 'succeeded':
      return violated(shown, 'status', `HTTP ${standing.answer.status}, carried out`, 'a refusal');
    case 'failed':
    case 'redirected':
      return notJudgeable('precondition', `${standing.why}, which says nothing about the rule`);
    case 'refused':
    case 'rejected':
      if (doubt) return doubt;
      if (standing.kind === 'rejected' && !ABOUT_THE_REQUEST.has(standing.status)) {
        return notJudgeable('precondition', standing.why);
      }
      return HOLDS;
  }
}
