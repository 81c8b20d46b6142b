import type { Reply } from '../../http.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { inFamily } from '../../integration/deviation.ts';
import { answers, edited, isGood, isIn, isObject, memoryless, without } from '../altering.ts';
import {
  dependencies,
  descriptors,
  entries,
  ofDependencies,
  ofTimezones,
  timezones,
} from '../altering-integration.ts';
import { listIn, type Members, membersOf } from '../tools.ts';

export const FAMILY = 'seventh fresh list';

function sortedBy(member: string, zones: readonly Members[]): readonly Members[] {
  return [...zones].sort((a, b) => (String(a[member]) < String(b[member]) ? -1 : 1));
}

function renamed({ label, value }: Members, name: string): Members {
  return { label: String(label).replace(`(${value})`, `(${name})`), value: name };
}

const ofSystems = inFamily(FAMILY, [
  // section 4.1, rule 1: each key is "mapping to its dependency entry"
  {
    name: 'fresh-g-pair-shares-entry',
    what: 'has the entry of the first system under every key where several are asked for',
    breaks: ['integration/dependencies/own-entry'],
    inFront: dependencies((data) => {
      const [first] = Object.values(data);
      return Object.fromEntries(Object.keys(data).map((id) => [id, first ?? null]));
    }),
  },
  // section 4.1, rule 1: "`data` holds one key per requested system"
  {
    name: 'fresh-g-third-system-dropped',
    what: 'answers for two systems at most',
    breaks: ['integration/dependencies/key-per-system'],
    inFront: dependencies((data, systems) =>
      without(data, ...[...new Set(systems)].filter((_, index) => index > 1)),
    ),
  },
  // section 4.1, rule 1: "`data` holds one key per requested system"
  {
    name: 'fresh-g-named-twice-cancels',
    what: 'has no key for a system that is named twice',
    breaks: ['integration/dependencies/key-per-system'],
    inFront: dependencies((data, systems) =>
      without(data, ...systems.filter((id, index) => systems.indexOf(id) !== index)),
    ),
  },
  // section 2.3: `fields` is an array
  {
    name: 'fresh-g-fields-by-number',
    what: 'writes several fields of a system as an object whose keys are numbers',
    breaks: ['integration/dependencies/fields'],
    inFront: entries((entry) => {
      const fields = listIn(entry.fields);
      return fields.length > 1 ? { ...entry, fields: Object.fromEntries(fields.entries()) } : entry;
    }),
  },
  // section 2.2: `required` "carries the words true or false"
  {
    name: 'fresh-g-required-capitalised',
    what: 'writes the words of `required` as True and False',
    breaks: ['integration/dependencies/field/required'],
    inFront: descriptors((field) => ({
      ...field,
      required: field.required === 'true' ? 'True' : 'False',
    })),
  },
  // section 2.2: `@code`
  {
    name: 'fresh-g-last-code-without-at',
    what: 'names the machine name of the last field of a system `code`',
    breaks: ['integration/dependencies/field/code'],
    inFront: descriptors((field, index, count) =>
      index === count - 1 && isIn(field, '@code')
        ? { code: field['@code'] ?? null, ...without(field, '@code') }
        : field,
    ),
  },
  // section 4.1: success is "HTTP 200 with the success envelope", whose `status` is 200
  {
    name: 'fresh-g-dependencies-created',
    what: 'answers dependencies with 201, in the status line and in the envelope',
    breaks: ['integration/success/status-code', 'integration/success/status-member'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofDependencies(request) && reply.status === 200
        ? { ...edited(reply, (value) => ({ ...membersOf(value), status: 201 })), status: 201 }
        : reply;
    }),
  },
]);

const ofZones = inFamily(FAMILY, [
  // section 2.5: `error_code` is the empty string on success
  {
    name: 'fresh-g-timezones-error-code-zero',
    what: 'has "0" as the error code of timezones',
    breaks: ['integration/success/error-code'],
    inFront: answers(ofTimezones, (value) => ({ ...membersOf(value), error_code: '0' })),
  },
  // section 2.4: "The list is ordered by `label`, ascending"
  {
    name: 'fresh-g-zones-by-value',
    what: 'sorts the zones by their identifiers',
    breaks: ['integration/timezones/sorted-by-label'],
    inFront: timezones((zones) => sortedBy('value', zones)),
  },
  // section 2.4: `label` is "of the form `<zone display name> (<zone identifier>)`"
  {
    name: 'fresh-g-label-of-another-zone',
    what: 'has another identifier in the label of the third zone than in its value',
    breaks: ['integration/timezones/label-form'],
    inFront: timezones((zones) =>
      zones.map((zone, index) =>
        index === 2 ? { ...zone, label: String(renamed(zone, `${zone.value}_Old`).label) } : zone,
      ),
    ),
  },
  // section 2.4: "The value `UTC` is among them."
  {
    name: 'fresh-g-utc-under-etc',
    what: 'has Etc/UTC in place of UTC, in its right place',
    breaks: ['integration/timezones/utc'],
    inFront: timezones((zones) =>
      sortedBy(
        'label',
        zones.map((zone) => (zone.value === 'UTC' ? renamed(zone, 'Etc/UTC') : zone)),
      ),
    ),
  },
  // section 2.4: `value` is "in the region/city style of the IANA timezone database"
  {
    name: 'fresh-g-zones-with-blanks',
    what: 'writes blanks for the underscores of identifiers',
    breaks: ['integration/timezones/lists-known', 'integration/timezones/value-style'],
    inFront: timezones((zones) =>
      sortedBy(
        'label',
        zones.map((zone) => renamed(zone, String(zone.value).replaceAll('_', ' '))),
      ),
    ),
  },
]);

const ofCredentials = inFamily(FAMILY, [
  // section 5.2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'fresh-g-token-case-ignored',
    what: 'takes a token that differs from the right one in the case of its letters',
    breaks: [],
    undetected:
      'a token may be of a form whose letters count alike in either case, as hexadecimal digits do: which form it has is not shown',
    inFront: () => {
      const good = new Map<string, string>();
      return async (request, ask) => {
        const { authorization = '' } = request.headers;
        const known = good.get(authorization.toLowerCase());
        const headers =
          known === undefined ? request.headers : { ...request.headers, authorization: known };
        const reply = await ask({ ...request, headers });
        if (isGood(reply)) good.set(authorization.toLowerCase(), known ?? authorization);
        return reply;
      };
    },
  },
  // section 5.2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'fresh-g-timezones-from-cache',
    what: 'serves timezones from a cache that knows of no credential, once they were served',
    breaks: ['integration/unauthorised/status-code'],
    inFront: () => {
      let cached: Reply | undefined;
      return async (request, ask) => {
        if (!ofTimezones(request)) return ask(request);
        if (cached) return cached;
        const reply = await ask(request);
        if (isGood(reply)) cached = reply;
        return reply;
      };
    },
  },
  // section 2.6: `response_status` and `status_code` are integers
  {
    name: 'fresh-g-refusal-codes-as-text',
    what: 'writes both codes of a refusal of dependencies as text',
    breaks: [
      'integration/unauthorised/response-status',
      'integration/unauthorised/status-code-member',
    ],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const value = jsonIn(reply);
      return ofDependencies(request) && reply.status === 401 && isObject(value)
        ? withJson(reply, { ...value, response_status: '401', status_code: '401' })
        : reply;
    }),
  },
]);

export const integrationFaults = [...ofSystems, ...ofZones, ...ofCredentials];
