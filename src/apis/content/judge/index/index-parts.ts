import {
  type Check,
  HOLDS,
  notJudgeable,
  observed,
  obstacleOf,
  textOption,
  violated,
} from '../../../../judge/check.ts';
import { describeValue } from '../../../../judge/describe.ts';
import type { Finding } from '../../../../model/index.ts';
import {
  type AttributeComparison,
  compareDefault,
  compareEnum,
  compareExclusive,
  compareFormat,
  compareItemCount,
  compareItems,
  compareLength,
  compareMaximum,
  compareMinimum,
  comparePattern,
  compareSurplus,
  compareType,
  compareUnique,
} from './index-attributes.ts';
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

/** What is wrong once mostly is so in many places; more of a kind tell nothing new. */
const MOST = 20;

/** Everything that one part finds, what holds included; nothing where there is nothing to look at. */
type PartJudge = (comparand: Comparand) => readonly Finding[];

/** What a row may give or inherit: the attributes that the document names of an `args` entry (2.1). */
const ATTRIBUTES: readonly (readonly [string, AttributeComparison])[] = [
  ['type', compareType],
  ['default', compareDefault],
  ['enum', compareEnum],
  ['minimum', compareMinimum],
  ['maximum', compareMaximum],
  ['format', compareFormat],
  ['items', compareItems],
];

const PARTS: ReadonlyMap<unknown, PartJudge> = new Map<unknown, PartJudge>([
  // what is listed
  ['routes', judgeRoutes],
  ['namespaces', judgeNamespaces],
  ['methods', judgeMethods],
  ['other-methods', judgeOtherMethods],
  ['parameters', judgeParameters],
  ['parameters-by-method', judgeParametersByMethod],
  // what is said of a parameter
  ...ATTRIBUTES.map(([name, compare]): [string, PartJudge] => [
    name,
    by(compare, (stated) => !inherits(stated, name)),
  ]),
  [
    'inherited',
    (comparand) =>
      ATTRIBUTES.flatMap(([name, compare]) =>
        by(compare, (stated) => inherits(stated, name))(comparand),
      ),
  ],
  ['required', judgeRequired],
  ['surplus', (comparand) => [...by(compareSurplus)(comparand), ...judgeNotRequired(comparand)]],
  ['unique-items', by(compareUnique)],
  ['length', by(compareLength)],
  ['item-count', by(compareItemCount)],
  ['pattern', by(comparePattern)],
  ['exclusive', by(compareExclusive)],
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
 * The site index against the operations of the document: one kind of statement about them (2.1, and
 * section 4 in full). Each statement is for one part alone: a route that is missing lacks no methods,
 * and a parameter that is missing has no wrong type.
 */
export const index: Check = {
  name: 'index',
  judge(checkContext, options) {
    const part = textOption(options, 'part');
    const judge = PARTS.get(part);
    if (!judge) throw new TypeError(`the index has no part "${options.part}"`);
    return checkContext.steps.flatMap((shown) => {
      if (shown.standing.kind !== 'succeeded') return [obstacleOf(shown.standing)];
      const comparand = comparandOf(checkContext, shown);
      if (!comparand) return [notJudgeable('precondition', 'the answer has no object of routes')];
      return summed(judge(comparand));
    });
  },
};

/** What is wrong or notable, each once; that it holds where nothing is wrong. */
function summed(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length === 0) {
    return [notJudgeable('no-data', 'the index lists nothing that it could be judged on')];
  }
  const conclusive = findings.filter(({ kind }) => kind !== 'holds');
  // One endpoint serves several methods, and each finds the same in it.
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
    // Whether a method takes what a row gives for several together is for other clauses.
    if (stated.required || stated.listed !== undefined || !attributes) return [];
    // What has one value alone goes without it as little as with another one.
    if (stated.schema.const !== undefined) return [];
    if (attributes.required !== true) return [HOLDS];
    return [violated(shown, `${pointer}/required`, 'true', 'not required, as no table says so')];
  });
}

/** Holds each parameter, or those that count, against the document by one comparison. */
function by(
  compare: AttributeComparison,
  counts: (stated: StatedParameter) => boolean = () => true,
): PartJudge {
  return ({ shown, pairs }) =>
    pairs.flatMap(({ stated, arg }): readonly Finding[] => {
      // An entry that is no object is for the clause that speaks about its form.
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
