import { type IntegrationFault, inFamily } from '../deviation.ts';
import { zones } from '../wrap.ts';
import { identifierOf, initial, isUtc, regionOf, TURNS, withoutInTurn } from '../wrap-zones.ts';

const SORTED = 'integration/timezones/sorted-by-label';
const ALL = 'integration/timezones/lists-all';
const KNOWN = 'integration/timezones/lists-known';

/** Faults in which zones are listed, and in which order: sections 2.4 and 4.2. */
export const zoneListFaults: readonly IntegrationFault[] = [
  ...inFamily('zones missing', []),
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
  ]),
];
