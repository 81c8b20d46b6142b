/** Which parameters an index describes: for the methods to which their rows give them. */

import { HOLDS, type StepResult, violated } from '../../../../judge/check.ts';
import { type Finding, pointerOf } from '../../../../model/index.ts';
import type { Comparand, ServedOperation, StatedParameter } from './index-comparand.ts';

/**
 * What a row gives to a method is described for that method. What it gives for several methods together is
 * described for one of them: which of them it belongs to is not said.
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

/** What rows leave out or give for several methods together is described for the method that takes it elsewhere. */
export function judgeParametersByMethod({ shown, served }: Comparand): readonly Finding[] {
  return served.flatMap((each) =>
    each.stated.flatMap((stated) => {
      const { listed } = stated;
      const there = isHere(each, stated);
      if ((listed !== 'implied' && listed !== 'together') || there === undefined) return [];
      // One that is nowhere is for the clause about the row.
      if (listed === 'together' && isSomewhere(each, stated) !== true) return [];
      return [findingOf(shown, each, stated, there)];
    }),
  );
}

/** @returns `undefined` where the parameters are in no known form, which is for another clause */
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
