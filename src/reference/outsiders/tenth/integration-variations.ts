import { taking } from '../../integration/deviation.ts';
import { timezones } from '../altering-integration.ts';

export const integrationVariations = taking([
  {
    name: 'zone-offset-in-name',
    what: 'has a region in brackets before the display name of a zone, and in a member of its own',
    leaves: '2.4: what a zone display name is made of, and that there are no others, is not said',
    choose: {},
    inFront: timezones((zones) =>
      zones
        .map((zone) => ({
          region: String(zone.value).split('/')[0] ?? '',
          ...zone,
          label: `[${String(zone.value).slice(0, 3).toUpperCase()}] ${zone.label}`,
        }))
        .toSorted((a, b) => (a.label < b.label ? -1 : 1)),
    ),
  },
]);
