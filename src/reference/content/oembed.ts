import { fileAddress, pageAddress } from './address.ts';
import type { Item, JsonObject } from './item.ts';
import { numberOf, textOf } from './params.ts';
import { isPublic } from './record.ts';
import { json, type Refusal, refuse, type SiteResult } from './refusal.ts';
import type { ContentSite, SiteCall } from './site.ts';
import { storedCollectionOf } from './store.ts';
import { escapeHtml } from './text.ts';

const WIDTH = 600;

/** GET embed: data about an item of this site, for embedding (4.2). */
export function embed(call: SiteCall): SiteResult | Refusal {
  const item = itemAt(textOf(call.params, 'url') ?? '', call.site);
  return item ? embedAnswer(item, call) : unknownAddress(call.site);
}

/** GET proxy: the same for any site. This site makes no outgoing requests, so others have no provider. */
export function proxy(call: SiteCall): SiteResult | Refusal {
  return embed(call);
}

function unknownAddress(site: ContentSite): Refusal {
  const status = site.choices['embed-unknown'] === 'not-found' ? 404 : 400;
  return refuse(status, 'no_embed', 'There is nothing to embed at this address.');
}

/** The published item with this address, by its page or id. */
function itemAt(address: string, site: ContentSite): Item | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const home = new URL(site.baseUrl);
  if (url.host !== home.host) return undefined;
  const id = Number(url.searchParams.get('p'));
  for (const collection of ['posts', 'pages'] as const) {
    for (const item of storedCollectionOf(site.store, collection).items.values()) {
      if (!isPublic(item)) continue;
      if (item.id === id || new URL(pageAddress(item, site)).pathname === url.pathname) return item;
    }
  }
  return undefined;
}

function embedAnswer(item: Item, call: SiteCall): SiteResult {
  const { site } = call;
  const data = embedData(item, widthOf(call), call);
  if (textOf(call.params, 'format') !== 'xml') return json(data);
  const members = Object.entries(data).map(
    ([name, value]) => `<${name}>${escapeHtml(String(value))}</${name}>`,
  );
  const text = `<?xml version="1.0" encoding="utf-8"?>\n<oembed>${members.join('')}</oembed>\n`;
  return {
    kind: 'result',
    status: 200,
    headers: site.choices.caching === 'none' ? [] : [['Vary', 'Accept']],
    body: { kind: 'bytes', bytes: new TextEncoder().encode(text), type: 'text/xml; charset=UTF-8' },
  };
}

function widthOf(call: SiteCall): number {
  const asked = Number(call.params.maxwidth ?? WIDTH);
  if (!Number.isFinite(asked)) return WIDTH;
  return call.site.choices['embed-sizes'] === 'capped'
    ? Math.min(Math.max(Math.round(asked), 200), WIDTH)
    : Math.max(1, Math.round(asked));
}

const EMBEDS = new WeakMap<ContentSite, number>();

/** A new token for each answer, like sites that check what the embedded page returns. */
function tokenOf(site: ContentSite): string {
  if (site.choices['embed-token'] === 'none') return '';
  const count = (EMBEDS.get(site) ?? 0) + 1;
  EMBEDS.set(site, count);
  return `#?secret=${count}`;
}

function embedData(item: Item, width: number, call: SiteCall): JsonObject {
  const { site } = call;
  const address = pageAddress(item, site);
  const wanted = Math.round((width * 9) / 16);
  const height = Math.max(1, Math.min(wanted, numberOf(call.params, 'maxheight') ?? wanted));
  const author = site.store.users.get(item.author);
  const image = storedCollectionOf(site.store, 'media').items.get(item.featuredMedia)?.upload;
  return {
    version: '1.0',
    type: 'rich',
    provider_name: 'Meadow Docs',
    provider_url: site.baseUrl,
    author_name: author?.name ?? '',
    title: item.title,
    width,
    height,
    html: `<iframe src="${escapeHtml(address)}embed/${tokenOf(site)}" width="${width}" height="${height}"></iframe>`,
    ...(image?.file && {
      thumbnail_url: fileAddress(site, image.file),
      thumbnail_width: image.width,
      thumbnail_height: image.height,
    }),
  };
}
