import { type IntegrationFault, inFamily } from '../deviation.ts';
import { isZone, zones } from '../wrap.ts';

const FORM = 'integration/timezones/label-form';

/** Faults in the payload of section 4.2, and in the entries of zones. */
export const zoneEntryFaults: readonly IntegrationFault[] = [
  ...inFamily('list of zones', []),
  ...inFamily('label of a zone', []),
  ...inFamily('form of a label', [
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
  ...inFamily('value of a zone', []),
];
