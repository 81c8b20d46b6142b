import type { Validate } from '../../contract/index.ts';
import { isMembers, isObject, type JsonSchema } from '../../model/index.ts';
import type { ContentChoices } from './choices.ts';
import { isRepeated } from './query.ts';

/** The source of a value: untyped text, or typed JSON. */
interface ValueOrigin {
  readonly typed: boolean;
  readonly choices: ContentChoices;
  readonly validate: Validate;
}

/**
 * Converts a value to the type of its schema if that is unambiguous: digits to a number, a comma list to a list, a text
 * to an object with `raw`. Other values stay as they are and fail validation.
 */
export function coerce(value: unknown, schema: JsonSchema, origin: ValueOrigin): unknown {
  const plain = isRepeated(value) ? unrepeat(value.repeated, schema, origin) : value;
  const branches = branchesOf(schema);
  if (branches) {
    const read = branches.map((branch) => coerce(plain, branch, origin));
    return read.find((one) => origin.validate(schema, one).length === 0) ?? plain;
  }
  const types = typesOf(schema);
  for (const type of types) {
    const read = coerceTo(type, plain, schema, origin);
    if (read !== undefined) return read;
  }
  return plain;
}

function unrepeat(values: readonly string[], schema: JsonSchema, origin: ValueOrigin): unknown {
  const lists = branchesOf(schema) ?? [schema];
  if (lists.some((branch) => typesOf(branch).includes('array'))) return values;
  return origin.choices['repeated-parameter'] === 'first' ? values[0] : values.at(-1);
}

function branchesOf(schema: JsonSchema): readonly JsonSchema[] | undefined {
  const list = schema.oneOf ?? schema.anyOf;
  return Array.isArray(list) && schema.properties === undefined
    ? list.filter(isMembers)
    : undefined;
}

function typesOf(schema: JsonSchema): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((one): one is string => typeof one === 'string');
  return isObject(schema.properties) ? ['object'] : [];
}

/** The value as one type; undefined if it cannot be converted. */
function coerceTo(type: string, value: unknown, schema: JsonSchema, origin: ValueOrigin): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return numberFrom(value, origin);
    case 'boolean':
      return booleanFrom(value, origin);
    case 'array':
      return listFrom(value, schema, origin);
    case 'object':
      return objectFrom(value, schema, origin);
    case 'string':
      return typeof value === 'string' ? value : undefined;
    case 'null':
      return value === null ? null : undefined;
    default:
      return undefined;
  }
}

function numberFrom(value: unknown, origin: ValueOrigin): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(value)) return undefined;
  if (origin.typed && origin.choices['number-text'] === 'refuse') return undefined;
  return Number(value);
}

const WORDS: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  '0': false,
  false: false,
};

function booleanFrom(value: unknown, origin: ValueOrigin): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (origin.typed && origin.choices['boolean-text'] === 'refuse') return undefined;
  if (value === 0 || value === 1) return value === 1;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}

function listFrom(value: unknown, schema: JsonSchema, origin: ValueOrigin): unknown {
  const items = isMembers(schema.items) ? schema.items : {};
  if (Array.isArray(value)) return value.map((entry) => coerce(entry, items, origin));
  if (origin.typed && origin.choices['comma-lists'] === 'refuse') return undefined;
  if (typeof value === 'number') return [value];
  if (typeof value !== 'string') return undefined;
  const pieces = value.split(',').map((piece) => piece.trim());
  return pieces.filter((piece) => piece !== '').map((piece) => coerce(piece, items, origin));
}

function objectFrom(value: unknown, schema: JsonSchema, origin: ValueOrigin): unknown {
  const members = isObject(schema.properties) ? schema.properties : {};
  if (typeof value === 'string' && isMembers(members.raw)) {
    if (origin.typed && origin.choices['raw-text'] === 'refuse') return undefined;
    return { raw: value };
  }
  if (!isObject(value)) return undefined;
  const read = Object.entries(value).map(([name, member]) => {
    const inner = Object.hasOwn(members, name) ? members[name] : undefined;
    return [name, isMembers(inner) ? coerce(member, inner, origin) : member] as const;
  });
  return Object.fromEntries(read);
}
