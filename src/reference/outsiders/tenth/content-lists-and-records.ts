import { inFamily } from '../../content/deviation.ts';
import { to } from '../altering.ts';
import { idOf, relisted } from '../seventh/paging.ts';
import { FAMILY } from './integration.ts';

const ofMedia = to('GET', '/cms/v2/media');
const ofBlocks = to('GET', '/cms/v2/blocks');

const ofOrders = inFamily(FAMILY, [
  // section 4.1: `orderby` has `id`, which is an integer
  {
    name: 'blocks-ids-ordered-as-text',
    what: 'orders blocks by the digits of their IDs, so that 1000 stands before 200',
    breaks: ['content/lists/orderby-id'],
    inFront: relisted(
      (request) => ofBlocks(request) && request.query.get('orderby') === 'id',
      async (list, request) => {
        const sorted = list.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
        return request.query.get('order') === 'asc' ? sorted : sorted.reverse();
      },
    ),
  },
  // section 4.1: `orderby` has `include`, the order of the IDs that are given there
  {
    name: 'include-order-lost',
    what: 'orders media by their IDs where the order of include is asked for',
    breaks: ['content/lists/orderby-include'],
    inFront: relisted(
      (request) => ofMedia(request) && request.query.get('orderby') === 'include',
      async (list) => list.toSorted((a, b) => Number(idOf(a)) - Number(idOf(b))),
    ),
  },
]);

const ofFilters = inFamily(FAMILY, []);

const ofRecords = inFamily(FAMILY, []);

export const faultsOfListsAndRecords = [...ofOrders, ...ofFilters, ...ofRecords];
