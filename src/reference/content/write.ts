import { identifierOf, routeOf } from './address.ts';
import { blankItem, type Item } from './item.ts';
import { wholeSecond } from './moment.ts';
import { recordText, viewOf } from './record.ts';
import { isRefusal, type Refusal, refuse, type SiteResult, serialised } from './refusal.ts';
import type { SiteCall } from './site.ts';
import { nextId, putItem } from './store.ts';
import { targetOf } from './target.ts';
import { TRAITS } from './traits.ts';

/** POST on a collection: a new item with the fields of the request, and defaults for the others. */
export function createItem(call: SiteCall): SiteResult | Refusal {
  const { site, collection } = call;
  const blank = blankItem(collection, 0, authorOf(call), wholeSecond(site.now()));
  const status = TRAITS[collection].defaultStatus ?? site.choices['default-status'];
  const filled = applyFields({ ...blank, status }, call);
  if (isRefusal(filled)) return filled;
  if (isEmpty(filled) && site.choices['empty-content'] === 'refuse') {
    return refuse(400, 'empty_content', 'Title, content and excerpt are all empty.');
  }
  const settled = site.parts.settle({ ...filled, id: site.store.counter.next }, undefined, call);
  if (isRefusal(settled)) return settled;
  const made =
    site.choices['modified-of-creation'] === 'date'
      ? { ...settled, modified: Math.min(settled.date, settled.modified) }
      : settled;
  nextId(site.store);
  putItem(site.store, made);
  site.parts.keepRevision(undefined, made, call);
  return createdAnswer(made, call);
}

/** The answer to a creation: the record in the edit context, and its location. */
export function createdAnswer(item: Item, call: SiteCall): SiteResult {
  const { site } = call;
  const status = site.choices['created-status'] === 'created' ? 201 : 200;
  const at = routeOf(site, `/cms/v2/${item.collection}/${identifierOf(item, site)}`);
  return serialised(
    recordText(item, editView(), site),
    status,
    site.choices.location === 'present' ? [['Location', at]] : [],
  );
}

export function editView(): ReturnType<typeof viewOf> {
  return viewOf({ context: 'edit' }, true);
}

/** POST, PUT or PATCH on one item: changes only the fields of the request. */
export function updateItem(call: SiteCall): SiteResult | Refusal {
  const { site } = call;
  const former = targetOf(call, 'id');
  if (isRefusal(former)) return former;
  if (former.status === 'trash' && site.choices['trashed-update'] === 'refuse') {
    return refuse(410, 'in_trash', 'What is in trash cannot be changed.');
  }
  const filled = applyFields(former, call);
  if (isRefusal(filled)) return filled;
  const settled = site.parts.settle(filled, former, call);
  if (isRefusal(settled)) return settled;
  const changed = differs(settled, former);
  const touched =
    changed || site.choices['unchanged-update'] === 'touch'
      ? site.parts.touch(settled, former, site)
      : former;
  putItem(site.store, touched);
  if (changed || site.choices['unchanged-revision'] === 'one') {
    site.parts.keepRevision(former, touched, call);
  }
  return serialised(recordText(touched, editView(), site));
}

/** The item with all given writable fields, or the first refusal. */
export function applyFields(
  item: Item,
  call: SiteCall,
  only: (name: string) => boolean = () => true,
): Item | Refusal {
  let filled = item;
  for (const field of call.site.parts.fields[item.collection]) {
    if (!field.write || !call.given.has(field.name) || !only(field.name)) continue;
    const change = field.write(call.params[field.name], filled, call.site);
    if (isRefusal(change)) return change;
    if (change) filled = { ...filled, ...change };
  }
  return filled;
}

/** If no login is needed, anonymous writes belong to the first user. */
export function authorOf(call: SiteCall): number {
  return call.user?.id ?? 1;
}

function isEmpty(item: Item): boolean {
  const kinds = ['posts', 'pages', 'blocks', 'navigation'];
  return (
    kinds.includes(item.collection) &&
    item.title === '' &&
    item.content === '' &&
    item.excerpt === ''
  );
}

function differs(a: Item, b: Item): boolean {
  return JSON.stringify({ ...a, modified: 0 }) !== JSON.stringify({ ...b, modified: 0 });
}
