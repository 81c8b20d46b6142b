import type { Reply } from '../../http.ts';
import { inFamily } from '../../integration/deviation.ts';
import { isGood } from '../altering.ts';
import { dependencies, ofDependencies } from '../altering-integration.ts';
import { membersOf } from '../tools.ts';

export const FAMILY = 'outsider-11';

export const integrationFaults = inFamily(FAMILY, [
  // section 4.1: `data` is an object whose keys are the system IDs
  {
    name: 'dep-data-list',
    what: 'has a list of entries as data, each with its system in a member',
    breaks: ['integration/success/data'],
    inFront: dependencies((data) =>
      Object.entries(data).map(([system, entry]) => ({ system, ...membersOf(entry) })),
    ),
  },
  // section 4.1, rule 1: `data` has a key for each system of the request
  {
    name: 'dep-stale-first-answer',
    what: 'gives the first answer about systems to each later request with the same token',
    breaks: ['integration/dependencies/key-per-system', 'integration/dependencies/no-other-keys'],
    inFront: () => {
      const kept = new Map<string | undefined, Reply>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofDependencies(request) || !isGood(reply)) return reply;
        const first = kept.get(request.headers.authorization) ?? reply;
        kept.set(request.headers.authorization, first);
        return first;
      };
    },
  },
]);
