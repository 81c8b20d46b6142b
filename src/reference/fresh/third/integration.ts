import type { Json } from '../../../model.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { inFamily } from '../../integration/deviation.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { answers, edited, FAMILY, forgetful, isGood } from './tools.ts';

const DEPENDENCIES = '/api/get/system/dependencies';
const TIMEZONES = '/api/get/all/timezones';

const ofDependencies = ({ route }: RoutedRequest) => route === DEPENDENCIES;
const ofTimezones = ({ route }: RoutedRequest) => route === TIMEZONES;

/** Changes the entries of an answer, each with its place among them. */
function entries(edit: (entry: Members, index: number, id: string) => readonly [string, Json]) {
  return answers(ofDependencies, (value) => {
    const data = Object.entries(membersOf(membersOf(value).data));
    const changed = data.map(([id, entry], index) => edit(membersOf(entry), index, id));
    return { ...membersOf(value), data: Object.fromEntries(changed) };
  });
}

function fieldsOf(entry: Members, edit: (field: Members) => Members): Members {
  return { ...entry, fields: listIn(entry.fields).map((field) => edit(membersOf(field))) };
}

/** Changes the list of timezones. */
function zones(edit: (zones: readonly Members[]) => readonly Members[]) {
  return answers(ofTimezones, (value) => {
    const data = membersOf(membersOf(value).data);
    const list = edit(listIn(data.timezones).map(membersOf));
    return { ...membersOf(value), data: { ...data, timezones: [...list] } };
  });
}

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '');

const ofSystems = inFamily(FAMILY, [
  // section 2.2, row `required`: "Carries the words true or false as a string"
  {
    name: 'fresh-c-required-capitalised',
    what: 'writes True and False for `required` in all systems but the first of an answer',
    breaks: ['integration/dependencies/own-entry', 'integration/dependencies/field/required'],
    inFront: entries((entry, index, id) => {
      const spelt = (field: Members): Members => ({
        ...field,
        required: textOf(field.required).replace(/^./, (letter) => letter.toUpperCase()),
      });
      return [id, index === 0 ? entry : fieldsOf(entry, spelt)];
    }),
  },
  // section 4.1, rule 1: "`data` holds one key per requested system, mapping to its dependency entry"
  {
    name: 'fresh-c-numeric-system-id-renumbered',
    what: 'counts the systems whose ID is a number from 0 on, and loses their IDs',
    breaks: ['integration/dependencies/key-per-system', 'integration/dependencies/no-other-keys'],
    inFront: entries((entry, index, id) => [/^\d+$/.test(id) ? `${index}` : id, entry]),
  },
  // section 2.3, row `show_hostname`: "Whether a hostname input is to be shown for the system"
  {
    name: 'fresh-c-hostname-carried-on',
    what: 'shows a hostname for every system that follows one with a hostname',
    breaks: ['integration/dependencies/own-entry'],
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      if (!ofDependencies(request)) return reply;
      return edited(reply, (value) => {
        let shown = false;
        const data = Object.entries(membersOf(membersOf(value).data)).map(([id, entry]) => {
          shown ||= membersOf(entry).show_hostname === true;
          return [id, { ...membersOf(entry), show_hostname: shown }] as const;
        });
        return { ...membersOf(value), data: Object.fromEntries(data) };
      });
    }),
  },
  // section 2.3, row `fields`: "array of field descriptors"
  {
    name: 'fresh-c-no-fields-as-object',
    what: 'writes an empty object for the fields of a system that has none',
    breaks: ['integration/dependencies/fields'],
    inFront: entries((entry, _, id) => [
      id,
      listIn(entry.fields).length === 0 ? { ...entry, fields: {} } : entry,
    ]),
  },
  // section 2.1: a system ID "is used as an element of the `systems` request array and as a key of `data`"
  {
    name: 'fresh-c-system-id-decomposed',
    what: 'spells the accented letters of a system ID as a letter and a mark in the keys of data',
    breaks: ['integration/dependencies/key-per-system', 'integration/dependencies/no-other-keys'],
    inFront: entries((entry, _, id) => [id.normalize('NFD'), entry]),
  },
  // section 2.2: a field descriptor has a `type`
  {
    name: 'fresh-c-type-of-optional-left-out',
    what: 'leaves the type out of a field that is not required',
    breaks: ['integration/dependencies/field/type'],
    inFront: entries((entry, _, id) => [
      id,
      fieldsOf(entry, ({ type, ...field }) =>
        field.required === 'false' || type === undefined ? field : { ...field, type },
      ),
    ]),
  },
  // section 2.5, row `additional_data`: "Empty object in the success responses"
  {
    name: 'fresh-c-additional-data-list',
    what: 'sends additional_data as an empty list where more than two systems are asked for',
    breaks: ['integration/success/additional-data'],
    inFront: answers(ofDependencies, (value, request) =>
      listIn(membersOf(jsonIn(request)).systems).length > 2
        ? { ...membersOf(value), additional_data: [] }
        : value,
    ),
  },
  // section 5, sentence 2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'fresh-c-empty-systems-unguarded',
    what: 'answers an empty list of systems before it looks at the credential',
    breaks: [],
    undetected:
      'what an empty list brings is not shown, so a case of it would leave what answers hold unjudged',
    inFront: forgetful(async (request, ask) => {
      const { systems } = membersOf(jsonIn(request));
      if (!ofDependencies(request) || !Array.isArray(systems) || systems.length > 0) {
        return ask(request);
      }
      const reply = await ask(request);
      const nothing = { additional_data: {}, data: {}, error_code: '', message: 'Done.' };
      return reply.status === 401
        ? { ...withJson(reply, { ...nothing, status: 200, success: true }), status: 200 }
        : reply;
    }),
  },
]);

const ofZonesAndCredentials = inFamily(FAMILY, [
  // section 2.4: "The list is ordered by `label`, ascending"
  {
    name: 'fresh-c-zones-of-one-name-reversed',
    what: 'orders timezones by display name alone, those of one name from Z to A',
    breaks: ['integration/timezones/sorted-by-label'],
    inFront: zones((list) => {
      const nameOf = ({ label }: Members) => textOf(label).replace(/ \([^()]*\)$/, '');
      return list
        .toReversed()
        .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b))));
    }),
  },
  // section 2.4, row `label`: "`<zone display name> (<zone identifier>)`"
  {
    name: 'fresh-c-zone-label-spaced',
    what: 'writes spaces for the underscores of the identifier in the label of a timezone',
    breaks: ['integration/timezones/label-form'],
    inFront: zones((list) =>
      list.map((zone) => ({ ...zone, label: textOf(zone.label).replaceAll('_', ' ') })),
    ),
  },
  // section 2.4, row `value`: "Timezone identifier in the region/city style of the IANA timezone database"
  {
    name: 'fresh-c-zone-cut-at-second-slash',
    what: 'cuts the value of a timezone after its second part, such as America/Argentina',
    breaks: ['integration/timezones/label-form'],
    inFront: zones((list) =>
      list.map((zone) => ({ ...zone, value: textOf(zone.value).split('/').slice(0, 2).join('/') })),
    ),
  },
  // section 5, sentence 2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'fresh-c-zones-cached-for-all',
    what: 'serves the timezones from a cache to any credential, once they were asked for',
    breaks: ['integration/unauthorised/status-code'],
    inFront: () => {
      let cached: Reply | undefined;
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofTimezones(request) || request.method !== 'GET') return reply;
        if (isGood(reply)) cached = reply;
        // A header has to be there, as the cache stands behind a gateway that asks for one.
        return request.headers.authorization === undefined ? reply : (cached ?? reply);
      };
    },
  },
  // section 5, sentence 2: a credential that was never issued is no valid one, whatever its first letters
  {
    name: 'fresh-c-token-beginning-enough',
    what: 'accepts any longer credential that begins with the last valid one',
    breaks: ['integration/unauthorised/status-code'],
    inFront: () => {
      let valid: string | undefined;
      return async (request, ask) => {
        const { authorization } = request.headers;
        const reply = await ask(request);
        if (isGood(reply)) valid = authorization ?? valid;
        if (reply.status !== 401 || valid === undefined) return reply;
        if (authorization?.startsWith(valid) !== true) return reply;
        return ask({ ...request, headers: { ...request.headers, authorization: valid } });
      };
    },
  },
  // section 2.5, row `message`: "on success it is a success message"
  {
    name: 'fresh-c-message-left-over',
    what: 'repeats the message of a failure in the success that follows it',
    breaks: ['integration/success/own-message'],
    inFront: () => {
      let left: Json | undefined;
      return async (request, ask) => {
        const reply = await ask(request);
        const { message } = membersOf(jsonIn(reply));
        const said = left;
        left = reply.status === 401 ? message : undefined;
        return said === undefined
          ? reply
          : edited(reply, (value) => ({ ...membersOf(value), message: said }));
      };
    },
  },
]);

export const integrationFaults = [...ofSystems, ...ofZonesAndCredentials];
