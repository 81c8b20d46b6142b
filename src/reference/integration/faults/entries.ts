import { isList } from '../../../model/index.ts';
import { type IntegrationFault, inFamily } from '../deviation.ts';
import { isObject } from '../edit.ts';
import { both, named, onDependencies } from '../wrap.ts';
import { type EntryMember, members } from '../wrap-entries.ts';

const KEYS = 'integration/dependencies/key-per-system';
const OTHER_KEYS = 'integration/dependencies/no-other-keys';
const OWN = 'integration/dependencies/own-entry';

/** Faults in the entries of sections 2.3 and 4.1, and in their keys. */
export const entryFaults: readonly IntegrationFault[] = [
  ...inFamily('entry missing', [
    {
      name: 'entry-missing-when-named-twice',
      what: 'leaves out a system that is requested twice',
      breaks: [KEYS],
      ...members(both(onDependencies, named.twice), (list, { requested }) =>
        list.filter(([id]) => requested.indexOf(id) === requested.lastIndexOf(id)),
      ),
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
  ]),
  ...inFamily('key changed', [
    {
      name: 'keys-numbered',
      what: 'numbers the entries in place of naming them',
      breaks: [KEYS, OTHER_KEYS],
      ...members(onDependencies, (list) => list.map(([, entry], index) => [`#${index}`, entry])),
    },
  ]),
  ...inFamily('entry of another system', [
    {
      name: 'last-two-entries-swapped',
      what: 'swaps the entries of the last two of several systems',
      breaks: [OWN],
      ...members(onDependencies, (list) => [...list.slice(0, -2), ...rotated(list.slice(-2))]),
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
  ...inFamily('entry mistyped', []),
];

function rotated(list: readonly EntryMember[]): readonly EntryMember[] {
  return list.map(([id, entry], index) => [id, list[(index + 1) % list.length]?.[1] ?? entry]);
}
