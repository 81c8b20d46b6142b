import { listed, without } from '../altering.ts';
import { argEntry, indexing, routeEntry } from '../altering-index.ts';
import { type ContentFault, inFamily } from '../deviation.ts';
import type { JsonObject } from '../item.ts';

const ID = '/cms/v2/posts/(?P<id>[\\d]+)';

function authorisedBy(index: JsonObject, authorization: string): JsonObject {
  const endpoints = { authorization };
  return { ...index, authentication: { 'application-passwords': { endpoints } } };
}

function authorisedAt(index: JsonObject, site: string): JsonObject {
  return authorisedBy(index, `${site}/cms-admin/authorize-application.php`);
}

export const indexFaults: readonly ContentFault[] = [
  ...inFamily('authentication', [
    // ---- authentication (what the document states of it) -------------------------------------------------
    {
      name: 'authentication-empty',
      what: 'names no way to log in',
      breaks: ['content/index/one-authentication-method'],
      alter: indexing((value) => ({ ...value, authentication: {} })),
    },
    {
      name: 'authentication-as-list',
      what: 'shows the ways to log in as a list',
      breaks: ['content/index/authentication'],
      alter: indexing((value) => ({ ...value, authentication: ['application-passwords'] })),
    },
    {
      name: 'authentication-other-method',
      what: 'names another way to log in',
      breaks: ['content/index/one-authentication-method'],
      alter: indexing((value) => ({ ...value, authentication: { cookies: {} } })),
    },
    {
      name: 'authorization-address-elsewhere',
      what: 'names another address to authorise at',
      breaks: ['content/index/authorization-endpoint'],
      alter: indexing((value) => authorisedBy(value, `${String(value.url)}/login.php`)),
    },
    {
      name: 'authorization-host-elsewhere',
      what: 'names another site to authorise at',
      breaks: ['content/index/authorization-endpoint'],
      alter: indexing((value) => authorisedAt(value, 'https://elsewhere.example')),
    },
  ]),
  ...inFamily('schema', [
    {
      name: 'argument-described-by-number',
      what: 'describes the slug of a post by a number',
      breaks: ['content/index/endpoint/arg-description'],
      alter: argEntry('/cms/v2/posts', 'POST', 'slug', (arg) => ({ ...arg, description: 7 })),
    },
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
    ].map((name) => ({
      name: `index-${name.replaceAll('_', '-')}-missing`,
      what: `leaves ${name} out of the index`,
      breaks: [`content/index/${name.replaceAll('_', '-')}`],
      alter: indexing((value) => without(value, name)),
    })),
    {
      name: 'page-on-front-as-text',
      what: 'shows page_on_front as a text',
      breaks: ['content/index/page-on-front'],
      alter: indexing((value) => ({ ...value, page_on_front: '0' })),
    },
    {
      name: 'namespaces-as-object',
      what: 'shows namespaces as an object',
      breaks: ['content/index/namespaces'],
      alter: indexing((value) => ({ ...value, namespaces: {} })),
    },
  ]),
  ...inFamily('index', [
    {
      name: 'namespace-not-listed',
      what: 'does not list the namespace of its content',
      breaks: ['content/index/namespaces-listed'],
      alter: indexing((value) => ({
        ...value,
        namespaces: listed(value.namespaces ?? [], (names) =>
          names.filter((name) => name !== 'cms/v2'),
        ),
      })),
    },
    {
      name: 'route-missing-posts',
      what: 'does not list the route of posts',
      breaks: ['content/index/routes-listed'],
      alter: routeEntry('/cms/v2/posts', () => undefined),
    },
    {
      name: 'route-missing-batch',
      what: 'does not list the batch route',
      breaks: ['content/index/routes-listed'],
      alter: routeEntry('/batch/v1', () => undefined),
    },
    {
      name: 'route-missing-lookup',
      what: 'does not list the lookup of templates',
      breaks: ['content/index/routes-listed'],
      alter: routeEntry('/cms/v2/templates/lookup', () => undefined),
    },
  ]),
  ...inFamily('schema', [
    {
      name: 'route-without-namespace',
      what: 'leaves the namespace of a route out',
      breaks: ['content/index/route/namespace'],
      alter: routeEntry('/cms/v2/pages', (entry) => without(entry, 'namespace')),
    },
    {
      name: 'route-without-methods',
      what: 'leaves the methods of a route out',
      breaks: ['content/index/route/methods'],
      alter: routeEntry('/cms/v2/pages', (entry) => without(entry, 'methods')),
    },
    {
      name: 'route-without-endpoints',
      what: 'leaves the endpoints of a route out',
      breaks: ['content/index/route/endpoints'],
      alter: routeEntry('/cms/v2/pages', (entry) => without(entry, 'endpoints')),
    },
    {
      name: 'route-without-link',
      what: 'leaves the link of a route out',
      breaks: ['content/index/route/links'],
      alter: routeEntry('/cms/v2/pages', (entry) => without(entry, '_links')),
    },
  ]),
  ...inFamily('index', [
    {
      name: 'route-methods-lack-one',
      what: 'does not list DELETE for posts',
      breaks: ['content/index/route-methods'],
      alter: routeEntry(ID, (entry) => ({ ...entry, methods: ['GET', 'POST', 'PUT', 'PATCH'] })),
    },
    {
      name: 'route-methods-have-one-more',
      what: 'lists PUT for the lookup of templates',
      breaks: ['content/index/other-methods'],
      alter: routeEntry('/cms/v2/templates/lookup', (entry) => ({
        ...entry,
        methods: ['GET', 'PUT'],
      })),
    },
  ]),
];
