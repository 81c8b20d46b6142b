import type { Reply } from '../../http.ts';
import { inFamily } from '../../integration/deviation.ts';
import { isGood } from '../altering.ts';
import { dependencies, entries, ofDependencies, systemsIn } from '../altering-integration.ts';
import { listIn, membersOf } from '../tools.ts';

export const FAMILY = 'outsider-9';

const ofData = inFamily(FAMILY, [
  // section 4.1: "`data` is an object whose keys are system IDs"
  {
    name: 'repeated-system-numbered',
    what: 'has a further key with a number for a system that is asked for again',
    breaks: ['integration/dependencies/no-other-keys'],
    inFront: dependencies((data, systems) => {
      const again = systems.filter((id, index) => systems.indexOf(id) !== index);
      const copies = again.map((id, index) => [`${id}_${index + 1}`, data[id] ?? null] as const);
      return { ...data, ...Object.fromEntries(copies) };
    }),
  },
  // section 4.1, rule 1: one key per requested system
  {
    name: 'answer-kept-by-first-system',
    what: 'gives the answer of before to each request that begins with the same system',
    breaks: ['integration/dependencies/key-per-system', 'integration/dependencies/no-other-keys'],
    inFront: () => {
      const kept = new Map<string, Reply>();
      return async (request, ask) => {
        const reply = await ask(request);
        const [first] = systemsIn(request);
        if (!ofDependencies(request) || !isGood(reply) || first === undefined) return reply;
        const before = kept.get(first) ?? reply;
        kept.set(first, before);
        return before;
      };
    },
  },
  // section 4.1, rule 1: "mapping to its dependency entry"
  {
    name: 'fields-of-first-system-in-all',
    what: 'has the fields of the first system in the entries of all',
    breaks: ['integration/dependencies/own-entry'],
    inFront: dependencies((data, systems) => {
      const first = membersOf(data[systems[0] ?? '']);
      return Object.fromEntries(
        Object.entries(data).map(([id, entry]) => [
          id,
          { ...membersOf(entry), fields: first.fields ?? [] },
        ]),
      );
    }),
  },
]);

const ofEntries = inFamily(FAMILY, [
  // section 2.3: `fields` is an array of field descriptors
  {
    name: 'fields-of-second-system-keyed',
    what: 'has the fields of all systems but the first as an object with numbers for keys',
    breaks: ['integration/dependencies/own-entry', 'integration/dependencies/fields'],
    inFront: entries((entry, { id, systems }) =>
      id === systems[0]
        ? entry
        : { ...entry, fields: Object.fromEntries(Object.entries(listIn(entry.fields))) },
    ),
  },
]);

const ofZones = inFamily(FAMILY, []);

const ofEnvelopes = inFamily(FAMILY, []);

const ofAuthentication = inFamily(FAMILY, []);

export const integrationFaults = [
  ...ofData,
  ...ofEntries,
  ...ofZones,
  ...ofEnvelopes,
  ...ofAuthentication,
];
