import { inFamily } from '../../integration/deviation.ts';
import { timezones } from '../altering-integration.ts';
import type { Members } from '../tools.ts';

export const FAMILY = 'outsider-8';

function nameOf(zone: Members | undefined): string {
  return String(zone?.label).replace(/ \([^()]*\)$/, '');
}

const ofSystems = inFamily(FAMILY, []);

const ofZones = inFamily(FAMILY, [
  // section 2.4: "The list is ordered by `label`, ascending"
  {
    name: 'late-timezone-pair-swapped',
    what: 'exchanges two neighbours near the end of the list',
    breaks: ['integration/timezones/sorted-by-label'],
    inFront: timezones((zones) => {
      const at = Math.floor(zones.length * 0.8);
      return [...zones.slice(0, at), ...zones.slice(at, at + 2).reverse(), ...zones.slice(at + 2)];
    }),
  },
  // section 2.4: `label` is "of the form `<zone display name> (<zone identifier>)`"
  {
    name: 'label-of-neighbouring-zone',
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
]);

const ofCredentials = inFamily(FAMILY, []);

export const integrationFaults = [...ofSystems, ...ofZones, ...ofCredentials];
