import { type Args, parameters } from './index-parameters.ts';

/** One entry of `endpoints` in the index, with the methods of one line of section 4.2. */
export interface IndexEndpoint {
  readonly methods: readonly string[];
  readonly args: Args;
  /** Parameters that the row does not give to these methods, but an index may list. */
  readonly also?: Args;
  /** `allow_batch.v1`; absent if the document does not mention batches. */
  readonly batch?: boolean;
}

export interface IndexRoute {
  /** Pattern in the form of the index. */
  readonly pattern: string;
  readonly namespace: string;
  readonly endpoints: readonly IndexEndpoint[];
}

const ID = '(?P<id>[\\d]+)';
const PARENT = '(?P<parent>[\\d]+)';
const TEMPLATE = '(?P<id>[\\w%.-]+(?:/+[\\w%.-]+)*)';
const TEMPLATE_PARENT = '(?P<parent>[\\w%.-]+(?:/+[\\w%.-]+)*)';
const STYLESHEET = '(?P<stylesheet>[^/]+)';
const EDIT = ['POST', 'PUT', 'PATCH'];
const CONTENT = 'cms/v2';

/** The route of a pattern in the form of section 4.2: `{id}` for its groups. */
export function templateOf(pattern: string): string {
  return pattern
    .replace(ID, '{id}')
    .replace(TEMPLATE, '{id}')
    .replace(PARENT, '{parent}')
    .replace(TEMPLATE_PARENT, '{parent}')
    .replace(STYLESHEET, '{stylesheet}');
}

function entry(pattern: string, namespace: string, ...endpoints: IndexEndpoint[]): IndexRoute {
  return { pattern, namespace, endpoints };
}

function get(args: Args, batch?: boolean): IndexEndpoint {
  return { methods: ['GET'], args, ...(batch !== undefined && { batch }) };
}

function post(args: Args, batch?: boolean): IndexEndpoint {
  return { methods: ['POST'], args, ...(batch !== undefined && { batch }) };
}

/** For operations without values in the document. */
const BARE_CONTEXT: Args = { context: { default: 'view' } };

function namespaceArgs(namespace: string): Args {
  return { namespace: { default: namespace }, ...BARE_CONTEXT };
}

/** Only creations apply defaults; an update does not change fields that it lacks. */
function withoutDefaults(args: Args): Args {
  return Object.fromEntries(
    Object.entries(args).map(([name, arg]) => {
      const { default: _, ...rest } = arg;
      return [name, rest];
    }),
  );
}

function collection(
  name: string,
  listArgs: Args,
  fields: Args,
  reads: Args,
  batch: boolean | undefined,
): IndexRoute[] {
  const stem = `/cms/v2/${name}`;
  return [
    entry(stem, CONTENT, get(listArgs, batch), post(fields, batch)),
    entry(
      `${stem}/${ID}`,
      CONTENT,
      get({ ...parameters('id'), ...parameters('context'), ...reads }, batch),
      {
        methods: EDIT,
        args: { ...parameters('id'), ...withoutDefaults(fields) },
        ...(batch !== undefined && { batch }),
      },
      {
        methods: ['DELETE'],
        args: { ...parameters('id'), ...parameters('delete') },
        ...(batch !== undefined && { batch }),
      },
    ),
  ];
}

function revisions(stem: string, parent: string, parentArg: Args): IndexRoute[] {
  return [
    entry(
      `${stem}/${parent}/revisions`,
      CONTENT,
      get({ ...parentArg, ...parameters('revision-list') }),
    ),
    entry(
      `${stem}/${parent}/revisions/${ID}`,
      CONTENT,
      get({ ...parentArg, ...parameters('id'), ...parameters('context') }),
      {
        methods: ['DELETE'],
        args: { ...parentArg, ...parameters('id'), ...parameters('delete-revision') },
      },
    ),
  ];
}

function autosaves(stem: string, fields: Args): IndexRoute[] {
  const parent = parameters('parent');
  return [
    entry(
      `${stem}/${ID}/autosaves`,
      CONTENT,
      get({ ...parent, ...parameters('context') }),
      post({ ...withoutDefaults(fields), ...parent }),
    ),
    entry(
      `${stem}/${PARENT}/autosaves/${ID}`,
      CONTENT,
      get({ ...parent, ...parameters('id'), ...parameters('context') }),
    ),
  ];
}

function templates(name: string, fields: Args): IndexRoute[] {
  const stem = `/cms/v2/${name}`;
  const changes = withoutDefaults(fields);
  const required = { ...fields, slug: { ...fields.slug, required: true } };
  return [
    entry(stem, CONTENT, get(parameters('template-list')), post(required)),
    entry(`${stem}/lookup`, CONTENT, get(parameters('lookup'))),
    ...revisions(stem, TEMPLATE_PARENT, parameters('template-parent')),
    entry(
      `${stem}/${TEMPLATE}/autosaves`,
      CONTENT,
      get({ ...parameters('template-id'), ...parameters('context') }),
      { ...post(changes), also: parameters('template-id') },
    ),
    entry(
      `${stem}/${TEMPLATE_PARENT}/autosaves/${ID}`,
      CONTENT,
      get({ ...parameters('template-parent'), ...parameters('id'), ...parameters('context') }),
    ),
    entry(
      `${stem}/${TEMPLATE}`,
      CONTENT,
      get({ ...parameters('template-id'), ...parameters('context') }),
      { methods: EDIT, args: { ...parameters('template-id'), ...changes } },
      { methods: ['DELETE'], args: { ...parameters('template-id'), ...parameters('delete') } },
    ),
  ];
}

const LOOKS = '/cms/v2/global-styles';
const CACHE = 'host/cache-plugin/v1';
const SIGN_ON = 'host_sign_on_plugin/v1';
const OEMBED = 'oembed/1.0';

export const NAMESPACES = [
  OEMBED,
  CACHE,
  SIGN_ON,
  CONTENT,
  'cms/block-editor',
  'cms/abilities',
] as const;

/** The 59 routes of section 4.2, in its order. */
const listedRoutes = (): readonly IndexRoute[] => [...rootRoutes(), ...contentRoutes()];

const rootRoutes = (): readonly IndexRoute[] => [
  entry('/', '', get(BARE_CONTEXT)),
  entry('/batch/v1', '', post(parameters('batch'))),

  entry(`/${OEMBED}`, OEMBED, get(namespaceArgs(OEMBED))),
  entry(`/${OEMBED}/embed`, OEMBED, get(parameters('embed'))),
  entry(`/${OEMBED}/proxy`, OEMBED, get(parameters('proxy'))),

  entry(`/${CACHE}`, CACHE, get(namespaceArgs(CACHE))),
  entry(`/${CACHE}/clear_all_caches`, CACHE, post({})),
  entry(`/${CACHE}/rate_limit_status`, CACHE, post({})),

  entry(`/${SIGN_ON}`, SIGN_ON, get(namespaceArgs(SIGN_ON))),
  entry(`/${SIGN_ON}/login`, SIGN_ON, get({})),
  entry(`/${SIGN_ON}/is_user_logged_in`, SIGN_ON, get({})),
  entry(`/${SIGN_ON}/has_logged`, SIGN_ON, post({})),
];

const contentRoutes = (): readonly IndexRoute[] => [
  entry(`/${CONTENT}`, CONTENT, get(namespaceArgs(CONTENT))),

  ...collection(
    'posts',
    parameters('post-list'),
    parameters('post-fields'),
    parameters('read'),
    true,
  ),
  ...revisions('/cms/v2/posts', PARENT, parameters('parent')),
  ...autosaves('/cms/v2/posts', parameters('post-fields')),

  ...collection(
    'pages',
    parameters('page-list'),
    parameters('page-fields'),
    parameters('read'),
    true,
  ),
  ...revisions('/cms/v2/pages', PARENT, parameters('parent')),
  ...autosaves('/cms/v2/pages', parameters('page-fields')),

  ...collection('media', parameters('media-list'), parameters('media-fields'), {}, undefined),
  entry(`/cms/v2/media/${ID}/post-process`, CONTENT, post(parameters('post-process'))),
  entry(`/cms/v2/media/${ID}/edit`, CONTENT, post(parameters('edit'))),

  ...collection(
    'menu-items',
    parameters('menu-item-list'),
    parameters('menu-item-fields'),
    {},
    true,
  ),
  ...autosaves('/cms/v2/menu-items', parameters('menu-item-fields')),

  ...collection(
    'blocks',
    parameters('block-list'),
    parameters('block-fields'),
    parameters('read'),
    true,
  ),
  ...revisions('/cms/v2/blocks', PARENT, parameters('parent')),
  ...autosaves('/cms/v2/blocks', parameters('block-fields')),

  ...templates('templates', parameters('template-fields')),
  ...templates('template-parts', parameters('template-part-fields')),

  entry(
    `${LOOKS}/${PARENT}/revisions`,
    CONTENT,
    get({ ...parameters('parent'), ...parameters('global-styles-revision-list') }),
  ),
  entry(
    `${LOOKS}/${PARENT}/revisions/${ID}`,
    CONTENT,
    get({ ...parameters('parent'), ...parameters('id'), ...parameters('context') }),
  ),
  entry(`${LOOKS}/themes/${STYLESHEET}/variations`, CONTENT, get(parameters('stylesheet'), false)),
  entry(`${LOOKS}/themes/${STYLESHEET}`, CONTENT, get(parameters('stylesheet'), false)),
  entry(`${LOOKS}/${ID}`, CONTENT, get(parameters('id'), false), {
    methods: EDIT,
    args: parameters('global-styles-fields'),
    also: parameters('id'),
    batch: false,
  }),

  entry(
    '/cms/v2/navigation',
    CONTENT,
    get(parameters('navigation-list'), true),
    post(parameters('navigation-fields'), true),
  ),
];

/** Routes that similar sites list, for a variation with a larger index. */
const furtherRoutes = (): readonly IndexRoute[] => [
  entry(
    `/cms/v2/navigation/${ID}`,
    CONTENT,
    get({ ...parameters('id'), ...parameters('context') }, true),
  ),
  entry('/cms/block-editor', 'cms/block-editor', get(namespaceArgs('cms/block-editor'))),
];

let known:
  | { readonly shown: readonly IndexRoute[]; readonly more: readonly IndexRoute[] }
  | undefined;

/** The routes of the index. Cached, since a self-test starts hundreds of sites. */
export function indexRoutes(list: 'shown' | 'more' = 'shown'): readonly IndexRoute[] {
  known ??= { shown: listedRoutes(), more: [...listedRoutes(), ...furtherRoutes()] };
  return known[list];
}
