import { type Alter, answering, fault, isMembers, listed, without } from './altering.ts';
import { argEntry, endpointEntry, indexing, routeEntry } from './altering-index.ts';
import type { Fault } from './deviation.ts';
import type { JsonObject } from './item.ts';

const login = (name: string, what: string, alter: Alter): Fault =>
  fault('authentication', name, what, alter);

/** Faults in the form of the index, which is the one answer whose form the document states. */
const schema = (name: string, what: string, alter: Alter): Fault =>
  fault('schema', name, what, alter);

const index = (name: string, what: string, alter: Alter): Fault =>
  fault('index', name, what, alter);

const ID = '/cms/v2/posts/(?P<id>[\\d]+)';
const MEDIA_ITEM = '/cms/v2/media/(?P<id>[\\d]+)';

function authorisedBy(index: JsonObject, authorization: string): JsonObject {
  const endpoints = { authorization };
  return { ...index, authentication: { 'application-passwords': { endpoints } } };
}

function authorisedAt(index: JsonObject, site: string): JsonObject {
  return authorisedBy(index, `${site}/cms-admin/authorize-application.php`);
}

/** Faults in the site index, and in what it says of authentication. */
export const indexFaults: readonly Fault[] = [
  // ---- authentication (what the document states of it) -------------------------------------------------
  login(
    'authentication-empty',
    'names no way to log in',
    indexing((value) => ({ ...value, authentication: {} })),
  ),
  login(
    'authentication-as-list',
    'shows the ways to log in as a list',
    indexing((value) => ({ ...value, authentication: ['application-passwords'] })),
  ),
  login(
    'authentication-other-method',
    'names another way to log in',
    indexing((value) => ({ ...value, authentication: { cookies: {} } })),
  ),
  login(
    'authorization-address-elsewhere',
    'names another address to authorise at',
    indexing((value) => authorisedBy(value, `${String(value.url)}/login.php`)),
  ),
  login(
    'authorization-host-elsewhere',
    'names another site to authorise at',
    indexing((value) => authorisedAt(value, 'https://elsewhere.example')),
  ),
  login(
    'authorization-address-deeper',
    'names a folder of its own to authorise at',
    indexing((value) => authorisedAt(value, `${String(value.url)}/index.php`)),
  ),

  // ---- the index -------------------------------------------------------------------------------------
  ...[
    'name',
    'description',
    'url',
    'home',
    'gmt_offset',
    'timezone_string',
    'page_for_posts',
    'page_on_front',
    'show_on_front',
    'namespaces',
    'routes',
  ].map((name) =>
    schema(
      `index-${name.replaceAll('_', '-')}-missing`,
      `leaves ${name} out of the index`,
      indexing((value) => without(value, name)),
    ),
  ),
  schema(
    'gmt-offset-as-number',
    'shows the offset as a number',
    indexing((value) => ({ ...value, gmt_offset: Number(value.gmt_offset) })),
  ),
  schema(
    'page-on-front-as-text',
    'shows page_on_front as a text',
    indexing((value) => ({ ...value, page_on_front: '0' })),
  ),
  schema(
    'namespaces-as-object',
    'shows namespaces as an object',
    indexing((value) => ({ ...value, namespaces: {} })),
  ),
  index(
    'namespace-not-listed',
    'does not list the namespace of its content',
    indexing((value) => ({
      ...value,
      namespaces: listed(value.namespaces ?? [], (names) =>
        names.filter((name) => name !== 'cms/v2'),
      ),
    })),
  ),
  index(
    'route-missing-posts',
    'does not list the route of posts',
    routeEntry('/cms/v2/posts', () => undefined),
  ),
  index(
    'route-missing-batch',
    'does not list the batch route',
    routeEntry('/batch/v1', () => undefined),
  ),
  index(
    'route-missing-lookup',
    'does not list the lookup of templates',
    routeEntry('/cms/v2/templates/lookup', () => undefined),
  ),
  schema(
    'route-without-namespace',
    'leaves the namespace of a route out',
    routeEntry('/cms/v2/pages', (entry) => without(entry, 'namespace')),
  ),
  schema(
    'route-without-methods',
    'leaves the methods of a route out',
    routeEntry('/cms/v2/pages', (entry) => without(entry, 'methods')),
  ),
  schema(
    'route-without-endpoints',
    'leaves the endpoints of a route out',
    routeEntry('/cms/v2/pages', (entry) => without(entry, 'endpoints')),
  ),
  schema(
    'route-without-link',
    'leaves the link of a route out',
    routeEntry('/cms/v2/pages', (entry) => without(entry, '_links')),
  ),
  index(
    'route-methods-lack-one',
    'does not list DELETE for posts',
    routeEntry(ID, (entry) => ({ ...entry, methods: ['GET', 'POST', 'PUT', 'PATCH'] })),
  ),
  index(
    'route-methods-have-one-more',
    'lists PUT for the lookup of templates',
    routeEntry('/cms/v2/templates/lookup', (entry) => ({ ...entry, methods: ['GET', 'PUT'] })),
  ),
  index(
    'context-values-of-item-missing',
    'does not say which contexts reading a post has',
    argEntry(ID, 'GET', 'context', (arg) => without(arg, 'enum')),
  ),
  index(
    'id-type-wrong',
    'says that the ID of a post is a text',
    argEntry(ID, 'DELETE', 'id', (arg) => ({ ...arg, type: 'string' })),
  ),
  index(
    'media-parent-items-wrong',
    'says that parents of media are texts',
    argEntry('/cms/v2/media', 'GET', 'parent', (arg) => ({ ...arg, items: { type: 'string' } })),
  ),
  index(
    'media-id-missing-of-delete',
    'does not list id for deleting media',
    endpointEntry(MEDIA_ITEM, 'DELETE', (endpoint) => ({
      ...endpoint,
      args: isMembers(endpoint.args) ? without(endpoint.args, 'id') : {},
    })),
  ),
  index(
    'media-force-missing',
    'does not list force for media',
    endpointEntry(MEDIA_ITEM, 'DELETE', (endpoint) => ({
      ...endpoint,
      args: isMembers(endpoint.args) ? without(endpoint.args, 'force') : {},
    })),
  ),
  index(
    'styles-missing-of-writes',
    'does not list styles for writing global styles',
    endpointEntry('/cms/v2/global-styles/(?P<id>[\\d]+)', 'POST', (endpoint) => ({
      ...endpoint,
      args: isMembers(endpoint.args) ? without(endpoint.args, 'styles') : {},
    })),
  ),
  index(
    'per-page-maximum-wrong',
    'says that a page may have 1000 records',
    argEntry('/cms/v2/posts', 'GET', 'per_page', (arg) => ({ ...arg, maximum: 1000 })),
  ),
  index(
    'per-page-default-wrong',
    'says that a page has 20 records',
    argEntry('/cms/v2/posts', 'GET', 'per_page', (arg) => ({ ...arg, default: 20 })),
  ),
  index(
    'page-minimum-missing',
    'does not say that pages begin with 1',
    argEntry('/cms/v2/posts', 'GET', 'page', (arg) => without(arg, 'minimum')),
  ),
  index(
    'orderby-value-missing',
    'does not list relevance for orderby',
    argEntry('/cms/v2/posts', 'GET', 'orderby', (arg) => ({
      ...arg,
      enum: listed(arg.enum ?? [], (values) => values.filter((value) => value !== 'relevance')),
    })),
  ),
  index(
    'pages-orderby-lacks-menu-order',
    'does not list menu_order for pages',
    argEntry('/cms/v2/pages', 'GET', 'orderby', (arg) => ({
      ...arg,
      enum: listed(arg.enum ?? [], (values) => values.filter((value) => value !== 'menu_order')),
    })),
  ),
  index(
    'order-default-wrong',
    'says that lists ascend',
    argEntry('/cms/v2/posts', 'GET', 'order', (arg) => ({ ...arg, default: 'asc' })),
  ),
  index(
    'status-default-wrong',
    'says that drafts are listed',
    argEntry('/cms/v2/posts', 'GET', 'status', (arg) => ({ ...arg, default: 'draft' })),
  ),
  index(
    'author-type-wrong',
    'says that an author is a text',
    argEntry('/cms/v2/posts', 'POST', 'author', (arg) => ({ ...arg, type: 'string' })),
  ),
  index(
    'requests-not-required',
    'does not say that a batch needs requests',
    argEntry('/batch/v1', 'POST', 'requests', (arg) => without(arg, 'required')),
  ),
  index(
    'template-slug-not-required',
    'does not say that a template needs a slug',
    argEntry('/cms/v2/templates', 'POST', 'slug', (arg) => without(arg, 'required')),
  ),
  index(
    'url-format-missing',
    'does not say that an address is a URI',
    argEntry('/oembed/1.0/embed', 'GET', 'url', (arg) => without(arg, 'format')),
  ),
  index(
    'sticky-arg-missing',
    'does not list sticky for posts',
    endpointEntry('/cms/v2/posts', 'GET', (endpoint) => ({
      ...endpoint,
      args: isMembers(endpoint.args) ? without(endpoint.args, 'sticky') : {},
    })),
  ),
  index(
    'posts-not-batchable',
    'says that posts may not be batched',
    endpointEntry('/cms/v2/posts', 'POST', (endpoint) => ({
      ...endpoint,
      allow_batch: { v1: false },
    })),
  ),
  index(
    'pages-batch-unsaid',
    'does not say that pages may be batched',
    endpointEntry('/cms/v2/pages', 'POST', (endpoint) => without(endpoint, 'allow_batch')),
  ),
  index(
    'global-styles-batchable',
    'says that global styles may be batched',
    endpointEntry('/cms/v2/global-styles/(?P<id>[\\d]+)', 'POST', (endpoint) => ({
      ...endpoint,
      allow_batch: { v1: true },
    })),
  ),
  schema(
    'args-as-list',
    'shows args as a list',
    endpointEntry('/cms/v2/posts', 'GET', (endpoint) => ({ ...endpoint, args: [] })),
  ),
  index(
    'abilities-not-listed',
    'does not list the namespace of abilities',
    indexing((value) => ({
      ...value,
      namespaces: listed(value.namespaces ?? [], (names) =>
        names.filter((name) => name !== 'cms/abilities'),
      ),
    })),
  ),
  schema(
    'index-as-list',
    'shows the index as a list',
    answering({ is: '/' }, (value) => [value]),
  ),
  schema(
    'route-as-list',
    'shows what is said of a route as a list',
    indexing((value) => ({
      ...value,
      routes: isMembers(value.routes) ? { ...value.routes, '/cms/v2/pages': [] } : {},
    })),
  ),
  schema(
    'link-as-text',
    'shows the links of a route as a text',
    routeEntry('/cms/v2/pages', (entry) => ({ ...entry, _links: { self: '/cms/v2/pages' } })),
  ),
  schema(
    'endpoint-without-methods',
    'leaves the methods of an endpoint out',
    endpointEntry('/cms/v2/pages', 'GET', (endpoint) => without(endpoint, 'methods')),
  ),
  schema(
    'allow-batch-as-boolean',
    'shows true for the versions of batches',
    endpointEntry('/cms/v2/pages', 'POST', (endpoint) => ({ ...endpoint, allow_batch: true })),
  ),
  index(
    'route-in-other-namespace',
    'lists pages in the namespace of embeds',
    routeEntry('/cms/v2/pages', (entry) => ({ ...entry, namespace: 'oembed/1.0' })),
  ),
  index(
    'include-items-wrong',
    'says that include takes texts',
    argEntry('/cms/v2/posts', 'GET', 'include', (arg) => ({ ...arg, items: { type: 'string' } })),
  ),
  index(
    'format-items-not-unique',
    'does not say that formats are to be unique',
    argEntry('/cms/v2/posts', 'GET', 'format', (arg) => without(arg, 'uniqueItems')),
  ),
  index(
    'slug-length-missing',
    'does not say that the slug of a template has a character',
    argEntry('/cms/v2/templates', 'POST', 'slug', (arg) => without(arg, 'minLength')),
  ),
  index(
    'slug-pattern-missing',
    'does not say of which characters the slug of a template is',
    argEntry('/cms/v2/templates', 'POST', 'slug', (arg) => without(arg, 'pattern')),
  ),
  index(
    'batch-size-missing',
    'does not say how many requests a batch may have',
    argEntry('/batch/v1', 'POST', 'requests', (arg) => without(arg, 'maxItems')),
  ),
  index(
    'rotation-bound-wrong',
    'says that an image may be turned by 360 degrees',
    argEntry('/cms/v2/media/(?P<id>[\\d]+)/edit', 'POST', 'rotation', (arg) => ({
      ...without(arg, 'exclusiveMaximum'),
      maximum: 360,
    })),
  ),
  index(
    'title-members-missing',
    'does not say what a title consists of',
    argEntry('/cms/v2/posts', 'POST', 'title', (arg) => ({
      ...arg,
      properties: { rendered: { type: 'string' } },
    })),
  ),
  schema(
    'args-as-text',
    'shows args as a text',
    endpointEntry('/cms/v2/posts', 'GET', (endpoint) => ({ ...endpoint, args: 'none' })),
  ),
];
