import type { Json } from '../../../model/index.ts';
import { inFamily } from '../../content/deviation.ts';
import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { isIn, isObject, requests, type StandsBefore, to } from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofBatch = to('POST', '/batch/v1');

function itemsOf(request: RoutedRequest): readonly Json[] {
  return listIn(membersOf(jsonIn(request)).requests);
}

/** Changes the list of requests in a batch. */
function batches(edit: (items: readonly Json[]) => readonly Json[]): StandsBefore {
  return requests(
    (request) => ofBatch(request) && itemsOf(request).length > 0,
    (request) =>
      withJson(request, {
        ...membersOf(jsonIn(request)),
        requests: [...edit(itemsOf(request))],
      }),
  );
}

const ofTheIndex = inFamily(FAMILY, []);

const ofBatches = inFamily(FAMILY, [
  // section 4.2: `requests`: objects with `body`
  {
    name: 'batch-first-body-for-all',
    what: 'runs every request of a batch with the body of the first',
    breaks: ['content/batch/as-singly', 'content/batch/runs-25', 'content/batch/runs-writes'],
    inFront: batches((items) => {
      const { body } = membersOf(items[0]);
      return items.map((item) =>
        body !== undefined && isObject(item) && isIn(item, 'body') ? { ...item, body } : item,
      );
    }),
  },
]);

const ofHelpers = inFamily(FAMILY, []);

export const faultsOfIndexAndBatch = [...ofTheIndex, ...ofBatches, ...ofHelpers];
