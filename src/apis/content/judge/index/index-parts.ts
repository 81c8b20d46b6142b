import {
  type Check,
  HOLDS,
  judgeEach,
  notJudgeable,
  observed,
  violated,
} from '../../../../judge/check.ts';
import { describeValue } from '../../../../judge/describe.ts';
import type { Finding } from '../../../../model/index.ts';
import { type AttributeComparison, compareSurplus, OF_ROWS, OTHERS } from './index-attributes.ts';
import { otherAttributes, otherParameters, otherRoutes } from './index-beyond.ts';
import { type Comparand, comparandOf, inherits, type StatedParameter } from './index-comparand.ts';
import { judgeParameters, judgeParametersByMethod } from './index-listed.ts';
import { compareMembers } from './index-members.ts';
import {
  judgeBatch,
  judgeMethods,
  judgeNamespaces,
  judgeOtherMethods,
  judgeRoutes,
} from './index-routes.ts';

/** Maximum number of findings of one kind: a defect is mostly in many places. */
const MOST = 20;

/** All findings of one part, including successes; empty without a subject. */
type PartJudge = (comparand: Comparand) => readonly Finding[];

const PARTS: ReadonlyMap<unknown, PartJudge> = new Map<unknown, PartJudge>([
  // what is listed
  ['routes', judgeRoutes],
  ['namespaces', judgeNamespaces],
  ['methods', judgeMethods],
  ['other-methods', judgeOtherMethods],
  ['parameters', judgeParameters],
  ['parameters-by-method', judgeParametersByMethod],
  // statements about a parameter
  ...OF_ROWS.map(([name, compare]): [string, PartJudge] => [
    name,
    by(compare, (stated) => !inherits(stated, name)),
  ]),
  [
    'inherited',
    (comparand) =>
      OF_ROWS.flatMap(([name, compare]) =>
        by(compare, (stated) => inherits(stated, name))(comparand),
      ),
  ],
  ['required', judgeRequired],
  ['surplus', (comparand) => [...by(compareSurplus)(comparand), ...judgeNotRequired(comparand)]],
  ...OTHERS.map(([name, compare]): [string, PartJudge] => [name, by(compare)]),
  ['members', by(compareMembers)],
  // batches
  ['batchable', (comparand) => judgeBatch(comparand, true)],
  ['not-batchable', (comparand) => judgeBatch(comparand, false)],
  // beyond the document
  ['other-routes', noting(otherRoutes)],
  ['other-parameters', noting(otherParameters)],
  ['other-attributes', noting(otherAttributes)],
]);

/**
 * Compares the site index with the operations of the document, one kind of statement at a time (2.1, and all of section
 * 4). Parts do not overlap: a missing route has no missing methods, and a missing parameter no wrong type.
 */
export const index: Check = {
  name: 'index',
  judge: judgeEach((_, shown, { part }, checkContext) => {
    const judge = PARTS.get(part);
    if (!judge) throw new TypeError(`the index has no part "${part}"`);
    const comparand = comparandOf(checkContext, shown);
    if (!comparand) return notJudgeable('precondition', 'the answer has no object of routes');
    return summed(judge(comparand));
  }),
};

/** Each violation or observation once; otherwise one success. */
function summed(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length === 0) {
    return [notJudgeable('no-data', 'the index lists nothing that it could be judged on')];
  }
  const conclusive = findings.filter(({ kind }) => kind !== 'holds');
  // One endpoint serves several methods, which have the same findings.
  const once = new Map(conclusive.map((finding) => [JSON.stringify(finding), finding]));
  const found = [...once.values()].slice(0, MOST);
  const sound = found.every(({ kind }) => kind === 'observed');
  return sound && conclusive.length < findings.length ? [HOLDS, ...found] : found;
}

function judgeRequired({ shown, pairs }: Comparand): readonly Finding[] {
  return pairs.flatMap(({ stated, arg: { attributes, pointer } }): readonly Finding[] => {
    if (!stated.required || !attributes) return [];
    const { required } = attributes;
    if (required === true) return [HOLDS];
    return [violated(shown, `${pointer}/required`, describeValue(required), 'true')];
  });
}

function judgeNotRequired({ shown, pairs }: Comparand): readonly Finding[] {
  return pairs.flatMap(({ stated, arg: { attributes, pointer } }): readonly Finding[] => {
    // Other clauses judge if a method accepts parameters that a row gives to several.
    if (stated.required || stated.listed !== undefined || !attributes) return [];
    // A parameter with only one value needs it as much as any other.
    if (stated.schema.const !== undefined) return [];
    if (attributes.required !== true) return [HOLDS];
    return [violated(shown, `${pointer}/required`, 'true', 'not required, as no table says so')];
  });
}

/** Compares each parameter, or those that count, with the document. */
function by(
  compare: AttributeComparison,
  counts: (stated: StatedParameter) => boolean = () => true,
): PartJudge {
  return ({ shown, pairs }) =>
    pairs.flatMap(({ stated, arg }): readonly Finding[] => {
      // The clause about its form judges an entry that is no object.
      if (!arg.attributes || !counts(stated)) return [];
      const found = compare(stated.schema, { pointer: '', attributes: arg.attributes });
      if (found?.length === 0) return [HOLDS];
      return (found ?? []).map((difference) => {
        const pointer = arg.pointer + difference.pointer;
        return difference.kind === 'differs'
          ? violated(shown, pointer, difference.actual, difference.expected)
          : notJudgeable('precondition', `${pointer} cannot be read: ${difference.why}`);
      });
    });
}

function noting(look: (comparand: Comparand) => string): PartJudge {
  return (comparand) => [observed(comparand.shown, '/routes', look(comparand))];
}
