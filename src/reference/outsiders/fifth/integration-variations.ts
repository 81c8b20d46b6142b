import { taking } from '../../integration/deviation.ts';
import { timezones } from '../altering-integration.ts';
import type { Members } from '../tools.ts';

function sortedBy(compare: (a: string, b: string) => number, zones: readonly Members[]) {
  return [...zones].sort((a, b) => compare(String(a.label), String(b.label)));
}

const german = new Intl.Collator('de');

/** `Mitteleuropäische Zeit (Europe/Berlin)` */
function germanLabel(zone: string): string {
  const options = { timeZone: zone, timeZoneName: 'longGeneric' } as const;
  const parts = new Intl.DateTimeFormat('de', options).formatToParts(0);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  return `${name} (${zone})`;
}

export const integrationVariations = taking([
  {
    name: 'german-zone-names',
    leaves: '2.4: the language of `<zone display name>` is not said',
    what: 'calls the timezones by their German names, and sorts by these',
    choose: {},
    inFront: timezones((zones) =>
      sortedBy(
        german.compare,
        zones.map((zone) => ({ ...zone, label: germanLabel(String(zone.value)) })),
      ),
    ),
  },
]);
