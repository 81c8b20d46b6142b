// A sample of a list that depends only on the list and a seed.

import { createHash } from 'node:crypto';

/** @param count how many; 0 takes all. They stay in their order. */
export function draw(list, count, seed) {
  if (count === 0 || count >= list.length) return list;
  const keyed = list.map((item, at) => ({ item, at, key: keyOf(item, seed) }));
  keyed.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1));
  return keyed
    .slice(0, count)
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** By what a mutant is and not by its number, so that a new line of code changes few of a sample. */
function keyOf({ file, mutator, source, replacement, id }, seed) {
  const text = [seed, file, mutator, source, replacement, id].join('\n');
  return createHash('sha256').update(text).digest('hex');
}
