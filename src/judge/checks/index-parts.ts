import type { SiteIndex } from '../../contract/site-index.ts';
import type { Finding } from '../../model.ts';
import { pointerOf } from '../../pointer.ts';
import {
  type Check,
  HOLDS,
  notJudgeable,
  observed,
  obstacleOf,
  textOption,
  violated,
} from '../check.ts';
import { describeValue } from '../describe.ts';
import {
  type Comparison,
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
  compareType,
  compareUnique,
} from './index-attributes.ts';
import { otherAttributes, otherParameters, otherRoutes } from './index-beyond.ts';
import { type Comparand, comparandOf } from './index-comparand.ts';
import { compareMembers } from './index-members.ts';
import { judgeBatch, judgeMethods, judgeNamespaces, judgeRoutes } from './index-routes.ts';

/** What is wrong once mostly is so in many places; more of a kind tell nothing new. */
const MOST = 20;

/** Everything that one part finds, what holds included; nothing where there is nothing to look at. */
type Judge = (comparand: Comparand) => readonly Finding[];

const PARTS: ReadonlyMap<unknown, Judge> = new Map<unknown, Judge>([
  // what is listed
  ['routes', judgeRoutes],
  ['namespaces', judgeNamespaces],
  ['methods', judgeMethods],
  ['parameters', judgeParameters],
  // what is said of a parameter
  ['type', by(compareType)],
  ['default', by(compareDefault)],
  ['required', judgeRequired],
  ['enum', by(compareEnum)],
  ['minimum', by(compareMinimum)],
  ['maximum', by(compareMaximum)],
  ['format', by(compareFormat)],
  ['items', by(compareItems)],
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
  judge(scene, options) {
    const part = textOption(options, 'part');
    const judge = PARTS.get(part);
    if (!judge) throw new TypeError(`the index has no part "${options.part}"`);
    return scene.steps.flatMap((shown) => {
      if (shown.standing.kind !== 'succeeded') return [obstacleOf(shown.standing)];
      const comparand = comparandOf(scene, shown);
      if (!comparand) return [notJudgeable('precondition', 'the answer has no object of routes')];
      const sound = SOUND.get(comparand.index) ?? new Set();
      if (sound.has(part)) return [HOLDS];
      const found = summed(judge(comparand));
      if (found.length === 1 && found[0]?.kind === 'holds') {
        SOUND.set(comparand.index, sound.add(part));
      }
      return found;
    });
  },
};

/** Of indices that were looked at before: the parts in which nothing is wrong or notable. */
const SOUND = new WeakMap<SiteIndex, Set<string>>();

/** What is wrong or notable, each once; that it holds where nothing is wrong. */
function summed(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length === 0) {
    return [notJudgeable('no-data', 'the index lists nothing that it could be judged on')];
  }
  const telling = findings.filter(({ kind }) => kind !== 'holds');
  // One endpoint serves several methods, and each finds the same in it.
  const once = new Map(telling.map((finding) => [JSON.stringify(finding), finding]));
  const found = [...once.values()].slice(0, MOST);
  const sound = found.every(({ kind }) => kind === 'observed');
  return sound && telling.length < findings.length ? [HOLDS, ...found] : found;
}

function judgeParameters({ shown, served }: Comparand): readonly Finding[] {
  return served.flatMap(({ operation, stated, endpoint }) => {
    const { args, pointer } = endpoint;
    // Those in no known form are for the clause that speaks about it.
    if (!args) return [];
    return stated.map(({ name }) => {
      if (args.some((arg) => arg.name === name)) return HOLDS;
      const expected = `an entry for "${name}" of ${operation.method} ${operation.route}`;
      return violated(shown, `${pointer}/args${pointerOf([name])}`, 'missing', expected);
    });
  });
}

function judgeRequired({ shown, pairs }: Comparand): readonly Finding[] {
  return pairs.flatMap(({ stated, arg: { attributes, pointer } }): readonly Finding[] => {
    if (!stated.required || !attributes) return [];
    const { required } = attributes;
    if (required === true) return [HOLDS];
    return [violated(shown, `${pointer}/required`, describeValue(required), 'true')];
  });
}

/** Holds each parameter against the document by one comparison. */
function by(compare: Comparison): Judge {
  return ({ shown, pairs }) =>
    pairs.flatMap(({ stated, arg }): readonly Finding[] => {
      // An entry that is no object is for the clause that speaks about its form.
      if (!arg.attributes) return [];
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

function noting(look: (comparand: Comparand) => string): Judge {
  return (comparand) => [observed(comparand.shown, '/routes', look(comparand))];
}
