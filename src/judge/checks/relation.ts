import { credentialIn, type Finding, isPlain } from '../../model/index.ts';
import { type Check, type CheckContext, notJudgeable } from '../check.ts';
import { comparisonsOf, type ListComparison } from '../comparison.ts';
import { bounded, held, ordered, steady } from '../list-relations.ts';
import { isFinding, resolved } from '../reading.ts';
import {
  common,
  complete,
  difference,
  disjoint,
  equal,
  equivalent,
  subset,
} from '../set-relations.ts';
import { sidesOf } from '../sides.ts';

const JUDGES = {
  equal,
  equivalent,
  subset,
  disjoint,
  complete,
  difference,
  common,
  ordered,
  bounded,
  held,
  steady,
};

/** The lists of a case are related as the case says. */
export const relation: Check = {
  name: 'relation',
  joins: true,
  judge(checkContext): readonly Finding[] {
    const comparisons = comparisonsOf(checkContext.compared);
    if (comparisons.kind === 'one') return judged(comparisons.comparison, checkContext);
    const found = comparisons.cells.flatMap((cell) => judgedAlone(cell, checkContext));
    // Comparisons that cannot be judged do not matter if others can.
    const conclusive = found.filter(({ kind }) => kind !== 'not-judgeable');
    return conclusive.length === 0 ? found.slice(0, 1) : conclusive;
  },
};

/** Judges one comparison of several, by its own steps only if the clause is about these. */
function judgedAlone(comparison: ListComparison, checkContext: CheckContext): readonly Finding[] {
  const { left, right, again } = comparison;
  if (!checkContext.steps.some(({ step }) => left.includes(step.id))) return [];
  const used = new Set([...left, ...right, ...again]);
  return judged(comparison, {
    ...checkContext,
    all: checkContext.all.filter(({ step }) => step.role === 'setup' || used.has(step.id)),
  });
}

function judged(comparison: ListComparison, checkContext: CheckContext): readonly Finding[] {
  const sides = sidesOf(comparison, checkContext.all);
  if (isFinding(sides)) return [sides];
  const doubt = doubtOf(comparison, checkContext);
  if (doubt !== undefined) return [notJudgeable('precondition', doubt)];
  return JUDGES[comparison.pattern](sides, comparison, checkContext.all);
}

/** Why lists prove nothing although they can be read. */
function doubtOf({ plain }: ListComparison, { all }: CheckContext): string | undefined {
  if (plain !== undefined) {
    const text = resolved(plain, all);
    if (!isPlain(text)) return 'no text to search for is plain enough';
  }
  for (const { step, exchange } of all) {
    // The anonymous answer is unspecified (section 5), and can have another context.
    const isAnonymous = exchange !== undefined && !credentialIn(exchange.request.headers);
    if (step.request.query.context === 'edit' && isAnonymous) {
      return 'the context edit was asked for without a credential';
    }
  }
  return undefined;
}
