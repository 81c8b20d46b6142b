import { type InFront, jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { inFamily as integrationFamily } from '../../integration/deviation.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { always, FAMILY, later, plain, without } from './tools.ts';

const DEPENDENCIES = /\/get\/system\/dependencies$/;
const TIMEZONES = /\/get\/all\/timezones$/;

/** Edits the dependency entries of an answer. */
function eachEntry(edit: (entry: Members, id: string, request: RoutedRequest) => Members) {
  return later(DEPENDENCIES, (value, request) => {
    const envelope = membersOf(value);
    const entries = Object.entries(membersOf(envelope.data));
    const edited = entries.map(([id, entry]) => [id, edit(membersOf(entry), id, request)]);
    return { ...envelope, data: Object.fromEntries(edited) };
  });
}

/** Edits the list of timezones. */
function theZones(edit: (zones: readonly Members[]) => readonly Members[]): InFront['inFront'] {
  return later(TIMEZONES, (value) => {
    const envelope = membersOf(value);
    const data = membersOf(envelope.data);
    const zones = listIn(data.timezones).map(membersOf);
    return { ...envelope, data: { ...data, timezones: [...edit(zones)] } };
  });
}

/** Edits the envelope of what is refused for its credential. */
function theRefusal(route: RegExp, edit: (envelope: Members) => Members): InFront['inFront'] {
  return always((answer, request) =>
    answer.status === 401 && route.test(request.route)
      ? withJson(answer, edit(membersOf(jsonIn(answer))))
      : answer,
  );
}

function textOf(members: Members, name: string): string {
  return String(members[name] ?? '');
}

export const integrationFaults = integrationFamily(FAMILY, [
  // section 7, row "Authentication fails": HTTP status 401
  {
    name: 'fresh-b-zones-forbidden',
    what: 'refuses the timezones under HTTP status 403, with 401 in the body',
    breaks: ['integration/unauthorised/status-code'],
    inFront: always((answer, request) =>
      answer.status === 401 && TIMEZONES.test(request.route)
        ? { ...answer, status: 403, reason: 'Forbidden' }
        : answer,
    ),
  },
  // section 5, item 2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'fresh-b-token-only-begins-right',
    what: 'accepts a token that has further characters after the right one',
    breaks: ['integration/unauthorised/status-code'],
    inFront: plain(async (request, ask) => {
      const { authorization = '' } = request.headers;
      const answer = await ask(request);
      if (answer.status !== 401) return answer;
      // Nobody sends more than a few characters too many.
      for (let cut = 1; cut <= 40 && cut < authorization.length - 7; cut += 1) {
        const headers = { ...request.headers, authorization: authorization.slice(0, -cut) };
        const again = await ask({ ...request, headers });
        if (again.status !== 401) return again;
      }
      return answer;
    }),
  },
  // section 5, item 2, of a request after one that was let in
  {
    name: 'fresh-b-zones-let-in-once',
    what: 'gives the timezones to any token once a good one has come for them',
    breaks: ['integration/unauthorised/status-code'],
    inFront: () => {
      let good: string | undefined;
      return async (request, ask) => {
        if (!TIMEZONES.test(request.route)) return ask(request);
        const answer = await ask(request);
        const { authorization } = request.headers;
        if (answer.status === 200) good = authorization;
        if (answer.status !== 401 || good === undefined || authorization === undefined) {
          return answer;
        }
        return ask({ ...request, headers: { ...request.headers, authorization: good } });
      };
    },
  },
  // section 4.1, rule 1 and section 2.3, row "`fields`": one entry per system with its fields
  {
    name: 'fresh-b-system-twice-fields-twice',
    what: 'repeats the fields of a system that is requested twice',
    breaks: ['integration/dependencies/own-entry'],
    inFront: eachEntry((entry, id, request) => {
      const wanted = listIn(membersOf(jsonIn(request)).systems).filter((one) => one === id);
      return { ...entry, fields: wanted.flatMap(() => listIn(entry.fields)) };
    }),
  },
  // section 4.1, row "Success": HTTP 200
  {
    name: 'fresh-b-dependencies-created',
    what: 'answers the needed fields under HTTP status 201',
    breaks: ['integration/success/status-code'],
    inFront: always((answer, request) =>
      answer.status === 200 && DEPENDENCIES.test(request.route)
        ? { ...answer, status: 201, reason: 'Created' }
        : answer,
    ),
  },
  // section 2.6, row "`response_status`": integer, 401
  {
    name: 'fresh-b-refusal-status-as-text',
    what: 'gives the response status of a refusal of the needed fields as text',
    breaks: ['integration/unauthorised/response-status'],
    inFront: theRefusal(DEPENDENCIES, (envelope) => ({
      ...envelope,
      response_status: String(envelope.response_status),
    })),
  },
  // section 2.6, row "`data`": always null
  {
    name: 'fresh-b-refusal-data-empty',
    what: 'gives an empty object as the data of a refusal of the timezones',
    breaks: ['integration/unauthorised/data'],
    inFront: theRefusal(TIMEZONES, (envelope) => ({ ...envelope, data: {} })),
  },
  // section 2.5, row "`additional_data`": empty object
  {
    name: 'fresh-b-zones-additional-list',
    what: 'gives an empty list as the additional data of the timezones',
    breaks: ['integration/success/additional-data'],
    inFront: later(TIMEZONES, (value) => ({ ...membersOf(value), additional_data: [] })),
  },
  // section 2.5, row "`error_code`": empty string on success
  {
    name: 'fresh-b-no-error-is-null',
    what: 'gives null as the error code where the needed fields are found',
    breaks: ['integration/success/error-code'],
    inFront: later(DEPENDENCIES, (value) => ({ ...membersOf(value), error_code: null })),
  },
  // section 2.4, row "`label`": the form `<zone display name> (<zone identifier>)`
  {
    name: 'fresh-b-labels-without-underscores',
    what: 'writes spaces for the underscores of an identifier within a label',
    breaks: ['integration/timezones/label-form'],
    inFront: theZones((zones) =>
      zones.map((zone) => ({ ...zone, label: textOf(zone, 'label').replace(/_/g, ' ') })),
    ),
  },
  // section 2.4, row "`value`": "The value `UTC` is among them"
  {
    name: 'fresh-b-utc-as-etc-utc',
    what: 'has Etc/UTC as the identifier of UTC',
    breaks: ['integration/timezones/utc'],
    inFront: theZones((zones) =>
      zones.map((zone) =>
        zone.value === 'UTC'
          ? {
              ...zone,
              label: textOf(zone, 'label').replace('(UTC)', '(Etc/UTC)'),
              value: 'Etc/UTC',
            }
          : zone,
      ),
    ),
  },
  // section 2.4: "The list is ordered by `label`, ascending"
  {
    name: 'fresh-b-zones-ordered-by-name-alone',
    what: 'orders timezones by the name in their label alone, and those of one name downwards',
    breaks: ['integration/timezones/sorted-by-label'],
    inFront: theZones((zones) => {
      const name = (zone: Members) => textOf(zone, 'label').replace(/ \([^(]*\)$/, '');
      return [...zones]
        .reverse()
        .sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0));
    }),
  },
  // section 4.2, rule: "every entry has both `label` and `value`"
  {
    name: 'fresh-b-three-part-zones-unlabelled',
    what: 'has no label for timezones whose identifier has three parts',
    breaks: ['integration/timezones/label'],
    inFront: theZones((zones) =>
      zones.map((zone) =>
        textOf(zone, 'value').split('/').length > 2 ? without(zone, 'label') : zone,
      ),
    ),
  },
  // section 2.2, row "`required`": the words true or false as a string
  {
    name: 'fresh-b-optional-as-boolean',
    what: 'writes a boolean where a field is not required',
    breaks: ['integration/dependencies/field/required'],
    inFront: eachEntry((entry) => ({
      ...entry,
      fields: listIn(entry.fields).map((field) =>
        membersOf(field).required === 'false' ? { ...membersOf(field), required: false } : field,
      ),
    })),
  },
  // section 2.3, row "`show_hostname`": boolean
  {
    name: 'fresh-b-hostname-as-text',
    what: 'writes the words true or false where a boolean says whether a hostname is asked for',
    breaks: ['integration/dependencies/show-hostname'],
    inFront: eachEntry((entry) => ({ ...entry, show_hostname: String(entry.show_hostname) })),
  },
]);
