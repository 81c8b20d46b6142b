import { isList, type Json } from '../../model/index.ts';
import type { IntegrationFault } from './deviation.ts';
import type { Context, Draft, IntegrationOperationId, ReferenceData } from './draft.ts';
import { edit, isObject, type MemberChange } from './edit.ts';
import { compareCodePoints } from './zone.ts';

/** What a fault is wrapped with: the hooks of a fault, and nothing else of it. */
export type Hooks = Pick<IntegrationFault, 'data' | 'admits' | 'answer'>;

/** Which answers a fault concerns. */
export type AnswerFilter = (context: Context) => boolean;

export const DEPENDENCIES: IntegrationOperationId = 'integration/dependencies';
export const TIMEZONES: IntegrationOperationId = 'integration/timezones';

// ---- When -------------------------------------------------------------------------------------------

export const onSuccess: AnswerFilter = ({ outcome }) => outcome.kind === 'success';
export const onDependencies: AnswerFilter = (context) =>
  onSuccess(context) && context.operation === DEPENDENCIES;
export const onTimezones: AnswerFilter = (context) =>
  onSuccess(context) && context.operation === TIMEZONES;

/** Both of two conditions. */
export function both(one: AnswerFilter, other: AnswerFilter): AnswerFilter {
  return (context) => one(context) && other(context);
}

/** Every call of an operation whose number can be divided by `step`. */
export function everyNth(step: number): AnswerFilter {
  return ({ call }) => call % step === 0;
}

/** A request that came before, byte for byte. */
export const again: AnswerFilter = ({ repeat }) => repeat > 1;

/** A request that names a system twice. */
export const named: { readonly twice: AnswerFilter } = {
  twice: ({ requested }) => new Set(requested).size < requested.length,
};

// ---- What -------------------------------------------------------------------------------------------

/** Changes the JSON body in places. */
export function body(when: AnswerFilter, path: readonly string[], change: MemberChange): Hooks {
  return { answer: (draft, context) => (when(context) ? changed(draft, path, change) : draft) };
}

/** Changes the JSON body in places, knowing the call. */
export function bodyBy(
  when: AnswerFilter,
  path: readonly string[],
  change: (value: Json | undefined, context: Context) => Json | undefined,
): Hooks {
  return {
    answer: (draft, context) =>
      when(context) ? changed(draft, path, (value) => change(value, context)) : draft,
  };
}

function changed(draft: Draft, path: readonly string[], change: MemberChange): Draft {
  if (draft.payload.kind !== 'json') return draft;
  const value = edit(draft.payload.value, path, change);
  return value === undefined ? draft : { ...draft, payload: { kind: 'json', value } };
}

/** Changes the entries that the service keeps, so that they are the same in every answer. */
export function entries(
  path: readonly string[],
  change: MemberChange,
  ids?: (id: string) => boolean,
): Hooks {
  return {
    data: (data) => ({
      ...data,
      systems: new Map(
        [...data.systems].map(([id, entry]) => [
          id,
          ids === undefined || ids(id) ? (edit(entry, path, change) ?? null) : entry,
        ]),
      ),
    }),
  };
}

/** Changes the list of timezones that the service keeps, and leaves its order to the change. */
export function zones(change: (zones: readonly Json[]) => readonly Json[]): Hooks {
  return { data: (data) => ({ ...data, zones: change(data.zones) }) };
}

/** Changes the entry of one zone, or of all, and puts the list in the order of its labels again. */
export function zoneEntries(
  change: (zone: WrappedZone) => Json,
  only?: (value: string) => boolean,
): Hooks {
  return zones((list) =>
    inOrder(
      list.map((zone) => (isZone(zone) && (only?.(zone.value) ?? true) ? change(zone) : zone)),
    ),
  );
}

/** Another HTTP status. */
export function status(when: AnswerFilter, code: number): Hooks {
  return { answer: (draft, context) => (when(context) ? { ...draft, status: code } : draft) };
}

/** Another JSON body. */
export function json(when: AnswerFilter, make: (value: Json, context: Context) => Json): Hooks {
  return bodyBy(when, [], (value, context) => (value === undefined ? value : make(value, context)));
}

/** A body that is made from the encoded JSON and need not be JSON itself. */
export function serialized(
  when: AnswerFilter,
  make: (text: string) => string | Uint8Array,
  contentType = 'application/json; charset=utf-8',
): Hooks {
  return {
    answer: (draft, context) => {
      if (!when(context) || draft.payload.kind !== 'json') return draft;
      const made = make(JSON.stringify(draft.payload.value));
      const bytes = typeof made === 'string' ? Buffer.from(made) : made;
      return { ...draft, payload: { kind: 'bytes', bytes, contentType } };
    },
  };
}

/** Several changes, one after the other. */
export function all(...hooks: readonly Hooks[]): Hooks {
  return {
    data: (data: ReferenceData) => hooks.reduce((made, hook) => hook.data?.(made) ?? made, data),
    admits: (credential, call) =>
      hooks.reduce((found, hook) => hook.admits?.(found, call) ?? found, credential),
    answer: (draft, context) =>
      hooks.reduce((made, hook) => hook.answer?.(made, context) ?? made, draft),
  };
}

// ---- Changes ----------------------------------------------------------------------------------------

export const gone: MemberChange = () => undefined;

/** Puts a fixed value in place of whatever is there. */
export function put(value: Json): MemberChange {
  return () => value;
}

export interface WrappedZone {
  readonly [member: string]: Json;
  readonly label: string;
  readonly value: string;
}

export function isZone(zone: Json | undefined): zone is WrappedZone {
  return isObject(zone) && typeof zone.label === 'string' && typeof zone.value === 'string';
}

/** The list in the order of its labels; an entry without a label keeps to the one before it. */
function inOrder(list: readonly Json[]): readonly Json[] {
  let label = '';
  const keyed = list.map((zone) => {
    if (isZone(zone) || (isObject(zone) && typeof zone.label === 'string')) {
      label = String(zone.label);
    }
    return { zone, label };
  });
  return keyed.sort((a, b) => compareCodePoints(a.label, b.label)).map(({ zone }) => zone);
}

/** The elements of an array; none where it is no array. */
export function elements(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}
