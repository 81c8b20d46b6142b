import type { Json } from '../../model.ts';
import { plainChoices } from './choice.ts';
import type { Fault } from './deviation.ts';
import type { Context, RefusalRule } from './draft.ts';
import { isArray, isObject } from './edit.ts';
import { success } from './envelope.ts';
import {
  again,
  all,
  atLeast,
  body,
  bodyBy,
  both,
  DEPENDENCIES,
  entries,
  gone,
  type Hooks,
  named,
  onDependencies,
  put,
  type When,
} from './wrap.ts';

const KEYS = 'integration/dependencies/key-per-system';
const OTHER_KEYS = 'integration/dependencies/no-other-keys';
const ENTRY = 'integration/dependencies/entry';
const OWN = 'integration/dependencies/own-entry';
const FIELDS = 'integration/dependencies/fields';
const HOSTNAME = 'integration/dependencies/show-hostname';
const CODE = 'integration/dependencies/field/code';
const LABEL = 'integration/dependencies/field/label';
const REQUIRED = 'integration/dependencies/field/required';
const TYPE = 'integration/dependencies/field/type';
const MESSAGE = 'integration/success/message';
/** Derived from the schema of the request body, so not written in clauses.yaml. */
const SYSTEMS_TYPE = 'integration/dependencies/body/systems/type';
const ITEMS_TYPE = 'integration/dependencies/body/systems/items/type';

const ANY_FIELD = ['fields', '*'];
const ANY_ENTRY = ['data', '*'];

/** Faults against sections 2.2, 2.3 and 4.1. */
export const dependenciesFaults: readonly Fault[] = [
  // ---- Keys of data missing
  fault('entries-missing', 'entry missing', [KEYS], {
    what: 'returns an empty `data` whatever is requested',
    ...body(onDependencies, ['data'], put({})),
  }),
  fault('first-entry-missing', 'entry missing', [KEYS], {
    what: 'leaves out the system that is requested first',
    ...members(onDependencies, (list, { requested }) => without(list, requested[0])),
  }),
  fault('last-entry-missing', 'entry missing', [KEYS], {
    what: 'leaves out the system that is requested last',
    ...members(onDependencies, (list, { requested }) => without(list, requested.at(-1))),
  }),
  fault('entries-beyond-third-missing', 'entry missing', [KEYS], {
    what: 'returns three entries at most',
    ...members(onDependencies, (list) => list.slice(0, 3)),
  }),
  fault('entry-missing-for-id-with-space', 'entry missing', [KEYS], {
    what: 'leaves out systems with a space in their ID',
    ...members(onDependencies, (list) => list.filter(([id]) => !id.includes(' '))),
  }),
  fault('entry-missing-for-id-with-other-letters', 'entry missing', [KEYS], {
    what: 'leaves out systems whose ID has letters beyond ASCII',
    ...members(onDependencies, (list) => list.filter(([id]) => isAscii(id))),
  }),
  fault('entry-missing-for-digits', 'entry missing', [KEYS], {
    what: 'leaves out systems whose ID consists of digits',
    ...members(onDependencies, (list) => list.filter(([id]) => !/^\d+$/.test(id))),
  }),
  fault('entry-missing-without-fields', 'entry missing', [KEYS], {
    what: 'leaves out systems that need no fields',
    ...members(onDependencies, (list) =>
      list.filter(([, entry]) => !isObject(entry) || JSON.stringify(entry.fields) !== '[]'),
    ),
  }),
  fault('entry-missing-when-named-twice', 'entry missing', [KEYS], {
    what: 'leaves out a system that is requested twice',
    ...members(both(onDependencies, named.twice), (list, { requested }) =>
      list.filter(([id]) => requested.indexOf(id) === requested.lastIndexOf(id)),
    ),
  }),
  fault('entries-missing-when-asked-again', 'entry missing', [KEYS], {
    what: 'answers a request rightly at first, and with an empty `data` when it comes again',
    ...body(both(onDependencies, again), ['data'], put({})),
  }),

  // ---- Keys of data that were not requested
  fault('all-systems-returned', 'entry surplus', [OTHER_KEYS], {
    what: 'returns the entries of all systems whatever is requested',
    ...members(onDependencies, (list, { data }) => [...list, ...data.systems]),
  }),
  fault('copy-under-other-key', 'entry surplus', [OTHER_KEYS], {
    what: 'returns the first entry once more, under a key that was not requested',
    ...members(onDependencies, ([first, ...rest]) =>
      first === undefined ? [] : [first, ...rest, [`${first[0]}-legacy`, first[1]]],
    ),
  }),
  fault('copy-returned-when-named-twice', 'entry surplus', [OTHER_KEYS], {
    what: 'numbers the second entry of a system that is requested twice',
    ...members(both(onDependencies, named.twice), (list) => [
      ...list,
      ...list.slice(0, 1).map(([id, entry]) => [`${id} (2)`, entry] as const),
    ]),
  }),
  fault('count-among-entries', 'entry surplus', [OTHER_KEYS, ENTRY], {
    what: 'puts the number of entries among the entries',
    ...members(onDependencies, (list) => [...list, ['count', list.length]]),
  }),
  fault('surplus-entry-for-many-systems', 'entry surplus', [OTHER_KEYS], {
    what: 'adds an entry of no system where five or more are requested',
    ...members(both(onDependencies, atLeast(5)), (list) => [
      ...list,
      ['default', { fields: [], show_hostname: false }],
    ]),
  }),

  // ---- Keys of data that are spelt otherwise
  fault('keys-numbered', 'key changed', [KEYS, OTHER_KEYS], {
    what: 'numbers the entries in place of naming them',
    ...members(onDependencies, (list) => list.map(([, entry], index) => [`#${index}`, entry])),
  }),
  fault('keys-in-lower-case', 'key changed', [KEYS, OTHER_KEYS], {
    what: 'writes the system IDs in lower case',
    ...keys((id) => id.toLowerCase()),
  }),
  fault('keys-with-plus-for-space', 'key changed', [KEYS, OTHER_KEYS], {
    what: 'writes a plus sign for each space of a system ID',
    ...keys((id) => id.replaceAll(' ', '+')),
  }),
  fault('keys-percent-encoded', 'key changed', [KEYS, OTHER_KEYS], {
    what: 'percent-encodes the system IDs',
    ...keys((id) => encodeURIComponent(id)),
  }),
  fault('keys-misread-as-latin-1', 'key changed', [KEYS, OTHER_KEYS], {
    what: 'reads the UTF-8 of a system ID as Latin-1',
    ...keys((id) => Buffer.from(id).toString('latin1')),
  }),
  fault('keys-decomposed', 'key changed', [KEYS, OTHER_KEYS], {
    what: 'takes letters with marks of a system ID apart',
    ...keys((id) => id.normalize('NFD')),
  }),

  // ---- Entries of other systems
  fault('entries-swapped', 'entry of another system', [OWN], {
    what: 'hands each requested system the entry of the next',
    ...members(onDependencies, rotated),
  }),
  fault('entries-swapped-for-many-systems', 'entry of another system', [OWN], {
    what: 'hands each system the entry of the next where four or more are requested',
    ...members(both(onDependencies, atLeast(4)), rotated),
  }),
  fault('last-two-entries-swapped', 'entry of another system', [OWN], {
    what: 'swaps the entries of the last two of several systems',
    ...members(onDependencies, (list) => [...list.slice(0, -2), ...rotated(list.slice(-2))]),
  }),
  fault('first-entry-for-all', 'entry of another system', [OWN], {
    what: 'hands all requested systems the entry of the first',
    ...members(onDependencies, (list) => list.map(([id]) => [id, list[0]?.[1] ?? null])),
  }),
  fault('show-hostname-of-first', 'entry of another system', [OWN], {
    what: 'takes `show_hostname` of all requested systems from the first',
    ...members(onDependencies, (list) => {
      const first = list[0]?.[1];
      return list.map(([id, entry]) =>
        isObject(entry) && isObject(first) && first.show_hostname !== undefined
          ? [id, { ...entry, show_hostname: first.show_hostname }]
          : [id, entry],
      );
    }),
  }),
  fault('fields-gathered', 'entry of another system', [OWN], {
    what: 'lists the fields of all requested systems under each of them',
    ...members(onDependencies, (list) => {
      const fields = list.flatMap(([, entry]) =>
        isObject(entry) && isArray(entry.fields) ? entry.fields : [],
      );
      return list.map(([id, entry]) => [id, isObject(entry) ? { ...entry, fields } : entry]);
    }),
  }),

  // ---- Entries
  fault('entry-null', 'entry mistyped', [ENTRY], {
    what: 'writes null for every entry',
    ...entries([], put(null)),
  }),
  fault('entry-as-list-of-fields', 'entry mistyped', [ENTRY], {
    what: 'writes the fields in place of the entry that holds them',
    ...entries([], (entry) => (isObject(entry) ? entry.fields : entry)),
  }),
  fault('entry-as-text', 'entry mistyped', [ENTRY], {
    what: 'writes every entry as JSON in a string',
    ...entries([], (entry) => JSON.stringify(entry)),
  }),
  fault('entry-null-for-id-with-space', 'entry mistyped', [ENTRY], {
    what: 'writes null for the entry of a system with a space in its ID',
    ...entries([], put(null), (id) => id.includes(' ')),
  }),
  fault('entry-false-for-id-with-slash', 'entry mistyped', [ENTRY], {
    what: 'writes false for the entry of a system with a slash in its ID',
    ...entries([], put(false), (id) => id.includes('/')),
  }),
  fault('entry-as-list-without-fields', 'entry mistyped', [ENTRY], {
    what: 'writes an empty list for the entry of a system that needs no fields',
    ...entries([], (entry) =>
      isObject(entry) && JSON.stringify(entry.fields) === '[]' ? [] : entry,
    ),
  }),

  // ---- fields
  fault('fields-missing', 'entry member wrong', [FIELDS], {
    what: 'leaves `fields` out of every entry',
    ...entries(['fields'], gone),
  }),
  fault('fields-missing-when-empty', 'entry member wrong', [FIELDS], {
    what: 'leaves `fields` out of the entry of a system that needs none',
    ...entries(['fields'], (fields) => (JSON.stringify(fields) === '[]' ? undefined : fields)),
  }),
  fault('fields-null-when-empty', 'entry member wrong', [FIELDS], {
    what: 'writes null for `fields` of a system that needs none',
    ...entries(['fields'], (fields) => (JSON.stringify(fields) === '[]' ? null : fields)),
  }),
  fault('fields-by-code', 'entry member wrong', [FIELDS], {
    what: 'writes `fields` as an object keyed by machine name',
    ...entries(['fields'], (fields) =>
      isArray(fields)
        ? Object.fromEntries(
            fields.map((field) => [isObject(field) ? String(field['@code']) : '', field]),
          )
        : fields,
    ),
  }),
  fault('fields-as-codes', 'entry member wrong', [FIELDS], {
    what: 'lists machine names in place of field descriptors',
    ...entries(ANY_FIELD, (field) => (isObject(field) ? field['@code'] : field)),
  }),
  fault('field-null-at-end', 'entry member wrong', [FIELDS], {
    what: 'ends every list of fields with null',
    ...entries(['fields'], (fields) => (isArray(fields) ? [...fields, null] : fields)),
  }),

  // ---- show_hostname
  fault('show-hostname-missing', 'entry member wrong', [HOSTNAME], {
    what: 'leaves `show_hostname` out of every entry',
    ...entries(['show_hostname'], gone),
  }),
  fault('show-hostname-missing-when-false', 'entry member wrong', [HOSTNAME], {
    what: 'leaves `show_hostname` out where it is false',
    ...entries(['show_hostname'], (shown) => (shown === false ? undefined : shown)),
  }),
  fault('show-hostname-as-text', 'entry member wrong', [HOSTNAME], {
    what: 'writes `show_hostname` as the words that `required` has',
    ...entries(['show_hostname'], (shown) => String(shown)),
  }),
  fault('show-hostname-as-number', 'entry member wrong', [HOSTNAME], {
    what: 'writes `show_hostname` as 1 or 0',
    ...entries(['show_hostname'], (shown) => (shown === true ? 1 : 0)),
  }),
  fault('show-hostname-null-for-digits', 'entry member wrong', [HOSTNAME], {
    what: 'writes null for `show_hostname` of a system whose ID consists of digits',
    ...entries(['show_hostname'], put(null), (id) => /^\d+$/.test(id)),
  }),

  // ---- Field descriptors
  fault('code-missing', 'field member wrong', [CODE], {
    what: 'leaves `@code` out of every field',
    ...entries([...ANY_FIELD, '@code'], gone),
  }),
  fault('code-without-at', 'field member wrong', [CODE], {
    what: 'names the machine name `code` in place of `@code`',
    ...entries(ANY_FIELD, (field) => {
      if (!isObject(field)) return field;
      const { '@code': code, ...rest } = field;
      return code === undefined ? rest : { code, ...rest };
    }),
  }),
  fault('code-as-number', 'field member wrong', [CODE], {
    what: 'writes `@code` as a number',
    ...entries([...ANY_FIELD, '@code'], put(17)),
  }),
  fault('code-null-in-last-field', 'field member wrong', [CODE], {
    what: 'writes null for `@code` of the last field of each system',
    ...entries(['fields', 'last', '@code'], put(null)),
  }),
  fault('label-missing', 'field member wrong', [LABEL], {
    what: 'leaves `label` out of every field',
    ...entries([...ANY_FIELD, 'label'], gone),
  }),
  fault('label-null', 'field member wrong', [LABEL], {
    what: 'writes null for `label` of every field',
    ...entries([...ANY_FIELD, 'label'], put(null)),
  }),
  fault('label-by-language', 'field member wrong', [LABEL], {
    what: 'writes `label` of a field as an object of translations',
    ...entries([...ANY_FIELD, 'label'], (label) => (label === undefined ? label : { en: label })),
  }),
  fault('required-as-boolean', 'field member wrong', [REQUIRED], {
    what: 'writes `required` as a JSON boolean',
    ...entries([...ANY_FIELD, 'required'], (word) => word === 'true'),
  }),
  fault('required-as-boolean-when-false', 'field member wrong', [REQUIRED], {
    what: 'writes `required` as a JSON boolean where it is false',
    ...entries([...ANY_FIELD, 'required'], (word) => (word === 'false' ? false : word)),
  }),
  fault('required-as-boolean-for-other-letters', 'field member wrong', [REQUIRED], {
    what: 'writes `required` as a JSON boolean for systems whose ID has letters beyond ASCII',
    ...entries(
      [...ANY_FIELD, 'required'],
      (word) => word === 'true',
      (id) => !isAscii(id),
    ),
  }),
  fault('required-as-yes', 'field member wrong', [REQUIRED], {
    what: 'writes `required` as yes or no',
    ...entries([...ANY_FIELD, 'required'], (word) => (word === 'true' ? 'yes' : 'no')),
  }),
  fault('required-as-digit', 'field member wrong', [REQUIRED], {
    what: 'writes `required` as the string "1" or "0"',
    ...entries([...ANY_FIELD, 'required'], (word) => (word === 'true' ? '1' : '0')),
  }),
  fault('required-empty-when-false', 'field member wrong', [REQUIRED], {
    what: 'writes an empty string where `required` is false',
    ...entries([...ANY_FIELD, 'required'], (word) => (word === 'false' ? '' : word)),
  }),
  fault('required-missing', 'field member wrong', [REQUIRED], {
    what: 'leaves `required` out of every field',
    ...entries([...ANY_FIELD, 'required'], gone),
  }),
  fault('required-missing-when-false', 'field member wrong', [REQUIRED], {
    what: 'leaves `required` out where it is false',
    ...entries([...ANY_FIELD, 'required'], (word) => (word === 'false' ? undefined : word)),
  }),
  fault('required-as-boolean-for-many-systems', 'field member wrong', [REQUIRED, OWN], {
    what: 'writes `required` as a JSON boolean where four or more systems are requested',
    ...body(
      both(onDependencies, atLeast(4)),
      [...ANY_ENTRY, ...ANY_FIELD, 'required'],
      (word) => word === 'true',
    ),
  }),
  fault('type-missing', 'field member wrong', [TYPE], {
    what: 'leaves `type` out of every field',
    ...entries([...ANY_FIELD, 'type'], gone),
  }),
  fault('type-as-number', 'field member wrong', [TYPE], {
    what: 'writes `type` as a number',
    ...entries([...ANY_FIELD, 'type'], put(1)),
  }),
  fault('type-as-list', 'field member wrong', [TYPE], {
    what: 'writes `type` of the first field of each system as a list',
    ...entries(['fields', 'first', 'type'], put(['text'])),
  }),

  // ---- Malformed bodies that are accepted. Their refusal is implied only, so each of these faults
  // comes from a carelessness that spoils valid calls as well.
  fault('systems-not-read', 'malformed body accepted', [SYSTEMS_TYPE, ITEMS_TYPE, OTHER_KEYS], {
    what: 'never looks at `systems`, and returns the entries of all systems',
    ...all(
      members(onDependencies, (list, { data }) => [...list, ...data.systems]),
      accept(['systems-type', 'systems-items-type', 'systems-missing'], ({ data }) => ({
        data: Object.fromEntries(data.systems),
      })),
    ),
  }),
  fault('systems-type-unchecked', 'malformed body accepted', [SYSTEMS_TYPE, MESSAGE], {
    what: 'takes any value for `systems`, and writes null for the message of every success about systems',
    ...all(
      accept(['systems-type'], () => ({ message: null })),
      body(onDependencies, ['message'], put(null)),
    ),
  }),
  fault('system-ids-in-quotes', 'malformed body accepted', [ITEMS_TYPE, KEYS, OTHER_KEYS], {
    what: 'spells each system ID as JSON, quotes included, so that any value passes for one',
    ...all(
      accept(['systems-items-type']),
      keys((id) => JSON.stringify(id)),
    ),
  }),
];

type Member = readonly [id: string, entry: Json];

/** Changes the members of `data` as a list, in the order of the answer. */
function members(
  when: When,
  change: (list: readonly Member[], context: Context) => readonly Member[],
): Hooks {
  return bodyBy(when, ['data'], (data, context) =>
    isObject(data) ? Object.fromEntries(change(Object.entries(data), context)) : data,
  );
}

function keys(change: (id: string) => string): Hooks {
  return members(onDependencies, (list) => list.map(([id, entry]) => [change(id), entry]));
}

function without(list: readonly Member[], gone: string | undefined): readonly Member[] {
  return list.filter(([id]) => id !== gone);
}

function rotated(list: readonly Member[]): readonly Member[] {
  return list.map(([id, entry], index) => [id, list[(index + 1) % list.length]?.[1] ?? entry]);
}

function isAscii(id: string): boolean {
  return Buffer.byteLength(id) === id.length;
}

/** A refusal for one of these reasons becomes a success, without entries unless told otherwise. */
function accept(
  rules: readonly RefusalRule[],
  members: (context: Context) => { readonly [member: string]: Json } = () => ({}),
): Hooks {
  return {
    answer: (draft, context) => {
      const { operation, fate } = context;
      if (operation !== DEPENDENCIES || fate.kind !== 'refused' || !rules.includes(fate.rule)) {
        return draft;
      }
      const accepted = success({}, plainChoices);
      const { payload } = accepted;
      if (payload.kind !== 'json' || !isObject(payload.value)) return accepted;
      const value = { ...payload.value, ...members(context) };
      return { ...accepted, payload: { kind: 'json', value } };
    },
  };
}

function fault(
  name: string,
  family: string,
  breaks: readonly string[],
  rest: Hooks & { readonly what: string },
): Fault {
  return { kind: 'fault', name, document: 'integration', family, breaks, ...rest };
}
