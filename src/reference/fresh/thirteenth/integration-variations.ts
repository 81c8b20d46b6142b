import { taking } from '../../integration/deviation.ts';
import { memoryless } from '../altering.ts';

export const integrationVariations = taking([
  {
    name: 'fresh-m-slash-at-the-end',
    what: 'answers the addresses of both endpoints with a slash at their end too',
    leaves: '7: what is answered under other addresses is not shown',
    choose: {},
    inFront: memoryless((request, ask) =>
      ask(
        /^\/api\/get\/(?:system\/dependencies|all\/timezones)\/$/.test(request.route)
          ? { ...request, route: request.route.slice(0, -1) }
          : request,
      ),
    ),
  },
]);
