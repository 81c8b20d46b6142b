import { isMembers } from '../../../model/index.ts';
import type { Alteration } from '../altering.ts';
import { inFamily } from '../deviation.ts';
import type { CollectionName } from '../item.ts';
import { isRefusal } from '../refusal.ts';
import { findItem, putItem } from '../store.ts';

const COLLECTIONS = ['posts', 'pages', 'blocks'] as const;

/** An update leaves the moment of the change before. */
function untouched(collection: CollectionName): Alteration {
  return (parts) => ({
    ...parts,
    touch: (item, former, site) =>
      item.collection === collection
        ? { ...item, modified: former.modified }
        : parts.touch(item, former, site),
  });
}

/** A read of one object counts as a change of it. */
function touchedByReads(context: string): Alteration {
  return (parts) => ({
    ...parts,
    answer(outcome, leaving, site) {
      const { method, template, params } = leaving;
      const collection = COLLECTIONS.find((one) => template === `/cms/v2/${one}/{id}`);
      const isRead = method === 'GET' && collection !== undefined && !isRefusal(outcome);
      if (isRead && (params.context ?? 'view') === context && isMembers(params)) {
        const item = findItem(site.store, collection, Number(params.id));
        if (item) putItem(site.store, { ...item, modified: site.now() });
      }
      return parts.answer(outcome, leaving, site);
    },
  });
}

/** Faults in when objects are modified. */
export const momentFaults = inFamily('moments', [
  {
    name: 'modified-untouched-by-updates-of-posts',
    what: 'leaves a post modified when it was before an update',
    breaks: ['content/state/update-modifies'],
    alter: untouched('posts'),
  },
  {
    name: 'modified-untouched-by-updates-of-blocks',
    what: 'leaves a block modified when it was before an update',
    breaks: ['content/state/update-modifies'],
    alter: untouched('blocks'),
  },
  {
    name: 'modified-by-reads',
    what: 'takes a read of an object for a change of it',
    breaks: ['content/state/read-modifies-nothing'],
    alter: touchedByReads('view'),
  },
  {
    name: 'modified-by-reads-in-edit',
    what: 'takes a read in the edit context for a change',
    breaks: ['content/state/read-modifies-nothing'],
    alter: touchedByReads('edit'),
  },
]);
