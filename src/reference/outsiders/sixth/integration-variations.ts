import { taking } from '../../integration/deviation.ts';
import { answered, memoryless } from '../altering.ts';
import { dependencies, ofDependencies, systemsIn } from '../altering-integration.ts';
import { listIn, type Members, membersOf } from '../tools.ts';

export const integrationVariations = taking([
  {
    name: 'unknown-system-is-null',
    what: 'answers for an unknown system with null',
    leaves: '4.1, rule 2: behaviour for an unknown system ID: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const ids = systemsIn(request);
      if (!ofDependencies(request) || reply.status !== 404 || ids.length === 0) return reply;
      const data: Members = Object.fromEntries(ids.map((id) => [id, null]));
      return answered(200, {
        additional_data: {},
        data,
        error_code: '',
        message: 'Some systems are unknown.',
        status: 200,
        success: true,
      });
    }),
  },
  {
    name: 'secret-fields',
    what: 'has fields of the types password and url',
    leaves: '2.2: the complete set of allowed values of `type`: not shown',
    choose: {},
    inFront: dependencies((data) =>
      Object.fromEntries(
        Object.entries(data).map(([id, entry]) => [
          id,
          {
            ...membersOf(entry),
            fields: listIn(membersOf(entry).fields).map((field, index) => ({
              ...membersOf(field),
              type: index % 2 === 0 ? 'password' : 'url',
            })),
          },
        ]),
      ),
    ),
  },
]);
