import type { Json } from '../../model.ts';
import type { Fault } from './deviation.ts';
import { isArray, isObject } from './edit.ts';
import {
  again,
  body,
  bodyBy,
  both,
  elements,
  type Hooks,
  isZone,
  onTimezones,
  type When,
  type Zone,
  zoneEntries,
  zones,
} from './wrap.ts';

const ONE_KEY = 'integration/timezones/one-key';
const LIST = 'integration/timezones/list';
const LABEL = 'integration/timezones/label';
const FORM = 'integration/timezones/label-form';
const VALUE = 'integration/timezones/value';
const STYLE = 'integration/timezones/value-style';
const UTC = 'integration/timezones/utc';
const SORTED = 'integration/timezones/sorted-by-label';
const ALL = 'integration/timezones/lists-all';
const KNOWN = 'integration/timezones/lists-known';

/** A zone that no profile needs to list, for faults in a single entry. */
const onlyOne = (value: string): boolean => value === 'Africa/Abidjan';
const isUtc = (value: string): boolean => value === 'UTC';

/** Faults against sections 2.4 and 4.2. */
export const timezonesFaults: readonly Fault[] = [
  // ---- The payload around the list
  fault('zones-under-other-key', 'list of zones', [ONE_KEY, LIST], {
    what: 'names the list `zones` in place of `timezones`',
    ...body(onTimezones, ['data'], (data) =>
      isObject(data) ? { zones: elements(data.timezones) } : data,
    ),
  }),
  fault('count-beside-timezones', 'list of zones', [ONE_KEY], {
    what: 'puts the number of zones beside the list',
    ...body(onTimezones, ['data'], (data) =>
      isObject(data) ? { ...data, total: elements(data.timezones).length } : data,
    ),
  }),
  fault('next-page-beside-timezones', 'list of zones', [ONE_KEY], {
    what: 'puts a null beside the list when it is asked for again',
    ...body(both(onTimezones, again), ['data'], (data) =>
      isObject(data) ? { ...data, next: null } : data,
    ),
  }),
  fault('timezones-null', 'list of zones', [LIST], {
    what: 'writes null for the list of zones',
    ...timezones(onTimezones, () => null),
  }),
  fault('timezones-by-identifier', 'list of zones', [LIST], {
    what: 'writes the zones as an object keyed by identifier',
    ...timezones(onTimezones, (list) =>
      Object.fromEntries(list.map((zone) => [isZone(zone) ? zone.value : '', zone])),
    ),
  }),
  fault('timezones-as-text', 'list of zones', [LIST], {
    what: 'writes the list of zones as JSON in a string',
    ...timezones(onTimezones, (list) => JSON.stringify(list)),
  }),
  fault('one-zone-as-text', 'list of zones', [LIST], {
    what: 'lists one zone by its label alone, without an entry',
    ...zoneEntries((zone) => zone.label, onlyOne),
  }),
  fault('timezones-end-with-null', 'list of zones', [LIST], {
    what: 'ends the list with null',
    ...zones((list) => [...list, null]),
  }),

  // ---- label
  fault('label-missing-on-all', 'label of a zone', [LABEL], {
    what: 'lists identifiers without labels',
    ...zoneEntries(({ value }) => ({ value })),
  }),
  fault('label-missing-on-one', 'label of a zone', [LABEL], {
    what: 'leaves `label` out of one entry',
    ...zones((list) => list.map((zone) => only(zone, ({ value }) => ({ value })))),
  }),
  fault('label-null-on-one', 'label of a zone', [LABEL], {
    what: 'writes null for one label',
    ...zones((list) => list.map((zone) => only(zone, (found) => ({ ...found, label: null })))),
  }),
  fault('label-by-language-on-one', 'label of a zone', [LABEL], {
    what: 'writes one label as an object of translations',
    ...zones((list) =>
      list.map((zone) => only(zone, (found) => ({ ...found, label: { en: found.label } }))),
    ),
  }),
  fault('label-missing-on-utc', 'label of a zone', [LABEL], {
    what: 'leaves `label` out of the entry of UTC',
    ...zones((list) =>
      list.map((zone) => (isZone(zone) && isUtc(zone.value) ? { value: zone.value } : zone)),
    ),
  }),

  // ---- Form of a label
  fault('label-without-identifier', 'form of a label', [FORM], {
    what: 'labels zones with their display names alone',
    ...relabelled((name) => name),
  }),
  fault('label-without-identifier-on-utc', 'form of a label', [FORM], {
    what: 'labels UTC with its display name alone',
    ...relabelled((name) => name, isUtc),
  }),
  fault('label-without-name', 'form of a label', [FORM], {
    what: 'labels zones with their identifiers in parentheses alone',
    ...relabelled((_, value) => `(${value})`),
  }),
  fault('label-with-empty-name', 'form of a label', [FORM], {
    what: 'leaves the display name of one zone empty',
    ...relabelled((_, value) => ` (${value})`, onlyOne),
  }),
  fault('label-is-identifier', 'form of a label', [FORM], {
    what: 'labels zones with their identifiers',
    ...relabelled((_, value) => value),
  }),
  fault('label-in-brackets', 'form of a label', [FORM], {
    what: 'writes square brackets for the parentheses of a label',
    ...relabelled((name, value) => `${name} [${value}]`),
  }),
  fault('label-after-dash', 'form of a label', [FORM], {
    what: 'writes a dash for the parentheses of a label',
    ...relabelled((name, value) => `${name} - ${value}`),
  }),
  fault('label-turned-round', 'form of a label', [FORM], {
    what: 'writes the identifier first and the display name in parentheses',
    ...relabelled((name, value) => `${value} (${name})`),
  }),
  fault('label-with-offset-at-end', 'form of a label', [FORM], {
    what: 'writes an offset after the identifier',
    ...relabelled((name, value) => `${name} (${value}) +00:00`, onlyOne),
  }),
  fault('label-with-city-only', 'form of a label', [FORM], {
    what: 'puts the last part of the identifier in parentheses only',
    ...relabelled((name, value) => `${name} (${value.split('/').at(-1)})`),
  }),
  fault('label-with-spaces-for-underscores', 'form of a label', [FORM], {
    what: 'writes the identifier in a label with spaces for underscores',
    ...relabelled((name, value) => `${name} (${value.replaceAll('_', ' ')})`),
  }),
  fault('label-of-next-zone', 'form of a label', [FORM], {
    what: 'pairs each label with the identifier of the next zone',
    ...zones((list) =>
      list.map((zone, index) => {
        const next = list[(index + 1) % list.length];
        return isZone(zone) && isZone(next) ? { ...zone, value: next.value } : zone;
      }),
    ),
  }),
  fault('label-of-other-zone-on-two', 'form of a label', [FORM], {
    what: 'swaps the identifiers of two neighbours',
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
  }),

  // ---- value
  fault('value-missing-on-one', 'value of a zone', [VALUE], {
    what: 'leaves `value` out of one entry',
    ...zoneEntries(({ label }) => ({ label }), onlyOne),
  }),
  fault('value-null-on-one', 'value of a zone', [VALUE], {
    what: 'writes null for one value',
    ...zoneEntries((zone) => ({ ...zone, value: null }), onlyOne),
  }),
  fault('value-as-number-on-one', 'value of a zone', [VALUE], {
    what: 'writes a number for one value',
    ...zoneEntries((zone) => ({ ...zone, value: 35 }), onlyOne),
  }),
  fault('value-as-list-on-one', 'value of a zone', [VALUE], {
    what: 'writes a list of identifiers for one value',
    ...zoneEntries((zone) => ({ ...zone, value: [zone.value] }), onlyOne),
  }),
  fault('value-with-space', 'value of a zone', [STYLE], {
    what: 'writes one identifier with a space, in its label too',
    ...renamed(onlyOne, 'Africa/Port Bouet'),
  }),
  fault('value-is-offset', 'value of a zone', [STYLE], {
    what: 'gives an offset for one identifier, in its label too',
    ...renamed(onlyOne, '+00:00'),
  }),
  fault('value-is-windows-name', 'value of a zone', [STYLE], {
    what: 'gives the name that Windows has for a zone, in its label too',
    ...renamed(onlyOne, 'Greenwich Standard Time'),
  }),
  fault('value-percent-encoded', 'value of a zone', [STYLE], {
    what: 'percent-encodes the slash of one identifier, in its label too',
    ...renamed(onlyOne, 'Africa%2FAbidjan'),
  }),
  fault('value-empty', 'value of a zone', [STYLE, FORM], {
    what: 'gives an empty identifier for one zone',
    ...zoneEntries((zone) => ({ ...zone, value: '' }), onlyOne),
  }),

  // ---- UTC
  fault('utc-missing', 'zones missing', [UTC], {
    what: 'does not list UTC',
    ...zones((list) => list.filter((zone) => !isZone(zone) || !isUtc(zone.value))),
  }),
  fault('utc-as-etc-utc', 'zones missing', [UTC], {
    what: 'lists Etc/UTC in place of UTC',
    ...renamed(isUtc, 'Etc/UTC'),
  }),
  fault('utc-in-lower-case', 'zones missing', [UTC, STYLE], {
    what: 'lists utc in place of UTC',
    ...renamed(isUtc, 'utc'),
  }),

  // ---- Zones missing
  fault('one-zone-missing', 'zones missing', [KNOWN], {
    what: 'does not list Europe/Paris',
    ...zones((list) => list.filter((zone) => !isZone(zone) || zone.value !== 'Europe/Paris')),
  }),
  fault('pacific-missing', 'zones missing', [KNOWN], {
    what: 'lists no zone of the Pacific',
    ...zones((list) => list.filter((zone) => !isZone(zone) || !zone.value.startsWith('Pacific/'))),
  }),
  fault('zones-with-underscore-missing', 'zones missing', [KNOWN], {
    what: 'lists no zone with an underscore in its identifier',
    ...zones((list) => list.filter((zone) => !isZone(zone) || !zone.value.includes('_'))),
  }),
  fault('zones-after-m-missing', 'zones missing', [KNOWN], {
    what: 'breaks the list off where labels begin with M',
    ...zones((list) => list.filter((zone) => !isZone(zone) || zone.label < 'M')),
  }),
  fault('utc-alone', 'zones missing', [KNOWN], {
    what: 'lists no zone but UTC',
    ...zones((list) => list.filter((zone) => isZone(zone) && isUtc(zone.value))),
  }),
  fault('timezones-empty', 'zones missing', [KNOWN, UTC], {
    what: 'lists no zone at all',
    ...zones(() => []),
  }),

  // ---- Zones that come and go
  fault('replicas-differ-in-argentina', 'zones come and go', [ALL], {
    what: 'answers from three servers in turn, each of which lacks another third of Argentina',
    ...withoutInTurn(
      (zone, turn, index) =>
        identifierOf(zone).startsWith('America/Argentina/') && index % TURNS === turn,
    ),
  }),
  fault('replicas-differ-in-regions', 'zones come and go', [ALL, KNOWN], {
    what: 'answers from three servers in turn, each of which lacks another continent',
    ...withoutInTurn((zone, turn) => regionOf(zone) === ['Africa', 'Asia', 'Europe'][turn]),
  }),
  fault('replicas-differ-in-length', 'zones come and go', [ALL, KNOWN], {
    what: 'answers from three servers in turn, of which each has lost every third zone but UTC',
    ...withoutInTurn((zone, turn, index) => !isUtc(identifierOf(zone)) && index % TURNS === turn),
  }),

  // ---- Order
  fault('sorted-by-value', 'order of zones', [SORTED], {
    what: 'lists the zones in the order of their identifiers',
    ...zones((list) => [...list].sort((a, b) => (identifierOf(a) < identifierOf(b) ? -1 : 1))),
  }),
  fault('sorted-descending', 'order of zones', [SORTED], {
    what: 'lists the zones in descending order of their labels',
    ...zones((list) => [...list].reverse()),
  }),
  fault('unsorted-at-end', 'order of zones', [SORTED], {
    what: 'lists the first zone last, and all others in order',
    ...zones(([first, ...rest]) => (first === undefined ? rest : [...rest, first])),
  }),
  fault('utc-first', 'order of zones', [SORTED], {
    what: 'lists UTC before all others, which are in order',
    ...zones((list) => [
      ...list.filter((zone) => isUtc(identifierOf(zone))),
      ...list.filter((zone) => !isUtc(identifierOf(zone))),
    ]),
  }),
  fault('one-pair-swapped', 'order of zones', [SORTED], {
    what: 'swaps two neighbours in the middle whose labels begin with different letters',
    ...zones((list) => {
      const at = list.findIndex(
        (zone, index) => index > list.length / 3 && initial(zone) !== initial(list[index + 1]),
      );
      return [...list.slice(0, at), ...list.slice(at, at + 2).reverse(), ...list.slice(at + 2)];
    }),
  }),
  fault('shuffled', 'order of zones', [SORTED], {
    what: 'lists the zones in no order',
    // 7919 is prime and larger than the list is long, so every zone is met once.
    ...zones((list) => list.map((_, index) => list[(index * 7919) % list.length] ?? null)),
  }),
  fault('sorted-by-region', 'order of zones', [SORTED], {
    what: 'groups the zones by region, and puts each group in the order of its labels',
    ...zones((list) => {
      const regions = [...new Set(list.map(regionOf))].sort();
      return regions.flatMap((region) => list.filter((zone) => regionOf(zone) === region));
    }),
  }),
  fault('unsorted-when-asked-again', 'order of zones', [SORTED], {
    what: 'lists the zones in order the first time, and in the opposite order when asked again',
    ...timezones(both(onTimezones, again), (list) => [...list].reverse()),
  }),
];

const TURNS = 3;

/** Changes the list in an answer, where there is one. */
function timezones(when: When, change: (list: readonly Json[]) => Json): Hooks {
  return body(when, ['data', 'timezones'], (list) => (isArray(list) ? change(list) : list));
}

/** Leaves zones out, other ones in each of three calls one after the other. */
function withoutInTurn(lacks: (zone: Json, turn: number, index: number) => boolean): Hooks {
  return bodyBy(onTimezones, ['data', 'timezones'], (list, { call }) =>
    isArray(list) ? list.filter((zone, index) => !lacks(zone, call % TURNS, index)) : list,
  );
}

/** Labels zones anew, from display name and identifier, and puts them in order again. */
function relabelled(
  write: (name: string, value: string) => string,
  only?: (value: string) => boolean,
): Hooks {
  return zoneEntries((zone) => ({ ...zone, label: write(displayName(zone), zone.value) }), only);
}

/** Gives zones another identifier, in value and label alike. */
function renamed(which: (value: string) => boolean, value: string): Hooks {
  return zoneEntries(
    (zone) => ({ ...zone, label: `${displayName(zone)} (${value})`, value }),
    which,
  );
}

function displayName({ label, value }: Zone): string {
  return label.slice(0, label.length - ` (${value})`.length);
}

function only(zone: Json, change: (zone: Zone) => Json): Json {
  return isZone(zone) && onlyOne(zone.value) ? change(zone) : zone;
}

function identifierOf(zone: Json | undefined): string {
  return isZone(zone) ? zone.value : '';
}

function regionOf(zone: Json): string {
  return identifierOf(zone).split('/')[0] ?? '';
}

function initial(zone: Json | undefined): string {
  return isZone(zone) ? zone.label.charAt(0) : '';
}

function fault(
  name: string,
  family: string,
  breaks: readonly string[],
  rest: Hooks & { readonly what: string },
): Fault {
  return { kind: 'fault', name, document: 'integration', family, breaks, ...rest };
}
