/** Whether what a record shows is of the kind that the table of its fields gives (2.2, 2.3). */

import {
  isOfType,
  isSchema,
  listIn,
  membersOf,
  requiredIn,
  typesOf,
} from '../../../../contract/schema.ts';
import type { JsonSchema } from '../../../../model.ts';
import { child, isObject } from '../../../../pointer.ts';

/**
 * Where a member is not of the type, or none of the values, that its table gives: a pointer below the
 * member; undefined where it fits. How a record shows what is unset is not said (4.2): members that are
 * missing fit, and so do those inside that are null, nothing in place of one of several values, and an empty
 * list in place of an object that requires no member.
 */
export function misfit(schema: JsonSchema, shown: unknown): string | undefined {
  if (shown === undefined) return undefined;
  const listed = listIn(schema, 'enum');
  if (listed !== undefined) {
    const fits = [...listed, schema.default, ''].some((value) => value === shown);
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
    const value = isObject(shown) ? child(shown, name) : undefined;
    const inside = value === null ? undefined : misfit(member, value);
    if (inside !== undefined) return `/${name}${inside}`;
  }
  return undefined;
}

/**
 * ISO 8601, of which the document shows no more than the name: seconds and an offset may be missing, and years
 * may have a sign and more digits. A day that is none, all zeros, stands for no moment.
 */
const MOMENT =
  /^(?:[+-]?\d{4,}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?|0{4}-00-00)$/i;

/** Some languages write an object without members as an empty list. */
function isEmptyObject(schema: JsonSchema, shown: unknown): boolean {
  const empty = Array.isArray(shown) && shown.length === 0;
  return empty && typesOf(schema).includes('object') && requiredIn(schema).length === 0;
}
