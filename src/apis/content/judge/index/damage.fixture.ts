import {
  all,
  arg,
  below,
  drop,
  type Edit,
  endpoint,
  having,
  member,
  put,
  reencoded,
  route,
  without,
} from './index-edit.fixture.ts';

/** A damaged index: its defect, the only violated clause, and the edit. */
export type Damage = readonly [what: string, breaks: string, edit: Edit];

const POSTS = '/cms/v2/posts';
const POST = '/cms/v2/posts/{id}';
const TEMPLATES = '/cms/v2/templates';
const TEMPLATE = '/cms/v2/templates/{id}';
const MENU_ITEMS = '/cms/v2/menu-items';
const BLOCKS = '/cms/v2/blocks';
const IMAGE = '/cms/v2/media/{id}/edit';

const withoutValue = (value: string) =>
  member('enum', (values) =>
    Array.isArray(values) ? values.filter((each) => each !== value) : [],
  );
const withValue = (value: string) =>
  member('enum', (values) => (Array.isArray(values) ? [...values, value] : []));

/** Written from sections 1 to 9 of the document, not from the checks. */
export const DAMAGES: readonly Damage[] = [
  // ---- 2.1 the fields --------------------------------------------------------------------------
  ['has no name', 'name/required', drop('/name')],
  ['has a number for a description', 'description', put('/description', 7)],
  ['has null for its address', 'url', put('/url', null)],
  ['has no home address', 'home/required', drop('/home')],
  ['has a number for its offset', 'gmt-offset', put('/gmt_offset', 0)],
  ['has no timezone', 'timezone-string/required', drop('/timezone_string')],
  ['has text for a page', 'page-for-posts', put('/page_for_posts', '0')],
  ['has half a page', 'page-on-front', put('/page_on_front', 0.5)],
  ['does not say what is on front', 'show-on-front/required', drop('/show_on_front')],
  ['has namespaces by number', 'namespaces', put('/namespaces', { 0: 'cms/v2' })],
  ['has a list for authentication', 'authentication', put('/authentication', [])],
  ['has no routes', 'routes/required', drop('/routes')],
  ['has a list for routes', 'routes', put('/routes', [])],

  // ---- 2.1 the entry of a route ----------------------------------------------------------------
  ['has a route that is null', 'route', put('/routes/~1further', null)],
  [
    'has a route without a namespace',
    'route/namespace/required',
    route(POSTS, without('namespace')),
  ],
  ['has methods in one text', 'route/methods', route(POSTS, having({ methods: 'GET,POST' }))],
  ['has a route without endpoints', 'route/endpoints/required', route(POSTS, without('endpoints'))],
  [
    'has an endpoint that is text',
    'route/endpoints/items/type',
    route(POSTS, having({ endpoints: ['GET'] })),
  ],
  ['has a literal route without a link', 'route/links', route(POSTS, without('_links'))],
  [
    'has a link that is text',
    'route/links-form/self/type',
    route(POST, having({ _links: { self: '/' } })),
  ],
  [
    'has an endpoint without methods',
    'endpoint/methods/required',
    endpoint(POST, 'GET', without('methods')),
  ],
  [
    'has an endpoint without args',
    'endpoint/args/required',
    endpoint(POST, 'GET', without('args')),
  ],
  ['has args by number', 'endpoint/args', endpoint(POST, 'GET', having({ args: ['id'] }))],
  ['has an arg that is text', 'endpoint/args', arg(POST, 'GET', 'id', () => 'integer')],
  [
    'has a bare mark for batches',
    'endpoint/allow-batch',
    endpoint(POST, 'GET', having({ allow_batch: true })),
  ],
  [
    'has text for a batch mark',
    'endpoint/allow-batch/v1/type',
    endpoint(POST, 'GET', having({ allow_batch: { v1: 'yes' } })),
  ],

  // ---- 1, 5, 9 what is listed by name ----------------------------------------------------------
  [
    'lists no content namespace',
    'namespaces-listed',
    put('/namespaces', [
      'oembed/1.0',
      'host/cache-plugin/v1',
      'host_sign_on_plugin/v1',
      'cms/block-editor',
      'cms/abilities',
    ]),
  ],
  [
    'lists a namespace without its version',
    'namespaces-listed',
    put('/namespaces', [
      'oembed',
      'host/cache-plugin/v1',
      'host_sign_on_plugin/v1',
      'cms/v2',
      'cms/block-editor',
      'cms/abilities',
    ]),
  ],
  [
    'lists no abilities',
    'other-namespaces-listed',
    put('/namespaces', [
      'oembed/1.0',
      'host/cache-plugin/v1',
      'host_sign_on_plugin/v1',
      'cms/v2',
      'cms/block-editor',
    ]),
  ],
  ['lists a second way to log in', 'one-authentication-method', put('/authentication/cookies', {})],
  [
    'has its authorization elsewhere',
    'authorization-endpoint',
    put('/authentication/application-passwords', {
      endpoints: { authorization: 'http://127.0.0.1/login.php' },
    }),
  ],

  // ---- 4.2 routes ------------------------------------------------------------------------------
  ['does not list the index', 'routes-listed', route('/', () => undefined)],
  ['does not list the batch route', 'routes-listed', route('/batch/v1', () => undefined)],
  ['does not list posts', 'routes-listed', route(POSTS, () => undefined)],
  ['does not list a single post', 'routes-listed', route(POST, () => undefined)],
  [
    'does not list a route of the sign-on plugin',
    'routes-listed',
    route('/host_sign_on_plugin/v1/has_logged', () => undefined),
  ],
  [
    'does not list the lookup of templates',
    'routes-listed',
    route('/cms/v2/templates/lookup', () => undefined),
  ],
  [
    'does not list revisions of template parts',
    'routes-listed',
    route('/cms/v2/template-parts/{parent}/revisions/{id}', () => undefined),
  ],
  [
    'does not list the styles of a theme',
    'routes-listed',
    route('/cms/v2/global-styles/themes/{stylesheet}', () => undefined),
  ],
  [
    'does not list variations of a theme',
    'routes-listed',
    route('/cms/v2/global-styles/themes/{stylesheet}/variations', () => undefined),
  ],
  [
    'swallows the lookup in a pattern',
    'routes-listed',
    reencoded('/cms/v2/templates/lookup', () => '/cms/v2/templates/(?P<rest>[a-z]+)'),
  ],
  [
    'swallows a collection in a pattern',
    'routes-listed',
    reencoded('/cms/v2/navigation', () => '/cms/v2/(?P<collection>[\\w-]+)'),
  ],
  [
    'lists a route under another version',
    'routes-listed',
    reencoded('/batch/v1', () => '/batch/v2'),
  ],
  ['misspells a route', 'routes-listed', reencoded(MENU_ITEMS, () => '/cms/v2/menu_items')],
  [
    'lists a route with a further segment',
    'routes-listed',
    reencoded('/oembed/1.0/embed', () => '/oembed/1.0/embed/(?P<id>\\d+)'),
  ],
  [
    'lists IDs of one digit alone',
    'routes-listed',
    reencoded(POST, () => '/cms/v2/posts/(?P<id>\\d)'),
  ],
  ['lists IDs of letters', 'routes-listed', reencoded(POST, () => '/cms/v2/posts/(?P<id>[a-z]+)')],
  [
    'lists templates of one segment alone',
    'routes-listed',
    reencoded(TEMPLATE, () => '/cms/v2/templates/(?P<id>[\\w-]+)'),
  ],
  [
    'lists templates of several segments alone',
    'routes-listed',
    reencoded(TEMPLATE, () => '/cms/v2/templates/(?P<id>[\\w-]+/.+)'),
  ],

  // ---- 1, 9 namespaces of routes ---------------------------------------------------------------
  [
    'has a route in another version',
    'route-namespaces',
    route(POSTS, having({ namespace: 'cms/v1' })),
  ],
  [
    'has a route in another namespace',
    'route-namespaces',
    route('/oembed/1.0/embed', having({ namespace: 'cms/v2' })),
  ],
  [
    'has the batch route in a namespace',
    'route-namespaces',
    route('/batch/v1', having({ namespace: 'cms/v2' })),
  ],

  // ---- 4.2 methods -----------------------------------------------------------------------------
  [
    'lists no DELETE',
    'route-methods',
    route(POST, having({ methods: ['GET', 'POST', 'PUT', 'PATCH'] })),
  ],
  [
    'lists DELETE where there is none',
    'other-methods',
    route(
      '/cms/v2/global-styles/{id}',
      having({ methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }),
    ),
  ],
  ['lists no methods', 'route-methods', route(POST, having({ methods: [] }))],
  [
    'has no endpoint for PATCH',
    'route-methods',
    endpoint(POST, 'PUT', having({ methods: ['POST', 'PUT'] })),
  ],
  ['has no endpoint for DELETE', 'route-methods', endpoint(POST, 'DELETE', () => undefined)],
  [
    'has an endpoint for a method too many',
    'other-methods',
    endpoint('/cms/v2/templates/lookup', 'GET', having({ methods: ['GET', 'POST'] })),
  ],
  [
    'spells a method in lower case',
    'route-methods',
    all(route(POSTS, having({ methods: ['get', 'POST'] }))),
  ],

  // ---- 4 parameters ----------------------------------------------------------------------------
  ['lists no page size', 'parameters-listed', arg(POSTS, 'GET', 'per_page', () => undefined)],
  ['lists no ID', 'parameters-listed', arg(POST, 'GET', 'id', () => undefined)],
  ['lists no content', 'parameters-listed', arg(POSTS, 'POST', 'content', () => undefined)],
  ['lists no force', 'parameters-listed', arg(POST, 'DELETE', 'force', () => undefined)],
  [
    'lists no parent of autosaves',
    'parameters-listed',
    arg('/cms/v2/posts/{id}/autosaves', 'POST', 'parent', () => undefined),
  ],
  [
    'lists no area of template parts',
    'parameters-listed',
    arg('/cms/v2/template-parts/{id}', 'PUT', 'area', () => undefined),
  ],
  [
    'lists no ID for deleting media',
    'parameters-by-method',
    arg('/cms/v2/media/{id}', 'DELETE', 'id', () => undefined),
  ],
  [
    'lists no parent of a revision of a template',
    'parameters-by-method',
    arg('/cms/v2/templates/{parent}/revisions/{id}', 'GET', 'parent', () => undefined),
  ],
  [
    'lists force for no method of media',
    'parameters-listed',
    arg('/cms/v2/media/{id}', 'DELETE', 'force', () => undefined),
  ],
  [
    'lists no styles for writing global styles',
    'parameters-listed',
    arg('/cms/v2/global-styles/{id}', 'POST', 'styles', () => undefined),
  ],
  [
    'lists no parameters at all',
    'parameters-listed',
    endpoint('/cms/v2/templates', 'GET', having({ args: [] })),
  ],
  [
    'spells a parameter otherwise',
    'parameters-listed',
    endpoint(
      '/oembed/1.0/proxy',
      'GET',
      member('args', (args) => having({ max_height: {} })(without('maxheight')(args))),
    ),
  ],

  // ---- 2, 4 types ------------------------------------------------------------------------------
  [
    'has text for an integer',
    'parameter-type',
    arg(POSTS, 'GET', 'page', having({ type: 'string' })),
  ],
  [
    'has a number for an integer',
    'parameter-type',
    arg(POSTS, 'GET', 'offset', having({ type: 'number' })),
  ],
  [
    'has an integer for a number',
    'parameter-type',
    arg(IMAGE, 'POST', 'x', having({ type: 'integer' })),
  ],
  [
    'has text for a boolean',
    'parameter-type',
    arg(POSTS, 'GET', 'sticky', having({ type: 'string' })),
  ],
  ['has text for a list', 'parameter-type', arg(POSTS, 'GET', 'slug', having({ type: 'string' }))],
  ['has no type', 'parameter-type', arg(POSTS, 'GET', 'search', without('type'))],
  [
    'has a type that there is not',
    'parameter-type',
    arg(POSTS, 'GET', 'search', having({ type: 'text' })),
  ],
  [
    'has dates without null',
    'parameter-type',
    arg(POSTS, 'POST', 'date', having({ type: 'string' })),
  ],
  [
    'has titles without text',
    'parameter-type',
    arg(MENU_ITEMS, 'POST', 'title', having({ type: ['object'] })),
  ],
  [
    'has titles as text beside the object',
    'parameter-type',
    arg(POSTS, 'POST', 'title', having({ type: ['object', 'string'] })),
  ],
  [
    'has term filters without lists',
    'parameter-type',
    arg(POSTS, 'GET', 'tags', having({ type: 'object' })),
  ],
  ['has an ID of text', 'parameter-inherited', arg(POST, 'GET', 'id', having({ type: 'string' }))],
  [
    'has the ID of global styles as text',
    'parameter-type',
    arg('/cms/v2/global-styles/{id}', 'GET', 'id', having({ type: 'string' })),
  ],
  [
    'has a context of one post without values',
    'parameter-inherited',
    arg(POST, 'GET', 'context', without('enum')),
  ],
  [
    'has no type of the menu order to filter by',
    'parameter-inherited',
    arg(MENU_ITEMS, 'GET', 'menu_order', without('type')),
  ],
  [
    'has texts for parents of media',
    'parameter-inherited',
    arg('/cms/v2/media', 'GET', 'parent', having({ items: { type: 'string' } })),
  ],
  [
    'has text for the force of a template',
    'parameter-inherited',
    arg(TEMPLATE, 'DELETE', 'force', having({ type: 'string' })),
  ],
  [
    'has another default for the force of a template',
    'parameter-default',
    arg(TEMPLATE, 'DELETE', 'force', having({ default: true })),
  ],
  [
    'has a template ID of digits',
    'parameter-type',
    arg(TEMPLATE, 'GET', 'id', having({ type: 'integer' })),
  ],

  // ---- 2, 4 defaults ---------------------------------------------------------------------------
  ['has pages of 20', 'parameter-default', arg(POSTS, 'GET', 'per_page', having({ default: 20 }))],
  ['has no default page', 'parameter-default', arg(POSTS, 'GET', 'page', without('default'))],
  [
    'has menu items in pages of 10',
    'parameter-default',
    arg(MENU_ITEMS, 'GET', 'per_page', having({ default: 10 })),
  ],
  [
    'has media that are published',
    'parameter-default',
    arg('/cms/v2/media', 'GET', 'status', having({ default: 'publish' })),
  ],
  [
    'has two default states',
    'parameter-default',
    arg(POSTS, 'GET', 'status', having({ default: ['publish', 'draft'] })),
  ],
  [
    'has no empty list as default',
    'parameter-default',
    arg(POSTS, 'GET', 'include', without('default')),
  ],
  [
    'has stickies heeded',
    'parameter-default',
    arg(POSTS, 'GET', 'ignore_sticky', having({ default: false })),
  ],
  [
    'has force by default',
    'parameter-default',
    arg(POST, 'DELETE', 'force', having({ default: true })),
  ],
  [
    'has a menu order from 0',
    'parameter-default',
    arg(MENU_ITEMS, 'POST', 'menu_order', having({ default: 0 })),
  ],
  [
    'has another namespace by default',
    'parameter-default',
    arg('/oembed/1.0', 'GET', 'namespace', having({ default: 'oembed' })),
  ],
  [
    'has another context by default',
    'parameter-default',
    arg('/', 'GET', 'context', having({ default: 'edit' })),
  ],
  [
    'has embeds of 500',
    'parameter-default',
    arg('/oembed/1.0/embed', 'GET', 'maxwidth', having({ default: 500 })),
  ],
  [
    'describes a parameter by a number',
    'endpoint/arg-description',
    arg(TEMPLATES, 'POST', 'slug', having({ description: 7 })),
  ],
  [
    'has a default description',
    'parameter-default',
    arg(TEMPLATES, 'POST', 'description', having({ default: 'A template' })),
  ],

  // ---- 2, 4 what is required -------------------------------------------------------------------
  [
    'does not require the slug of a template',
    'parameter-required',
    arg(TEMPLATES, 'POST', 'slug', without('required')),
  ],
  [
    'requires no address to embed',
    'parameter-required',
    arg('/oembed/1.0/embed', 'GET', 'url', having({ required: false })),
  ],
  [
    'requires no requests of a batch',
    'parameter-required',
    arg('/batch/v1', 'POST', 'requests', without('required')),
  ],
  [
    'requires no source of an image',
    'parameter-required',
    arg(IMAGE, 'POST', 'src', without('required')),
  ],

  // ---- 2, 4 values -----------------------------------------------------------------------------
  ['lacks a context', 'parameter-enum', arg(POSTS, 'GET', 'context', withoutValue('embed'))],
  ['has an order too many', 'parameter-enum', arg(POSTS, 'GET', 'order', withValue('random'))],
  ['has no values to order by', 'parameter-enum', arg(POSTS, 'GET', 'orderby', without('enum'))],
  [
    'orders posts by menu order',
    'parameter-enum',
    arg(POSTS, 'GET', 'orderby', withValue('menu_order')),
  ],
  [
    'orders revisions by author',
    'parameter-enum',
    arg('/cms/v2/posts/{parent}/revisions', 'GET', 'orderby', withValue('author')),
  ],
  ['trashes by writing', 'parameter-enum', arg(POSTS, 'POST', 'status', withValue('trash'))],
  [
    'joins filters otherwise',
    'parameter-enum',
    arg(POSTS, 'GET', 'tax_relation', having({ enum: ['and', 'or'] })),
  ],
  [
    'has one batch validation',
    'parameter-enum',
    arg('/batch/v1', 'POST', 'validation', withoutValue('require-all-validate')),
  ],
  [
    'has no blank target',
    'parameter-enum',
    arg(MENU_ITEMS, 'POST', 'target', withoutValue('_blank')),
  ],

  // ---- 2, 4, 8 bounds --------------------------------------------------------------------------
  ['has no least page', 'parameter-minimum', arg(POSTS, 'GET', 'page', without('minimum'))],
  ['has pages from 0', 'parameter-minimum', arg(POSTS, 'GET', 'page', having({ minimum: 0 }))],
  [
    'has pages above 1',
    'parameter-minimum',
    arg(POSTS, 'GET', 'page', having({ exclusiveMinimum: true })),
  ],
  [
    'has parents below 0',
    'parameter-minimum',
    arg(MENU_ITEMS, 'POST', 'parent', having({ minimum: -1 })),
  ],
  [
    'has pages up to 1000',
    'parameter-maximum',
    arg(POSTS, 'GET', 'per_page', having({ maximum: 1000 })),
  ],
  ['has pages without end', 'parameter-maximum', arg(POSTS, 'GET', 'per_page', without('maximum'))],
  [
    'has percentages below 100',
    'parameter-maximum',
    arg(IMAGE, 'POST', 'width', having({ exclusiveMaximum: true })),
  ],
  [
    'has an offset of 100 at the most',
    'no-further-constraints',
    arg(POSTS, 'GET', 'offset', having({ maximum: 100 })),
  ],
  [
    'has an offset of 1 at the least',
    'no-further-constraints',
    arg(POSTS, 'GET', 'offset', having({ minimum: 1 })),
  ],
  [
    'has few values for a search',
    'no-further-constraints',
    arg(POSTS, 'GET', 'search', having({ enum: ['a'] })),
  ],
  [
    'has a search that is required',
    'no-further-constraints',
    arg(POSTS, 'GET', 'search', having({ required: true })),
  ],
  [
    'has no least rotation',
    'parameter-exclusive-bounds',
    arg(IMAGE, 'POST', 'rotation', having({ exclusiveMinimum: false })),
  ],
  [
    'has a rotation up to 361',
    'parameter-exclusive-bounds',
    arg(IMAGE, 'POST', 'rotation', having({ maximum: 361 })),
  ],

  // ---- 2, 4 formats, elements, counts, patterns ------------------------------------------------
  ['has dates without a format', 'parameter-format', arg(POSTS, 'GET', 'after', without('format'))],
  [
    'has dates of days',
    'parameter-format',
    arg(POSTS, 'POST', 'date_gmt', having({ format: 'date' })),
  ],
  [
    'has addresses of another format',
    'parameter-format',
    arg('/oembed/1.0/proxy', 'GET', 'url', having({ format: 'hostname' })),
  ],
  [
    'does not say what is in a list',
    'parameter-items',
    arg(POSTS, 'GET', 'author', without('items')),
  ],
  [
    'has IDs of text in a list',
    'parameter-items',
    arg(POSTS, 'GET', 'include', having({ items: { type: 'string' } })),
  ],
  [
    'has elements without a type',
    'parameter-items',
    arg(POSTS, 'GET', 'slug', having({ items: {} })),
  ],
  [
    'lacks a state to list',
    'parameter-items',
    arg(POSTS, 'GET', 'status', below('/items', withoutValue('inherit'))),
  ],
  [
    'has a state of media too many',
    'parameter-items',
    arg('/cms/v2/media', 'GET', 'status', below('/items', withValue('draft'))),
  ],
  [
    'has any kind of media',
    'parameter-items',
    arg('/cms/v2/media', 'GET', 'media_type', having({ items: { type: 'string' } })),
  ],
  [
    'filters by terms of text',
    'parameter-items',
    arg(POSTS, 'GET', 'categories', below('/oneOf/0/items', having({ type: 'string' }))),
  ],
  [
    'has formats twice',
    'parameter-unique-items',
    arg(POSTS, 'GET', 'format', having({ uniqueItems: false })),
  ],
  ['has no least length', 'parameter-length', arg(TEMPLATES, 'POST', 'slug', without('minLength'))],
  [
    'has slugs of two characters',
    'parameter-length',
    arg(TEMPLATE, 'PUT', 'slug', having({ minLength: 2 })),
  ],
  [
    'has batches of 50',
    'parameter-item-count',
    arg('/batch/v1', 'POST', 'requests', having({ maxItems: 50 })),
  ],
  [
    'has edits without modifiers',
    'parameter-item-count',
    arg(IMAGE, 'POST', 'modifiers', without('minItems')),
  ],
  ['has no pattern', 'parameter-pattern', arg(TEMPLATES, 'POST', 'slug', without('pattern'))],
  [
    'has dots in slugs',
    'parameter-pattern',
    arg(TEMPLATES, 'POST', 'slug', having({ pattern: '[\\w.%-]+' })),
  ],
  [
    'has no percent in slugs',
    'parameter-pattern',
    arg(TEMPLATES, 'POST', 'slug', having({ pattern: '[\\w-]+' })),
  ],

  // ---- 2.2 to 2.4, 4.3 members -----------------------------------------------------------------
  [
    'has a title to be rendered by writing',
    'parameter-members',
    arg(POSTS, 'POST', 'title', below('/properties/rendered', without('readonly'))),
  ],
  [
    'has a title without raw',
    'parameter-members',
    arg(POSTS, 'POST', 'title', below('/properties', without('raw'))),
  ],
  [
    'has content without members',
    'parameter-members',
    arg(POSTS, 'POST', 'content', without('properties')),
  ],
  [
    'has a version of text',
    'parameter-members',
    arg(POSTS, 'POST', 'content', below('/properties/block_version', having({ type: 'string' }))),
  ],
  [
    'has footnotes by default',
    'parameter-members',
    arg(POSTS, 'POST', 'meta', below('/properties/footnotes', having({ default: 'none' }))),
  ],
  [
    'has patterns of another sync',
    'parameter-members',
    arg(BLOCKS, 'POST', 'meta', below('/properties/cms_pattern_sync_status', withValue('full'))),
  ],
  [
    'filters by terms and children not',
    'parameter-members',
    arg(POSTS, 'GET', 'categories', below('/oneOf/1/properties', without('include_children'))),
  ],
  [
    'has tags with the children of terms',
    'parameter-members',
    arg(
      POSTS,
      'GET',
      'tags',
      below('/oneOf/1/properties', having({ include_children: { type: 'boolean' } })),
    ),
  ],
  [
    'has categories with a further member',
    'parameter-members',
    arg(POSTS, 'GET', 'categories', below('/oneOf/1/properties', having({ depth: {} }))),
  ],
  [
    'filters with another default operator',
    'parameter-members',
    arg(POSTS, 'GET', 'tags', below('/oneOf/1/properties/operator', having({ default: 'AND' }))),
  ],
  [
    'filters with any members',
    'parameter-members',
    arg(POSTS, 'GET', 'tags_exclude', below('/oneOf/1', having({ additionalProperties: true }))),
  ],
  [
    'filters menus by terms of text',
    'parameter-members',
    arg(
      MENU_ITEMS,
      'GET',
      'menus',
      below('/oneOf/1/properties/terms', having({ items: { type: 'string' } })),
    ),
  ],
  [
    'has batches without a path',
    'parameter-members',
    arg('/batch/v1', 'POST', 'requests', below('/items/properties/path', without('required'))),
  ],
  [
    'has batches that read',
    'parameter-members',
    arg('/batch/v1', 'POST', 'requests', below('/items/properties/method', withValue('GET'))),
  ],
  [
    'has headers of one text each',
    'parameter-members',
    arg(
      '/batch/v1',
      'POST',
      'requests',
      below('/items/properties/headers', having({ additionalProperties: { type: 'string' } })),
    ),
  ],
  [
    'cannot crop',
    'parameter-members',
    arg(
      IMAGE,
      'POST',
      'modifiers',
      below('/items/oneOf/2', () => undefined),
    ),
  ],
  [
    'crops without an edge',
    'parameter-members',
    arg(
      IMAGE,
      'POST',
      'modifiers',
      below('/items/oneOf/2/properties/args/required', (names) =>
        Array.isArray(names) ? names.slice(1) : [],
      ),
    ),
  ],
  [
    'flips without a direction',
    'parameter-members',
    arg(
      IMAGE,
      'POST',
      'modifiers',
      below('/items/oneOf/0/properties/args/properties/flip', without('required')),
    ),
  ],
  [
    'rotates by text',
    'parameter-members',
    arg(
      IMAGE,
      'POST',
      'modifiers',
      below('/items/oneOf/1/properties/args/properties/angle', having({ type: 'string' })),
    ),
  ],

  // ---- 4.2 batches -----------------------------------------------------------------------------
  [
    'takes no posts in batches',
    'batchable',
    endpoint(POSTS, 'POST', having({ allow_batch: { v1: false } })),
  ],
  [
    'does not say that pages go in batches',
    'batchable',
    endpoint('/cms/v2/pages/{id}', 'DELETE', without('allow_batch')),
  ],
  [
    'has batches of another version',
    'batchable',
    endpoint(BLOCKS, 'GET', having({ allow_batch: { v2: true } })),
  ],
  [
    'takes global styles in batches',
    'not-batchable',
    endpoint('/cms/v2/global-styles/{id}', 'PUT', having({ allow_batch: { v1: true } })),
  ],
];
