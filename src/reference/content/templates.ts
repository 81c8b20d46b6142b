import type { Item } from './item.ts';
import { filtered, testsOf } from './list.ts';
import { flagOf, textOf } from './params.ts';
import { recordText, viewOf } from './record.ts';
import { notFound, type Refusal, type SiteResult, serialised } from './refusal.ts';
import type { SiteCall } from './site.ts';
import { storedCollectionOf } from './store.ts';
import { ACTIVE_THEME, findTemplate } from './target.ts';

/** GET on templates or template parts: all in use, since no paging is shown (4.2). */
export function listTemplates(call: SiteCall): SiteResult {
  const { site } = call;
  const all = [...storedCollectionOf(site.store, call.collection).items.values()].filter(isLive);
  const view = viewOf(call.params);
  const texts = filtered(all, testsOf(call)).map((item) => recordText(item, view, site));
  return serialised(`[${texts.join(',')}]`);
}

function isLive(item: Item): boolean {
  return item.status === 'publish';
}

/**
 * GET lookup: the template for a slug (4.2). If it is missing, shorter slugs are tried, from `single-post-news` down to
 * `index`.
 */
export function lookUpTemplate(call: SiteCall): SiteResult | Refusal {
  const { site } = call;
  const slug = textOf(call.params, 'slug') ?? '';
  for (const candidate of candidatesFor(slug, call)) {
    const item = findTemplate(site, call.collection, `${ACTIVE_THEME}//${candidate}`);
    if (item && isLive(item)) {
      return serialised(recordText(item, viewOf({ context: 'edit' }), site));
    }
  }
  return notFound('template');
}

function candidatesFor(slug: string, call: SiteCall): readonly string[] {
  const { choices, store } = call.site;
  const best = choices['lookup-nothing'] === 'fallback' ? ladder(slug, call) : [slug];
  if (choices['lookup-finds'] === 'named') return best;
  const first = [...storedCollectionOf(store, call.collection).items.values()].find(isLive);
  return first ? [first.slug, ...best] : best;
}

/** Slugs to try in order, the most specific first. */
function ladder(slug: string, call: SiteCall): readonly string[] {
  const steps = [slug];
  for (let at = slug.lastIndexOf('-'); at > 0; at = slug.lastIndexOf('-', at - 1)) {
    steps.push(slug.slice(0, at));
  }
  const prefix = textOf(call.params, 'template_prefix');
  if (prefix !== undefined && prefix !== '') steps.push(prefix);
  if (flagOf(call.params, 'is_custom') === true) return [slug, 'page', 'singular', 'index'];
  return [...steps, 'singular', 'index'];
}
