import { isList, type Json } from '../../model/index.ts';

/** A member or element to become another; undefined stands for one that is absent, both ways. */
export type MemberChange = (value: Json | undefined) => Json | undefined;

/**
 * Changes a value in places. Nothing happens where a path leads nowhere; only its last step may lead
 * to a member that is absent, which the change may then add.
 *
 * @param path members from the root; `*` stands for every member or element, `first` and `last` for
 * one element of an array.
 */
export function edit(value: Json, path: readonly string[], change: MemberChange): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  const inner: MemberChange = (found) => {
    if (rest.length === 0) return change(found);
    return found === undefined ? undefined : edit(found, rest, change);
  };
  if (isList(value)) return editArray(value, step, inner);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  if (step === '*') return Object.fromEntries(kept(members, inner));
  const found = members.some(([name]) => name === step);
  const all = found ? members : [...members, [step, undefined] as const];
  return Object.fromEntries(kept(all, (member, name) => (name === step ? inner(member) : member)));
}

function editArray(value: readonly Json[], step: string, change: MemberChange): readonly Json[] {
  const chosen = (index: number): boolean => {
    if (step === '*') return true;
    if (step === 'first') return index === 0;
    return step === 'last' ? index === value.length - 1 : String(index) === step;
  };
  return value.flatMap((element, index) => {
    const made = chosen(index) ? change(element) : element;
    return made === undefined ? [] : [made];
  });
}

function kept(
  members: readonly (readonly [string, Json | undefined])[],
  change: (value: Json | undefined, name: string) => Json | undefined,
): readonly (readonly [string, Json])[] {
  return members.flatMap(([name, member]) => {
    const made = change(member, name);
    return made === undefined ? [] : [[name, made] as const];
  });
}

/** Whether a value is an object, with members and not elements. */
export function isObject(value: Json | undefined): value is { readonly [member: string]: Json } {
  return typeof value === 'object' && value !== null && !isList(value);
}
