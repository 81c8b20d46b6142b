import type { Item } from './item.ts';
import { writeTime } from './moment.ts';
import type { ContentSite } from './site.ts';

/** The address of a route, in the form of section 1. */
export function routeOf(site: ContentSite, route: string): string {
  return `${site.baseUrl}/index.php?rest_route=${encodeURI(route)}`;
}

/** Identifies an item in a route: theme and slug for templates, the number for others. */
export function identifierOf(item: Item, site: ContentSite): string {
  if (!item.layout) return String(item.id);
  const separator = site.choices['template-id'] === 'double' ? '//' : '/';
  return wellFormed(`${item.layout.theme}${separator}${item.slug}`);
}

/** JSON can contain half of a surrogate pair; an address cannot. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

export function fileAddress(site: ContentSite, file: string): string {
  return `${site.baseUrl}/uploads/${encodeURIComponent(file)}`;
}

export function pageAddress(item: Item, site: ContentSite): string {
  if (item.slug === '') return `${site.baseUrl}/?p=${item.id}`;
  switch (item.collection) {
    case 'posts':
      return `${site.baseUrl}/${writeTime(item.date, site.zone).slice(0, 10).replaceAll('-', '/')}/${item.slug}/`;
    case 'pages':
    case 'media':
      return `${site.baseUrl}/${item.slug}/`;
    default:
      return routeOf(site, `/cms/v2/${item.collection}/${item.id}`);
  }
}
