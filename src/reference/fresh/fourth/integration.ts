import type { Json } from '../../../model.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { inFamily } from '../../integration/deviation.ts';
import { answers, forgetful, isGood, without } from '../third/tools.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY, fieldsIn, textOf } from './tools.ts';

const DEPENDENCIES = '/api/get/system/dependencies';
const TIMEZONES = '/api/get/all/timezones';

const ofDependencies = ({ route }: RoutedRequest) => route === DEPENDENCIES;
const ofTimezones = ({ route }: RoutedRequest) => route === TIMEZONES;

const systemsIn = (request: RoutedRequest) => listIn(fieldsIn(request).systems).map(String);

/** Changes the entries of an answer, by the systems that were asked for. */
function entries(edit: (data: Members, systems: readonly string[]) => Members) {
  return answers(ofDependencies, (value, request) => ({
    ...membersOf(value),
    data: edit(membersOf(membersOf(value).data), systemsIn(request)),
  }));
}

function eachEntry(edit: (entry: Members) => Members) {
  return entries((data) =>
    Object.fromEntries(Object.entries(data).map(([id, entry]) => [id, edit(membersOf(entry))])),
  );
}

/** Changes the list of timezones. */
function zones(edit: (zones: readonly Members[]) => readonly Members[]) {
  return answers(ofTimezones, (value) => {
    const data = membersOf(membersOf(value).data);
    const list = edit(listIn(data.timezones).map(membersOf));
    return { ...membersOf(value), data: { ...data, timezones: [...list] } };
  });
}

/** Changes the body of refusals for want of authentication. */
function refusals(applies: (request: RoutedRequest) => boolean, edit: (body: Members) => Members) {
  return forgetful(async (request, ask) => {
    const reply = await ask(request);
    const refused = applies(request) && reply.status === 401;
    return refused ? withJson(reply, edit(membersOf(jsonIn(reply)))) : reply;
  });
}

const ofSystems = inFamily(FAMILY, [
  // section 4.1, rule 1: "`data` holds one key per requested system, mapping to its dependency entry"
  {
    name: 'fresh-d-system-asked-twice',
    what: 'lists the fields of a system twice where the request names it twice',
    breaks: ['integration/dependencies/own-entry'],
    inFront: entries((data, systems) => {
      const edited = Object.entries(data).map(([id, entry]) => {
        const fields = listIn(membersOf(entry).fields);
        const times = systems.filter((system) => system === id).length;
        return [id, times > 1 ? { ...membersOf(entry), fields: [...fields, ...fields] } : entry];
      });
      return Object.fromEntries(edited) as Members;
    }),
  },
  // section 4.1, rule 1: "`data` holds one key per requested system"
  {
    name: 'fresh-d-last-of-many-systems',
    what: 'leaves out the last system of a request for three or more',
    breaks: ['integration/dependencies/key-per-system'],
    inFront: entries((data, systems) =>
      new Set(systems).size < 3 ? data : without(data, systems.at(-1) ?? ''),
    ),
  },
  // section 4.1, rule 1: "one key per requested system, mapping to its dependency entry"
  {
    name: 'fresh-d-entries-by-place',
    what: 'sorts the systems and not their entries, so that a request in another order gets them mixed up',
    breaks: ['integration/dependencies/own-entry'],
    inFront: entries((data, systems) => {
      const requested = [...new Set(systems)].filter((id) => id in data);
      const sorted = requested.toSorted();
      const pairs = sorted.map((id, place) => [id, data[requested[place] ?? id] ?? null]);
      return { ...data, ...(Object.fromEntries(pairs) as Members) };
    }),
  },
  // section 2.3, row `show_hostname`: "boolean"
  {
    name: 'fresh-d-no-hostname-unsaid',
    what: 'leaves `show_hostname` out where it is false',
    breaks: ['integration/dependencies/show-hostname'],
    inFront: eachEntry((entry) =>
      entry.show_hostname === false ? without(entry, 'show_hostname') : entry,
    ),
  },
  // section 2.3, row `fields`: "array of field descriptors"
  {
    name: 'fresh-d-fields-by-code',
    what: 'answers `fields` as an object with a member for each `@code`',
    breaks: ['integration/dependencies/fields'],
    inFront: eachEntry((entry) => {
      const fields = listIn(entry.fields).map((field) => [`${membersOf(field)['@code']}`, field]);
      return { ...entry, fields: Object.fromEntries(fields) as Members };
    }),
  },
  // section 2.2, row `required`: "Carries the words true or false as a string"
  {
    name: 'fresh-d-required-cast-to-text',
    what: 'writes `required` as "1" for true and as an empty text for false',
    breaks: ['integration/dependencies/field/required'],
    inFront: eachEntry((entry) => ({
      ...entry,
      fields: listIn(entry.fields).map((field) => ({
        ...membersOf(field),
        required: membersOf(field).required === 'true' ? '1' : '',
      })),
    })),
  },
  // section 4.1, row "Success": "HTTP 200 with the success envelope"
  {
    name: 'fresh-d-dependencies-created',
    what: 'answers a good POST with 201, though the envelope says 200',
    breaks: ['integration/success/status-code'],
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      if (!ofDependencies(request) || reply.status !== 200) return reply;
      return { ...reply, status: 201, reason: 'Created' };
    }),
  },
]);

const ofZonesAndCredentials = inFamily(FAMILY, [
  // section 2.5, row `additional_data`: "Empty object in the success responses"
  {
    name: 'fresh-d-zones-counted',
    what: 'gives the number of timezones in `additional_data`',
    breaks: ['integration/success/additional-data'],
    inFront: answers(ofTimezones, (value) => {
      const { timezones } = membersOf(membersOf(value).data);
      return { ...membersOf(value), additional_data: { total: listIn(timezones).length } };
    }),
  },
  // section 2.6, row `message`: "string"
  {
    name: 'fresh-d-refusal-in-a-list',
    what: 'answers a 401 of the dependencies with a list of messages',
    breaks: ['integration/unauthorised/message'],
    inFront: refusals(ofDependencies, (body) => ({ ...body, message: [body.message ?? ''] })),
  },
  // section 2.6, row `status`: "boolean | false"
  {
    name: 'fresh-d-refusal-with-numeric-status',
    what: 'answers a 401 of the timezones with `status` 401, as the success envelope has a number there',
    breaks: ['integration/unauthorised/status-member'],
    inFront: refusals(ofTimezones, (body) => ({ ...body, status: 401 })),
  },
  // section 5, rule 2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'fresh-d-token-in-any-case',
    what: 'accepts a token whose letters are of the wrong case',
    breaks: [],
    undetected:
      'whether letter case tells tokens apart is not said, and nobody says so of hexadecimal ones',
    inFront: () => {
      let valid: string | undefined;
      return async (request, ask) => {
        const { authorization } = request.headers;
        const reply = await ask(request);
        if (isGood(reply)) valid = authorization ?? valid;
        if (reply.status !== 401 || valid === undefined) return reply;
        if (authorization?.toLowerCase() !== valid.toLowerCase()) return reply;
        return ask({ ...request, headers: { ...request.headers, authorization: valid } });
      };
    },
  },
  // section 5, rule 2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'fresh-d-answer-kept-for-anybody',
    what: 'keeps the dependencies by the body of their request, and gives them to any credential',
    breaks: ['integration/unauthorised/status-code', 'integration/dependencies/body/systems/type'],
    inFront: () => {
      const kept = new Map<string, Reply>();
      return async (request, ask) => {
        if (!ofDependencies(request) || request.method !== 'POST') return ask(request);
        const key = JSON.stringify(systemsIn(request));
        const known = request.headers.authorization === undefined ? undefined : kept.get(key);
        if (known !== undefined) return known;
        const reply = await ask(request);
        if (isGood(reply)) kept.set(key, reply);
        return reply;
      };
    },
  },
  // section 2.4, row `value`: "The value `UTC` is among them"
  {
    name: 'fresh-d-utc-by-its-long-name',
    what: 'names UTC `Etc/UTC`, in the label too',
    breaks: ['integration/timezones/utc'],
    inFront: zones((list) => {
      const others = list.filter(({ value }) => value !== 'UTC' && value !== 'Etc/UTC');
      const utc = list.find(({ value }) => value === 'UTC');
      const label = textOf(utc?.label).replace(/\(UTC\)$/, '(Etc/UTC)');
      return utc === undefined ? list : inOrder(others, { ...utc, label, value: 'Etc/UTC' });
    }),
  },
  // section 2.4, row `label`: "of the form `<zone display name> (<zone identifier>)`"
  {
    name: 'fresh-d-identifiers-without-underscores',
    what: 'writes spaces for the underscores of the identifier in a label',
    breaks: ['integration/timezones/label-form'],
    inFront: zones((list) =>
      list.map((zone) => {
        const label = textOf(zone.label).replace(/\([^()]*\)$/, (id) => id.replaceAll('_', ' '));
        return { ...zone, label };
      }),
    ),
  },
  // section 2.4: "The list is ordered by `label`, ascending."
  {
    name: 'fresh-d-utc-pinned-on-top',
    what: 'puts UTC before all other timezones, for convenience',
    breaks: ['integration/timezones/sorted-by-label'],
    inFront: zones((list) => [
      ...list.filter(({ value }) => value === 'UTC'),
      ...list.filter(({ value }) => value !== 'UTC'),
    ]),
  },
]);

/** A list with one more zone, before the first one whose label is greater. */
function inOrder(list: readonly Members[], zone: Members): readonly Members[] {
  const label = (entry: Members): Json => entry.label ?? '';
  const place = list.findIndex((entry) => `${label(entry)}` > `${label(zone)}`);
  return place < 0 ? [...list, zone] : [...list.slice(0, place), zone, ...list.slice(place)];
}

export const integrationFaults = [...ofSystems, ...ofZonesAndCredentials];
