import { isObject, parsedJson, pointerOf, valueAt } from '../../model/index.ts';
import {
  type Check,
  HOLDS,
  judgeEach,
  notJudgeable,
  type StepResult,
  textOption,
  violated,
} from '../check.ts';
import { describeValue } from '../describe.ts';

/** Compares the keys of an object in the answer with the strings of a list in the request. */
export const keysRequested: Check = {
  name: 'keys-requested',
  judge: judgeEach((json, shown, options) => {
    const at = textOption(options, 'at');
    const object = valueAt(json, at);
    if (!isObject(object)) {
      return notJudgeable('precondition', `${at} is ${describeValue(object)} and not an object`);
    }
    const members = Object.keys(object);
    const requested = requestedOf(shown, textOption(options, 'requested'));
    if (requested.length === 0) return notJudgeable('no-data', 'the request asks for none');
    const [all, others, actual, expected] =
      options.none === 'missing'
        ? [requested, members, 'missing', 'a key for this requested system']
        : [members, requested, 'present', 'no key for a system that was not requested'];
    const found = all
      .filter((key) => !others.includes(key))
      .map((key) => violated(shown, at + pointerOf([key]), actual, expected));
    return found.length === 0 ? HOLDS : found;
  }),
};

/** The distinct strings that a request asks for. Read from the sent bytes, not from the plan: the target saw those. */
export function requestedOf(shown: StepResult, pointer: string): readonly string[] {
  const bytes = shown.exchange?.request.body;
  // A foreign recorded request can have any body.
  const body = bytes && parsedJson(new TextDecoder().decode(bytes));
  return [...new Set(stringsOf(valueAt(body, pointer)))];
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
