import type { Item } from './item.ts';
import { flagOf } from './params.ts';
import { recordOf, viewOf } from './record.ts';
import { isRefusal, json, type Refusal, refuse, type SiteResult } from './refusal.ts';
import { trashed } from './settle.ts';
import type { ContentSite, SiteCall } from './site.ts';
import { dropItem, putItem, storedCollectionOf } from './store.ts';
import { targetOf } from './target.ts';

/** DELETE on one item: to trash, or permanently if `force` is true (section 3). */
export function removeItem(call: SiteCall): SiteResult | Refusal {
  const item = targetOf(call, 'id');
  if (isRefusal(item)) return item;
  const { choices } = call.site;
  if (item.layout?.source === 'theme' && choices['theme-template-delete'] === 'refuse') {
    return refuse(400, 'comes_with_theme', 'A template that came with the theme stays.');
  }
  return flagOf(call.params, 'force') === true
    ? call.site.parts.destroy(item, call)
    : call.site.parts.discard(item, call);
}

export function discard(item: Item, call: SiteCall): SiteResult | Refusal {
  const { site } = call;
  if (item.status === 'trash' && site.choices['trashed-again'] === 'refuse') {
    return refuse(410, 'in_trash', 'It is in trash already.');
  }
  const gone = item.status === 'trash' ? item : trashed(item, site);
  putItem(site.store, gone);
  const record = recordOf(gone, viewOf({ context: 'edit' }, true), site);
  return site.choices['trashed-answer'] === 'record'
    ? json(record)
    : json({ deleted: false, previous: record });
}

/** Deletes an item permanently, with its revisions, autosaves and files. */
export function destroy(item: Item, call: SiteCall): SiteResult {
  const { site } = call;
  const record = recordOf(item, viewOf({ context: 'edit' }, true), site);
  dropItem(site.store, item);
  if (site.choices['children-of-deleted'] === 'lift') liftChildren(item, site);
  return deletedAnswer(record, site);
}

export function deletedAnswer(record: ReturnType<typeof recordOf>, site: ContentSite): SiteResult {
  switch (site.choices['deleted-answer']) {
    case 'previous':
      return json({ deleted: true, previous: record });
    case 'record':
      return json(record);
    case 'empty':
      return { kind: 'result', status: 204, headers: [], body: { kind: 'none' } };
  }
}

function liftChildren(item: Item, site: ContentSite): void {
  if (item.collection !== 'pages' && item.collection !== 'menu-items') return;
  for (const child of [...storedCollectionOf(site.store, item.collection).items.values()]) {
    if (child.parent === item.id) putItem(site.store, { ...child, parent: item.parent });
  }
}
