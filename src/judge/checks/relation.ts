import { credentialIn } from '../../auth-schemes.ts';
import type { Finding } from '../../model.ts';
import { type Check, type CheckContext, notJudgeable } from '../check.ts';
import { comparisonOf, type ListComparison } from '../comparison.ts';
import { bounded, held, ordered, steady } from '../list-relations.ts';
import { isPlain } from '../plain-text.ts';
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

/** The lists of a case stand to each other as the case says. */
export const relation: Check = {
  name: 'relation',
  judge(checkContext): readonly Finding[] {
    const comparison = comparisonOf(checkContext.compared);
    const sides = sidesOf(comparison, checkContext.all);
    if (isFinding(sides)) return [sides];
    const doubt = doubtOf(comparison, checkContext);
    if (doubt !== undefined) return [notJudgeable('precondition', doubt)];
    return JUDGES[comparison.pattern](sides, comparison, checkContext.all);
  },
};

/** Why the lists prove nothing although they can be read. */
function doubtOf({ plain }: ListComparison, { all }: CheckContext): string | undefined {
  if (plain !== undefined) {
    const text = resolved(plain, all);
    if (typeof text !== 'string' || !isPlain(text)) return 'no text to search for is plain enough';
  }
  for (const { step, exchange } of all) {
    // What is returned without a credential is not shown (section 5), and may be another context.
    const isAnonymous = exchange !== undefined && !credentialIn(exchange.request.headers);
    if (step.request.query.context === 'edit' && isAnonymous) {
      return 'the context edit was asked for without a credential';
    }
  }
  return undefined;
}
