import type { Json } from '../../../model.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { inFamily } from '../../integration/deviation.ts';
import {
  type Applies,
  answers,
  edited,
  isGood,
  memoryless,
  type StandsBefore,
} from '../altering.ts';
import { ofDependencies, ofTimezones, systemsIn, timezones } from '../altering-integration.ts';
import { listIn, type Members, membersOf } from '../tools.ts';

export const FAMILY = 'fifth fresh list';

/** Changes what stands under `data` for the systems. */
function dependencies(edit: (data: Members, request: RoutedRequest) => Json): StandsBefore {
  return answers(ofDependencies, (value, request) => ({
    ...membersOf(value),
    data: edit(membersOf(membersOf(value).data), request),
  }));
}

/** Changes each field descriptor. */
function descriptors(edit: (descriptor: Members, request: RoutedRequest) => Members): StandsBefore {
  return dependencies((data, request) =>
    eachEntry(data, (entry) => ({
      ...entry,
      fields: listIn(entry.fields).map((field) => edit(membersOf(field), request)),
    })),
  );
}

function eachEntry(data: Members, edit: (entry: Members) => Members): Members {
  return Object.fromEntries(
    Object.entries(data).map(([id, entry]) => [id, edit(membersOf(entry))]),
  );
}

function unauthorised(applies: Applies, change: (reply: Reply) => Reply): StandsBefore {
  return memoryless(async (request, ask) => {
    const reply = await ask(request);
    return applies(request) && reply.status === 401 ? change(reply) : reply;
  });
}

/** Without the zone identifier at its end. */
function displayName({ label }: Members): string {
  return String(label).replace(/ \([^()]*\)$/, '');
}

const ofEntries = inFamily(FAMILY, [
  // section 2.2: `required` "carries the words true or false as a string, not as a JSON boolean"
  {
    name: 'fresh-e-optional-as-boolean',
    what: 'says with a JSON boolean that a field is optional',
    breaks: ['integration/dependencies/field/required'],
    inFront: descriptors((field) =>
      field.required === 'false' ? { ...field, required: false } : field,
    ),
  },
  // section 2.2: `label` is a string
  {
    name: 'fresh-e-label-untranslated',
    what: 'has no label where another language than English is asked for',
    breaks: ['integration/dependencies/field/label'],
    inFront: descriptors((field, { headers }) =>
      /^(?!en\b|\*)/i.test(headers['accept-language'] ?? 'en') ? { ...field, label: null } : field,
    ),
  },
  // section 2.3: `show_hostname` is a boolean
  {
    name: 'fresh-e-hostname-as-integer',
    what: 'writes show_hostname as 0 or 1, as the database keeps it',
    breaks: ['integration/dependencies/show-hostname'],
    inFront: dependencies((data) =>
      eachEntry(data, (entry) => ({ ...entry, show_hostname: entry.show_hostname ? 1 : 0 })),
    ),
  },
  // section 2.3: `fields` is an array of field descriptors
  {
    name: 'fresh-e-no-fields-is-null',
    what: 'writes null for the fields of a system that needs none',
    breaks: ['integration/dependencies/fields'],
    inFront: dependencies((data) =>
      eachEntry(data, (entry) =>
        listIn(entry.fields).length === 0 ? { ...entry, fields: null } : entry,
      ),
    ),
  },
  // section 2.1: a system ID is used "as a key of `data` in the response"
  {
    name: 'fresh-e-keys-in-lower-case',
    what: 'writes the system IDs of an answer in lower case',
    breaks: ['integration/dependencies/key-per-system', 'integration/dependencies/no-other-keys'],
    inFront: dependencies((data) =>
      Object.fromEntries(Object.entries(data).map(([id, entry]) => [id.toLowerCase(), entry])),
    ),
  },
  // section 4.1: "`data` is an object whose keys are system IDs"
  {
    name: 'fresh-e-numeric-systems-listed',
    what: 'makes a list of `data` where every system asked for has a number as its ID',
    breaks: ['integration/success/data'],
    inFront: dependencies((data) => {
      const ids = Object.keys(data);
      return ids.length > 0 && ids.every((id) => /^\d+$/.test(id)) ? Object.values(data) : data;
    }),
  },
  // section 4.1, rule 1: "`data` holds one key per requested system"
  {
    name: 'fresh-e-five-systems-at-most',
    what: 'answers with the first five systems of a longer request',
    breaks: ['integration/dependencies/key-per-system'],
    inFront: dependencies((data, request) => {
      const first = systemsIn(request).slice(0, 5);
      return Object.fromEntries(Object.entries(data).filter(([id]) => first.includes(id)));
    }),
  },
  // section 4.1, rule 1: one key per requested system, "mapping to its dependency entry"
  {
    name: 'fresh-e-cached-by-first-system',
    what: 'keeps answers by the first system of the request and how many there are',
    breaks: [
      'integration/dependencies/key-per-system',
      'integration/dependencies/no-other-keys',
      'integration/dependencies/body/systems/items/type',
    ],
    inFront: () => {
      const kept = new Map<string, Reply>();
      return async (request, ask) => {
        const systems = systemsIn(request);
        if (!ofDependencies(request) || systems.length === 0) return ask(request);
        const key = JSON.stringify([request.headers.authorization, systems[0], systems.length]);
        const known = kept.get(key);
        if (known) return known;
        const reply = await ask(request);
        if (isGood(reply)) kept.set(key, reply);
        return reply;
      };
    },
  },
]);

const ofTheRest = inFamily(FAMILY, [
  // section 2.4: `label` is "of the form `<zone display name> (<zone identifier>)`"
  {
    name: 'fresh-e-label-without-underscores',
    what: 'writes blanks for the underscores of the identifier in a label',
    breaks: ['integration/timezones/label-form'],
    inFront: timezones((zones) =>
      zones.map((zone) => ({ ...zone, label: String(zone.label).replaceAll('_', ' ') })),
    ),
  },
  // section 2.4: "The list is ordered by `label`, ascending"
  {
    name: 'fresh-e-sorted-by-display-name',
    what: 'sorts by the display name alone, and has zones that share one in reverse',
    breaks: ['integration/timezones/sorted-by-label'],
    inFront: timezones((zones) => {
      const names = [...new Set(zones.map(displayName))];
      return names.flatMap((name) => zones.filter((zone) => displayName(zone) === name).reverse());
    }),
  },
  // section 2.5: `additional_data` is an object
  {
    name: 'fresh-e-additional-data-listed',
    what: 'writes the empty additional_data of the dependencies as a list',
    breaks: ['integration/success/additional-data'],
    inFront: answers(ofDependencies, (value) => ({ ...membersOf(value), additional_data: [] })),
  },
  // section 2.5: `error_code` is the empty string on success
  {
    name: 'fresh-e-cached-without-error-code',
    what: 'answers the timezones from a cache from the second time on, with null as the error code',
    breaks: ['integration/success/error-code'],
    inFront: () => {
      let warm = false;
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofTimezones(request) || !isGood(reply)) return reply;
        if (warm) return edited(reply, (value) => ({ ...membersOf(value), error_code: null }));
        warm = true;
        return reply;
      };
    },
  },
  // section 2.6: "`data`: Always null"
  {
    name: 'fresh-e-refusal-with-empty-list',
    what: 'has an empty list for `data` where authentication fails for the timezones',
    breaks: ['integration/unauthorised/data'],
    inFront: unauthorised(ofTimezones, (reply) =>
      withJson(reply, { ...membersOf(jsonIn(reply)), data: [] }),
    ),
  },
  // section 5.2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'fresh-e-refusal-with-status-200',
    what: 'answers 200 with the envelope of a refusal where authentication fails for dependencies',
    breaks: ['integration/unauthorised/status-code'],
    inFront: unauthorised(ofDependencies, (reply) => ({ ...reply, status: 200 })),
  },
  // section 5.2: an invalid credential is answered with 401
  {
    name: 'fresh-e-token-in-any-case',
    what: 'takes a token in upper or lower case, once it was given as it is',
    breaks: [],
    undetected: 'whether letter case tells tokens apart is not said',
    inFront: () => {
      const taken = new Map<string, string>();
      return async (request, ask) => {
        const given = request.headers.authorization;
        if (given === undefined) return ask(request);
        const [scheme = '', token = ''] = given.split(' ');
        const known = taken.get(token.toLowerCase());
        const authorization = known === undefined ? given : `${scheme} ${known}`;
        const headers = { ...request.headers, authorization };
        const reply = await ask(known === undefined ? request : { ...request, headers });
        if (isGood(reply)) taken.set(token.toLowerCase(), known ?? token);
        return reply;
      };
    },
  },
]);

export const integrationFaults = [...ofEntries, ...ofTheRest];
