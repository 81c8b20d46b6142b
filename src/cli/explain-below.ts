import { type Clause, escapeControls, groupedBy } from '../model/index.ts';
import { count } from '../report/index.ts';

/** The clauses below a beginning of IDs, by the next part of the ID. */
export function belowLines(id: string, clauses: readonly Pick<Clause, 'id'>[]): readonly string[] {
  const beginning = `${id.replace(/\/$/, '')}/`;
  const depth = beginning.split('/').length;
  const below = clauses.filter((one) => one.id.startsWith(beginning));
  const groups = groupedBy(below, (one) => one.id.split('/').slice(0, depth).join('/'));
  if (groups.size === 0) return [];
  return [
    `${count(below.length, 'clause begins', 'clauses begin')} with ${escapeControls(beginning)}`,
    ...[...groups].map(([name, some]) =>
      some.length === 1 ? `  ${some[0]?.id}` : `  ${name}/  ${count(some.length, 'clause')}`,
    ),
  ];
}
