import type { Json } from '../../../model/index.ts';
import { inFamily } from '../../integration/deviation.ts';
import { isGood } from '../altering.ts';
import { dependencies } from '../altering-integration.ts';
import { listIn, membersOf } from '../tools.ts';

export const FAMILY = 'outsider-10';

export const integrationFaults = inFamily(FAMILY, [
  // section 2.3: `fields` are those to collect for the system; section 4.1, rule 1: each system has its own entry
  {
    name: 'fields-accumulate-over-systems',
    what: 'lists under each system the fields of those before it too',
    breaks: ['integration/dependencies/own-entry'],
    inFront: dependencies((data) => {
      const gathered: Json[] = [];
      const grown = Object.entries(data).map(([id, entry]) => {
        gathered.push(...listIn(membersOf(entry).fields));
        return [id, { ...membersOf(entry), fields: [...gathered] }];
      });
      return Object.fromEntries(grown);
    }),
  },
  // section 5, rule 2: a request with an invalid credential is answered with 401
  {
    name: 'token-check-remembered',
    what: 'takes any token for an endpoint once a good one has come for it',
    breaks: ['integration/unauthorised/status-code'],
    inFront: () => {
      const good = new Map<string, string>();
      return async (request, ask) => {
        const reply = await ask(request);
        const given = request.headers.authorization ?? '';
        if (isGood(reply)) good.set(request.route, given);
        const valid = good.get(request.route);
        if (reply.status !== 401 || valid === undefined || !/^bearer /i.test(given)) return reply;
        return ask({ ...request, headers: { ...request.headers, authorization: valid } });
      };
    },
  },
]);
