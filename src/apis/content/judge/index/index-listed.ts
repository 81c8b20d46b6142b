/** Judges which parameters an index describes, by method. */

import { HOLDS, type StepResult, violated } from '../../../../judge/check.ts';
import { type Finding, pointerOf } from '../../../../model/index.ts';
import type { Comparand, ServedOperation, StatedParameter } from './index-comparand.ts';

/**
 * A parameter that a row gives to a method is described for that method. If the row names several methods together, one
 * of them suffices, as the document does not say which.
 */
export function judgeParameters({ shown, served }: Comparand): readonly Finding[] {
  return served.flatMap((each) =>
    each.stated.flatMap((stated) => {
      const { listed } = stated;
      if (listed === 'implied' || listed === 'open') return [];
      const there = listed === 'together' ? isSomewhere(each, stated) : isHere(each, stated);
      return there === undefined ? [] : [findingOf(shown, each, stated, there)];
    }),
  );
}

/**
 * Parameters that rows omit or give to several methods together are described for the method that accepts them
 * elsewhere.
 */
export function judgeParametersByMethod({ shown, served }: Comparand): readonly Finding[] {
  return served.flatMap((each) =>
    each.stated.flatMap((stated) => {
      const { listed } = stated;
      const there = isHere(each, stated);
      if ((listed !== 'implied' && listed !== 'together') || there === undefined) return [];
      // The clause about the row judges a parameter that is missing everywhere.
      if (listed === 'together' && isSomewhere(each, stated) !== true) return [];
      return [findingOf(shown, each, stated, there)];
    }),
  );
}

/** @returns `undefined` if the parameters have no known form, which another clause judges */
function isHere({ endpoint }: ServedOperation, { name }: StatedParameter): boolean | undefined {
  return endpoint.args?.some((arg) => arg.name === name);
}

function isSomewhere(
  { endpoints }: ServedOperation,
  { name }: StatedParameter,
): boolean | undefined {
  if (endpoints.some(({ args }) => args?.some((arg) => arg.name === name))) return true;
  return endpoints.every(({ args }) => args) ? false : undefined;
}

function findingOf(
  shown: StepResult,
  served: ServedOperation,
  { name }: StatedParameter,
  there: boolean,
): Finding {
  if (there) return HOLDS;
  const { operation, endpoint } = served;
  const expected = `an entry for "${name}" of ${operation.method} ${operation.route}`;
  return violated(shown, `${endpoint.pointer}/args${pointerOf([name])}`, 'missing', expected);
}
