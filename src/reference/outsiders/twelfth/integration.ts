import { jsonIn, withJson } from '../../in-front.ts';
import { inFamily } from '../../integration/deviation.ts';
import { isGood } from '../altering.ts';
import { dependencies, ofTimezones } from '../altering-integration.ts';
import { listIn, membersOf } from '../tools.ts';

export const FAMILY = 'outsider-12';

export const integrationFaults = inFamily(FAMILY, [
  // section 4.1: the keys of `data` are system IDs, and the values dependency entries
  {
    name: 'dotted-id-nested',
    what: 'takes the dots in a system ID for a path, and nests its entry',
    breaks: [
      'integration/dependencies/key-per-system',
      'integration/dependencies/no-other-keys',
      'integration/dependencies/fields',
      'integration/dependencies/show-hostname',
    ],
    inFront: dependencies((data) =>
      Object.fromEntries(
        Object.entries(data).map(([id, entry]) => {
          const [first = id, ...steps] = id.split('.');
          return [first, steps.reduceRight((value, step) => ({ [step]: value }), entry)];
        }),
      ),
    ),
  },
  // section 4.2: `data` is an object with the key `timezones`, each time
  {
    name: 'timezones-bare-once-cached',
    what: 'writes the list itself as the data of timezones from the second answer on',
    breaks: ['integration/success/data'],
    inFront: () => {
      let isCached = false;
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofTimezones(request) || !isGood(reply)) return reply;
        const value = membersOf(jsonIn(reply));
        const data = isCached ? listIn(membersOf(value.data).timezones) : (value.data ?? null);
        isCached = true;
        return withJson(reply, { ...value, data });
      };
    },
  },
]);
