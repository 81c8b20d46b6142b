import { type Finding, isObject, parsedJson, pointerOf, valueAt } from '../../model/index.ts';
import {
  type Check,
  HOLDS,
  jsonOf,
  notJudgeable,
  obstacleOf,
  type StepResult,
  textOption,
  violated,
} from '../check.ts';
import { describeValue } from '../describe.ts';

/** Member names of the object at a place, or a finding if there is no object. */
function membersAt(shown: StepResult, at: string): readonly string[] | Finding {
  if (shown.standing.kind !== 'succeeded') return obstacleOf(shown.standing);
  const object = valueAt(jsonOf(shown.standing.answer), at);
  if (isObject(object)) return Object.keys(object);
  return notJudgeable('precondition', `${at} is ${describeValue(object)} and not an object`);
}

/** Compares the keys of an object in the answer with the strings of a list in the request. */
export const keysRequested: Check = {
  name: 'keys-requested',
  judge: ({ steps }, options) =>
    steps.flatMap((shown) => {
      const at = textOption(options, 'at');
      const members = membersAt(shown, at);
      if (!isList(members)) return [members];
      const requested = requestedOf(shown, textOption(options, 'requested'));
      if (requested.length === 0) return [notJudgeable('no-data', 'the request asks for none')];
      if (options.none === 'missing') {
        return orHolds(
          requested
            .filter((key) => !members.includes(key))
            .map((key) =>
              violated(shown, at + pointerOf([key]), 'missing', 'a key for this requested system'),
            ),
        );
      }
      return orHolds(
        members
          .filter((key) => !requested.includes(key))
          .map((key) =>
            violated(
              shown,
              at + pointerOf([key]),
              'present',
              'no key for a system that was not requested',
            ),
          ),
      );
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

function isList(value: readonly string[] | Finding): value is readonly string[] {
  return Array.isArray(value);
}

function orHolds(findings: readonly Finding[]): readonly Finding[] {
  return findings.length === 0 ? [HOLDS] : findings;
}
