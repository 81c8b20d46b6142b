import type { Json } from '../../model/index.ts';
import type { Context } from './draft.ts';
import { isObject } from './edit.ts';
import { type AnswerFilter, bodyBy, type Hooks, onDependencies } from './wrap.ts';

export type EntryMember = readonly [id: string, entry: Json];

/** Changes the members of `data` as a list, in the order of the answer. */
export function members(
  when: AnswerFilter,
  change: (list: readonly EntryMember[], context: Context) => readonly EntryMember[],
): Hooks {
  return bodyBy(when, ['data'], (data, context) =>
    isObject(data) ? Object.fromEntries(change(Object.entries(data), context)) : data,
  );
}

export function keys(change: (id: string) => string): Hooks {
  return members(onDependencies, (list) => list.map(([id, entry]) => [change(id), entry]));
}
