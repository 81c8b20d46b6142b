import { beforeAll, describe, expect, it } from 'vitest';
import { type JsonSchema, type Operation, valueAt } from '../model/index.ts';
import { CONTRACT_ROOT, type Contract, loadContract } from './contract.ts';
import { isListed } from './tables.ts';

let contract: Contract;
let operations: readonly Operation[];

beforeAll(() => {
  contract = loadContract(CONTRACT_ROOT);
  operations = contract.operations.filter(({ document }) => document === 'content');
});

const distinct = (items: readonly Operation[]) => new Set(items.map(({ route }) => route)).size;
const isPlugin = ({ route }: Operation) => /^\/host(_|\/)/.test(route);
const fields = (operation: Operation) => Object.keys(operation.body?.schema.properties ?? {});
const query = (id: string) =>
  contract
    .operation(id)
    .parameters.filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name);
const parameter = (id: string, name: string): JsonSchema | undefined =>
  contract.operation(id).parameters.find((candidate) => candidate.name === name)?.schema;
const field = (id: string, pointer: string) =>
  valueAt(contract.operation(id).body?.schema.properties, pointer);
const withPrefix = (prefix: string) =>
  operations.filter(({ id }) => id === prefix || id.startsWith(`${prefix}/`));

describe('routes of section 4.2', () => {
  it('are 59: 52 of the site, 7 of the two plugins', () => {
    expect(distinct(operations)).toBe(59);
    expect(distinct(operations.filter((operation) => !isPlugin(operation)))).toBe(52);
    expect(distinct(operations.filter(isPlugin))).toBe(7);
  });

  it('are 102 pairs of route and method in the namespaces of the site, each once', () => {
    const pairs = operations.map(({ method, route }) => `${method} ${route}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(operations.filter((operation) => !isPlugin(operation))).toHaveLength(102);
    expect(operations.filter(isPlugin)).toHaveLength(7);
  });

  // Rows of 4.2 by collection: routes; route and method pairs; parameters that a row lists, each as
  // often as there are methods that take it (fields of a body included).
  it.each([
    ['index', 'GET /', 1, 1, 1],
    ['batch', 'POST /batch/v1', 1, 1, 2],
    ['oembed', '/oembed/1.0', 3, 3, 10],
    ['cache-plugin', '/host/cache-plugin/v1', 3, 3, 2],
    ['sign-on', '/host_sign_on_plugin/v1', 4, 4, 2],
    ['namespace', 'GET /cms/v2', 1, 1, 2],
    ['posts', '2.2, 4.1, 4.4', 6, 13, 148],
    ['pages', '2.3, 4.1, 4.4', 6, 13, 132],
    ['media', '2.3, 2.4, 4.1', 4, 9, 104],
    ['menu-items', '2.3, 4.2', 4, 10, 108],
    ['blocks', '2.3, 4.1, 4.4', 6, 13, 106],
    ['templates', '2.3, 4.2, 4.4', 7, 14, 76],
    ['template-parts', '2.3, 4.2, 4.4', 7, 14, 81],
    ['global-styles', '2.3, 4.2', 5, 8, 23],
    ['navigation', '2.3, 4.1', 1, 2, 23],
  ])('%s (%s): %i routes, %i methods, %i parameters', (name, _, routes, methods, listed) => {
    const own = withPrefix(`content/${name}`);
    expect(distinct(own)).toBe(routes);
    expect(own).toHaveLength(methods);
    expect(countListed(own)).toBe(listed);
  });

  it('capture an ID that the row does not list in nine pairs: autosaves of one object, image edit', () => {
    const unlisted = operations.filter(({ parameters }) => !parameters.every(isListed));
    expect(unlisted.map(({ id }) => id).sort()).toEqual(
      [
        ...['posts', 'pages', 'menu-items', 'blocks'].flatMap((name) => [
          `content/${name}/autosaves/create`,
          `content/${name}/autosaves/list`,
        ]),
        'content/media/edit',
      ].sort(),
    );
  });

  function countListed(items: readonly Operation[]): number {
    return items.reduce(
      (sum, operation) =>
        sum + operation.parameters.filter(isListed).length + fields(operation).length,
      0,
    );
  }

  it('name each path parameter of the route, in its order', () => {
    for (const { route, parameters } of operations) {
      const captured = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const given = parameters.filter((one) => one.in === 'path');
      expect(given.map(({ name }) => name)).toEqual(captured);
      expect(given.every(({ required }) => required)).toBe(true);
    }
  });

  it('are batchable, not batchable, or neither, as the rows say', () => {
    const flagged = (value: boolean | undefined) =>
      operations.filter(({ batchable }) => batchable === value).map(({ id }) => id);
    const items = ['posts', 'pages', 'menu-items', 'blocks'].flatMap((name) =>
      ['list', 'create', 'get', 'update/post', 'update/put', 'update/patch', 'delete'].map(
        (last) => `content/${name}/${last}`,
      ),
    );
    expect(flagged(true).sort()).toEqual(
      [...items, 'content/navigation/list', 'content/navigation/create'].sort(),
    );
    expect(flagged(false).sort()).toEqual(
      [
        'content/global-styles/get',
        'content/global-styles/themes/get',
        'content/global-styles/themes/variations',
        ...['post', 'put', 'patch'].map((method) => `content/global-styles/update/${method}`),
      ].sort(),
    );
  });

  it('show an answer for the index alone', () => {
    expect(operations.filter(({ answers }) => answers.length > 0).map(({ id }) => id)).toEqual([
      'content/index',
    ]);
  });

  it('read with GET and change with every other method', () => {
    for (const { method, writes } of operations) expect(writes).toBe(method !== 'GET');
  });
});

const COMMON = [
  ...['context', 'page', 'per_page', 'search', 'after', 'before'],
  ...['modified_after', 'modified_before', 'author', 'author_exclude', 'exclude', 'include'],
  ...['search_semantics', 'offset', 'order', 'orderby', 'search_columns', 'slug', 'status'],
];
const NO_AUTHORS = COMMON.filter((name) => !name.startsWith('author'));
const POST_FIELDS = [
  ...['date', 'date_gmt', 'slug', 'status', 'password', 'title', 'content', 'excerpt', 'author'],
  ...['featured_media', 'comment_status', 'ping_status', 'format', 'meta', 'sticky', 'template'],
  ...['categories', 'tags'],
];
const REVISIONS = [
  ...['context', 'page', 'per_page', 'search', 'exclude', 'include', 'offset', 'order', 'orderby'],
];
const TEMPLATE_FIELDS = [
  ...['slug', 'theme', 'type', 'content', 'title', 'description', 'status', 'author'],
];
const AUTOSAVED = (names: readonly string[]) => ['parent', ...names];

describe('query parameters', () => {
  it.each([
    // 4.2, the rows of the collections
    [
      'content/posts/list',
      [
        ...COMMON,
        ...['tax_relation', 'categories', 'categories_exclude', 'tags', 'tags_exclude'],
        ...['sticky', 'ignore_sticky', 'format'],
      ],
    ],
    ['content/pages/list', [...COMMON, 'parent', 'parent_exclude', 'menu_order']],
    ['content/media/list', [...COMMON, 'parent', 'parent_exclude', 'media_type', 'mime_type']],
    [
      'content/menu-items/list',
      [...NO_AUTHORS, 'tax_relation', 'menus', 'menus_exclude', 'menu_order'],
    ],
    [
      'content/blocks/list',
      [...NO_AUTHORS, 'tax_relation', 'cms_pattern_category', 'cms_pattern_category_exclude'],
    ],
    ['content/navigation/list', NO_AUTHORS],
    ['content/templates/list', ['context', 'cms_id', 'area', 'post_type']],
    ['content/template-parts/list', ['context', 'cms_id', 'area', 'post_type']],
    ['content/templates/lookup', ['slug', 'is_custom', 'template_prefix']],
    // 4.2, single objects
    ['content/posts/get', ['context', 'excerpt_length', 'password']],
    ['content/pages/get', ['context', 'excerpt_length', 'password']],
    ['content/blocks/get', ['context', 'excerpt_length', 'password']],
    ['content/media/get', ['context']],
    ['content/menu-items/get', ['context']],
    ['content/templates/get', ['context']],
    ['content/global-styles/get', []],
    ['content/posts/delete', ['force']],
    // 4.4 and the rows of revisions and autosaves
    ['content/posts/revisions/list', REVISIONS],
    ['content/templates/revisions/list', REVISIONS],
    ['content/global-styles/revisions/list', ['context', 'page', 'per_page', 'offset']],
    ['content/posts/revisions/delete', ['force']],
    ['content/posts/autosaves/list', ['parent', 'context']],
    ['content/templates/autosaves/list', ['context']],
    ['content/blocks/autosaves/get', ['context']],
    // 4.2, the rest
    ['content/oembed/proxy', ['url', 'format', 'maxwidth', 'maxheight', 'discover']],
    ['content/sign-on/login', []],
    ['content/global-styles/themes/get', []],
  ])('of %s are those of its row', (id, names) => {
    expect([...query(id)].sort()).toEqual([...names].sort());
  });

  const ORDERBY = [
    ...['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug'],
    ...['include_slugs', 'title'],
  ];
  const moment = { type: 'string', format: 'date-time' };
  const ids = { type: 'array', default: [], items: { type: 'integer' } };
  const context = { type: 'string', default: 'view', enum: ['view', 'embed', 'edit'] };
  const plain = { type: 'array', items: { type: 'integer' } };
  const terms = { type: 'array', default: [], items: { type: 'integer' } };
  const operator = { type: 'string', default: 'OR', enum: ['AND', 'OR'] };
  const children = { type: 'boolean', default: false };
  const elsewhere = { include_children: true, operator: 'AND' };
  const filter = (properties: JsonSchema) => {
    const others = Object.entries(elsewhere).filter(([name]) => !(name in properties));
    const not = others.length === 0 ? {} : { 'x-elsewhere': Object.fromEntries(others) };
    return {
      oneOf: [plain, { type: 'object', additionalProperties: false, properties, ...not }],
    };
  };

  it.each<[string, string, JsonSchema]>([
    // 4.1
    ['content/posts/list', 'context', context],
    ['content/posts/list', 'page', { type: 'integer', default: 1, minimum: 1 }],
    ['content/posts/list', 'per_page', { type: 'integer', default: 10, minimum: 1, maximum: 100 }],
    ['content/posts/list', 'search', { type: 'string' }],
    ['content/posts/list', 'after', moment],
    ['content/posts/list', 'modified_before', moment],
    ['content/posts/list', 'author_exclude', ids],
    ['content/posts/list', 'include', ids],
    ['content/posts/list', 'search_semantics', { type: 'string', enum: ['exact'] }],
    ['content/posts/list', 'offset', { type: 'integer' }],
    ['content/posts/list', 'order', { type: 'string', default: 'desc', enum: ['asc', 'desc'] }],
    ['content/posts/list', 'orderby', { type: 'string', default: 'date', enum: ORDERBY }],
    ['content/posts/list', 'slug', { type: 'array', items: { type: 'string' } }],
    [
      'content/posts/list',
      'search_columns',
      {
        type: 'array',
        default: [],
        items: { type: 'string', enum: ['post_title', 'post_content', 'post_excerpt'] },
      },
    ],
    // 4.2
    ['content/posts/list', 'tax_relation', { enum: ['AND', 'OR'] }],
    ['content/posts/list', 'ignore_sticky', { type: 'boolean', default: true }],
    ['content/posts/list', 'sticky', { type: 'boolean' }],
    [
      'content/pages/list',
      'orderby',
      { type: 'string', default: 'date', enum: [...ORDERBY, 'menu_order'] },
    ],
    ['content/pages/list', 'parent_exclude', ids],
    ['content/pages/list', 'menu_order', { type: 'integer' }],
    [
      'content/media/list',
      'status',
      {
        type: 'array',
        default: ['inherit'],
        items: { type: 'string', enum: ['inherit', 'private', 'trash'] },
      },
    ],
    [
      'content/media/list',
      'media_type',
      { type: 'array', items: { enum: ['image', 'video', 'text', 'application', 'audio'] } },
    ],
    [
      'content/menu-items/list',
      'per_page',
      { type: 'integer', default: 100, minimum: 1, maximum: 100 },
    ],
    ['content/menu-items/list', 'order', { type: 'string', default: 'asc', enum: ['asc', 'desc'] }],
    [
      'content/menu-items/list',
      'orderby',
      { type: 'string', default: 'menu_order', enum: [...ORDERBY, 'menu_order'] },
    ],
    ['content/blocks/list', 'orderby', { type: 'string', default: 'date', enum: ORDERBY }],
    ['content/posts/delete', 'force', { type: 'boolean', default: false }],
    ['content/posts/revisions/delete', 'force', { type: 'boolean', const: true }],
    ['content/template-parts/revisions/delete', 'force', { type: 'boolean', const: true }],
    ['content/posts/get', 'excerpt_length', { type: 'integer' }],
    ['content/oembed/proxy', 'maxwidth', { type: 'integer', default: 600 }],
    ['content/oembed/proxy', 'discover', { type: 'boolean', default: true }],
    ['content/oembed/proxy', 'format', { default: 'json', enum: ['json', 'xml'] }],
    // 4.2: what is given without a type or values stays so
    ['content/oembed/embed', 'maxwidth', { default: 600 }],
    ['content/oembed/embed', 'format', { default: 'json' }],
    ['content/index', 'context', { default: 'view' }],
    ['content/oembed/index', 'namespace', { default: 'oembed/1.0' }],
    ['content/namespace', 'context', {}],
    // 4.3
    ['content/posts/list', 'categories', filter({ terms, include_children: children, operator })],
    ['content/posts/list', 'categories_exclude', filter({ terms, include_children: children })],
    ['content/posts/list', 'tags', filter({ terms, operator })],
    ['content/posts/list', 'tags_exclude', filter({ terms })],
    ['content/menu-items/list', 'menus', filter({ terms, operator })],
    ['content/menu-items/list', 'menus_exclude', filter({ terms })],
    ['content/blocks/list', 'cms_pattern_category', filter({ terms, operator })],
    ['content/blocks/list', 'cms_pattern_category_exclude', filter({ terms })],
    // 4.4
    [
      'content/posts/revisions/list',
      'per_page',
      { type: 'integer', minimum: 1, maximum: 100, 'x-inherited': ['type'] },
    ],
    [
      'content/pages/revisions/list',
      'order',
      { type: 'string', default: 'desc', enum: ['asc', 'desc'], 'x-inherited': ['type', 'enum'] },
    ],
    [
      'content/blocks/revisions/list',
      'orderby',
      {
        type: 'string',
        default: 'date',
        enum: ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'],
        'x-inherited': ['type'],
      },
    ],
    [
      'content/global-styles/revisions/list',
      'per_page',
      { type: 'integer', minimum: 1, maximum: 100, 'x-inherited': ['type'] },
    ],
  ])('of %s: %s has the attributes of the document and no others', (id, name, schema) => {
    expect(parameter(id, name)).toEqual(schema);
  });

  it('of 25 reads of one object, and of lists of autosaves, have a context that the row only names', () => {
    const named = contract.operations.filter(({ parameters }) =>
      parameters.some(({ name, schema }) => name === 'context' && schema['x-inherited'] === true),
    );
    const reads = named.filter(({ id }) => !id.endsWith('/revisions/list'));
    expect(reads).toHaveLength(25);
    expect(reads.every(({ id }) => /\/get$|\/autosaves\/list$/.test(id))).toBe(true);
  });

  it('have a type that the row does not give where it names them alone', () => {
    const untyped = (place: string) =>
      contract.operations
        .filter(({ parameters }) =>
          parameters.some(
            ({ name, schema }) =>
              name === place && JSON.stringify(schema['x-inherited']) === '["type"]',
          ),
        )
        .map(({ id }) => id);
    expect(untyped('force')).toEqual([
      'content/menu-items/delete',
      'content/template-parts/delete',
      'content/templates/delete',
    ]);
    expect(untyped('menu_order')).toEqual(['content/menu-items/list']);
    expect(untyped('id')).toContain('content/posts/get');
    expect(untyped('id')).not.toContain('content/global-styles/get');
    expect(parameter('content/media/list', 'parent')?.['x-inherited']).toBe(true);
    expect(parameter('content/pages/list', 'parent')?.['x-inherited']).toBeUndefined();
  });

  it('of lists take the thirteen states of section 3, publish by default', () => {
    for (const name of ['posts', 'pages', 'menu-items', 'blocks', 'navigation']) {
      const status = parameter(`content/${name}/list`, 'status');
      expect(valueAt(status, '/items/enum')).toHaveLength(13);
      expect(status?.default).toEqual(['publish']);
    }
  });

  it('of posts filter by each format of 2.2, once', () => {
    const format = parameter('content/posts/list', 'format');
    expect(format).toEqual({
      type: 'array',
      uniqueItems: true,
      items: field('content/posts/create', '/format'),
    });
  });

  it.each([
    ['content/oembed/embed', ['url']],
    ['content/oembed/proxy', ['url']],
    ['content/templates/lookup', ['slug']],
    ['content/template-parts/lookup', ['slug']],
    ['content/posts/revisions/delete', ['force']],
    ['content/posts/list', []],
    ['content/posts/delete', []],
  ])('of %s: these are required: %j', (id, names) => {
    const required = contract.operation(id).parameters.filter((one) => one.required);
    expect(required.filter((one) => one.in === 'query').map(({ name }) => name)).toEqual(names);
  });
});

describe('path parameters', () => {
  it.each([
    ['content/posts/get', 'id', 'integer', 'posts'],
    ['content/pages/revisions/get', 'parent', 'integer', 'pages'],
    ['content/pages/revisions/get', 'id', 'integer', 'pages-revisions'],
    ['content/templates/get', 'id', 'string', 'templates'],
    ['content/templates/revisions/list', 'parent', 'string', 'templates-with-revisions'],
    ['content/templates/revisions/get', 'id', 'integer', 'templates-revisions'],
    ['content/template-parts/autosaves/create', 'id', 'string', 'template-parts'],
    ['content/template-parts/autosaves/get', 'id', 'integer', 'template-parts-autosaves'],
    ['content/global-styles/themes/get', 'stylesheet', 'string', 'themes'],
  ])('of %s: %s is of type %s and one of %s', (id, name, type, known) => {
    expect(parameter(id, name)).toMatchObject({ type, 'x-known': known });
  });

  it('of templates, and nothing else, are strings of several segments', () => {
    const segmented = operations.flatMap(({ id, parameters }) =>
      parameters.filter(({ schema }) => schema['x-segments'] === true).map(() => id),
    );
    expect(segmented).toHaveLength(22);
    expect(segmented.every((id) => /^content\/template(s|-parts)\//.test(id))).toBe(true);
  });
});

/** Without our own notes of where values come from and who shares them. */
function asDocumented(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, member: unknown) =>
      ['x-known', 'x-inherited', 'x-shared'].includes(key) ? undefined : member,
    ),
  );
}

describe('bodies', () => {
  const PAGE_FIELDS = [
    ...POST_FIELDS.filter((name) => !['format', 'sticky', 'categories', 'tags'].includes(name)),
    ...['parent', 'menu_order'],
  ];
  const MEDIA_FIELDS = [
    ...['date', 'date_gmt', 'slug', 'status', 'title', 'author', 'featured_media'],
    ...['comment_status', 'ping_status', 'meta', 'template', 'alt_text', 'caption'],
    ...['description', 'post'],
  ];
  const MENU_FIELDS = [
    ...['title', 'type', 'status', 'parent', 'attr_title', 'classes', 'description'],
    ...['menu_order', 'object', 'object_id', 'target', 'url', 'xfn', 'menus', 'meta'],
  ];
  const BLOCK_FIELDS = [
    ...['date', 'date_gmt', 'slug', 'status', 'password', 'title', 'content', 'excerpt'],
    ...['meta', 'template', 'cms_pattern_category'],
  ];

  it.each([
    ['content/batch', ['validation', 'requests']],
    ['content/posts/create', POST_FIELDS],
    ['content/posts/update/put', POST_FIELDS],
    ['content/posts/autosaves/create', AUTOSAVED(POST_FIELDS)],
    ['content/pages/create', PAGE_FIELDS],
    ['content/pages/update/patch', PAGE_FIELDS],
    ['content/pages/autosaves/create', PAGE_FIELDS],
    ['content/media/create', MEDIA_FIELDS],
    ['content/media/update/post', MEDIA_FIELDS],
    ['content/media/post-process', ['action']],
    [
      'content/media/edit',
      [
        ...['src', 'modifiers', 'rotation', 'x', 'y', 'width', 'height', 'caption'],
        ...['description', 'title', 'post', 'alt_text'],
      ],
    ],
    ['content/menu-items/create', MENU_FIELDS],
    ['content/menu-items/autosaves/create', MENU_FIELDS],
    ['content/blocks/create', BLOCK_FIELDS],
    ['content/blocks/autosaves/create', AUTOSAVED(BLOCK_FIELDS)],
    ['content/templates/create', TEMPLATE_FIELDS],
    ['content/templates/autosaves/create', TEMPLATE_FIELDS],
    ['content/template-parts/create', [...TEMPLATE_FIELDS, 'area']],
    ['content/template-parts/update/put', [...TEMPLATE_FIELDS, 'area']],
    ['content/global-styles/update/post', ['styles', 'settings', 'title']],
    ['content/navigation/create', ['date', 'date_gmt', 'slug', 'status', 'password', 'title']],
  ])('of %s have the fields of section 2', (id, names) => {
    expect(fields(contract.operation(id)).sort()).toEqual([...names].sort());
  });

  const string = { type: 'string' };
  const raw = { type: 'string', description: 'In the edit context.' };
  /** The tables of these bodies say nothing of a context. */
  const sent = { type: 'string' };
  const rendered = { type: 'string', readOnly: true };

  it.each<[string, string, unknown]>([
    // 2.2
    ['content/posts/create', '/date', { type: ['string', 'null'], format: 'date-time' }],
    ['content/posts/create', '/date_gmt', { type: ['string', 'null'], format: 'date-time' }],
    [
      'content/posts/create',
      '/status',
      { type: 'string', enum: ['publish', 'future', 'draft', 'pending', 'private'] },
    ],
    ['content/posts/create', '/title', { type: 'object', properties: { raw, rendered } }],
    [
      'content/posts/create',
      '/content/properties/block_version',
      { type: 'integer', readOnly: true },
    ],
    ['content/posts/create', '/content/properties/protected', { type: 'boolean', readOnly: true }],
    ['content/posts/create', '/comment_status', { type: 'string', enum: ['open', 'closed'] }],
    ['content/posts/create', '/meta/properties', { footnotes: { type: 'string', default: '' } }],
    ['content/posts/create', '/sticky', { type: 'boolean' }],
    ['content/posts/create', '/tags', { type: 'array', items: { type: 'integer' } }],
    // 2.3
    ['content/media/create', '/meta', { type: 'object' }],
    ['content/media/create', '/caption', { type: 'object', properties: { raw: sent, rendered } }],
    [
      'content/menu-items/create',
      '/title',
      { type: ['object', 'string'], properties: { raw: sent, rendered } },
    ],
    [
      'content/menu-items/create',
      '/type',
      { default: 'custom', enum: ['taxonomy', 'post_type', 'post_type_archive', 'custom'] },
    ],
    ['content/menu-items/create', '/status/default', 'publish'],
    ['content/menu-items/create', '/parent', { type: 'integer', default: 0, minimum: 0 }],
    ['content/menu-items/create', '/menu_order', { type: 'integer', default: 1, minimum: 1 }],
    ['content/menu-items/create', '/object_id', { type: 'integer', default: 0, minimum: 0 }],
    ['content/menu-items/create', '/target', { enum: ['_blank', ''] }],
    ['content/menu-items/create', '/url', { type: 'string', format: 'uri' }],
    ['content/blocks/create', '/title', { type: 'object', properties: { raw: sent } }],
    [
      'content/blocks/create',
      '/meta/properties/cms_pattern_sync_status',
      { type: 'string', default: '', enum: ['partial', 'unsynced'] },
    ],
    ['content/templates/create', '/slug/minLength', 1],
    ['content/templates/create', '/slug/minLength', 1],
    ['content/templates/create', '/slug/pattern', '^[A-Za-z0-9_%-]*$'],
    ['content/templates/create', '/content/type', ['object', 'string']],
    ['content/templates/create', '/content/default', ''],
    ['content/templates/create', '/title/default', ''],
    ['content/templates/create', '/description', { type: 'string', default: '' }],
    ['content/template-parts/create', '/area/type', 'string'],
    ['content/global-styles/update/put', '/styles', { type: 'object' }],
    // 4.2
    [
      'content/batch',
      '/validation',
      { ...string, default: 'normal', enum: ['require-all-validate', 'normal'] },
    ],
    ['content/batch', '/requests/maxItems', 25],
    ['content/batch', '/requests/items/required', ['path']],
    [
      'content/batch',
      '/requests/items/properties/method',
      { default: 'POST', enum: ['POST', 'PUT', 'PATCH', 'DELETE'] },
    ],
    [
      'content/batch',
      '/requests/items/properties/headers/additionalProperties',
      { type: ['string', 'array'], items: string },
    ],
    ['content/media/post-process', '/action', { enum: ['create-image-subsizes'] }],
    ['content/media/edit', '/modifiers/minItems', 1],
    [
      'content/media/edit',
      '/rotation',
      { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 360, deprecated: true },
    ],
    ['content/media/edit', '/x', { type: 'number', minimum: 0, maximum: 100, deprecated: true }],
    // A default is for what is created: an update leaves alone what it leaves out.
    ['content/menu-items/update/put', '/menu_order', { type: 'integer', minimum: 1 }],
    // Of an autosave, `parent` may be that of the route as well as that of the fields (4.2).
    [
      'content/menu-items/autosaves/create',
      '/parent',
      {
        type: 'integer',
        'x-digits': true,
        description: 'One or more decimal digits; the ID of the parent object.',
      },
    ],
    ['content/menu-items/autosaves/create', '/menu_order', { type: 'integer', minimum: 1 }],
    ['content/templates/update/patch', '/description', { type: 'string' }],
  ])('of %s: %s is as the document has it', (id, pointer, value) => {
    expect(asDocumented(field(id, pointer))).toEqual(value);
  });

  it.each([
    ['content/batch', ['requests']],
    ['content/templates/create', ['slug']],
    ['content/template-parts/create', ['slug']],
    ['content/media/post-process', ['action']],
    ['content/media/edit', ['src']],
    ['content/posts/create', undefined],
    ['content/templates/update/post', undefined],
    ['content/templates/autosaves/create', undefined],
  ])('of %s require %j', (id, names) => {
    const body = contract.operation(id).body;
    expect(body?.schema.required).toEqual(names);
    expect(body?.required).toBe(names !== undefined);
  });

  it.each([
    [true, { type: 'flip', args: { flip: { horizontal: true, vertical: false } } }],
    [true, { type: 'rotate', args: { angle: 12.5 } }],
    [true, { type: 'crop', args: { left: 0, top: 0, width: 50, height: 50 } }],
    // The table calls no member of these required.
    [true, { type: 'rotate', args: {} }],
    [true, { type: 'flip', args: {} }],
    [false, { type: 'flip', args: { flip: { horizontal: true } } }],
    [false, { type: 'crop', args: { left: 0, top: 0, width: 50 } }],
    [false, { type: 'rotate', args: { angle: '90' } }],
    [false, { type: 'blur', args: {} }],
    [false, { type: 'rotate' }],
  ])('of image edits: it is %s that a modifier may be %j (2.4)', (valid, modifier) => {
    const body = contract.operation('content/media/edit').body?.schema ?? {};
    const edit = { src: 'https://example.org/a.png', modifiers: [modifier] };
    expect(contract.validate(body, edit).length === 0).toBe(valid);
  });

  it.each<[string, unknown, boolean]>([
    [
      'content/batch',
      { requests: [{ method: 'POST', path: '/cms/v2/posts', body: { title: { raw: 'a' } } }] },
      true,
    ],
    ['content/batch', { requests: [{ path: '/elsewhere' }] }, false],
    [
      'content/media/edit',
      { src: 'https://a.example/a.png', modifiers: [{ type: 'rotate', args: { angle: 90 } }] },
      true,
    ],
    [
      'content/media/edit',
      { src: 'https://a.example/a.png', modifiers: [{ type: 'rotate', args: {} }] },
      false,
    ],
  ])('of %s: %j is valid, and it is %s that its effect is described', (id, value, settled) => {
    const body = contract.operation(id).body;
    expect(contract.validate(body?.schema ?? {}, value)).toEqual([]);
    expect(contract.validate(body?.settled ?? {}, value).length === 0).toBe(settled);
  });

  it('that are not shown to the end stay open', () => {
    const body = contract.operation('content/navigation/create').body?.schema ?? {};
    expect(contract.validate(body, { title: { raw: 'a' }, content: 'b' })).toEqual([]);
  });
});

describe('the data as a whole', () => {
  it('compiles in strict mode', () => {
    for (const { parameters, body } of operations) {
      for (const { schema } of parameters) contract.validate(schema, null);
      if (body) for (const schema of [body.schema, body.settled]) contract.validate(schema, {});
    }
    contract.validate(contract.schema('content/answers/index.json'), {});
  });

  it('has defaults that are valid, but for the one that the document gives besides its values', () => {
    const unusual: string[] = [];
    const look = (schema: unknown, at: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      if (
        'default' in schema &&
        contract.validate(schema as JsonSchema, schema.default).length > 0
      ) {
        unusual.push(at.slice(at.lastIndexOf('/') + 1));
      }
      for (const [name, below] of Object.entries(schema)) look(below, `${at}/${name}`);
    };
    for (const { parameters, body } of operations) {
      for (const { name, schema } of parameters) look(schema, `/${name}`);
      look(body?.schema, '');
    }
    expect([...new Set(unusual)]).toEqual(['cms_pattern_sync_status']);
  });

  it('sends open rules of bodies to clauses that there are', () => {
    const open = operations.flatMap(({ body }) => body?.open ?? []);
    expect(open.length).toBeGreaterThan(0);
    for (const { clause } of open) expect(contract.clause(clause).level).toBe('unspecified');
  });

  it('speaks in clauses about sections 1 to 9', () => {
    const cited = new Set(
      contract.clauses
        .filter(({ document }) => document === 'content')
        .map(({ source }) => source.section.split('.')[0]),
    );
    expect([...cited].sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  const authorize = 'https://a.example/cms-admin/authorize-application.php';
  const own = ['cms/block-editor', 'cms/abilities'];

  it.each<[boolean, string, unknown]>([
    [
      true,
      'authentication',
      { 'application-passwords': { endpoints: { authorization: authorize } } },
    ],
    [true, 'authentication', { 'application-passwords': { authorization: authorize } }],
    [false, 'authentication', { 'application-passwords': { endpoints: {} } }],
    [false, 'authentication', { 'application-passwords': { authorization: `${authorize}/` } }],
    [false, 'authentication', {}],
    [true, 'other-namespaces', own],
    [true, 'other-namespaces', own.map((name) => `${name}/v1`)],
    [false, 'other-namespaces', ['cms/block-editor', 'cms/abilitiesv1']],
    [false, 'other-namespaces', ['cms/abilities']],
    [true, 'linked', { '/': { _links: { self: [{ href: 'a' }] } }, '/a/(?P<id>[\\d]+)': {} }],
    [false, 'linked', { '/': {} }],
    [false, 'links', { self: [{ href: 1 }] }],
    [false, 'links', { self: [{}] }],
    [true, 'allow-batch', { v1: false }],
    [false, 'allow-batch', { v1: 'true' }],
    [false, 'allow-batch', true],
  ])('says %s of the %s of an index: %j', (valid, fragment, value) => {
    const schema = contract.schema(`content/answers/index.json#/$defs/${fragment}`);
    expect(contract.validate(schema, value).length === 0).toBe(valid);
  });

  it.each([
    [[], ''],
    [{}, ''],
    [{ url: { type: 'string' } }, ''],
    [[{}], '/args'],
    [{ url: 'string' }, '/args/url'],
    [null, '/args'],
  ])('has arguments of an endpoint as an object, or as an empty array: %j', (args, pointer) => {
    const route = { namespace: '', methods: ['GET'], _links: { self: [{ href: 'a' }] } };
    const endpoint = { methods: ['GET'], args };
    const errors = contract.validate(contract.schema('content/answers/index.json'), {
      ...{ name: '', description: '', url: '', home: '', gmt_offset: '', timezone_string: '' },
      ...{ page_for_posts: 0, page_on_front: 0, show_on_front: '', namespaces: own },
      authentication: { 'application-passwords': { authorization: authorize } },
      ...{ routes: { '/': { ...route, endpoints: [endpoint] } } },
    });
    const place = '/routes/~1/endpoints/0';
    expect(errors.map((error) => error.pointer)).toEqual(pointer ? [place + pointer] : []);
  });
});
