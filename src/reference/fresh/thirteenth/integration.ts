import type { Json } from '../../../model.ts';
import { inFamily } from '../../integration/deviation.ts';
import { dependencies } from '../altering-integration.ts';
import { listIn, membersOf } from '../tools.ts';

export const FAMILY = 'thirteenth fresh list';

export const integrationFaults = inFamily(FAMILY, [
  // section 4.1, rule 1: the keys of `data` are the IDs of the systems
  {
    name: 'fresh-m-keys-with-dots-mangled',
    what: 'writes underscores for the dots and spaces of system IDs',
    breaks: ['integration/dependencies/key-per-system', 'integration/dependencies/no-other-keys'],
    inFront: dependencies((data) =>
      Object.fromEntries(
        Object.entries(data).map(([id, entry]) => [id.replace(/[. ]/g, '_'), entry]),
      ),
    ),
  },
  // section 2.3: `fields` are those of the system
  {
    name: 'fresh-m-fields-of-previous-system',
    what: 'lists the fields of the system before it under a system that has none',
    breaks: ['integration/dependencies/own-entry'],
    inFront: dependencies((data, systems) => {
      let last: Json = [];
      const entries = systems.map((id) => {
        const entry = membersOf(data[id]);
        if (listIn(entry.fields).length > 0) last = entry.fields ?? [];
        return [id, { ...entry, fields: last }] as const;
      });
      return { ...data, ...Object.fromEntries(entries.filter(([id]) => id in data)) };
    }),
  },
]);
