/** Bodies that change an object of a case, and the values that its reads then show. */

import { membersOf, merged, namesObject, requiredIn, sameJson } from '../contract/index.ts';
import {
  isMembers,
  type Json,
  type JsonSchema,
  type Operation,
  pointerOf,
  type Values,
} from '../model/index.ts';
import { plainValue, withOwnTexts } from './plain-values.ts';
import type { FactValues } from './scenarios.ts';
import { valuesOf } from './stage.ts';

/** Variants of plain values: a creation, and a change of each of its members. */
export const VARIANTS = [1, 2, 3] as const;

/** A value with its pointer in an object. */
export type Leaf = readonly [pointer: string, value: Json];

/** Members with their pointers, those of inner objects in place of the objects. */
export function leavesOf(value: Values): readonly Leaf[] {
  return Object.entries(value).flatMap(([name, one]) =>
    isMembers(one)
      ? Object.entries(one).map(([inner, own]) => [pointerOf([name, inner]), own] as const)
      : [[pointerOf([name]), one] as const],
  );
}

/** Returns true for a value that a read shows as it was sent: no address or fraction, which servers write anew. */
export function isKept(value: Json): boolean {
  if (typeof value === 'string') return !value.includes('://');
  if (typeof value === 'number') return Number.isInteger(value);
  // Servers can put lists in order.
  if (Array.isArray(value)) return value.length === 1 && value.every(isKept);
  // Servers may add members to inner objects.
  return value === null || typeof value === 'boolean';
}

export function replaces({ action }: Operation): boolean {
  return action === 'replace';
}

/** Members of a body that clients write, with their schemas. */
function writable(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const all = membersOf(schema).map(([name, one]) => [name, merged(one)] as const);
  return all.filter(([, { readOnly }]) => readOnly !== true);
}

/** The members of an object that a body of the operation can have. */
export function writableIn({ body }: Operation, whole: Values): Values {
  const names = new Set(writable(merged(body?.schema ?? {})).map(([name]) => name));
  return Object.fromEntries(Object.entries(whole).filter(([name]) => names.has(name)));
}

/** The values of members that are left out of a body, where the document has them. */
export function defaultsFor(operation: Operation, sent: Values): Values {
  const left = writable(merged(operation.body?.schema ?? {})).filter(
    ([name]) => !Object.hasOwn(sent, name),
  );
  return Object.fromEntries(
    left.flatMap(([name, { default: usual }]) => (usual === undefined ? [] : [[name, usual]])),
  );
}

/** A body of only those members that are required; undefined if it lacks no other one. */
export function smallBody({ body }: Operation, whole: Values): Values | undefined {
  const required = requiredIn(merged(body?.schema ?? {}));
  const small = Object.entries(whole).filter(([name]) => required.includes(name));
  const isWhole = small.length === required.length && small.length < Object.keys(whole).length;
  return isWhole ? Object.fromEntries(small) : undefined;
}

/** Members that only the server writes, with values of a client. An ID could name another object. */
export function serverMembers({ body }: Operation): Values {
  const all = membersOf(merged(body?.schema ?? {}));
  return Object.fromEntries(
    all.flatMap(([name, one]): [string, Json][] => {
      const { readOnly, ...schema } = merged(one);
      const isPlain = schema.type !== undefined && schema.format !== 'uuid' && !namesObject(name);
      const value = readOnly === true && isPlain ? plainValue(schema, 7) : undefined;
      return value === undefined || value === null || !isKept(value) ? [] : [[name, value]];
    }),
  );
}

/** A change of one member that the object has with another value, in the whole object if it is replaced. */
export function changeOf(
  update: Operation,
  before: Values,
  {
    variant,
    own,
    known,
  }: { readonly variant: number; readonly own: string; readonly known: FactValues },
): Values | undefined {
  const schema = update.body && merged(update.body.schema);
  if (schema === undefined) return undefined;
  const plain = replaces(update) ? plainValue(schema, variant, known) : {};
  const whole = plain && withOwnTexts(schema, plain, own);
  const isPartial = requiredIn(schema).length === 0;
  if (!isMembers(whole) || !(isPartial || replaces(update))) return undefined;
  const changes = writable(schema).flatMap(([name, member]): Values[] => {
    const value = otherValue(member, before[name]);
    return value === undefined || !isKept(value) ? [] : [{ [name]: value }];
  });
  if (update.body?.type === MERGE_PATCH) changes.push(...innerChanges(schema, before));
  const one = changes[(variant - 1) % Math.max(1, changes.length)];
  // The last variant changes all at once: each member is changed in one of them.
  const given = variant === VARIANTS.length ? Object.assign({}, ...changes) : one;
  return one && { ...whole, ...valuesOf(withOwnTexts(schema, given, `${own}x`)) };
}

/** With a merge patch, a part of an inner object changes nothing else in it (RFC 7396). */
const MERGE_PATCH = 'application/merge-patch+json';

/** Changes of one member of each inner object that the object has. */
function innerChanges(schema: JsonSchema, before: Values): readonly Values[] {
  return writable(schema).flatMap(([name, own]): readonly Values[] => {
    const shown = before[name];
    if (!isMembers(shown)) return [];
    const inner = membersOf(own).flatMap(([part, one]): readonly Values[] => {
      const value = otherValue(one, shown[part]);
      const isPart = requiredIn(own).every((required) => required === part);
      return value === undefined || !isKept(value) || !isPart ? [] : [{ [part]: value }];
    });
    return inner.slice(0, 1).map((one) => ({ [name]: one }));
  });
}

function otherValue(schema: JsonSchema, before: Json | undefined): Json | undefined {
  return [4, 5, 6, 7]
    .map((variant) => plainValue(schema, variant))
    .find((value) => value !== undefined && value !== null && !sameJson(value, before ?? null));
}
