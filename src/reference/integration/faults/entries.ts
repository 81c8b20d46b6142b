import { isList } from '../../../json.ts';
import { type IntegrationFault, inFamily } from '../deviation.ts';
import { isObject } from '../edit.ts';
import { again, atLeast, body, both, entries, named, onDependencies, put } from '../wrap.ts';
import { type EntryMember, isAscii, keys, members } from '../wrap-entries.ts';

const KEYS = 'integration/dependencies/key-per-system';
const OTHER_KEYS = 'integration/dependencies/no-other-keys';
const ENTRY = 'integration/dependencies/entry';
const OWN = 'integration/dependencies/own-entry';

/** Faults in the entries of sections 2.3 and 4.1, and in their keys. */
export const entryFaults: readonly IntegrationFault[] = [
  ...inFamily('entry missing', [
    {
      name: 'entries-missing',
      what: 'returns an empty `data` whatever is requested',
      breaks: [KEYS],
      ...body(onDependencies, ['data'], put({})),
    },
    {
      name: 'first-entry-missing',
      what: 'leaves out the system that is requested first',
      breaks: [KEYS],
      ...members(onDependencies, (list, { requested }) => without(list, requested[0])),
    },
    {
      name: 'last-entry-missing',
      what: 'leaves out the system that is requested last',
      breaks: [KEYS],
      ...members(onDependencies, (list, { requested }) => without(list, requested.at(-1))),
    },
    {
      name: 'entries-beyond-third-missing',
      what: 'returns three entries at most',
      breaks: [KEYS],
      ...members(onDependencies, (list) => list.slice(0, 3)),
    },
    {
      name: 'entry-missing-for-id-with-space',
      what: 'leaves out systems with a space in their ID',
      breaks: [KEYS],
      ...members(onDependencies, (list) => list.filter(([id]) => !id.includes(' '))),
    },
    {
      name: 'entry-missing-for-id-with-other-letters',
      what: 'leaves out systems whose ID has letters beyond ASCII',
      breaks: [KEYS],
      ...members(onDependencies, (list) => list.filter(([id]) => isAscii(id))),
    },
    {
      name: 'entry-missing-for-digits',
      what: 'leaves out systems whose ID consists of digits',
      breaks: [KEYS],
      ...members(onDependencies, (list) => list.filter(([id]) => !/^\d+$/.test(id))),
    },
    {
      name: 'entry-missing-without-fields',
      what: 'leaves out systems that need no fields',
      breaks: [KEYS],
      ...members(onDependencies, (list) =>
        list.filter(([, entry]) => !isObject(entry) || JSON.stringify(entry.fields) !== '[]'),
      ),
    },
    {
      name: 'entry-missing-when-named-twice',
      what: 'leaves out a system that is requested twice',
      breaks: [KEYS],
      ...members(both(onDependencies, named.twice), (list, { requested }) =>
        list.filter(([id]) => requested.indexOf(id) === requested.lastIndexOf(id)),
      ),
    },
    {
      name: 'entries-missing-when-asked-again',
      what: 'answers a request rightly at first, and with an empty `data` when it comes again',
      breaks: [KEYS],
      ...body(both(onDependencies, again), ['data'], put({})),
    },
  ]),
  ...inFamily('entry surplus', [
    {
      name: 'all-systems-returned',
      what: 'returns the entries of all systems whatever is requested',
      breaks: [OTHER_KEYS],
      ...members(onDependencies, (list, { data }) => [...list, ...data.systems]),
    },
    {
      name: 'copy-under-other-key',
      what: 'returns the first entry once more, under a key that was not requested',
      breaks: [OTHER_KEYS],
      ...members(onDependencies, ([first, ...rest]) =>
        first === undefined ? [] : [first, ...rest, [`${first[0]}-legacy`, first[1]]],
      ),
    },
    {
      name: 'copy-returned-when-named-twice',
      what: 'numbers the second entry of a system that is requested twice',
      breaks: [OTHER_KEYS],
      ...members(both(onDependencies, named.twice), (list) => [
        ...list,
        ...list.slice(0, 1).map(([id, entry]) => [`${id} (2)`, entry] as const),
      ]),
    },
    {
      name: 'count-among-entries',
      what: 'puts the number of entries among the entries',
      breaks: [OTHER_KEYS, ENTRY],
      ...members(onDependencies, (list) => [...list, ['count', list.length]]),
    },
    {
      name: 'surplus-entry-for-many-systems',
      what: 'adds an entry of no system where five or more are requested',
      breaks: [OTHER_KEYS],
      ...members(both(onDependencies, atLeast(5)), (list) => [
        ...list,
        ['default', { fields: [], show_hostname: false }],
      ]),
    },
  ]),
  ...inFamily('key changed', [
    {
      name: 'keys-numbered',
      what: 'numbers the entries in place of naming them',
      breaks: [KEYS, OTHER_KEYS],
      ...members(onDependencies, (list) => list.map(([, entry], index) => [`#${index}`, entry])),
    },
    {
      name: 'keys-in-lower-case',
      what: 'writes the system IDs in lower case',
      breaks: [KEYS, OTHER_KEYS],
      ...keys((id) => id.toLowerCase()),
    },
    {
      name: 'keys-with-plus-for-space',
      what: 'writes a plus sign for each space of a system ID',
      breaks: [KEYS, OTHER_KEYS],
      ...keys((id) => id.replaceAll(' ', '+')),
    },
    {
      name: 'keys-percent-encoded',
      what: 'percent-encodes the system IDs',
      breaks: [KEYS, OTHER_KEYS],
      ...keys((id) => encodeURIComponent(id)),
    },
    {
      name: 'keys-misread-as-latin-1',
      what: 'reads the UTF-8 of a system ID as Latin-1',
      breaks: [KEYS, OTHER_KEYS],
      ...keys((id) => Buffer.from(id).toString('latin1')),
    },
    {
      name: 'keys-decomposed',
      what: 'takes letters with marks of a system ID apart',
      breaks: [KEYS, OTHER_KEYS],
      ...keys((id) => id.normalize('NFD')),
    },
  ]),
  ...inFamily('entry of another system', [
    {
      name: 'entries-swapped',
      what: 'hands each requested system the entry of the next',
      breaks: [OWN],
      ...members(onDependencies, rotated),
    },
    {
      name: 'entries-swapped-for-many-systems',
      what: 'hands each system the entry of the next where four or more are requested',
      breaks: [OWN],
      ...members(both(onDependencies, atLeast(4)), rotated),
    },
    {
      name: 'last-two-entries-swapped',
      what: 'swaps the entries of the last two of several systems',
      breaks: [OWN],
      ...members(onDependencies, (list) => [...list.slice(0, -2), ...rotated(list.slice(-2))]),
    },
    {
      name: 'first-entry-for-all',
      what: 'hands all requested systems the entry of the first',
      breaks: [OWN],
      ...members(onDependencies, (list) => list.map(([id]) => [id, list[0]?.[1] ?? null])),
    },
    {
      name: 'show-hostname-of-first',
      what: 'takes `show_hostname` of all requested systems from the first',
      breaks: [OWN],
      ...members(onDependencies, (list) => {
        const first = list[0]?.[1];
        return list.map(([id, entry]) =>
          isObject(entry) && isObject(first) && first.show_hostname !== undefined
            ? [id, { ...entry, show_hostname: first.show_hostname }]
            : [id, entry],
        );
      }),
    },
    {
      name: 'fields-gathered',
      what: 'lists the fields of all requested systems under each of them',
      breaks: [OWN],
      ...members(onDependencies, (list) => {
        const fields = list.flatMap(([, entry]) =>
          isObject(entry) && isList(entry.fields) ? entry.fields : [],
        );
        return list.map(([id, entry]) => [id, isObject(entry) ? { ...entry, fields } : entry]);
      }),
    },
  ]),
  ...inFamily('entry mistyped', [
    {
      name: 'entry-null',
      what: 'writes null for every entry',
      breaks: [ENTRY],
      ...entries([], put(null)),
    },
    {
      name: 'entry-as-list-of-fields',
      what: 'writes the fields in place of the entry that holds them',
      breaks: [ENTRY],
      ...entries([], (entry) => (isObject(entry) ? entry.fields : entry)),
    },
    {
      name: 'entry-as-text',
      what: 'writes every entry as JSON in a string',
      breaks: [ENTRY],
      ...entries([], (entry) => JSON.stringify(entry)),
    },
    {
      name: 'entry-null-for-id-with-space',
      what: 'writes null for the entry of a system with a space in its ID',
      breaks: [ENTRY],
      ...entries([], put(null), (id) => id.includes(' ')),
    },
    {
      name: 'entry-false-for-id-with-slash',
      what: 'writes false for the entry of a system with a slash in its ID',
      breaks: [ENTRY],
      ...entries([], put(false), (id) => id.includes('/')),
    },
    {
      name: 'entry-as-list-without-fields',
      what: 'writes an empty list for the entry of a system that needs no fields',
      breaks: [ENTRY],
      ...entries([], (entry) =>
        isObject(entry) && JSON.stringify(entry.fields) === '[]' ? [] : entry,
      ),
    },
  ]),
];

function without(list: readonly EntryMember[], gone: string | undefined): readonly EntryMember[] {
  return list.filter(([id]) => id !== gone);
}

function rotated(list: readonly EntryMember[]): readonly EntryMember[] {
  return list.map(([id, entry], index) => [id, list[(index + 1) % list.length]?.[1] ?? entry]);
}
