import type { Json } from '../../../model.ts';
import type { Reply } from '../../http.ts';
import { inFamily } from '../../integration/deviation.ts';
import { answers, bodies, edited, isGood, memoryless, without } from '../altering.ts';
import {
  dependencies,
  descriptors,
  entries,
  ofDependencies,
  ofTimezones,
  systemsIn,
  timezones,
} from '../altering-integration.ts';
import { listIn, type Members, membersOf } from '../tools.ts';

export const FAMILY = 'ninth fresh list';

function members(edit: (envelope: Members) => Members) {
  return (value: Json) => edit(membersOf(value));
}

const ofData = inFamily(FAMILY, [
  // section 4.1, rule 1: "`data` holds one key per requested system"
  {
    name: 'fresh-i-systems-past-twenty-dropped',
    what: 'answers for no more than the first 20 elements of systems',
    breaks: ['integration/dependencies/key-per-system'],
    inFront: bodies(ofDependencies, (body) => ({
      ...body,
      ...(Array.isArray(body.systems) && { systems: listIn(body.systems).slice(0, 20) }),
    })),
  },
  // section 4.1: "`data` is an object whose keys are system IDs"
  {
    name: 'fresh-i-repeated-system-numbered',
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
    name: 'fresh-i-answer-kept-by-first-system',
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
  // section 4.1: "`data` is an object whose keys are system IDs and whose values are dependency entries"
  {
    name: 'fresh-i-single-system-unkeyed',
    what: 'has the entry itself as data where one system is asked for',
    breaks: [
      'integration/dependencies/key-per-system',
      'integration/dependencies/no-other-keys',
      'integration/dependencies/entry',
    ],
    inFront: dependencies((data, systems) => {
      const [only = '', ...others] = systems;
      return others.length === 0 ? (data[only] ?? data) : data;
    }),
  },
  // section 4.1, rule 1: "mapping to its dependency entry"
  {
    name: 'fresh-i-fields-of-first-system-in-all',
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
    name: 'fresh-i-fields-of-second-system-keyed',
    what: 'has the fields of all systems but the first as an object with numbers for keys',
    breaks: ['integration/dependencies/own-entry', 'integration/dependencies/fields'],
    inFront: entries((entry, { id, systems }) =>
      id === systems[0]
        ? entry
        : { ...entry, fields: Object.fromEntries(Object.entries(listIn(entry.fields))) },
    ),
  },
  // section 2.3: `show_hostname` is a boolean of each entry
  {
    name: 'fresh-i-show-hostname-left-out-when-false',
    what: 'leaves out show_hostname where it is false',
    breaks: ['integration/dependencies/show-hostname'],
    inFront: entries((entry) =>
      entry.show_hostname === false ? without(entry, 'show_hostname') : entry,
    ),
  },
  // section 2.2: `label` is a string
  {
    name: 'fresh-i-label-null-of-optional-field',
    what: 'has null for the label of a field that is not required',
    breaks: ['integration/dependencies/field/label'],
    inFront: descriptors((field) =>
      field.required === 'false' ? { ...field, label: null } : field,
    ),
  },
]);

const ofZones = inFamily(FAMILY, [
  // section 2.4: "The list is ordered by `label`, ascending."
  {
    name: 'fresh-i-utc-after-all-others',
    what: 'appends UTC to the sorted list',
    breaks: ['integration/timezones/sorted-by-label'],
    inFront: timezones((zones) => [
      ...zones.filter(({ value }) => value !== 'UTC'),
      ...zones.filter(({ value }) => value === 'UTC'),
    ]),
  },
  // section 2.4: `label` is "Display text of the form `<zone display name> (<zone identifier>)`"
  {
    name: 'fresh-i-utc-label-bare',
    what: 'labels UTC with its name alone',
    breaks: ['integration/timezones/label-form'],
    inFront: timezones((zones) =>
      zones.map((zone) =>
        zone.value === 'UTC' ? { ...zone, label: 'Coordinated Universal Time' } : zone,
      ),
    ),
  },
  // section 2.4: the same
  {
    name: 'fresh-i-label-identifier-with-spaces',
    what: 'writes spaces for the underscores of an identifier in its label',
    breaks: ['integration/timezones/label-form'],
    inFront: timezones((zones) =>
      zones.map((zone) => ({ ...zone, label: String(zone.label).replaceAll('_', ' ') })),
    ),
  },
  // section 2.4: `value` is "Timezone identifier in the region/city style of the IANA timezone database"
  {
    name: 'fresh-i-zone-named-by-offset',
    what: 'lists a zone whose value is an offset from GMT',
    breaks: ['integration/timezones/value-style'],
    inFront: timezones((zones) => {
      const zone = { label: 'Eastern Standard Time (GMT-05:00)', value: 'GMT-05:00' };
      const at = zones.findIndex(({ label }) => String(label) > zone.label);
      return at < 0 ? [...zones, zone] : [...zones.slice(0, at), zone, ...zones.slice(at)];
    }),
  },
]);

const ofEnvelopes = inFamily(FAMILY, [
  // section 2.5: `additional_data` is an "Empty object in the success responses"
  {
    name: 'fresh-i-additional-data-counts-many',
    what: 'counts the systems in additional_data where there are several',
    breaks: ['integration/success/additional-data'],
    inFront: answers(ofDependencies, (value, request) => {
      const count = systemsIn(request).length;
      return count > 1 ? { ...membersOf(value), additional_data: { count } } : value;
    }),
  },
  // section 2.5: `status` is "200 on success"
  {
    name: 'fresh-i-status-201-in-dependencies',
    what: 'tells of status 201 in the envelope of dependencies',
    breaks: ['integration/success/status-member'],
    inFront: answers(
      ofDependencies,
      members((envelope) => ({ ...envelope, status: 201 })),
    ),
  },
  // section 2.6: `message` is a string
  {
    name: 'fresh-i-refusal-message-in-list',
    what: 'has a list of messages where a token is refused for timezones',
    breaks: ['integration/unauthorised/message'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      if (!ofTimezones(request) || reply.status !== 401) return reply;
      const listed = edited({ ...reply, status: 200 }, (value) => {
        const { message = null, ...rest } = membersOf(value);
        return { ...rest, message: [message] };
      });
      return { ...listed, status: 401 };
    }),
  },
]);

const ofAuthentication = inFamily(FAMILY, [
  // section 5, rule 2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'fresh-i-token-compared-without-case',
    what: 'takes a token that differs from a valid one in case only',
    breaks: [],
    undetected:
      'a token may be of a form whose letters count alike in either case, as hexadecimal digits do: which form it has is not shown',
    inFront: () => {
      const good = new Map<string, string>();
      return async (request, ask) => {
        const reply = await ask(request);
        const given = request.headers.authorization ?? '';
        if (isGood(reply)) good.set(given.toLowerCase(), given);
        const valid = good.get(given.toLowerCase());
        if (reply.status !== 401 || valid === undefined) return reply;
        return ask({ ...request, headers: { ...request.headers, authorization: valid } });
      };
    },
  },
]);

export const integrationFaults = [
  ...ofData,
  ...ofEntries,
  ...ofZones,
  ...ofEnvelopes,
  ...ofAuthentication,
];
