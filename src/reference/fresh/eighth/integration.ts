import type { Reply } from '../../http.ts';
import type { Ask, RoutedRequest } from '../../in-front.ts';
import { inFamily } from '../../integration/deviation.ts';
import { answered, answers, isGood, isIn, memoryless, without } from '../altering.ts';
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

export const FAMILY = 'eighth fresh list';

function byLabel(zones: readonly Members[]): readonly Members[] {
  return [...zones].sort((a, b) => (String(a.label) < String(b.label) ? -1 : 1));
}

function nameOf(zone: Members | undefined): string {
  return String(zone?.label).replace(/ \([^()]*\)$/, '');
}

/** Asks with ever shorter tokens, until one is taken. */
async function withPrefixOfToken(request: RoutedRequest, ask: Ask): Promise<Reply> {
  const refused = await ask(request);
  const given = request.headers.authorization ?? '';
  for (let end = given.length - 1; refused.status === 401 && end > 'Bearer '.length; end -= 1) {
    const headers = { ...request.headers, authorization: given.slice(0, end) };
    const reply = await ask({ ...request, headers });
    if (isGood(reply)) return reply;
  }
  return refused;
}

const ofSystems = inFamily(FAMILY, [
  // section 2.3: `show_hostname` is a boolean of each entry
  {
    name: 'fresh-h-second-system-loses-hostname-flag',
    what: 'leaves show_hostname out of every entry but the first',
    breaks: ['integration/dependencies/own-entry', 'integration/dependencies/show-hostname'],
    inFront: entries((entry, { index }) => (index > 0 ? without(entry, 'show_hostname') : entry)),
  },
  // section 4.1, rule 1: "`data` holds one key per requested system"
  {
    name: 'fresh-h-third-system-dropped',
    what: 'answers for the first two systems alone',
    breaks: ['integration/dependencies/key-per-system'],
    inFront: dependencies((data, systems) =>
      Object.fromEntries(
        Object.entries(data).filter(([id]) => [...new Set(systems)].slice(0, 2).includes(id)),
      ),
    ),
  },
  // section 2.3: `fields` is an array of field descriptors
  {
    name: 'fresh-h-fields-become-object',
    what: 'writes several fields as an object with numbers for keys, where several systems are asked for',
    breaks: ['integration/dependencies/fields', 'integration/dependencies/own-entry'],
    inFront: entries((entry, { systems }) => {
      const fields = listIn(entry.fields);
      return systems.length > 1 && fields.length > 1
        ? { ...entry, fields: Object.fromEntries(fields.entries()) }
        : entry;
    }),
  },
  // section 2.2: `required` "carries the words true or false"
  {
    name: 'fresh-h-required-false-as-empty-string',
    what: 'writes `required` as an empty string where it is false',
    breaks: ['integration/dependencies/field/required'],
    inFront: descriptors((field) =>
      field.required === 'false' ? { ...field, required: '' } : field,
    ),
  },
  // section 2.2: `@code`
  {
    name: 'fresh-h-code-loses-at-on-later-fields',
    what: 'names the machine name `code` from the second field of a system on',
    breaks: ['integration/dependencies/field/code'],
    inFront: descriptors((field, index) =>
      index > 0 && isIn(field, '@code')
        ? { code: field['@code'] ?? null, ...without(field, '@code') }
        : field,
    ),
  },
  // section 4.1: "`data` is an object whose keys are system IDs"
  {
    name: 'fresh-h-single-system-unwrapped',
    what: 'has the entry itself as `data` where one system is asked for',
    breaks: [
      'integration/dependencies/entry',
      'integration/dependencies/key-per-system',
      'integration/dependencies/no-other-keys',
    ],
    inFront: dependencies((data, systems) =>
      systems.length === 1 ? (Object.values(data)[0] ?? data) : data,
    ),
  },
  // section 2.5: `error_code` is the empty string on success
  {
    name: 'fresh-h-error-code-zero-string',
    what: 'has "0" as the error code where several systems are asked for',
    breaks: ['integration/success/error-code'],
    inFront: answers(ofDependencies, (value, request) =>
      systemsIn(request).length > 1 ? { ...membersOf(value), error_code: '0' } : value,
    ),
  },
]);

const ofZones = inFamily(FAMILY, [
  // section 2.4: "The value `UTC` is among them."
  {
    name: 'fresh-h-utc-called-etc-utc',
    what: 'has Etc/UTC in place of UTC',
    breaks: ['integration/timezones/utc'],
    inFront: timezones((zones) =>
      byLabel(
        zones.map((zone) =>
          zone.value === 'UTC' ? { label: `${nameOf(zone)} (Etc/UTC)`, value: 'Etc/UTC' } : zone,
        ),
      ),
    ),
  },
  // section 2.4: "The list is ordered by `label`, ascending"
  {
    name: 'fresh-h-late-timezone-pair-swapped',
    what: 'exchanges two neighbours near the end of the list',
    breaks: ['integration/timezones/sorted-by-label'],
    inFront: timezones((zones) => {
      const at = Math.floor(zones.length * 0.8);
      return [...zones.slice(0, at), ...zones.slice(at, at + 2).reverse(), ...zones.slice(at + 2)];
    }),
  },
  // section 2.4: `label` is "of the form `<zone display name> (<zone identifier>)`"
  {
    name: 'fresh-h-utc-label-bare',
    what: 'labels UTC with its identifier alone',
    breaks: ['integration/timezones/label-form'],
    inFront: timezones((zones) =>
      byLabel(zones.map((zone) => (zone.value === 'UTC' ? { ...zone, label: 'UTC' } : zone))),
    ),
  },
  // section 2.4: `label` is "of the form `<zone display name> (<zone identifier>)`"
  {
    name: 'fresh-h-label-of-neighbouring-zone',
    what: 'labels one zone with the identifier of the next of the same name',
    breaks: ['integration/timezones/label-form'],
    inFront: timezones((zones) => {
      const half = Math.floor(zones.length / 2);
      const at = zones.findIndex(
        (zone, index) => index >= half && nameOf(zone) === nameOf(zones[index + 1]),
      );
      const next = zones[at + 1];
      return zones.map((zone, index) =>
        index === at && next ? { ...zone, label: next.label ?? null } : zone,
      );
    }),
  },
  // section 2.4: `value` is "in the region/city style of the IANA timezone database"
  {
    name: 'fresh-h-windows-zone-identifier',
    what: 'names the zone of New York as Windows does',
    breaks: ['integration/timezones/lists-known', 'integration/timezones/value-style'],
    inFront: timezones((zones) =>
      byLabel(
        zones.map((zone) =>
          zone.value === 'America/New_York'
            ? { label: `${nameOf(zone)} (Eastern Standard Time)`, value: 'Eastern Standard Time' }
            : zone,
        ),
      ),
    ),
  },
  // section 2.5: `additional_data` is an object
  {
    name: 'fresh-h-additional-data-array',
    what: 'writes the additional_data of timezones as a list',
    breaks: ['integration/success/additional-data'],
    inFront: answers(ofTimezones, (value) => ({ ...membersOf(value), additional_data: [] })),
  },
]);

const ofCredentials = inFamily(FAMILY, [
  // section 5.2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'fresh-h-token-suffix-accepted',
    what: 'takes a token that begins with the right one',
    breaks: ['integration/unauthorised/status-code'],
    inFront: memoryless(withPrefixOfToken),
  },
  // section 5.2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'fresh-h-jwt-shaped-token-500',
    what: 'answers 500 to a wrong token of three parts with dots between them',
    breaks: ['integration/unauthorised/status-code'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const threeParts = /^Bearer [\w-]+\.[\w-]+\.[\w-]*$/.test(
        request.headers.authorization ?? '',
      );
      return reply.status === 401 && threeParts
        ? answered(500, {
            additional_data: {},
            data: {},
            error_code: 'E500',
            message: 'Internal error',
            status: 500,
            success: false,
          })
        : reply;
    }),
  },
]);

export const integrationFaults = [...ofSystems, ...ofZones, ...ofCredentials];
