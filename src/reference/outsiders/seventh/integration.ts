import type { Reply } from '../../http.ts';
import { inFamily } from '../../integration/deviation.ts';
import { isGood } from '../altering.ts';
import { ofTimezones } from '../altering-integration.ts';

export const FAMILY = 'outsider-7';

const ofSystems = inFamily(FAMILY, []);

const ofZones = inFamily(FAMILY, []);

const ofCredentials = inFamily(FAMILY, [
  // section 5.2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'timezones-from-cache',
    what: 'serves timezones from a cache that knows of no credential, once they were served',
    breaks: ['integration/unauthorised/status-code'],
    inFront: () => {
      let cached: Reply | undefined;
      return async (request, ask) => {
        if (!ofTimezones(request)) return ask(request);
        if (cached) return cached;
        const reply = await ask(request);
        if (isGood(reply)) cached = reply;
        return reply;
      };
    },
  },
]);

export const integrationFaults = [...ofSystems, ...ofZones, ...ofCredentials];
