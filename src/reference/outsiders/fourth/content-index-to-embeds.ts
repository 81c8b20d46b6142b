import { inFamily } from '../../content/deviation.ts';
import { answered, isGood } from '../third/tools.ts';
import { FAMILY } from './tools.ts';

const ofIndex = inFamily(FAMILY, []);

const ofBatches = inFamily(FAMILY, []);

const ofHelpers = inFamily(FAMILY, [
  // section 5, rule 3: "The sign-on helper namespace has the routes `login`, `is_user_logged_in`, `has_logged`"
  {
    name: 'sign-on-cleared-with-caches',
    what: 'knows the routes of the sign-on helper no more once the caches have been cleared',
    breaks: ['content/helper-routes-served'],
    inFront: () => {
      let cleared = false;
      return async (request, ask) => {
        if (cleared && request.route.startsWith('/host_sign_on_plugin/v1/')) {
          const message = 'No route was found.';
          return answered(404, { code: 'no_route', message, data: { status: 404 } });
        }
        const reply = await ask(request);
        const clears = request.route === '/host/cache-plugin/v1/clear_all_caches';
        if (clears && request.method === 'POST' && isGood(reply)) cleared = true;
        return reply;
      };
    },
  },
]);

export const faultsOfIndexToEmbeds = [...ofIndex, ...ofBatches, ...ofHelpers];
