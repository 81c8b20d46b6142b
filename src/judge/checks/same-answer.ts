import { child, type Finding, isObject } from '../../model/index.ts';
import {
  type Check,
  HOLDS,
  jsonOf,
  notJudgeable,
  obstacleOf,
  type StepResult,
  unsuccessful,
  violated,
} from '../check.ts';
import { differenceOf } from '../difference.ts';

/**
 * Equivalent calls are answered alike. The first and last step are the same call: members that differ between them,
 * such as a random token, are volatile. Only the other members are compared.
 */
export const sameAnswer: Check = {
  name: 'same-answer',
  joins: true,
  judge({ steps }): readonly Finding[] {
    const [first, ...others] = steps;
    const last = others.at(-1);
    if (!first || !last || others.length < 2) {
      return [notJudgeable('no-data', 'it takes three calls to compare')];
    }
    for (const { standing } of [first, last]) {
      if (standing.kind !== 'succeeded') return [obstacleOf(standing)];
    }
    const stable = stableIn(contentOf(first), contentOf(last));
    if (!stable) {
      return [notJudgeable('precondition', 'the answer changes from one call to the next')];
    }
    return others.slice(0, -1).map((shown) => {
      const { standing } = shown;
      if (standing.kind === 'refused') return unsuccessful(shown, standing, 'a refusal');
      if (standing.kind !== 'succeeded') return obstacleOf(standing);
      const difference = differenceOf(stable(contentOf(first)), stable(contentOf(shown)));
      if (!difference) return HOLDS;
      const { pointer, left, right } = difference;
      return violated(shown, pointer, right, `${left}, as in the first answer`);
    });
  },
};

/** Returns a function that keeps the equal parts of two answers to one call, or undefined. */
function stableIn(first: unknown, last: unknown): ((answer: unknown) => unknown) | undefined {
  if (!differenceOf(first, last)) return (answer) => answer;
  if (!isObject(first) || !isObject(last)) return undefined;
  const names = new Set([...Object.keys(first), ...Object.keys(last)]);
  const volatile = new Set(
    [...names].filter((name) => differenceOf(child(first, name), child(last, name))),
  );
  if (volatile.size === names.size) return undefined;
  return (answer) =>
    isObject(answer)
      ? Object.fromEntries(Object.entries(answer).filter(([name]) => !volatile.has(name)))
      : answer;
}

function contentOf({ standing }: StepResult): unknown {
  if (standing.kind !== 'succeeded') return undefined;
  const { answer } = standing;
  return answer.body.content.kind === 'json'
    ? jsonOf(answer)
    : Buffer.from(answer.body.bytes).toString('latin1');
}
