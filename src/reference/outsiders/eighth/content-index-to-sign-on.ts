import { inFamily } from '../../content/deviation.ts';
import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { isGood, to } from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofBatch = to('POST', '/batch/v1');

function itemsOf(request: RoutedRequest): readonly Members[] {
  return ofBatch(request) ? listIn(membersOf(jsonIn(request)).requests).map(membersOf) : [];
}

const ofTheIndex = inFamily(FAMILY, []);

const ofBatches = inFamily(FAMILY, [
  // section 8: "`requests` of `/batch/v1`: at most 25 items"
  {
    name: 'batch-26-passes-when-validating-all',
    what: 'takes batches of more than 25 where all requests are to be valid',
    breaks: ['content/batch/body/requests/max-items'],
    inFront: () => async (request, ask) => {
      const body = membersOf(jsonIn(request));
      const items = itemsOf(request);
      if (body.validation !== 'require-all-validate' || items.length <= 25) return ask(request);
      const first = await ask(withJson(request, { ...body, requests: items.slice(0, 25) }));
      const rest = await ask(withJson(request, { ...body, requests: items.slice(25, 50) }));
      if (!isGood(first) || !isGood(rest)) return isGood(first) ? rest : first;
      const responses = [first, rest].flatMap((one) => listIn(membersOf(jsonIn(one)).responses));
      return withJson(first, { ...membersOf(jsonIn(first)), responses });
    },
  },
]);

const ofHelpers = inFamily(FAMILY, []);

export const faultsOfIndexToSignOn = [...ofTheIndex, ...ofBatches, ...ofHelpers];
