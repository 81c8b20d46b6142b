import type { Json } from '../../../model.ts';
import type { Reply } from '../../http.ts';
import { withJson } from '../../in-front.ts';
import { inFamily as integrationFamily } from '../../integration/deviation.ts';
import { membersOf } from '../tools.ts';
import { answering, isOk, mapMembers, onRoute, order } from './answer-tools.ts';
import {
  DEPENDENCIES,
  systemsOf,
  TIMEZONES,
  withFields,
  withTimezones,
} from './integration-tools.ts';
import { FAMILY, jsonMembers } from './tools.ts';

function isUnauthorized({ status }: Reply): boolean {
  return status === 401;
}

function zoneName(label: Json | undefined): string {
  return String(label).replace(/ \([^()]*\)$/, '');
}

export const integrationFaults = integrationFamily(FAMILY, [
  {
    name: 'fresh-a-timezones-of-one-name-descending',
    what: 'orders the timezones by their display name only, so that those of one name come in descending order of their identifiers',
    breaks: ['integration/timezones/sorted-by-label'],
    // section 2.4, "The list is ordered by `label`, ascending": the identifier is part of the label
    inFront: withTimezones((zones) =>
      zones.toSorted(
        (one, other) =>
          order(zoneName(one.label), zoneName(other.label)) ||
          order(String(other.value), String(one.value)),
      ),
    ),
  },
  {
    name: 'fresh-a-timezones-name-utc-etc',
    what: 'names UTC by its identifier Etc/UTC',
    breaks: ['integration/timezones/utc'],
    // section 2.4, row `value`: "The value `UTC` is among them"
    inFront: withTimezones((zones) =>
      zones.map((zone) =>
        zone.value === 'UTC'
          ? { label: String(zone.label).replace('(UTC)', '(Etc/UTC)'), value: 'Etc/UTC' }
          : zone,
      ),
    ),
  },
  {
    name: 'fresh-a-timezone-labels-with-spaces',
    what: 'writes the identifier within a label with spaces where it has underscores',
    breaks: ['integration/timezones/label-form'],
    // section 2.4, row `label`: "`<zone display name> (<zone identifier>)`"
    inFront: withTimezones((zones) =>
      zones.map((zone) => ({ ...zone, label: String(zone.label).replaceAll('_', ' ') })),
    ),
  },
  {
    name: 'fresh-a-timezones-of-three-parts-cut',
    what: 'gives region and city only of an identifier of three parts, such as America/Argentina',
    breaks: ['integration/timezones/label-form'],
    // section 2.4, row `value`: "Timezone identifier"; it is not the one that its label names
    inFront: withTimezones((zones) =>
      zones.map((zone) => ({
        ...zone,
        value: String(zone.value).split('/').slice(0, 2).join('/'),
      })),
    ),
  },
  {
    name: 'fresh-a-token-cached-in-lower-case',
    what: 'remembers the tokens that were right in lower case, and takes them in any case afterwards',
    breaks: [],
    undetected: 'no token is sent in other letters than it was issued in, as yet',
    // section 5, rule 2: "When authentication fails, then the response is HTTP 401"
    inFront: () => {
      const known = new Map<string, string>();
      return async (request, ask) => {
        const given = request.headers.authorization ?? '';
        const answer = await ask(request);
        if (answer.status !== 401) {
          known.set(given.toLowerCase(), given);
          return answer;
        }
        const authorization = known.get(given.toLowerCase());
        if (authorization === undefined) return answer;
        return ask({ ...request, headers: { ...request.headers, authorization } });
      };
    },
  },
  {
    name: 'fresh-a-timezones-additional-data-list',
    what: 'gives the empty additional data of the timezones as an empty list',
    breaks: ['integration/success/additional-data'],
    // section 2.5, row `additional_data`: "object. Empty object in the success responses"
    inFront: answering(onRoute(TIMEZONES), (value) => ({ ...value, additional_data: [] })),
  },
  {
    name: 'fresh-a-not-required-is-empty',
    what: 'says that a field is not required by an empty string',
    breaks: ['integration/dependencies/field/required'],
    // section 2.2, row `required`: "Carries the words true or false as a string"
    inFront: withFields((fields) =>
      fields.map((field) =>
        membersOf(field).required === 'false' ? { ...membersOf(field), required: '' } : field,
      ),
    ),
  },
  {
    name: 'fresh-a-show-hostname-number',
    what: 'gives show_hostname as 0 or 1',
    breaks: ['integration/dependencies/show-hostname'],
    // section 2.3, row `show_hostname`: boolean
    inFront: answering(onRoute(DEPENDENCIES), (value) => ({
      ...value,
      data: mapMembers(value.data, (entry) => ({
        ...membersOf(entry),
        show_hostname: membersOf(entry).show_hostname === true ? 1 : 0,
      })),
    })),
  },
  {
    name: 'fresh-a-last-of-several-systems-lost',
    what: 'leaves out the last system where several were asked for',
    breaks: [
      'integration/dependencies/key-per-system',
      'integration/dependencies/body/systems/items/type',
    ],
    // section 4.1, rule 1: "`data` holds one key per requested system"
    inFront: () => async (request, ask) => {
      const systems = systemsOf(request) ?? [];
      if (systems.length < 2) return ask(request);
      return ask(withJson(request, { ...jsonMembers(request), systems: systems.slice(0, -1) }));
    },
  },
  {
    name: 'fresh-a-systems-of-earlier-requests',
    what: 'fills one object for all requests, so that an answer holds the systems of those before it too',
    breaks: ['integration/dependencies/no-other-keys'],
    // section 4.1, rule 1: "`data` holds one key per requested system"
    inFront: () => {
      const filled: { [system: string]: Json } = {};
      return async (request, ask) => {
        const answer = await ask(request);
        const value = jsonMembers(answer);
        if (systemsOf(request) === undefined || !isOk(answer) || !value) return answer;
        Object.assign(filled, membersOf(value.data));
        return withJson(answer, { ...value, data: { ...filled } });
      };
    },
  },
  {
    name: 'fresh-a-label-like-the-code-left-out',
    what: 'leaves out the label of a field where it is the same as its code but for case and spaces',
    breaks: ['integration/dependencies/field/label'],
    // section 2.2, row `label`: "string. Display label"
    inFront: withFields((fields) =>
      fields.map((field) => {
        const { label, ...others } = membersOf(field);
        const code = String(others['@code']).replaceAll('_', ' ');
        return String(label).toLowerCase() === code.toLowerCase() ? others : field;
      }),
    ),
  },
  {
    name: 'fresh-a-dependencies-error-status-number',
    what: 'gives the status of an authentication error of the dependencies as a number, as in the other envelope',
    breaks: ['integration/unauthorised/status-member'],
    // section 2.6, row `status`: "boolean. false"
    inFront: answering(
      onRoute(DEPENDENCIES),
      (value) => ({ ...value, status: 401 }),
      isUnauthorized,
    ),
  },
  {
    name: 'fresh-a-timezones-error-data-object',
    what: 'gives an empty object as data of an authentication error of the timezones',
    breaks: ['integration/unauthorised/data'],
    // section 2.6, row `data`: "Always null"
    inFront: answering(onRoute(TIMEZONES), (value) => ({ ...value, data: {} }), isUnauthorized),
  },
  {
    name: 'fresh-a-wrong-token-is-forbidden',
    what: 'answers 403 to a Bearer token that is wrong, and 401 to none',
    breaks: ['integration/unauthorised/status-code'],
    // section 5, rule 2, and section 7: "Authentication fails | 401"
    inFront: () => async (request, ask) => {
      const answer = await ask(request);
      const tried = /^bearer \S/i.test(request.headers.authorization ?? '');
      const value = jsonMembers(answer);
      if (answer.status !== 401 || !tried || !value) return answer;
      const { reason: _, ...kept } = answer;
      const body = { ...value, response_status: 403, status_code: 403 };
      return withJson({ ...kept, status: 403 }, body);
    },
  },
  {
    name: 'fresh-a-empty-error-code-left-out',
    what: 'leaves out the error code of a success, as it is empty',
    breaks: ['integration/success/error-code'],
    // section 2.5, row `error_code`: "Empty string on success"
    inFront: answering(
      () => true,
      (value) => {
        const { error_code: code, ...others } = value;
        return code === '' ? others : value;
      },
    ),
  },
]);
