import { type IntegrationFault, inFamily } from '../deviation.ts';
import { again, both, isZone, onTimezones, zones } from '../wrap.ts';
import {
  identifierOf,
  initial,
  isUtc,
  regionOf,
  renamed,
  TURNS,
  timezones,
  withoutInTurn,
} from '../wrap-zones.ts';

const STYLE = 'integration/timezones/value-style';
const UTC = 'integration/timezones/utc';
const SORTED = 'integration/timezones/sorted-by-label';
const ALL = 'integration/timezones/lists-all';
const KNOWN = 'integration/timezones/lists-known';

/** Faults in which zones are listed, and in which order: sections 2.4 and 4.2. */
export const zoneListFaults: readonly IntegrationFault[] = [
  ...inFamily('zones missing', [
    {
      name: 'utc-missing',
      what: 'does not list UTC',
      breaks: [UTC],
      ...zones((list) => list.filter((zone) => !isZone(zone) || !isUtc(zone.value))),
    },
    {
      name: 'utc-as-etc-utc',
      what: 'lists Etc/UTC in place of UTC',
      breaks: [UTC],
      ...renamed(isUtc, 'Etc/UTC'),
    },
    {
      name: 'utc-in-lower-case',
      what: 'lists utc in place of UTC',
      breaks: [UTC, STYLE],
      ...renamed(isUtc, 'utc'),
    },
    {
      name: 'one-zone-missing',
      what: 'does not list Europe/Paris',
      breaks: [KNOWN],
      ...zones((list) => list.filter((zone) => !isZone(zone) || zone.value !== 'Europe/Paris')),
    },
    {
      name: 'pacific-missing',
      what: 'lists no zone of the Pacific',
      breaks: [KNOWN],
      ...zones((list) =>
        list.filter((zone) => !isZone(zone) || !zone.value.startsWith('Pacific/')),
      ),
    },
    {
      name: 'zones-with-underscore-missing',
      what: 'lists no zone with an underscore in its identifier',
      breaks: [KNOWN],
      ...zones((list) => list.filter((zone) => !isZone(zone) || !zone.value.includes('_'))),
    },
    {
      name: 'zones-after-m-missing',
      what: 'breaks the list off where labels begin with M',
      breaks: [KNOWN],
      ...zones((list) => list.filter((zone) => !isZone(zone) || zone.label < 'M')),
    },
    {
      name: 'utc-alone',
      what: 'lists no zone but UTC',
      breaks: [KNOWN],
      ...zones((list) => list.filter((zone) => isZone(zone) && isUtc(zone.value))),
    },
    {
      name: 'timezones-empty',
      what: 'lists no zone at all',
      breaks: [KNOWN, UTC],
      ...zones(() => []),
    },
  ]),
  ...inFamily('zones come and go', [
    {
      name: 'replicas-differ-in-argentina',
      what: 'answers from three servers in turn, each of which lacks another third of Argentina',
      breaks: [ALL],
      ...withoutInTurn(
        (zone, turn, index) =>
          identifierOf(zone).startsWith('America/Argentina/') && index % TURNS === turn,
      ),
    },
    {
      name: 'replicas-differ-in-regions',
      what: 'answers from three servers in turn, each of which lacks another continent',
      breaks: [ALL, KNOWN],
      ...withoutInTurn((zone, turn) => regionOf(zone) === ['Africa', 'Asia', 'Europe'][turn]),
    },
    {
      name: 'replicas-differ-in-length',
      what: 'answers from three servers in turn, of which each has lost every third zone but UTC',
      breaks: [ALL, KNOWN],
      ...withoutInTurn((zone, turn, index) => !isUtc(identifierOf(zone)) && index % TURNS === turn),
    },
  ]),
  ...inFamily('order of zones', [
    {
      name: 'sorted-by-value',
      what: 'lists the zones in the order of their identifiers',
      breaks: [SORTED],
      ...zones((list) => [...list].sort((a, b) => (identifierOf(a) < identifierOf(b) ? -1 : 1))),
    },
    {
      name: 'sorted-descending',
      what: 'lists the zones in descending order of their labels',
      breaks: [SORTED],
      ...zones((list) => [...list].reverse()),
    },
    {
      name: 'unsorted-at-end',
      what: 'lists the first zone last, and all others in order',
      breaks: [SORTED],
      ...zones(([first, ...rest]) => (first === undefined ? rest : [...rest, first])),
    },
    {
      name: 'utc-first',
      what: 'lists UTC before all others, which are in order',
      breaks: [SORTED],
      ...zones((list) => [
        ...list.filter((zone) => isUtc(identifierOf(zone))),
        ...list.filter((zone) => !isUtc(identifierOf(zone))),
      ]),
    },
    {
      name: 'one-pair-swapped',
      what: 'swaps two neighbours in the middle whose labels begin with different letters',
      breaks: [SORTED],
      ...zones((list) => {
        const at = list.findIndex(
          (zone, index) => index > list.length / 3 && initial(zone) !== initial(list[index + 1]),
        );
        return [...list.slice(0, at), ...list.slice(at, at + 2).reverse(), ...list.slice(at + 2)];
      }),
    },
    {
      name: 'shuffled',
      what: 'lists the zones in no order',
      breaks: [SORTED],
      // 7919 is prime and larger than the list is long, so every zone is met once.
      ...zones((list) => list.map((_, index) => list[(index * 7919) % list.length] ?? null)),
    },
    {
      name: 'sorted-by-region',
      what: 'groups the zones by region, and puts each group in the order of its labels',
      breaks: [SORTED],
      ...zones((list) => {
        const regions = [...new Set(list.map(regionOf))].sort();
        return regions.flatMap((region) => list.filter((zone) => regionOf(zone) === region));
      }),
    },
    {
      name: 'unsorted-when-asked-again',
      what: 'lists the zones in order the first time, and in the opposite order when asked again',
      breaks: [SORTED],
      ...timezones(both(onTimezones, again), (list) => [...list].reverse()),
    },
  ]),
];
