import { type IntegrationFault, inFamily } from '../deviation.ts';
import { isObject } from '../edit.ts';
import { again, body, both, elements, isZone, onTimezones, zoneEntries, zones } from '../wrap.ts';
import { isUtc, only, onlyOne, relabelled, renamed, timezones } from '../wrap-zones.ts';

const ONE_KEY = 'integration/timezones/one-key';
const LIST = 'integration/timezones/list';
const LABEL = 'integration/timezones/label';
const FORM = 'integration/timezones/label-form';
const VALUE = 'integration/timezones/value';
const STYLE = 'integration/timezones/value-style';

/** Faults in the payload of section 4.2, and in the entries of zones. */
export const zoneEntryFaults: readonly IntegrationFault[] = [
  ...inFamily('list of zones', [
    {
      name: 'zones-under-other-key',
      what: 'names the list `zones` in place of `timezones`',
      breaks: [ONE_KEY, LIST],
      ...body(onTimezones, ['data'], (data) =>
        isObject(data) ? { zones: elements(data.timezones) } : data,
      ),
    },
    {
      name: 'count-beside-timezones',
      what: 'puts the number of zones beside the list',
      breaks: [ONE_KEY],
      ...body(onTimezones, ['data'], (data) =>
        isObject(data) ? { ...data, total: elements(data.timezones).length } : data,
      ),
    },
    {
      name: 'next-page-beside-timezones',
      what: 'puts a null beside the list when it is asked for again',
      breaks: [ONE_KEY],
      ...body(both(onTimezones, again), ['data'], (data) =>
        isObject(data) ? { ...data, next: null } : data,
      ),
    },
    {
      name: 'timezones-null',
      what: 'writes null for the list of zones',
      breaks: [LIST],
      ...timezones(onTimezones, () => null),
    },
    {
      name: 'timezones-by-identifier',
      what: 'writes the zones as an object keyed by identifier',
      breaks: [LIST],
      ...timezones(onTimezones, (list) =>
        Object.fromEntries(list.map((zone) => [isZone(zone) ? zone.value : '', zone])),
      ),
    },
    {
      name: 'timezones-as-text',
      what: 'writes the list of zones as JSON in a string',
      breaks: [LIST],
      ...timezones(onTimezones, (list) => JSON.stringify(list)),
    },
    {
      name: 'one-zone-as-text',
      what: 'lists one zone by its label alone, without an entry',
      breaks: [LIST],
      ...zoneEntries((zone) => zone.label, onlyOne),
    },
    {
      name: 'timezones-end-with-null',
      what: 'ends the list with null',
      breaks: [LIST],
      ...zones((list) => [...list, null]),
    },
  ]),
  ...inFamily('label of a zone', [
    {
      name: 'label-missing-on-all',
      what: 'lists identifiers without labels',
      breaks: [LABEL],
      ...zoneEntries(({ value }) => ({ value })),
    },
    {
      name: 'label-missing-on-one',
      what: 'leaves `label` out of one entry',
      breaks: [LABEL],
      ...zones((list) => list.map((zone) => only(zone, ({ value }) => ({ value })))),
    },
    {
      name: 'label-null-on-one',
      what: 'writes null for one label',
      breaks: [LABEL],
      ...zones((list) => list.map((zone) => only(zone, (found) => ({ ...found, label: null })))),
    },
    {
      name: 'label-by-language-on-one',
      what: 'writes one label as an object of translations',
      breaks: [LABEL],
      ...zones((list) =>
        list.map((zone) => only(zone, (found) => ({ ...found, label: { en: found.label } }))),
      ),
    },
    {
      name: 'label-missing-on-utc',
      what: 'leaves `label` out of the entry of UTC',
      breaks: [LABEL],
      ...zones((list) =>
        list.map((zone) => (isZone(zone) && isUtc(zone.value) ? { value: zone.value } : zone)),
      ),
    },
  ]),
  ...inFamily('form of a label', [
    {
      name: 'label-without-identifier',
      what: 'labels zones with their display names alone',
      breaks: [FORM],
      ...relabelled((name) => name),
    },
    {
      name: 'label-without-identifier-on-utc',
      what: 'labels UTC with its display name alone',
      breaks: [FORM],
      ...relabelled((name) => name, isUtc),
    },
    {
      name: 'label-without-name',
      what: 'labels zones with their identifiers in parentheses alone',
      breaks: [FORM],
      ...relabelled((_, value) => `(${value})`),
    },
    {
      name: 'label-with-empty-name',
      what: 'leaves the display name of one zone empty',
      breaks: [FORM],
      ...relabelled((_, value) => ` (${value})`, onlyOne),
    },
    {
      name: 'label-is-identifier',
      what: 'labels zones with their identifiers',
      breaks: [FORM],
      ...relabelled((_, value) => value),
    },
    {
      name: 'label-in-brackets',
      what: 'writes square brackets for the parentheses of a label',
      breaks: [FORM],
      ...relabelled((name, value) => `${name} [${value}]`),
    },
    {
      name: 'label-after-dash',
      what: 'writes a dash for the parentheses of a label',
      breaks: [FORM],
      ...relabelled((name, value) => `${name} - ${value}`),
    },
    {
      name: 'label-turned-round',
      what: 'writes the identifier first and the display name in parentheses',
      breaks: [FORM],
      ...relabelled((name, value) => `${value} (${name})`),
    },
    {
      name: 'label-with-offset-at-end',
      what: 'writes an offset after the identifier',
      breaks: [FORM],
      ...relabelled((name, value) => `${name} (${value}) +00:00`, onlyOne),
    },
    {
      name: 'label-with-city-only',
      what: 'puts the last part of the identifier in parentheses only',
      breaks: [FORM],
      ...relabelled((name, value) => `${name} (${value.split('/').at(-1)})`),
    },
    {
      name: 'label-with-spaces-for-underscores',
      what: 'writes the identifier in a label with spaces for underscores',
      breaks: [FORM],
      ...relabelled((name, value) => `${name} (${value.replaceAll('_', ' ')})`),
    },
    {
      name: 'label-of-next-zone',
      what: 'pairs each label with the identifier of the next zone',
      breaks: [FORM],
      ...zones((list) =>
        list.map((zone, index) => {
          const next = list[(index + 1) % list.length];
          return isZone(zone) && isZone(next) ? { ...zone, value: next.value } : zone;
        }),
      ),
    },
    {
      name: 'label-of-other-zone-on-two',
      what: 'swaps the identifiers of two neighbours',
      breaks: [FORM],
      ...zones((list) => {
        const [a, b] = list.slice(40, 42);
        if (!isZone(a) || !isZone(b)) return list;
        return [
          ...list.slice(0, 40),
          { ...a, value: b.value },
          { ...b, value: a.value },
          ...list.slice(42),
        ];
      }),
    },
  ]),
  ...inFamily('value of a zone', [
    {
      name: 'value-missing-on-one',
      what: 'leaves `value` out of one entry',
      breaks: [VALUE],
      ...zoneEntries(({ label }) => ({ label }), onlyOne),
    },
    {
      name: 'value-null-on-one',
      what: 'writes null for one value',
      breaks: [VALUE],
      ...zoneEntries((zone) => ({ ...zone, value: null }), onlyOne),
    },
    {
      name: 'value-as-number-on-one',
      what: 'writes a number for one value',
      breaks: [VALUE],
      ...zoneEntries((zone) => ({ ...zone, value: 35 }), onlyOne),
    },
    {
      name: 'value-as-list-on-one',
      what: 'writes a list of identifiers for one value',
      breaks: [VALUE],
      ...zoneEntries((zone) => ({ ...zone, value: [zone.value] }), onlyOne),
    },
    {
      name: 'value-with-space',
      what: 'writes one identifier with a space, in its label too',
      breaks: [STYLE],
      ...renamed(onlyOne, 'Africa/Port Bouet'),
    },
    {
      name: 'value-is-offset',
      what: 'gives an offset for one identifier, in its label too',
      breaks: [STYLE],
      ...renamed(onlyOne, '+00:00'),
    },
    {
      name: 'value-is-windows-name',
      what: 'gives the name that Windows has for a zone, in its label too',
      breaks: [STYLE],
      ...renamed(onlyOne, 'Greenwich Standard Time'),
    },
    {
      name: 'value-percent-encoded',
      what: 'percent-encodes the slash of one identifier, in its label too',
      breaks: [STYLE],
      ...renamed(onlyOne, 'Africa%2FAbidjan'),
    },
    {
      name: 'value-empty',
      what: 'gives an empty identifier for one zone',
      breaks: [STYLE, FORM],
      ...zoneEntries((zone) => ({ ...zone, value: '' }), onlyOne),
    },
  ]),
];
