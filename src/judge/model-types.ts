/** Whether what a record shows is of the kind that the table of its fields gives (2.2, 2.3). */

import { isOfType, isSchema, listIn, membersOf, typesOf } from '../contract/schema.ts';
import type { JsonSchema } from '../model.ts';
import { child, isObject } from '../pointer.ts';

/**
 * Where a member is not of the type, or none of the values, that its table gives: a pointer below the
 * member; undefined where it fits. Members that are missing fit.
 */
export function misfit(schema: JsonSchema, shown: unknown): string | undefined {
  if (shown === undefined) return undefined;
  const listed = listIn(schema, 'enum');
  if (listed !== undefined) {
    const fits = [...listed, schema.default].some((value) => value === shown);
    if (!fits) return '';
  }
  const types = typesOf(schema);
  if (schema.type !== undefined && !types.some((type) => isOfType(shown, type))) {
    return isEmptyObject(schema, shown) ? undefined : '';
  }
  if (schema.format === 'date-time' && typeof shown === 'string' && !MOMENT.test(shown)) return '';
  if (Array.isArray(shown)) {
    const { items } = schema;
    const at = isSchema(items) ? shown.findIndex((one) => misfit(items, one) !== undefined) : -1;
    return at < 0 ? undefined : `/${at}`;
  }
  for (const [name, member] of membersOf(schema)) {
    const inside = isObject(shown) ? misfit(member, child(shown, name)) : undefined;
    if (inside !== undefined) return `/${name}${inside}`;
  }
  return undefined;
}

/** ISO 8601, of which the document shows no more than the name: seconds and an offset may be missing. */
const MOMENT =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** Some languages write an object without members as an empty list. */
function isEmptyObject(schema: JsonSchema, shown: unknown): boolean {
  return Array.isArray(shown) && shown.length === 0 && membersOf(schema).length === 0;
}
