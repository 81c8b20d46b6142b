import type { Json } from '../../../model/index.ts';
import { inFamily } from '../../integration/deviation.ts';
import { dependencies } from '../altering-integration.ts';
import { listIn, membersOf } from '../tools.ts';

export const FAMILY = 'outsider-13';

export const integrationFaults = inFamily(FAMILY, [
  // section 2.3: `fields` are those of the system
  {
    name: 'fields-of-previous-system',
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
