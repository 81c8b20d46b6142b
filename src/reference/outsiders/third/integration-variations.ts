import type { Json } from '../../../model/index.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { taking } from '../../integration/deviation.ts';
import { type Members, membersOf } from '../tools.ts';
import { answered, forgetful, isGood } from './tools.ts';

export const integrationVariations = taking([
  {
    name: 'challenge-and-request-id',
    what: 'adds a challenge to a 401 and an ID to each answer, in its headers and in its message',
    leaves: '2.5 and 2.6: the message is any text; no header of an answer is described',
    choose: {},
    inFront: () => {
      let count = 0;
      return async (request, ask) => {
        count += 1;
        const reply = await ask(request);
        const value = jsonIn(reply);
        const answered = value === undefined ? reply : withJson(reply, said(value, count));
        const headers = [...answered.headers, ['x-request-id', `request-${count}`] as const];
        return reply.status === 401
          ? { ...answered, headers: [...headers, ['www-authenticate', 'Bearer realm="platform"']] }
          : { ...answered, headers };
      };
    },
  },
  {
    name: 'unknown-systems-skipped',
    what: 'answers a request that names unknown systems for those that it knows',
    leaves: '4.1, rule 2: behaviour for an unknown system ID: not shown',
    choose: {},
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      const { systems } = membersOf(jsonIn(request));
      const areIds = Array.isArray(systems) && systems.every((id) => typeof id === 'string');
      if (isGood(reply) || reply.status === 401 || !areIds) return reply;
      const one = async (id: Json) => ask(withJson(request, { systems: [id] }));
      const parts = await Promise.all(systems.map(one));
      // An answer that is compressed cannot be read here, and is not taken for that of an unknown system.
      if (parts.some((part) => isGood(part) && jsonIn(part) === undefined)) return reply;
      const known = parts.filter(isGood).map((part) => membersOf(membersOf(jsonIn(part)).data));
      const empty: Members = { additional_data: {}, error_code: '', message: 'Done.' };
      const data = Object.assign({}, ...known) as Members;
      return answered(200, { ...empty, data, status: 200, success: true });
    }),
  },
]);

function said(value: Json, count: number): Json {
  return { ...membersOf(value), message: `${membersOf(value).message} (request ${count})` };
}
