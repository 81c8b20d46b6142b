import { isMembers, type Json } from '../../../model/index.ts';
import {
  bodyOf,
  edited,
  isGood,
  listIn,
  membersOf,
  memoryless,
  type StandsBefore,
} from '../../fronts.ts';
import { withJson } from '../../in-front.ts';
import { inFamily } from '../deviation.ts';
import { dependencies, entries, ofDependencies, systemsIn } from '../fronts.ts';
import { readSystems } from '../system.ts';

const KEYS = 'integration/dependencies/key-per-system';
const OTHER_KEYS = 'integration/dependencies/no-other-keys';
const OWN = 'integration/dependencies/own-entry';
const ITEMS_TYPE = 'integration/dependencies/body/systems/items/type';

type Pair = readonly [id: string, entry: Json];

function pairs(
  edit: (list: readonly Pair[], systems: readonly string[]) => readonly Pair[],
): StandsBefore {
  return dependencies((data, systems) => Object.fromEntries(edit(Object.entries(data), systems)));
}

function repeated(systems: readonly string[]): readonly string[] {
  return systems.filter((id, index) => systems.indexOf(id) !== index);
}

function withFields(entry: Json, fields: Json): Json {
  return isMembers(entry) ? { ...entry, fields } : entry;
}

function fieldsOf(entry: Json | undefined): readonly Json[] {
  return listIn(membersOf(entry).fields);
}

function rotated(list: readonly Pair[]): readonly Pair[] {
  return list.map(([id, entry], index) => [id, list[(index + 1) % list.length]?.[1] ?? entry]);
}

const all = () => [...readSystems().keys()];

/** Faults in entries of systems that need several entries or a second request. */
export const systemFaults = inFamily('entries', [
  {
    name: 'entry-missing-when-named-twice',
    what: 'leaves out a system that is requested twice',
    breaks: [KEYS],
    inFront: pairs((list, systems) => list.filter(([id]) => !repeated(systems).includes(id))),
  },
  {
    name: 'all-systems-returned',
    what: 'returns the entries of all systems for any request',
    breaks: [OTHER_KEYS],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      if (!ofDependencies(request) || !isGood(reply)) return reply;
      const whole = bodyOf(await ask(withJson(request, { systems: all() })));
      return edited(reply, (value) => ({
        ...membersOf(value),
        data: { ...membersOf(membersOf(value).data), ...membersOf(whole.data) },
      }));
    }),
  },
  {
    name: 'copy-under-other-key',
    what: 'returns the first entry once more, under a key that was not requested',
    breaks: [OTHER_KEYS],
    inFront: pairs(([first, ...rest]) =>
      first === undefined ? [] : [first, ...rest, [`${first[0]}-legacy`, first[1]]],
    ),
  },
  {
    name: 'copy-returned-when-named-twice',
    what: 'numbers the second entry of a system that is requested twice',
    breaks: [OTHER_KEYS],
    inFront: pairs((list, systems) => [
      ...list,
      ...list
        .slice(0, repeated(systems).length > 0 ? 1 : 0)
        .map(([id, entry]) => [`${id} (2)`, entry] as const),
    ]),
  },
  {
    name: 'repeated-system-numbered',
    what: 'has a further key with a number for a system that is asked for again',
    breaks: [OTHER_KEYS],
    inFront: dependencies((data, systems) => ({
      ...data,
      ...Object.fromEntries(
        repeated(systems).map((id, index) => [`${id}_${index + 1}`, data[id] ?? null]),
      ),
    })),
  },
  {
    name: 'keys-numbered',
    what: 'numbers the entries in place of naming them',
    breaks: [KEYS, OTHER_KEYS],
    inFront: pairs((list) => list.map(([, entry], index) => [`#${index}`, entry])),
  },
  {
    name: 'numeric-system-id-renumbered',
    what: 'counts the systems whose ID is a number from 0 on, and loses their IDs',
    breaks: [KEYS, OTHER_KEYS],
    inFront: pairs((list) =>
      list.map(([id, entry], index) => [/^\d+$/.test(id) ? `${index}` : id, entry]),
    ),
  },
  {
    name: 'dotted-id-nested',
    what: 'takes the dots in a system ID for a path, and nests its entry',
    breaks: [
      KEYS,
      OTHER_KEYS,
      'integration/dependencies/fields',
      'integration/dependencies/show-hostname',
    ],
    inFront: pairs((list) =>
      list.map(([id, entry]) => {
        const [first = id, ...steps] = id.split('.');
        return [first, steps.reduceRight((value, step) => ({ [step]: value }), entry)];
      }),
    ),
  },
  {
    name: 'dep-data-list',
    what: 'has a list of entries as data, each with its system in a member',
    breaks: ['integration/success/data'],
    inFront: dependencies((data) =>
      Object.entries(data).map(([system, entry]) => ({ system, ...membersOf(entry) })),
    ),
  },

  {
    name: 'last-two-entries-swapped',
    what: 'swaps the entries of the last two of several systems',
    breaks: [OWN],
    inFront: pairs((list) => [...list.slice(0, -2), ...rotated(list.slice(-2))]),
  },
  {
    name: 'entries-by-place',
    what: 'sorts the systems and not their entries, so that a request in another order gets them mixed up',
    breaks: [OWN],
    inFront: dependencies((data, systems) => {
      const requested = [...new Set(systems)].filter((id) => id in data);
      const sorted = requested.toSorted();
      const mixed = sorted.map((id, place) => [id, data[requested[place] ?? id] ?? null]);
      return { ...data, ...Object.fromEntries(mixed) };
    }),
  },
  {
    name: 'fields-gathered',
    what: 'lists the fields of all requested systems under each of them',
    breaks: [OWN, 'integration/dependencies/codes-distinct'],
    inFront: pairs((list) => {
      const fields = list.flatMap(([, entry]) => fieldsOf(entry));
      return list.map(([id, entry]) => [id, withFields(entry, fields)]);
    }),
  },
  {
    name: 'fields-accumulate-over-systems',
    what: 'lists under each system the fields of those before it too',
    breaks: [OWN, 'integration/dependencies/codes-distinct'],
    inFront: pairs((list) => {
      const gathered: Json[] = [];
      return list.map(([id, entry]) => {
        gathered.push(...fieldsOf(entry));
        return [id, withFields(entry, [...gathered])];
      });
    }),
  },
  {
    name: 'fields-of-previous-system',
    what: 'lists the fields of the system before it under a system that has none',
    breaks: [OWN],
    inFront: dependencies((data, systems) => {
      let last: readonly Json[] = [];
      const known = systems.filter((id) => id in data);
      const made = known.map((id) => {
        if (fieldsOf(data[id]).length > 0) last = fieldsOf(data[id]);
        return [id, withFields(data[id] ?? {}, [...last])] as const;
      });
      return { ...data, ...Object.fromEntries(made) };
    }),
  },
  {
    name: 'hostname-carried-on',
    what: 'shows a hostname for every system that follows one with a hostname',
    breaks: [OWN],
    inFront: () => (request, ask) => {
      let isShown = false;
      return entries((entry) => {
        isShown ||= entry.show_hostname === true;
        return { ...entry, show_hostname: isShown };
      })()(request, ask);
    },
  },
  {
    name: 'system-twice-fields-twice',
    what: 'repeats the fields of a system that is requested twice',
    breaks: [OWN, 'integration/dependencies/codes-distinct'],
    inFront: entries((entry, { id, systems }) => ({
      ...entry,
      fields: systems.filter((one) => one === id).flatMap(() => fieldsOf(entry)),
    })),
  },
  {
    name: 'label-like-the-code-left-out',
    what: 'leaves out the label of a field where it is the same as its code but for case and spaces',
    breaks: ['integration/dependencies/field/label'],
    inFront: entries((entry) => ({
      ...entry,
      fields: fieldsOf(entry).map((field) => {
        const { label, ...others } = membersOf(field);
        const code = String(others['@code']).replaceAll('_', ' ');
        return String(label).toLowerCase() === code.toLowerCase() ? others : field;
      }),
    })),
  },
  {
    name: 'systems-of-earlier-requests',
    what: 'fills one object for all requests, so that an answer holds the systems of those before it too',
    breaks: [OTHER_KEYS],
    inFront: () => {
      const filled: { [system: string]: Json } = {};
      return dependencies((data) => ({ ...Object.assign(filled, data) }))();
    },
  },
  {
    name: 'cached-by-first-system',
    what: 'keeps answers by the first system of the request and how many there are',
    breaks: [KEYS, OTHER_KEYS, ITEMS_TYPE],
    inFront: () => {
      const kept = new Map<string, Awaited<ReturnType<ReturnType<StandsBefore>>>>();
      return async (request, ask) => {
        const systems = systemsIn(request);
        if (!ofDependencies(request) || systems.length === 0) return ask(request);
        const key = JSON.stringify([request.headers.authorization, systems[0], systems.length]);
        const reply = kept.get(key) ?? (await ask(request));
        if (isGood(reply)) kept.set(key, reply);
        return reply;
      };
    },
  },
]);
