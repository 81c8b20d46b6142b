import type { Json } from '../../../model/index.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { taking } from '../../integration/deviation.ts';
import { answered, isGood, memoryless } from '../altering.ts';
import { ofDependencies, ofTimezones } from '../altering-integration.ts';
import { listIn, membersOf } from '../tools.ts';

const ofSystems = taking([
  {
    name: 'empty-systems-lists-all',
    what: 'answers a request for no systems with all that it has named so far',
    leaves: '4.1, rule 2: behaviour for an empty `systems` array: not shown',
    choose: {},
    inFront: () => {
      const known = new Map<string, Json>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofDependencies(request) || !isGood(reply)) return reply;
        const envelope = membersOf(jsonIn(reply));
        const asked = listIn(membersOf(jsonIn(request)).systems);
        for (const [id, entry] of Object.entries(membersOf(envelope.data))) known.set(id, entry);
        return asked.length === 0
          ? withJson(reply, { ...envelope, data: Object.fromEntries(known) })
          : reply;
      };
    },
  },
]);

const ofTheRest = taking([
  {
    name: 'query-on-timezones-400',
    what: 'refuses a query of timezones',
    leaves: '4.2: "Parameters: None are defined"; what others are answered with is not said',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofTimezones(request) && reply.status !== 401 && request.query.size > 0
        ? answered(400, { error: 'no parameters' })
        : reply;
    }),
  },
]);

export const integrationVariations = [...ofSystems, ...ofTheRest];
