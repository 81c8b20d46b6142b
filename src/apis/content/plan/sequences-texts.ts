/** Updates with texts from the tables of values that a server returns unchanged. */

import { isObject, type Json, type JsonSchema, type Step } from '../../../model/index.ts';
import { jsonOf, type ValueRow, valueRows } from '../../../plan/value-tables.ts';
import type { LifecycleContext } from './sequences-ground.ts';
import { type BodyMembers, read, UPDATE_METHODS, update } from './sequences-steps.ts';
import { LINES, wordOf } from './sequences-values.ts';

/** One update of an object's texts for each row, followed by a read. */
export function textUpdates(
  { collection, schemas, seed }: LifecycleContext,
  of: string,
  tag: string,
): readonly Step[] {
  return valueRows()
    .filter(({ kept }) => kept)
    .flatMap((row, at) => {
      const body = bodyOf(schemas, row, tag, at);
      const method = UPDATE_METHODS[(Math.abs(seed | 0) + at) % UPDATE_METHODS.length] ?? 'post';
      const id = row.name.replaceAll('/', '-');
      return Object.keys(body).length === 0
        ? []
        : [update(collection, id, of, method, body), read(collection, `after-${id}`, of)];
    });
}

/** The body of an update. A title gets a unique word, and only a content gets very long texts. */
function bodyOf(
  schemas: LifecycleContext['schemas'],
  row: ValueRow,
  tag: string,
  at: number,
): BodyMembers {
  const [text = ''] = jsonOf([row]).map(String);
  const titled: Json = { raw: `${text} ${wordOf(tag, 'title', at)}` };
  const fields = [...schemas].flatMap(([name, schema]): readonly (readonly [string, Json])[] => {
    if (name === 'title') return row.is === 'unusual' && hasRaw(schema) ? [[name, titled]] : [];
    if (row.is === 'far' && name !== 'content') return [];
    if (hasRaw(schema)) return [[name, { raw: text }]];
    return schema.type === 'string' && LINES.includes(name) ? [[name, text]] : [];
  });
  return Object.fromEntries(fields);
}

function hasRaw({ properties }: JsonSchema): boolean {
  return isObject(properties) && Object.hasOwn(properties, 'raw');
}
