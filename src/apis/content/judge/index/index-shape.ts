/** Reads descriptions of a parameter in an index, in any of the usual forms. */

import { isObject } from '../../../../model/index.ts';
import type { Attributes } from '../../site-index/site-index.ts';

/** A part of an `args` entry, with its pointer from the entry. */
export interface ArgPart {
  readonly pointer: string;
  readonly attributes: Attributes;
}

interface Attribute {
  readonly pointer: string;
  readonly value: unknown;
}

const CHOICES = ['oneOf', 'anyOf'] as const;

/** The alternatives of a choice; empty without a choice. */
export function branchesOf({ pointer, attributes }: ArgPart): readonly ArgPart[] {
  return CHOICES.flatMap((keyword) => {
    const branches = attributes[keyword];
    return Array.isArray(branches)
      ? branches.flatMap((branch: unknown, at): readonly ArgPart[] =>
          isObject(branch) ? [{ pointer: `${pointer}/${keyword}/${at}`, attributes: branch }] : [],
        )
      : [];
  });
}

/** Its own attribute, or that of the first alternative that has it. */
export function attributeOf(part: ArgPart, ...names: readonly string[]): Attribute | undefined {
  for (const { pointer, attributes } of [part, ...branchesOf(part)]) {
    const name = names.find((candidate) => attributes[candidate] !== undefined);
    if (name !== undefined) return { pointer: `${pointer}/${name}`, value: attributes[name] };
  }
  return undefined;
}

/**
 * The allowed types: a name, a list of names, or those of the alternatives; `nullable` adds null. `undefined` if none
 * are given.
 */
export function typesOf(part: ArgPart): readonly string[] | undefined {
  const { type, nullable } = part.attributes;
  const named = typeof type === 'string' ? [type] : Array.isArray(type) ? type : undefined;
  const own = named?.filter((name) => typeof name === 'string') ?? typesOfBranches(part);
  if (own === undefined) return undefined;
  return [...new Set([...own, ...(nullable === true ? ['null'] : [])])];
}

function typesOfBranches(part: ArgPart): readonly string[] | undefined {
  const types = branchesOf(part).map(typesOf);
  const known = types.filter((each) => each !== undefined);
  return known.length === 0 || known.length < types.length ? undefined : known.flat();
}

/** The description of values of one type: in an alternative for that type, or in the entry itself. */
export function partFor(part: ArgPart, type: 'array' | 'object'): ArgPart | undefined {
  const members = type === 'array' ? 'items' : 'properties';
  if (part.attributes[members] !== undefined) return part;
  const branch = branchesOf(part).find((candidate) => typesOf(candidate)?.includes(type));
  if (branch) return branch;
  const types = typesOf(part);
  return types === undefined || types.includes(type) ? part : undefined;
}

/** The allowed values: a list, a list with numbered keys, or a single value. */
export function valuesOf(part: ArgPart): Attribute | undefined {
  const listed = attributeOf(part, 'enum');
  if (listed) {
    return isObject(listed.value) ? { ...listed, value: Object.values(listed.value) } : listed;
  }
  const single = attributeOf(part, 'const');
  return single && { ...single, value: [single.value] };
}

export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

export interface Bound {
  readonly pointer: string;
  readonly value: number;
  readonly exclusive: boolean;
}

/**
 * The bound on one side: `minimum`, `exclusiveMinimum` with a number, or `minimum` with the older
 * `exclusiveMinimum: true`. For integers, more than 0 equals at least 1, so their bounds are
 * always inclusive.
 *
 * @param integers true if the document gives the type integer
 */
export function boundOf(
  part: ArgPart,
  side: 'Minimum' | 'Maximum',
  integers: boolean,
): Bound | undefined {
  const plain = attributeOf(part, side.toLowerCase());
  const beyond = attributeOf(part, `exclusive${side}`);
  const inclusive = numberOf(plain?.value);
  const exclusive = numberOf(beyond?.value);
  const bounds: Bound[] = [];
  if (plain && inclusive !== undefined) {
    bounds.push({ pointer: plain.pointer, value: inclusive, exclusive: beyond?.value === true });
  }
  if (beyond && exclusive !== undefined) {
    bounds.push({ pointer: beyond.pointer, value: exclusive, exclusive: true });
  }
  const inward = side === 'Minimum' ? 1 : -1;
  return bounds
    .map((bound) =>
      integers && bound.exclusive
        ? { ...bound, value: bound.value + inward, exclusive: false }
        : bound,
    )
    .sort(
      (one, other) =>
        (other.value - one.value) * inward || Number(other.exclusive) - Number(one.exclusive),
    )[0];
}
