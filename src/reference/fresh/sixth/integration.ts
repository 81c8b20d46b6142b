import { inFamily } from '../../integration/deviation.ts';
import { answered, answers, isIn, memoryless, type StandsBefore, without } from '../altering.ts';
import {
  dependencies,
  descriptors,
  entries,
  ofDependencies,
  ofTimezones,
  timezones,
} from '../altering-integration.ts';
import { type Members, membersOf } from '../tools.ts';

export const FAMILY = 'sixth fresh list';

function byLabel(zones: readonly Members[]): readonly Members[] {
  return [...zones].sort((a, b) => (String(a.label) < String(b.label) ? -1 : 1));
}

function nameOf({ label }: Members): string {
  return String(label).replace(/ \([^()]*\)$/, '');
}

function envelope(applies: typeof ofTimezones, edit: (members: Members) => Members): StandsBefore {
  return answers(applies, (value) => edit(membersOf(value)));
}

const ofZones = inFamily(FAMILY, [
  // section 2.4: "The list is ordered by `label`, ascending"
  {
    name: 'fresh-f-utc-pinned-first',
    what: 'pins UTC in front of the sorted list',
    breaks: ['integration/timezones/sorted-by-label'],
    inFront: timezones((zones) => [
      ...zones.filter(({ value }) => value === 'UTC'),
      ...zones.filter(({ value }) => value !== 'UTC'),
    ]),
  },
  // section 2.4: "The list is ordered by `label`, ascending"
  {
    name: 'fresh-f-ordered-by-value',
    what: 'sorts the zones by their identifiers',
    breaks: ['integration/timezones/sorted-by-label'],
    inFront: timezones((zones) =>
      [...zones].sort((a, b) => (String(a.value) < String(b.value) ? -1 : 1)),
    ),
  },
  // section 2.4: `label` is "of the form `<zone display name> (<zone identifier>)`"
  {
    name: 'fresh-f-label-reversed',
    what: 'writes the identifier in front, and the display name in parentheses',
    breaks: ['integration/timezones/label-form'],
    inFront: timezones((zones) => [
      ...byLabel(zones.map((zone) => ({ ...zone, label: `(${zone.value}) ${nameOf(zone)}` }))),
    ]),
  },
  // section 2.4: `label` is "of the form `<zone display name> (<zone identifier>)`"
  {
    name: 'fresh-f-offset-in-parentheses',
    what: 'writes the offset in place of the identifier in labels, but for UTC',
    breaks: ['integration/timezones/label-form'],
    inFront: timezones((zones) =>
      zones.map((zone) =>
        zone.value === 'UTC' ? zone : { ...zone, label: `${nameOf(zone)} (UTC+01:00)` },
      ),
    ),
  },
  // section 2.4: `value` is "in the region/city style of the IANA timezone database"
  {
    name: 'fresh-f-windows-name',
    what: 'names one zone as Windows does',
    breaks: ['integration/timezones/lists-known', 'integration/timezones/value-style'],
    inFront: timezones((zones) => [
      ...byLabel(
        zones.map((zone) =>
          zone.value === 'America/Los_Angeles'
            ? { label: `${nameOf(zone)} (Pacific Standard Time)`, value: 'Pacific Standard Time' }
            : zone,
        ),
      ),
    ]),
  },
  // section 2.4: "The value `UTC` is among them."
  {
    name: 'fresh-f-etc-utc',
    what: 'has Etc/UTC in place of UTC',
    breaks: ['integration/timezones/utc'],
    inFront: timezones((zones) =>
      zones.map((zone) =>
        zone.value === 'UTC' ? { label: `${nameOf(zone)} (Etc/UTC)`, value: 'Etc/UTC' } : zone,
      ),
    ),
  },
  // section 4.2: "every entry has both `label` and `value`"
  {
    name: 'fresh-f-label-null',
    what: 'has null as the label of one zone',
    breaks: ['integration/timezones/label'],
    inFront: timezones((zones) =>
      zones.map((zone) => (zone.value === 'Europe/Paris' ? { ...zone, label: null } : zone)),
    ),
  },
  // section 4.2: `timezones` is "an array of timezone entries"
  {
    name: 'fresh-f-zones-by-identifier',
    what: 'writes the zones as an object from identifier to label',
    breaks: ['integration/timezones/list'],
    inFront: timezones((zones) =>
      Object.fromEntries(zones.map(({ label, value }) => [String(value), label ?? null])),
    ),
  },
  // section 2.5: `additional_data` is an object
  {
    name: 'fresh-f-additional-data-list',
    what: 'writes the additional_data of timezones as a list',
    breaks: ['integration/success/additional-data'],
    inFront: envelope(ofTimezones, (members) => ({ ...members, additional_data: [] })),
  },
]);

const ofSystems = inFamily(FAMILY, [
  // section 2.5: `error_code` is the empty string on success
  {
    name: 'fresh-f-error-code-null',
    what: 'has null as the error code of dependencies',
    breaks: ['integration/success/error-code'],
    inFront: envelope(ofDependencies, (members) => ({ ...members, error_code: null })),
  },
  // section 2.5: `status` is an integer
  {
    name: 'fresh-f-status-as-text',
    what: 'writes the status of dependencies as text',
    breaks: ['integration/success/status-member'],
    inFront: envelope(ofDependencies, (members) => ({ ...members, status: '200' })),
  },
  // section 4.1, rule 1: "`data` holds one key per requested system"
  {
    name: 'fresh-f-one-system-unwrapped',
    what: 'has the entry itself as `data` where one system is asked for',
    breaks: [
      'integration/dependencies/entry',
      'integration/dependencies/key-per-system',
      'integration/dependencies/no-other-keys',
    ],
    inFront: dependencies((data, systems) => {
      const [only, ...more] = Object.values(data);
      return systems.length === 1 && only !== undefined && more.length === 0 ? only : data;
    }),
  },
  // section 4.1, rule 1: "`data` holds one key per requested system"
  {
    name: 'fresh-f-last-system-dropped',
    what: 'has no key for the last of several systems',
    breaks: ['integration/dependencies/key-per-system'],
    inFront: dependencies((data, systems) =>
      systems.length > 1 ? without(data, systems.at(-1) ?? '') : data,
    ),
  },
  // section 2.2: `required` is a string, "not … a JSON boolean"
  {
    name: 'fresh-f-required-boolean-later',
    what: 'writes `required` as a boolean from the second field of a system on',
    breaks: ['integration/dependencies/field/required'],
    inFront: descriptors((field, index) =>
      index > 0 ? { ...field, required: field.required === 'true' } : field,
    ),
  },
  // section 2.3: `show_hostname` is a boolean of each entry
  {
    name: 'fresh-f-hostname-left-out',
    what: 'leaves out show_hostname where it is false',
    breaks: ['integration/dependencies/show-hostname'],
    inFront: entries((entry) =>
      entry.show_hostname === false ? without(entry, 'show_hostname') : entry,
    ),
  },
  // section 2.2: `@code`
  {
    name: 'fresh-f-code-without-at',
    what: 'names the machine name `code`',
    breaks: ['integration/dependencies/field/code'],
    inFront: descriptors((field) =>
      isIn(field, '@code') ? { code: field['@code'] ?? null, ...without(field, '@code') } : field,
    ),
  },
  // section 5.2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'fresh-f-refusal-with-200',
    what: 'answers 200 with the envelope of a refusal where authentication fails for timezones',
    breaks: ['integration/unauthorised/status-code'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofTimezones(request) && reply.status === 401 ? { ...reply, status: 200 } : reply;
    }),
  },
  // section 5.2: "with the authentication-error envelope (2.6)"
  {
    name: 'fresh-f-refusal-as-success-envelope',
    what: 'refuses dependencies with the members of the other envelope',
    breaks: [
      'integration/unauthorised/data',
      'integration/unauthorised/response-status',
      'integration/unauthorised/status-code-member',
      'integration/unauthorised/status-member',
    ],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofDependencies(request) && reply.status === 401
        ? answered(401, {
            additional_data: {},
            data: {},
            error_code: 'UNAUTHORIZED',
            message: 'Unauthorized',
            status: 401,
            success: false,
          })
        : reply;
    }),
  },
]);

export const integrationFaults = [...ofZones, ...ofSystems];
