/** Reads texts of a path or query strictly. */

import { isMembers, type Json, type JsonSchema } from '../model/index.ts';
import type { RawValue } from './decode.ts';
import type { TypeName } from './schema.ts';
import { firstFitting } from './schema-violations.ts';
import { shapeOf } from './shape.ts';

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The strict value of texts from a path or query: `-?\d+` for an integer, `true` and `false` for a boolean, an empty
 * text for null and for empty values. A text that does not match the schema stays a text, for the validator to refuse.
 */
export function strictReading(schema: JsonSchema, raw: RawValue): Json {
  const { whole, branches, types, members } = shapeOf(schema);
  if (branches !== undefined) {
    const readings = branches.map((branch) => strictReading(branch, raw));
    return firstFitting(whole, readings, raw);
  }
  if (typeof raw === 'string') {
    const [only] = types;
    const isOne = types.length === 1 && only !== undefined;
    const readings = isOne ? readText(raw, only) : types.flatMap((type) => readText(raw, type));
    const [first = raw] = readings;
    return readings.length > 1 ? firstFitting(whole, readings, first) : first;
  }
  const { items, additionalProperties: rest } = whole;
  if (isRawList(raw)) {
    if (!types.includes('array') || !isMembers(items)) return raw;
    return raw.map((one) => strictReading(items, one));
  }
  if (!types.includes('object')) return raw;
  return Object.fromEntries(
    Object.entries(raw).map(([name, inside]) => {
      const member = members.get(name) ?? rest;
      return [name, isMembers(member) ? strictReading(member, inside) : inside];
    }),
  );
}

function isRawList(raw: RawValue): raw is readonly RawValue[] {
  return Array.isArray(raw);
}

/** A text as a value of one type: one value or none. */
function readText(text: string, type: TypeName): readonly Json[] {
  switch (type) {
    case 'null':
      return text === '' ? [null] : [];
    case 'boolean':
      return text === 'true' || text === 'false' ? [text === 'true'] : [];
    case 'integer':
      return /^-?\d+$/.test(text) ? [Number(text) + 0] : [];
    case 'number':
      return NUMBER.test(text) ? [Number(text) + 0] : [];
    case 'string':
      return [text];
    case 'array':
      return text === '' ? [[]] : [];
    case 'object':
      return text === '' ? [{}] : [];
  }
}
