import type { Item } from './item.ts';
import { wholeSecond } from './moment.ts';
import { type Refusal, refuse, refuseParameter } from './refusal.ts';
import type { ContentSite, SiteCall } from './site.ts';
import { slugTaken } from './store.ts';
import { ACTIVE_THEME, findTemplate } from './target.ts';
import { slugFrom, TEMPLATE_SLUG } from './text.ts';

const TRASH_MARK = '__trashed';

const UNPUBLISHED = new Set(['draft', 'pending', 'auto-draft']);

/**
 * Completes an item after its fields were written: values that depend on several fields or on other items.
 *
 * @param former the item before the write; absent for a new one
 */
export function settle(item: Item, former: Item | undefined, call: SiteCall): Item | Refusal {
  const { site } = call;
  if (isStickySecret(item, former, call)) {
    return refuseParameter('sticky', 'cannot be set on what has a password');
  }
  const dated = withTime(item, site);
  const filed = dated.collection === 'posts' ? withCategory(dated, site) : dated;
  if (filed.layout) return withTemplateSlug(filed, former, site);
  return { ...filed, slug: slugOf(filed, former, site) };
}

/** Returns true if a post would become both sticky and protected, or is one and is made the other. */
function isStickySecret(item: Item, former: Item | undefined, { site, given }: SiteCall): boolean {
  const choice = site.choices['sticky-protected'];
  if (choice === 'accept') return false;
  if (item.sticky && item.password !== '') return true;
  if (choice === 'refuse' || !former) return false;
  const made = item.sticky && given.has('sticky') && former.password !== '';
  return made || (item.password !== '' && given.has('password') && former.sticky);
}

/** Sets status and date together: a floating date is fixed at publication, and a future date delays it. */
function withTime(item: Item, site: ContentSite): Item {
  const now = wholeSecond(site.now());
  const floating = item.floating && UNPUBLISHED.has(item.status);
  const date = item.floating ? dateOf(item, floating, now, site) : item.date;
  const dated = { ...item, date, floating };
  if (item.status === 'publish' && date > now && site.choices['future-date'] === 'future') {
    return { ...dated, status: 'future' };
  }
  if (item.status === 'future' && date <= now && site.choices['past-future'] === 'publish') {
    return { ...dated, status: 'publish' };
  }
  return dated;
}

/** The date of an item without its own: while it floats, and when it is published. */
function dateOf(item: Item, floats: boolean, now: number, site: ContentSite): number {
  if (site.choices['floating-date'] === 'first')
    return floats ? item.date : Math.max(item.date, now);
  // At least one second later, even if the next write comes at once.
  return floats ? Math.max(now, item.date + 1000) : now;
}

function withCategory(item: Item, site: ContentSite): Item {
  const has = (item.terms.categories ?? []).length > 0;
  if (has || site.choices['no-category'] === 'none' || item.status === 'trash') return item;
  const [standard] = [...site.store.terms.values()]
    .filter((term) => term.taxonomy === 'categories')
    .map((term) => term.id)
    .sort((a, b) => a - b);
  return standard === undefined
    ? item
    : { ...item, terms: { ...item.terms, categories: [standard] } };
}

function slugOf(item: Item, former: Item | undefined, site: ContentSite): string {
  const restored = former?.status === 'trash' && item.status !== 'trash';
  const kept =
    restored && item.slug === former.slug ? item.slug.replace(TRASH_MARK, '') : item.slug;
  const isFree = (one: Item) =>
    site.choices['draft-slugs'] === 'free' && UNPUBLISHED.has(one.status);
  const stays = former && (isFree(item) || !isFree(former));
  if (stays && kept === former.slug && kept !== '') return kept;
  const wanted = slugFrom(kept, site.choices['slug-case'] === 'keep');
  if (wanted !== '') return isFree(item) ? wanted : unique(wanted, item, site);
  if (UNPUBLISHED.has(item.status) && site.choices['slug-of-draft'] === 'empty') return '';
  return unique(slugFrom(item.title) || String(item.id), item, site);
}

/** Slugs are unique within their type (2.2). */
function unique(wanted: string, item: Item, site: ContentSite): string {
  if (!slugTaken(site.store, item.collection, wanted, item.id)) return wanted;
  if (site.choices['slug-suffix'] === 'id') return `${wanted}-${item.id}`;
  for (let count = 2; ; count++) {
    const slug = `${wanted}-${count}`;
    if (!slugTaken(site.store, item.collection, slug, item.id)) return slug;
  }
}

function withTemplateSlug(item: Item, former: Item | undefined, site: ContentSite): Item | Refusal {
  const layout = item.layout;
  if (!layout) return item;
  const theme = layout.theme === '' ? ACTIVE_THEME : layout.theme;
  const wanted = TEMPLATE_SLUG.test(item.slug)
    ? item.slug
    : slugFrom(item.title) || String(item.id);
  const named = { ...item, layout: { ...layout, theme } };
  const holder = findTemplate(site, item.collection, `${theme}//${wanted}`);
  if (!holder || holder.id === item.id) return { ...named, slug: wanted };
  if (!former && site.choices['template-slug-taken'] === 'refuse') {
    return refuse(409, 'slug_taken', `The theme has a template "${wanted}" already.`);
  }
  return { ...named, slug: unique(wanted, item, site) };
}

/** The trashed form of an item. The slug of a template stays, as part of its id. */
export function trashed(item: Item, site: ContentSite): Item {
  const choice = item.layout ? site.choices['trashed-template'] : site.choices['trashed-slug'];
  const marked = choice === 'marked' && item.slug !== '';
  const now = Math.max(wholeSecond(site.now()), item.modified);
  return {
    ...item,
    status: 'trash',
    formerStatus: item.status,
    modified: now,
    slug: marked ? unique(`${item.slug}${TRASH_MARK}`, item, site) : item.slug,
  };
}
