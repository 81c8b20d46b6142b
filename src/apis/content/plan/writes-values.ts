import { join } from 'node:path';
import { CONTRACT_ROOT, readSource } from '../../../contract/index.ts';
import type { Json, Values } from '../../../model/index.ts';

const FILE = 'suites/content/values.yaml';

const {
  fields: FIELDS,
  edits: EDITS,
  shows: SHOWS,
} = readSource(join(CONTRACT_ROOT, FILE), FILE).value as {
  readonly fields: { readonly [collection: string]: { readonly [name: string]: readonly Json[] } };
  readonly edits: readonly Values[];
  readonly shows: { readonly [rule: string]: readonly string[] };
};

export { EDITS, SHOWS };

const DAY_TO_COME = '2037-02-28T12:30:00Z';

/** Bodies that together contain every value of a table. The seed decides the combinations. */
export function acceptableBodies(collection: string, seed: number): readonly Values[] {
  const fields = Object.entries(FIELDS[collection] ?? {});
  const count = Math.max(0, ...fields.map(([, values]) => values.length));
  const turn = Math.abs(seed | 0);
  return Array.from({ length: count }, (_, index) => {
    const members = fields.map(([name, values], place): readonly [string, Json] => {
      const at = (index + (turn % (place + 2))) % values.length;
      return [name, values[at] ?? null];
    });
    return withoutConflict(Object.fromEntries(members));
  });
}

/** The result of a password for a sticky or private object, or of two different dates, is unspecified. */
function withoutConflict(body: Values): Values {
  const { date, date_gmt: gmt, ...others } = body;
  const first = typeof gmt === 'string' ? { ...others, date_gmt: gmt } : body;
  const dated = body.status === 'future' ? { ...others, date: DAY_TO_COME } : first;
  const isOpen = dated.sticky !== true && dated.status !== 'private';
  return isOpen || dated.password === undefined ? dated : { ...dated, password: '' };
}
