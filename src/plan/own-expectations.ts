/** Expected answers of a case about an object of its own, for the check `expected`. */

import { accepts, listIn, membersOf, merged, sizeIn } from '../contract/index.ts';
import {
  isMembers,
  type Json,
  type JsonSchema,
  type Operation,
  pointerOf,
  recordsOf,
  tokens,
  type Values,
} from '../model/index.ts';
import { isKept, leavesOf, replaces } from './own-changes.ts';
import { nameOfCreation, type OwnCollection } from './own-collection.ts';
import { OWN } from './stage.ts';

/** A page of a list. */
interface Page {
  readonly query: Values;
  /** The number of entries below which the list is whole. */
  readonly below: number;
}

/** Answers of a list without a page parameter can be cut without a word. */
const UNPAGED = 20;

/** The largest page of a list; undefined for a list that wants more than that. */
export function pageOf(list: Operation): Page | undefined {
  const parameters = list.parameters.filter((one) => one.in !== 'path');
  if (parameters.some(({ required }) => required)) return undefined;
  const size = sizeIn({ parameters });
  if (typeof size?.schema.maximum === 'number') {
    const most = Math.min(size.schema.maximum, 1_000);
    return { query: { [size.name]: most }, below: most };
  }
  return { query: {}, below: parameters.some(({ name }) => PAGED.test(name)) ? 1 : UNPAGED };
}

interface Filter {
  /** The name of its step. */
  readonly name: string;
  readonly member: string;
  readonly query: Values;
}

/** Filters of a list that a new object fits: they are called like its members, and have few values. */
export function filtersOf({ parameters }: Operation, created: Values): readonly Filter[] {
  return parameters.flatMap(({ name, in: where, required, schema }): readonly Filter[] => {
    const whole = merged(schema);
    const each = isMembers(whole.items) ? merged(whole.items) : whole;
    const value = created[name];
    const isFew = listIn(each, 'enum') !== undefined || each.type === 'boolean';
    if (where !== 'query' || required || !isFew || value === undefined) return [];
    if (value === null || !accepts(each, value)) return [];
    const query = { [name]: each === whole ? value : [value] };
    return [{ name: `list-by-${name}`, member: name, query }];
  });
}

const PAGED = /page|limit|offset|cursor|skip|start|after|top|first|size/i;

interface Expectation {
  readonly step: string;
  readonly given: readonly { readonly step: string }[];
}

interface PlannedState {
  readonly collection: OwnCollection;
  /** Members that a read shows after the creation. */
  readonly created: Values;
  readonly update?: Operation | undefined;
  readonly change?: Values | undefined;
  readonly pages?: Page | undefined;
  readonly filters?: readonly Filter[];
  /** Members that only the server writes, as they are sent. */
  readonly servers?: Values;
  readonly replacement?: Values | undefined;
  /** Members that a replacement can have. */
  readonly replaceable?: Values | undefined;
  /** Values of members that a replacement leaves out. */
  readonly usual?: Values | undefined;
  readonly isPartial?: boolean;
  /** Members of the object above with the number of objects. */
  readonly counts?: readonly string[];
  /** The names of the steps. */
  readonly has: ReadonlySet<string>;
}

/** @returns expectations by part */
export function expectationsOf(state: PlannedState): Json {
  const { collection, created, update, change = {}, pages, has } = state;
  const id = recordsOf(collection.creation).id ?? '/id';
  const own = nameOfCreation(collection);
  const entry = { step: own, at: id };
  const whole = placeOf(collection);
  const given = (step: string) => [{ step, carried: true }];
  const changes = leavesOf(change);
  const shownBy = (step: string, leaves: typeof changes, by: string) =>
    leaves
      .filter(([, value]) => isKept(value))
      .map(([at, equals]) => ({
        ...{ step, at: whole + at, equals, given: given(by) },
        ...(isMoment(equals) && { moment: true }),
      }));
  const all = leavesOf(created);
  // Records of a list can have shorter texts, numbers with a unit, and times of another form.
  const plain = all.filter(
    ([, value]) => typeof value === 'boolean' || (isWord(value) && !isOwnText(value)),
  );
  const isListed = pages !== undefined;
  const parts = {
    created: [
      ...shownBy(own, all, own),
      ...shownBy('read', all, own),
      { step: 'again', carried: false, given: given(own) },
    ],
    listed: isListed
      ? [
          { step: 'list', entry, there: true, below: pages.below, given: given(own) },
          ...plain.map(([at, equals]) => ({ step: 'list', entry, at, equals, given: given(own) })),
          {
            ...{ step: 'list-apart', entry, there: false },
            given: [...given(own), { step: 'list-apart-before', entry, there: false }],
          },
          ...(state.filters ?? []).map(({ name, member }) => ({
            ...{ step: name, entry, there: true, below: pages.below },
            given: [
              ...given(own),
              { step: 'list', entry, there: true },
              // A server may set another value.
              { step: 'read', at: whole + pointerOf([member]), equals: created[member] ?? null },
            ],
          })),
          { step: 'read-apart', carried: false, given: [...given('read'), ...given('list-apart')] },
        ]
      : [],
    updated: [
      ...shownBy('change', changes, 'change'),
      ...shownBy('read-changed', changes, 'change'),
      ...replaced(state).map((one) => ({ ...one, at: whole + one.at, given: given('replace') })),
    ],
    untouched: [
      ...untouched(created, change, update).map((place) => ({
        ...{
          step: 'read-changed',
          at: whole + place,
          as: { step: 'read' },
          given: given('change'),
        },
      })),
      ...all.map(([place]) => ({
        ...{ step: 'read-other-left', at: whole + place, as: { step: 'read-other' } },
        given: given('change'),
      })),
      ...Object.entries(state.servers ?? {}).map(([name, unlike]) => {
        const at = whole + pointerOf([name]);
        // It can have the value by itself.
        const before = ['read', 'read-changed'].filter((step) => has.has(step));
        return {
          ...{ step: 'read-servers', at, unlike },
          given: [...before.map((step) => ({ step, at, unlike })), ...given('change-servers')],
        };
      }),
    ],
    removed: [
      { step: 'read-removed', carried: false, given: given('remove') },
      { step: 'remove-again', carried: false, given: given('remove') },
      ...(isListed ? [{ step: 'list-removed', entry, there: false, given: given('remove') }] : []),
      {
        step: 'read-other-left',
        carried: true,
        given: [...given('read-other'), ...given('remove')],
      },
      {
        step: 'read-above-left',
        carried: true,
        given: [...given('read-above'), ...given('remove')],
      },
      ...(state.counts ?? []).map((at) => ({
        ...{ step: 'read-above-left', at, as: { step: 'read-above' }, plus: -1 },
        // Not all objects may be counted.
        given: [
          ...[...given('read-above'), ...given('remove')],
          { step: 'read-above', at, as: { step: 'read-above-before' }, plus: 1 },
        ],
      })),
    ],
  };
  const isPlanned = ({ step, given }: Expectation) =>
    has.has(step) && given.every((one) => has.has(one.step));
  return Object.fromEntries(
    Object.entries(parts).map(([part, some]) => [part, some.filter(isPlanned)]),
  );
}

function isWord(value: Json): boolean {
  return typeof value === 'string' && /^[a-z]+(?:[_-][a-z]+)*$/i.test(value);
}

function isOwnText(value: Json): boolean {
  return typeof value === 'string' && value.toLowerCase().includes(OWN);
}

function isMoment(value: Json): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
}

/** Places that a change leaves alone. What a whole object leaves out may go. */
function untouched(
  created: Values,
  change: Values,
  update: Operation | undefined,
): readonly string[] {
  if (update !== undefined && replaces(update)) return [];
  const changed = leavesOf(change).map(([place]) => place);
  const inner = new Set(changed.map((place) => place.split('/')[1] ?? ''));
  const places = leavesOf(created).flatMap(([place]) => {
    const [, name = ''] = place.split('/');
    if (changed.includes(place)) return [];
    // A member that is not changed is compared whole.
    return isMembers(change[name]) ? [place] : inner.has(name) ? [] : [pointerOf([name])];
  });
  return [...new Set(places)];
}

/** A replacement sets what it leaves out to the value that the document gives; where clients can keep it by a change, to none. */
function replaced({
  replaceable = {},
  replacement,
  usual = {},
  isPartial,
}: PlannedState): readonly ({ readonly step: string; readonly at: string } & Values)[] {
  if (replacement === undefined) return [];
  const left = leavesOf(replaceable).filter(([place]) => {
    const [, name = ''] = place.split('/');
    return !Object.hasOwn(replacement, name);
  });
  return left.flatMap(([at, value]): ReturnType<typeof replaced> => {
    const [, name = ''] = at.split('/');
    const fixed = usual[name];
    if (fixed !== undefined && isKept(fixed)) {
      return [{ step: 'read-replaced', at, equals: fixed }];
    }
    // Another value can be the default.
    const isUnlike = isPartial === true && isKept(value) && isOwnText(value);
    return isUnlike ? [{ step: 'read-replaced', at, unlike: value }] : [];
  });
}

/**
 * Pointers to members of the object above that count the objects of a collection: `sessionCount` for `sessions`.
 *
 * @param shown the schema of an answer with the object above
 */
export function countsOf({ creation, above }: OwnCollection, shown: JsonSchema): readonly string[] {
  const segment = creation.route.replace(/\/$/, '').split('/').at(-1) ?? '';
  const words = [segment, segment.replace(/ies$/, 'y'), segment.replace(/s$/, '')].map(plainWord);
  const whole = above === undefined ? '' : placeOf(above);
  const inner = tokens(whole).reduce<JsonSchema>(
    (schema, name) => merged(membersOf(schema).find(([one]) => one === name)?.[1] ?? {}),
    merged(shown),
  );
  return membersOf(inner).flatMap(([name, one]) => {
    const isCount = words.some((word) =>
      [`${word}count`, `count${word}`, `numberof${word}`, `num${word}`].includes(plainWord(name)),
    );
    return isCount && merged(one).type === 'integer' ? [whole + pointerOf([name])] : [];
  });
}

/** Pointer to the object in an answer. */
function placeOf({ creation }: OwnCollection): string {
  return (recordsOf(creation).id ?? '/id').replace(/\/[^/]*$/, '');
}

function plainWord(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toLowerCase();
}
