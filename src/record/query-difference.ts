/** Describes the difference between two targets of one path, by parameter. */

import { groupedBy } from '../model/index.ts';
import { firstDifference, shown } from './body-difference.ts';
import { pairsIn } from './url-encoded.ts';

/** Maximum number of parameters in a message; the rest is counted. */
const MOST_NAMED = 4;

export interface QueryDifference {
  readonly words: string;
  readonly places: number;
}

/**
 * @param is, was targets in normal form, without what distinguishes nothing
 * @returns undefined if the paths differ, or no parameter does
 */
export function queryDifference(is: string, was: string): QueryDifference | undefined {
  const [own, other] = [partsOf(is), partsOf(was)];
  if (own.path !== other.path) return undefined;
  const names = new Set([...own.values.keys(), ...other.values.keys()]);
  const different = [...names].flatMap((name) => {
    const [now, then] = [own.values.get(name), other.values.get(name)];
    if (now === then) return [];
    if (then === undefined) return [`${name} is new, ${shown(now)}`];
    if (now === undefined) return [`${name} is missing, and was ${shown(then)}`];
    const from = firstDifference(now, then);
    return [`${name} is ${shown(now, from)} and was ${shown(then, from)}`];
  });
  if (different.length === 0) return undefined;
  const rest = different.length - MOST_NAMED;
  const more = rest > 0 ? [`and ${rest} more`] : [];
  const words = `query ${[...different.slice(0, MOST_NAMED), ...more].join(', ')}`;
  return { words, places: different.length };
}

/** The values of one name are one text. */
function partsOf(target: string) {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
  const pairs = groupedBy(pairsIn(query), ([name]) => name);
  const values = new Map(
    [...pairs].map(([name, own]) => [name, own.map(([, value]) => value).join(', ')]),
  );
  return { path, values };
}
