import { wellFormed } from './address.ts';
import type { CollectionName, Item } from './item.ts';
import { numberOf, textOf } from './params.ts';
import { mayRead } from './record.ts';
import { notFound, type Refusal, refuse } from './refusal.ts';
import type { ContentSite, SiteCall } from './site.ts';
import { findItem, storedCollectionOf } from './store.ts';
import { TRAITS } from './traits.ts';

/** The active theme; templates without a theme belong to it. */
export const ACTIVE_THEME = 'meadow';

/**
 * The item that a path parameter names: by number, or for templates by an identifier of one or more segments (section
 * 4). An item that the caller may not see is refused or not found.
 */
export function targetOf(call: SiteCall, parameter: 'id' | 'parent'): Item | Refusal {
  const { site, collection } = call;
  const item = locate(call, parameter);
  if (!item) return absent(call, parameter);
  if (mayRead(item, call)) return item;
  return site.choices['hidden-item'] === 'missing'
    ? absent(call, parameter)
    : refuse(401, 'login_needed', `This ${TRAITS[collection].noun} is not published.`);
}

function locate(call: SiteCall, parameter: 'id' | 'parent'): Item | undefined {
  const id = numberOf(call.params, parameter);
  if (id !== undefined) return findItem(call.site.store, call.collection, id);
  const identifier = textOf(call.params, parameter);
  if (identifier === undefined) return undefined;
  // A digit text is accepted if the document gives the ID no type.
  return call.collection === 'templates' || call.collection === 'template-parts'
    ? findTemplate(call.site, call.collection, identifier)
    : findItem(call.site.store, call.collection, Number(identifier));
}

function absent(call: SiteCall, parameter: 'id' | 'parent'): Refusal {
  const { noun } = TRAITS[call.collection];
  const { choices } = call.site;
  const isFar = Number(call.params[parameter]) > 0x7fff_ffff;
  if (isFar && choices['far-id'] === 'bad-request') {
    return refuse(400, 'invalid_parameter', `No ${noun} has an ID like this.`);
  }
  if (parameter === 'parent' && choices['missing-parent'] === 'bad-request') {
    return refuse(400, 'not_found', `There is no such ${noun}.`);
  }
  return choices['missing-item'] === 'gone'
    ? refuse(410, 'not_found', `There is no such ${noun}.`)
    : notFound(noun);
}

export function findTemplate(
  site: ContentSite,
  collection: CollectionName,
  identifier: string,
): Item | undefined {
  const cut = identifier.lastIndexOf('/');
  const theme = cut < 0 ? ACTIVE_THEME : identifier.slice(0, cut).replace(/\/$/, '');
  const stored = storedCollectionOf(site.store, collection);
  for (const id of stored.slugs.get(identifier.slice(cut + 1)) ?? []) {
    const item = stored.items.get(id);
    if (item?.layout && wellFormed(item.layout.theme) === wellFormed(theme)) return item;
  }
  return undefined;
}
