import { isMembers } from '../../model/index.ts';
import { routeOf } from './address.ts';
import type { Arg, Args } from './index-parameters.ts';
import { type IndexEndpoint, type IndexRoute, indexRoutes, NAMESPACES } from './index-routes.ts';
import type { JsonObject } from './item.ts';
import { ZONES } from './moment.ts';
import { json, type SiteResult } from './refusal.ts';
import type { ContentSite } from './site.ts';
import { storedCollectionOf } from './store.ts';

export const SITE_NAME = 'Meadow Docs';
const PUBLIC_ADDRESS = 'https://docs.example';

/** GET `/`: the site index of section 2.1. */
export function siteIndex(site: ContentSite): JsonObject {
  const some = site.choices['index-help'] === 'some';
  const { url, home } = addressesOf(site);
  return {
    name: SITE_NAME,
    description: 'How to connect one system with another',
    url,
    home,
    gmt_offset: String(site.zone(site.now()) / 60),
    timezone_string: ZONES[site.choices['site-zone']].name,
    page_for_posts: 0,
    page_on_front: 0,
    show_on_front: 'posts',
    namespaces: [...NAMESPACES],
    authentication: {
      'application-passwords': {
        endpoints: {
          authorization: `${url.replace(/\/$/, '')}/cms-admin/authorize-application.php`,
        },
      },
    },
    routes: Object.fromEntries(
      indexRoutes(site.choices['index-routes']).map((route) => [
        route.pattern,
        describe(route, site),
      ]),
    ),
    ...(some && { site_logo: 0, _links: linksOf(site) }),
  };
}

/** Real sites link from here to data that no list shows. */
function linksOf(site: ContentSite): JsonObject {
  const styles = storedCollectionOf(site.store, 'global-styles').items.values().next().value;
  return {
    help: [{ href: `${site.baseUrl}/help/` }],
    ...(styles && { styles: [{ href: routeOf(site, `/cms/v2/global-styles/${styles.id}`) }] }),
  };
}

function addressesOf(site: ContentSite): { readonly url: string; readonly home: string } {
  const { baseUrl, choices } = site;
  switch (choices['site-address']) {
    case 'public':
      return { url: PUBLIC_ADDRESS, home: PUBLIC_ADDRESS };
    case 'apart':
      return { url: `${baseUrl}/`, home: `${baseUrl}/pages/` };
    default:
      return { url: baseUrl, home: baseUrl };
  }
}

/** One value of `routes`. A pattern has no address, and so no `_links`. */
export function describe(route: IndexRoute, site: ContentSite): JsonObject {
  return {
    namespace: route.namespace,
    methods: [...new Set(route.endpoints.flatMap((endpoint) => endpoint.methods))],
    endpoints: route.endpoints.map((endpoint) => describeEndpoint(endpoint, site)),
    ...(!route.pattern.includes('(') && {
      _links: { self: [{ href: routeOf(site, route.pattern) }] },
    }),
  };
}

function describeEndpoint(endpoint: IndexEndpoint, site: ContentSite): JsonObject {
  return {
    methods: [...endpoint.methods],
    ...(endpoint.batch !== undefined && { allow_batch: { v1: endpoint.batch } }),
    args: spelled(
      site.choices['index-ids'] === 'listed'
        ? { ...endpoint.also, ...endpoint.args }
        : endpoint.args,
      site,
    ),
  };
}

function spelled(args: Args, site: ContentSite): JsonObject {
  const wordy = site.choices['index-defaults'] === 'wordy';
  const one = (arg: Arg): Arg => (wordy ? { required: false, ...arg } : arg);
  return Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, one(arg)]));
}

/** GET on a namespace: its name, and its part of the index. */
export function namespaceIndex(template: string, site: ContentSite): SiteResult {
  const namespace = template.slice(1);
  const index = siteIndex(site);
  const { routes } = index;
  const own = Object.entries(isMembers(routes) ? routes : {}).filter(
    ([, route]) => isMembers(route) && route.namespace === namespace,
  );
  return json({ namespace, routes: Object.fromEntries(own) });
}
