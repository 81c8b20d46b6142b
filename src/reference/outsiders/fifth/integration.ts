import type { Reply } from '../../http.ts';
import { inFamily } from '../../integration/deviation.ts';
import { edited, isGood } from '../altering.ts';
import { ofDependencies, ofTimezones, systemsIn } from '../altering-integration.ts';
import { membersOf } from '../tools.ts';

export const FAMILY = 'outsider-5';

const ofEntries = inFamily(FAMILY, [
  // section 4.1, rule 1: one key per requested system, "mapping to its dependency entry"
  {
    name: 'cached-by-first-system',
    what: 'keeps answers by the first system of the request and how many there are',
    breaks: [
      'integration/dependencies/key-per-system',
      'integration/dependencies/no-other-keys',
      'integration/dependencies/body/systems/items/type',
    ],
    inFront: () => {
      const kept = new Map<string, Reply>();
      return async (request, ask) => {
        const systems = systemsIn(request);
        if (!ofDependencies(request) || systems.length === 0) return ask(request);
        const key = JSON.stringify([request.headers.authorization, systems[0], systems.length]);
        const known = kept.get(key);
        if (known) return known;
        const reply = await ask(request);
        if (isGood(reply)) kept.set(key, reply);
        return reply;
      };
    },
  },
]);

const ofTheRest = inFamily(FAMILY, [
  // section 2.5: `error_code` is the empty string on success
  {
    name: 'cached-without-error-code',
    what: 'answers the timezones from a cache from the second time on, with null as the error code',
    breaks: ['integration/success/error-code'],
    inFront: () => {
      let warm = false;
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofTimezones(request) || !isGood(reply)) return reply;
        if (warm) return edited(reply, (value) => ({ ...membersOf(value), error_code: null }));
        warm = true;
        return reply;
      };
    },
  },
]);

export const integrationFaults = [...ofEntries, ...ofTheRest];
