import { isMembers } from '../../../model/index.ts';
import { answering, listed, without } from '../altering.ts';
import { argEntry, endpointEntry, indexing, routeEntry } from '../altering-index.ts';
import { type ContentFault, inFamily } from '../deviation.ts';

const ID = '/cms/v2/posts/(?P<id>[\\d]+)';
const MEDIA_ITEM = '/cms/v2/media/(?P<id>[\\d]+)';

export const indexParameterFaults: readonly ContentFault[] = [
  ...inFamily('index', [
    {
      name: 'context-values-of-item-missing',
      what: 'does not say which contexts reading a post has',
      breaks: ['content/index/parameter-inherited'],
      alter: argEntry(ID, 'GET', 'context', (arg) => without(arg, 'enum')),
    },
    {
      name: 'id-type-wrong',
      what: 'says that the ID of a post is a text',
      breaks: ['content/index/parameter-inherited'],
      alter: argEntry(ID, 'DELETE', 'id', (arg) => ({ ...arg, type: 'string' })),
    },
    {
      name: 'media-parent-items-wrong',
      what: 'says that parents of media are texts',
      breaks: ['content/index/parameter-inherited'],
      alter: argEntry('/cms/v2/media', 'GET', 'parent', (arg) => ({
        ...arg,
        items: { type: 'string' },
      })),
    },
    {
      name: 'media-id-missing-of-delete',
      what: 'does not list id for deleting media',
      breaks: ['content/index/parameters-by-method'],
      alter: endpointEntry(MEDIA_ITEM, 'DELETE', (endpoint) => ({
        ...endpoint,
        args: isMembers(endpoint.args) ? without(endpoint.args, 'id') : {},
      })),
    },
    {
      name: 'media-force-missing',
      what: 'does not list force for media',
      breaks: ['content/index/parameters-listed'],
      alter: endpointEntry(MEDIA_ITEM, 'DELETE', (endpoint) => ({
        ...endpoint,
        args: isMembers(endpoint.args) ? without(endpoint.args, 'force') : {},
      })),
    },
    {
      name: 'styles-missing-of-writes',
      what: 'does not list styles for writing global styles',
      breaks: ['content/index/parameters-listed'],
      alter: endpointEntry('/cms/v2/global-styles/(?P<id>[\\d]+)', 'POST', (endpoint) => ({
        ...endpoint,
        args: isMembers(endpoint.args) ? without(endpoint.args, 'styles') : {},
      })),
    },
    {
      name: 'per-page-maximum-wrong',
      what: 'says that a page may have 1000 records',
      breaks: ['content/index/parameter-maximum'],
      alter: argEntry('/cms/v2/posts', 'GET', 'per_page', (arg) => ({ ...arg, maximum: 1000 })),
    },
    {
      name: 'search-required',
      what: 'says that a list of posts needs a search',
      breaks: ['content/index/no-further-constraints'],
      alter: argEntry('/cms/v2/posts', 'GET', 'search', (arg) => ({ ...arg, required: true })),
    },
    {
      name: 'offset-bounded',
      what: 'says that a list of pages has an offset of 100 at the most',
      breaks: ['content/index/no-further-constraints'],
      alter: argEntry('/cms/v2/pages', 'GET', 'offset', (arg) => ({ ...arg, maximum: 100 })),
    },
    {
      name: 'template-values-listed',
      what: 'says which theme files a post may have',
      breaks: ['content/index/no-further-constraints'],
      alter: argEntry('/cms/v2/posts', 'POST', 'template', (arg) => ({ ...arg, enum: ['', 'a'] })),
    },
    {
      name: 'per-page-default-wrong',
      what: 'says that a page has 20 records',
      breaks: ['content/index/parameter-default'],
      alter: argEntry('/cms/v2/posts', 'GET', 'per_page', (arg) => ({ ...arg, default: 20 })),
    },
    {
      name: 'page-minimum-missing',
      what: 'does not say that pages begin with 1',
      breaks: ['content/index/parameter-minimum'],
      alter: argEntry('/cms/v2/posts', 'GET', 'page', (arg) => without(arg, 'minimum')),
    },
    {
      name: 'orderby-value-missing',
      what: 'does not list relevance for orderby',
      breaks: ['content/index/parameter-enum'],
      alter: argEntry('/cms/v2/posts', 'GET', 'orderby', (arg) => ({
        ...arg,
        enum: listed(arg.enum ?? [], (values) => values.filter((value) => value !== 'relevance')),
      })),
    },
    {
      name: 'pages-orderby-lacks-menu-order',
      what: 'does not list menu_order for pages',
      breaks: ['content/index/parameter-enum'],
      alter: argEntry('/cms/v2/pages', 'GET', 'orderby', (arg) => ({
        ...arg,
        enum: listed(arg.enum ?? [], (values) => values.filter((value) => value !== 'menu_order')),
      })),
    },
    {
      name: 'order-default-wrong',
      what: 'says that lists ascend',
      breaks: ['content/index/parameter-default'],
      alter: argEntry('/cms/v2/posts', 'GET', 'order', (arg) => ({ ...arg, default: 'asc' })),
    },
    {
      name: 'status-default-wrong',
      what: 'says that drafts are listed',
      breaks: ['content/index/parameter-default'],
      alter: argEntry('/cms/v2/posts', 'GET', 'status', (arg) => ({ ...arg, default: 'draft' })),
    },
    {
      name: 'author-type-wrong',
      what: 'says that an author is a text',
      breaks: ['content/index/parameter-type'],
      alter: argEntry('/cms/v2/posts', 'POST', 'author', (arg) => ({ ...arg, type: 'string' })),
    },
    {
      name: 'requests-not-required',
      what: 'does not say that a batch needs requests',
      breaks: ['content/index/parameter-required'],
      alter: argEntry('/batch/v1', 'POST', 'requests', (arg) => without(arg, 'required')),
    },
    {
      name: 'template-slug-not-required',
      what: 'does not say that a template needs a slug',
      breaks: ['content/index/parameter-required'],
      alter: argEntry('/cms/v2/templates', 'POST', 'slug', (arg) => without(arg, 'required')),
    },
    {
      name: 'url-format-missing',
      what: 'does not say that an address is a URI',
      breaks: ['content/index/parameter-format'],
      alter: argEntry('/oembed/1.0/embed', 'GET', 'url', (arg) => without(arg, 'format')),
    },
    {
      name: 'sticky-arg-missing',
      what: 'does not list sticky for posts',
      breaks: ['content/index/parameters-listed'],
      alter: endpointEntry('/cms/v2/posts', 'GET', (endpoint) => ({
        ...endpoint,
        args: isMembers(endpoint.args) ? without(endpoint.args, 'sticky') : {},
      })),
    },
    {
      name: 'posts-not-batchable',
      what: 'says that posts may not be batched',
      breaks: ['content/index/batchable'],
      alter: endpointEntry('/cms/v2/posts', 'POST', (endpoint) => ({
        ...endpoint,
        allow_batch: { v1: false },
      })),
    },
    {
      name: 'pages-batch-unsaid',
      what: 'does not say that pages may be batched',
      breaks: ['content/index/batchable'],
      alter: endpointEntry('/cms/v2/pages', 'POST', (endpoint) => without(endpoint, 'allow_batch')),
    },
    {
      name: 'global-styles-batchable',
      what: 'says that global styles may be batched',
      breaks: ['content/index/not-batchable'],
      alter: endpointEntry('/cms/v2/global-styles/(?P<id>[\\d]+)', 'POST', (endpoint) => ({
        ...endpoint,
        allow_batch: { v1: true },
      })),
    },
  ]),
  ...inFamily('schema', [
    {
      name: 'args-as-list',
      what: 'shows args as a list',
      breaks: ['content/index/parameters-listed'],
      alter: endpointEntry('/cms/v2/posts', 'GET', (endpoint) => ({ ...endpoint, args: [] })),
    },
  ]),
  ...inFamily('index', [
    {
      name: 'abilities-not-listed',
      what: 'does not list the namespace of abilities',
      breaks: ['content/index/other-namespaces-listed'],
      alter: indexing((value) => ({
        ...value,
        namespaces: listed(value.namespaces ?? [], (names) =>
          names.filter((name) => name !== 'cms/abilities'),
        ),
      })),
    },
  ]),
  ...inFamily('schema', [
    {
      name: 'index-as-list',
      what: 'shows the index as a list',
      breaks: ['content/index/object'],
      alter: answering({ is: '/' }, (value) => [value]),
    },
    {
      name: 'route-as-list',
      what: 'shows the description of a route as a list',
      breaks: ['content/index/route', 'content/index/routes-listed'],
      alter: indexing((value) => ({
        ...value,
        routes: isMembers(value.routes) ? { ...value.routes, '/cms/v2/pages': [] } : {},
      })),
    },
    {
      name: 'link-as-text',
      what: 'shows the links of a route as a text',
      breaks: ['content/index/route/links-form'],
      alter: routeEntry('/cms/v2/pages', (entry) => ({
        ...entry,
        _links: { self: '/cms/v2/pages' },
      })),
    },
    {
      name: 'endpoint-without-methods',
      what: 'leaves the methods of an endpoint out',
      breaks: ['content/index/endpoint/methods'],
      alter: endpointEntry('/cms/v2/pages', 'GET', (endpoint) => without(endpoint, 'methods')),
    },
    {
      name: 'allow-batch-as-boolean',
      what: 'shows true for the versions of batches',
      breaks: ['content/index/endpoint/allow-batch'],
      alter: endpointEntry('/cms/v2/pages', 'POST', (endpoint) => ({
        ...endpoint,
        allow_batch: true,
      })),
    },
  ]),
  ...inFamily('index', [
    {
      name: 'route-in-other-namespace',
      what: 'lists pages in the namespace of embeds',
      breaks: ['content/index/route-namespaces'],
      alter: routeEntry('/cms/v2/pages', (entry) => ({ ...entry, namespace: 'oembed/1.0' })),
    },
    {
      name: 'include-items-wrong',
      what: 'says that include takes texts',
      breaks: ['content/index/parameter-items'],
      alter: argEntry('/cms/v2/posts', 'GET', 'include', (arg) => ({
        ...arg,
        items: { type: 'string' },
      })),
    },
    {
      name: 'format-items-not-unique',
      what: 'does not say that formats are to be unique',
      breaks: ['content/index/parameter-unique-items'],
      alter: argEntry('/cms/v2/posts', 'GET', 'format', (arg) => without(arg, 'uniqueItems')),
    },
    {
      name: 'slug-length-missing',
      what: 'does not say that the slug of a template has a character',
      breaks: ['content/index/parameter-length'],
      alter: argEntry('/cms/v2/templates', 'POST', 'slug', (arg) => without(arg, 'minLength')),
    },
    {
      name: 'slug-pattern-missing',
      what: 'does not list the characters allowed in the slug of a template',
      breaks: ['content/index/parameter-pattern'],
      alter: argEntry('/cms/v2/templates', 'POST', 'slug', (arg) => without(arg, 'pattern')),
    },
    {
      name: 'batch-size-missing',
      what: 'does not say how many requests a batch may have',
      breaks: ['content/index/parameter-item-count'],
      alter: argEntry('/batch/v1', 'POST', 'requests', (arg) => without(arg, 'maxItems')),
    },
    {
      name: 'rotation-bound-wrong',
      what: 'says that an image may be turned by 360 degrees',
      breaks: ['content/index/parameter-exclusive-bounds'],
      alter: argEntry('/cms/v2/media/(?P<id>[\\d]+)/edit', 'POST', 'rotation', (arg) => ({
        ...without(arg, 'exclusiveMaximum'),
        maximum: 360,
      })),
    },
    {
      name: 'title-members-missing',
      what: 'does not say what a title consists of',
      breaks: ['content/index/parameter-members'],
      alter: argEntry('/cms/v2/posts', 'POST', 'title', (arg) => ({
        ...arg,
        properties: { rendered: { type: 'string' } },
      })),
    },
  ]),
  ...inFamily('schema', [
    {
      name: 'args-as-text',
      what: 'shows args as a text',
      breaks: ['content/index/endpoint/args'],
      alter: endpointEntry('/cms/v2/posts', 'GET', (endpoint) => ({ ...endpoint, args: 'none' })),
    },
  ]),
];
