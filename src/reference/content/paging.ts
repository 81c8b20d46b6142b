import { numberOf, type Params } from './params.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { ContentSite, SiteCall } from './site.ts';

export interface PageSlice<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly pages: number;
  readonly page: number;
}

/** The requested page of a list (4.1: `page`, `per_page`, `offset`). */
export function sliceOf<T>(
  items: readonly T[],
  params: Params,
  site: ContentSite,
): PageSlice<T> | Refusal {
  const perPage = numberOf(params, 'per_page') ?? Math.max(items.length, 1);
  const page = numberOf(params, 'page') ?? 1;
  const offset = numberOf(params, 'offset');
  const skipped = Math.max(0, offset ?? 0);
  const counted = site.choices['offset-and-page'] === 'sum' || offset === undefined;
  const start = skipped + (counted ? (page - 1) * perPage : 0);
  const rest =
    site.choices['offset-total'] === 'rest' ? Math.max(0, items.length - skipped) : items.length;
  const pages = Math.ceil(rest / perPage);
  if (counted && page > Math.max(pages, 1) && site.choices['past-last-page'] === 'refuse') {
    return refuse(400, 'no_such_page', `There are ${pages} pages, and not ${page}.`);
  }
  return { items: items.slice(start, start + perPage), total: rest, pages, page };
}

/** The headers of a page: totals, and links to its neighbours. */
export function pageHeaders(
  slice: PageSlice<unknown>,
  call: SiteCall,
  address: (page: number) => string,
): readonly (readonly [string, string])[] {
  const headers: (readonly [string, string])[] = [];
  const { choices } = call.site;
  if (choices.totals !== 'none') {
    const name = choices.totals === 'headers' ? 'X-Total' : 'X-CMS-Total';
    headers.push([name, String(slice.total)], [`${name}Pages`, String(slice.pages)]);
  }
  if (choices['link-header'] === 'present' && numberOf(call.params, 'offset') === undefined) {
    const links: string[] = [];
    if (slice.page > 1)
      links.push(`<${address(Math.min(slice.page - 1, slice.pages))}>; rel="prev"`);
    if (slice.page < slice.pages) links.push(`<${address(slice.page + 1)}>; rel="next"`);
    if (links.length > 0) headers.push(['Link', links.join(', ')]);
  }
  return headers;
}
