import type { Alteration } from './altering.ts';
import type { BatchMember } from './batch.ts';
import type { CollectionName } from './item.ts';
import type { SiteParts } from './parts.ts';
import { isRefusal, json } from './refusal.ts';
import { putItem } from './store.ts';

/** First ID for objects that are created while the site runs. */
export const FIRST_NEW_ID = 1000;

export function storingNothing(collections: readonly CollectionName[]): Alteration {
  return (parts) => ({
    ...parts,
    answer(outcome, leaving, site) {
      const collection = collections.find((name) => leaving.template === `/cms/v2/${name}`);
      if (!isRefusal(outcome) && leaving.method === 'POST' && collection) {
        const stored = site.store.resourceCollections.get(collection);
        const last = [...(stored?.items.keys() ?? [])].at(-1);
        if (last !== undefined) stored?.items.delete(last);
        stored?.derived.clear();
      }
      return parts.answer(outcome, leaving, site);
    },
  });
}

/** Answers as if an item had been trashed or deleted, and does not change it. */
export function undone(remove: SiteParts['discard']): SiteParts['discard'] {
  return (item, call) => {
    const answer = remove(item, call);
    putItem(call.site.store, item);
    return answer;
  };
}

/** Answers some members of a batch without carrying them out. */
export function notRun(unheeded: (member: BatchMember) => boolean): Alteration {
  return (parts) => ({
    ...parts,
    batch: (all, allOrNone, hands) =>
      parts.batch(all, allOrNone, {
        ...hands,
        prepare(member) {
          const ready = hands.prepare(member);
          return isRefusal(ready) || !unheeded(member) ? ready : () => json({});
        },
      }),
  });
}
