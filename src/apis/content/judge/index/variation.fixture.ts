import { isObject, type Json } from '../../../../model/index.ts';
import {
  all,
  arg,
  at,
  below,
  type Edit,
  endpoint,
  everyEndpoint,
  everyEntry,
  everyRoute,
  having,
  member,
  put,
  reencoded,
  reencodedAll,
  route,
  without,
} from './index-edit.fixture.ts';

/** An equivalent or larger index: its difference, and the edit. */
export type IndexVariation = readonly [what: string, edit: Edit];

const POSTS = '/cms/v2/posts';
const POST = '/cms/v2/posts/{id}';
const TEMPLATE = '/cms/v2/templates/{id}';
const IMAGE = '/cms/v2/media/{id}/edit';

const reversed = (value: Json): Json => {
  if (Array.isArray(value)) return value.toReversed();
  return isMembers(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value;
};

/** A route that the document does not show. */
const further = (namespace: string, args: Json = {}): Json => ({
  namespace,
  methods: ['GET', 'TRACE'],
  endpoints: [{ methods: ['GET', 'TRACE'], args }],
  _links: { self: [{ href: 'http://127.0.0.1/further' }] },
});

const listing = (pattern: string, entry: Json): Edit => at('/routes', having({ [pattern]: entry }));

/** Before all others, for servers that use the first match. */
const listingFirst = (pattern: string, entry: Json): Edit =>
  at('/routes', (routes) => ({ [pattern]: entry, ...(isMembers(routes) && routes) }));

function isMembers(value: Json): value is { readonly [name: string]: Json } {
  return isObject(value);
}

const isText = (value: Json | undefined): value is string => typeof value === 'string';

/** Unspecified points, and other forms of the same meaning. */
export const VARIATIONS: readonly IndexVariation[] = [
  // ---- order and words ---------------------------------------------------------------------------
  ['routes in reverse order', at('/routes', reversed)],
  ['endpoints in reverse order', everyRoute(member('endpoints', reversed))],
  [
    'methods in reverse order',
    all(everyRoute(member('methods', reversed)), everyEndpoint(member('methods', reversed))),
  ],
  ['parameters in reverse order', everyEndpoint(member('args', reversed))],
  ['attributes in reverse order', everyEntry(reversed)],
  [
    'values in reverse order',
    everyEntry((entry) => ({ ...entry, ...(entry.enum && { enum: reversed(entry.enum) }) })),
  ],
  [
    'types in reverse order',
    everyEntry((entry) => ({ ...entry, ...(entry.type && { type: reversed(entry.type) }) })),
  ],
  ['no descriptions', everyEntry(({ description: _, ...entry }) => entry)],
  [
    'other descriptions',
    everyEntry((entry) => ({ ...entry, ...(isText(entry.description) && { description: 'x' }) })),
  ],

  // ---- empty or absent ---------------------------------------------------------------------------
  [
    'an empty list for no parameters',
    everyEndpoint(member('args', (args) => (Object.keys(args ?? {}).length === 0 ? [] : args))),
  ],
  [
    'everything else marked as not required',
    everyEntry((entry) => ({ required: false, ...entry })),
  ],
  [
    'no empty texts as defaults',
    everyEntry(({ default: standard, ...entry }) => ({
      ...entry,
      ...(standard !== undefined && standard !== '' && { default: standard }),
    })),
  ],
  [
    'flags for batches where the document has none',
    everyEndpoint((entry) => ({ allow_batch: { v1: false }, ...(isMembers(entry) && entry) })),
  ],
  [
    'no flags where the document says that there are no batches',
    all(
      ...['GET', 'PUT'].map((method) =>
        endpoint('/cms/v2/global-styles/{id}', method, without('allow_batch')),
      ),
    ),
  ],
  ['a timezone that is empty', put('/timezone_string', '')],
  [
    'a version on a namespace that is only named',
    put('/namespaces', [
      'oembed/1.0',
      'host/cache-plugin/v1',
      'host_sign_on_plugin/v1',
      'cms/v2',
      'cms/block-editor/v1',
      'cms/abilities/v1',
      'other/v3',
    ]),
  ],

  // ---- types -------------------------------------------------------------------------------------
  [
    'every type in a list',
    everyEntry((entry) => ({ ...entry, ...(isText(entry.type) && { type: [entry.type] }) })),
  ],
  [
    'null by a mark',
    everyEntry((entry) =>
      Array.isArray(entry.type) && entry.type.includes('null')
        ? { ...entry, type: 'string', nullable: true }
        : entry,
    ),
  ],
  [
    'null as an alternative',
    arg(POSTS, 'POST', 'date', () => ({
      anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
    })),
  ],
  [
    'term filters by their alternatives alone',
    everyEntry((entry) => {
      const { type: _, ...rest } = entry;
      return entry.oneOf && Array.isArray(entry.type) ? rest : entry;
    }),
  ],
  [
    'alternatives under anyOf',
    everyEntry((entry) => {
      const { oneOf, ...rest } = entry;
      return oneOf ? { ...rest, anyOf: oneOf } : entry;
    }),
  ],
  [
    'a term filter without alternatives',
    arg(POSTS, 'GET', 'tags_exclude', () => ({
      type: ['array', 'object'],
      items: { type: 'integer' },
      properties: { terms: { type: 'array', items: { type: 'integer' }, default: [] } },
      additionalProperties: false,
    })),
  ],

  // ---- values and defaults -----------------------------------------------------------------------
  [
    'a default of one state in a list',
    arg(POSTS, 'GET', 'status', having({ default: ['publish'] })),
  ],
  [
    'numbers as text in defaults',
    everyEntry((entry) => ({
      ...entry,
      ...(typeof entry.default === 'number' && { default: String(entry.default) }),
    })),
  ],
  [
    'defaults where the document has none',
    all(
      arg(POST, 'PUT', 'password', having({ default: '' })),
      arg(POSTS, 'GET', 'offset', having({ default: 0 })),
    ),
  ],
  [
    'values by number',
    everyEntry((entry) => ({
      ...entry,
      ...(Array.isArray(entry.enum) && { enum: { ...entry.enum } }),
    })),
  ],
  [
    'a single value as a constant',
    everyEntry((entry) => {
      const { enum: values, ...rest } = entry;
      return Array.isArray(values) && values.length === 1
        ? { ...rest, const: values[0] ?? null }
        : entry;
    }),
  ],
  [
    'values of elements on the list',
    arg(
      '/cms/v2/media',
      'GET',
      'media_type',
      having({
        items: { type: 'string' },
        enum: ['image', 'video', 'text', 'application', 'audio'],
      }),
    ),
  ],
  [
    'the empty default among the values',
    arg(
      '/cms/v2/blocks',
      'POST',
      'meta',
      below('/properties/cms_pattern_sync_status', having({ enum: ['', 'partial', 'unsynced'] })),
    ),
  ],
  [
    'force that must be true as its only value',
    arg('/cms/v2/posts/{parent}/revisions/{id}', 'DELETE', 'force', () => ({
      type: 'boolean',
      required: true,
      enum: [true],
    })),
  ],

  // ---- bounds ------------------------------------------------------------------------------------
  [
    'bounds as text',
    everyEntry((entry) => ({
      ...entry,
      ...(typeof entry.minimum === 'number' && { minimum: String(entry.minimum) }),
    })),
  ],
  [
    'a page above 0',
    arg(POSTS, 'GET', 'page', (entry) =>
      having({ exclusiveMinimum: 0 })(without('minimum')(entry)),
    ),
  ],
  [
    'a page above 0, in the older spelling',
    arg(POSTS, 'GET', 'page', having({ minimum: 0, exclusiveMinimum: true })),
  ],
  [
    'a rotation in the newer spelling',
    arg(IMAGE, 'POST', 'rotation', () => ({
      type: 'integer',
      exclusiveMinimum: 0,
      exclusiveMaximum: 360,
    })),
  ],
  [
    'a rotation from 1 to 359',
    arg(IMAGE, 'POST', 'rotation', () => ({ type: 'integer', minimum: 1, maximum: 359 })),
  ],
  [
    'no ID for writing global styles',
    arg('/cms/v2/global-styles/{id}', 'POST', 'id', () => undefined),
  ],
  [
    'no ID for an autosave of a template',
    arg('/cms/v2/templates/{id}/autosaves', 'POST', 'id', () => undefined),
  ],
  ['bounds where the document has none', arg(POSTS, 'GET', 'offset', having({ minimum: 0 }))],
  [
    'bounds said not to be exclusive',
    arg(POSTS, 'GET', 'per_page', having({ exclusiveMinimum: false, exclusiveMaximum: false })),
  ],

  // ---- members -----------------------------------------------------------------------------------
  [
    'the newer spelling of read-only',
    everyEntry((entry) => {
      const { readonly, ...rest } = entry;
      return readonly ? { ...rest, readOnly: true } : entry;
    }),
  ],
  [
    'required members in a list',
    arg('/batch/v1', 'POST', 'requests', (entry) =>
      below(
        '/items',
        having({ required: ['path'] }),
      )(below('/items/properties/path', without('required'))(entry)),
    ),
  ],
  [
    'required members by marks',
    arg(IMAGE, 'POST', 'modifiers', (entry) =>
      below('/items/oneOf/0/properties/args/properties/flip', () => ({
        type: 'object',
        properties: {
          horizontal: { type: 'boolean', required: true },
          vertical: { type: 'boolean', required: true },
        },
      }))(entry),
    ),
  ],
  [
    'members beyond the document',
    arg(POSTS, 'POST', 'meta', below('/properties', having({ rating: { type: 'integer' } }))),
  ],
  [
    'a modifier beyond the document',
    arg(
      IMAGE,
      'POST',
      'modifiers',
      below('/items/oneOf', (list) =>
        Array.isArray(list) ? [{ properties: { type: { enum: ['blur'] } } }, ...list] : list,
      ),
    ),
  ],
  [
    'an anchored pattern',
    arg('/cms/v2/templates', 'POST', 'slug', having({ pattern: '^[0-9A-Z_a-z%-]{1,}$' })),
  ],

  // ---- routes ------------------------------------------------------------------------------------
  ['patterns with anchors', reencodedAll((pattern) => `^${pattern}$`)],
  ['groups without names', reencodedAll((pattern) => pattern.replaceAll(/\?P<\w+>/g, ''))],
  ['groups in another syntax', reencodedAll((pattern) => pattern.replaceAll('?P<', '?<'))],
  ['IDs of letters besides digits', reencoded(POST, () => '/cms/v2/posts/(?P<id>[\\w-]+)')],
  ['IDs of up to 20 digits', reencoded(POST, () => '/cms/v2/posts/(?P<id>[0-9]{1,20})')],
  ['IDs that do not begin with 0', reencoded(POST, () => '/cms/v2/posts/(?P<id>[1-9]\\d*)')],
  [
    'template IDs of anything but separators',
    reencoded(
      TEMPLATE,
      () =>
        '/cms/v2/templates/(?P<id>([^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)[\\/\\w%-]+)',
    ),
  ],
  ['template IDs of anything at all', reencoded(TEMPLATE, () => '/cms/v2/templates/(?P<id>.+)')],
  [
    'template IDs with two slashes alone',
    reencoded(TEMPLATE, () => '/cms/v2/templates/(?P<id>[\\w-]+(?://[\\w-]+)?)'),
  ],
  [
    'styles under a pattern for all below',
    reencoded('/cms/v2/global-styles/{id}', () => '/cms/v2/global-styles/(?P<id>[\\/\\w-]+)'),
  ],
  ['a slash that may follow', reencoded(POSTS, () => '/cms/v2/posts/?')],
  ['a route listed in two halves', inHalves],
  ['an endpoint for each method', everyRoute(member('endpoints', eachMethod))],
  [
    'methods that servers answer of themselves',
    all(
      everyRoute(
        member('methods', (names) =>
          Array.isArray(names) ? [...names, 'OPTIONS', 'HEAD'] : names,
        ),
      ),
      endpoint(POSTS, 'GET', having({ methods: ['GET', 'HEAD'] })),
    ),
  ],

  // ---- beyond the document -----------------------------------------------------------------------
  [
    'further routes',
    all(
      listing('/cms/v2/users', further('cms/v2')),
      listing('/cms/v2/posts/(?P<id>[\\d]+)/likes', further('cms/v2')),
      listing('/other/v3/(?P<x>.*)', further('other/v3')),
    ),
  ],
  [
    'a further pattern before all others that accepts everything',
    listingFirst('/(?P<rest>.*)', further('proxy/v1')),
  ],
  [
    'a further pattern for posts by slug',
    listingFirst(
      '/cms/v2/posts/(?P<slug>[\\w-]+)',
      further('cms/v2', { slug: { type: 'string' } }),
    ),
  ],
  ['a further pattern that is no expression', listing('/other/v3/(?P<x>[', further('other/v3'))],
  [
    'a further pattern that others would never finish',
    listing('/(?:a+)+(?:b|b?)*(?P<x>(.*)*)*$', further('other/v3')),
  ],
  [
    'further parameters',
    everyEndpoint(
      member('args', (args) =>
        isMembers(args) ? { ...args, lang: { type: 'string', required: true } } : args,
      ),
    ),
  ],
  [
    'the ID of autosaves listed',
    endpoint(
      '/cms/v2/posts/{id}/autosaves',
      'GET',
      member('args', having({ id: { type: 'integer' } })),
    ),
  ],
  [
    'further attributes',
    everyEntry((entry) => ({ ...entry, title: 'x', context: ['view'], 'x-order': 7 })),
  ],
  ['further fields', all(put('/site_logo', 0), put('/_links', {}))],
  [
    'the authorization endpoint by itself',
    put('/authentication/application-passwords', {
      authorization: 'http://127.0.0.1:8080/content/cms-admin/authorize-application.php',
    }),
  ],
  [
    'a link on a pattern',
    route(POST, having({ _links: { self: [{ href: 'http://127.0.0.1/' }] } })),
  ],
  [
    'a root without a namespace of its own',
    all(
      route('/', having({ namespace: '/' })),
      route('/batch/v1', having({ namespace: 'batch/v1' })),
    ),
  ],
];

/** Reading posts under one pattern, the rest under another that accepts the same paths. */
function inHalves(index: Json): Json {
  let whole: Json = null;
  const reading = route(POST, (entry) => {
    whole = entry;
    return halfOf(entry, (endpoint) => methodsOf(endpoint).includes('GET'));
  })(index);
  const rest = halfOf(whole, (endpoint) => !methodsOf(endpoint).includes('GET'));
  return listing('/cms/v2/posts/(?P<post>\\d+)', rest)(reading);
}

function halfOf(entry: Json, belongs: (endpoint: Json) => boolean): Json {
  if (!isMembers(entry) || !Array.isArray(entry.endpoints)) return entry;
  const endpoints: readonly Json[] = entry.endpoints.filter(belongs);
  return { ...entry, endpoints, methods: endpoints.flatMap(methodsOf) };
}

function eachMethod(endpoints: Json): Json {
  if (!Array.isArray(endpoints)) return endpoints;
  return endpoints.flatMap((endpoint: Json) =>
    methodsOf(endpoint).map((method) => having({ methods: [method] })(endpoint)),
  );
}

function methodsOf(endpoint: Json): readonly Json[] {
  return isMembers(endpoint) && Array.isArray(endpoint.methods) ? endpoint.methods : [];
}
