import { taking } from '../../integration/deviation.ts';
import { edited } from '../altering.ts';
import { ofEither } from '../altering-integration.ts';
import { membersOf } from '../tools.ts';

const ofSystems = taking([]);

const ofTheRest = taking([
  {
    name: 'message-new-each-time',
    what: 'has another success message in each answer, in several lines',
    leaves: '2.5: the words of the success message are not said',
    choose: {},
    inFront: () => {
      let count = 0;
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofEither(request)) return reply;
        count += 1;
        return edited(reply, (value) => ({
          ...membersOf(value),
          message: `Erfolgreich – Anfrage ${count}\n成功\n`,
        }));
      };
    },
  },
]);

export const integrationVariations = [...ofSystems, ...ofTheRest];
