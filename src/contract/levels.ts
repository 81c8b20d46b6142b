import { type Clause, type Level, valueAt } from '../model/index.ts';

/**
 * The clauses with the levels that lists of operations give them, by the longest beginning of their IDs.
 *
 * @param lists values of the files
 */
export function withLevels(
  clauses: readonly Clause[],
  lists: readonly unknown[],
): readonly Clause[] {
  const levels = lists
    .flatMap((list) => Object.entries<Level>(Object(valueAt(list, '/levels'))))
    .toSorted(([one], [other]) => other.length - one.length);
  return clauses.map((clause) => {
    const found = levels.find(([prefix]) => `${clause.id}/`.startsWith(`${prefix}/`));
    return found === undefined ? clause : { ...clause, level: found[1] };
  });
}
