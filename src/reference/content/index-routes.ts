import type { Args } from './index-args.ts';
import * as args from './index-args.ts';

/** One entry of `endpoints` in the index, with the methods of one line of section 4.2. */
export interface IndexEndpoint {
  readonly methods: readonly string[];
  readonly args: Args;
  /** Parameters that the row does not give to these methods, and that an index may list all the same. */
  readonly also?: Args;
  /** What `allow_batch.v1` says; absent where the document does not speak of batches. */
  readonly batch?: boolean;
}

export interface IndexRoute {
  /** Pattern as the index spells it. */
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

/** The route of a pattern as section 4.2 writes it: `{id}` for its groups. */
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
      get({ ...args.numericId, ...args.contextArg, ...reads }, batch),
      {
        methods: EDIT,
        args: { ...args.numericId, ...args.withoutDefaults(fields) },
        ...(batch !== undefined && { batch }),
      },
      {
        methods: ['DELETE'],
        args: { ...args.numericId, ...args.forceArg },
        ...(batch !== undefined && { batch }),
      },
    ),
  ];
}

function revisions(stem: string, parent: string, parentArg: Args): IndexRoute[] {
  return [
    entry(`${stem}/${parent}/revisions`, CONTENT, get({ ...parentArg, ...args.revisionListArgs })),
    entry(
      `${stem}/${parent}/revisions/${ID}`,
      CONTENT,
      get({ ...parentArg, ...args.numericId, ...args.contextArg }),
      { methods: ['DELETE'], args: { ...parentArg, ...args.numericId, ...args.mustForceArg } },
    ),
  ];
}

function autosaves(stem: string, fields: Args): IndexRoute[] {
  const parent = args.numericParent;
  return [
    entry(
      `${stem}/${ID}/autosaves`,
      CONTENT,
      get({ ...parent, ...args.contextArg }),
      post({ ...args.withoutDefaults(fields), ...parent }),
    ),
    entry(
      `${stem}/${PARENT}/autosaves/${ID}`,
      CONTENT,
      get({ ...parent, ...args.numericId, ...args.contextArg }),
    ),
  ];
}

function templates(name: string, fields: Args): IndexRoute[] {
  const stem = `/cms/v2/${name}`;
  const changes = args.withoutDefaults(fields);
  const required = { ...fields, slug: { ...fields.slug, required: true } };
  return [
    entry(stem, CONTENT, get(args.templateListArgs), post(required)),
    entry(`${stem}/lookup`, CONTENT, get(args.lookupArgs)),
    ...revisions(stem, TEMPLATE_PARENT, args.templateParent),
    entry(
      `${stem}/${TEMPLATE}/autosaves`,
      CONTENT,
      get({ ...args.templateId, ...args.contextArg }),
      { ...post(changes), also: args.templateId },
    ),
    entry(
      `${stem}/${TEMPLATE_PARENT}/autosaves/${ID}`,
      CONTENT,
      get({ ...args.templateParent, ...args.numericId, ...args.contextArg }),
    ),
    entry(
      `${stem}/${TEMPLATE}`,
      CONTENT,
      get({ ...args.templateId, ...args.contextArg }),
      { methods: EDIT, args: { ...args.templateId, ...changes } },
      { methods: ['DELETE'], args: { ...args.templateId, ...args.forceArg } },
    ),
  ];
}

const LOOKS = '/cms/v2/global-styles';
const CACHE = 'host/cache-plugin/v1';
const SIGN_ON = 'host_sign_on_plugin/v1';
const OEMBED = 'oembed/1.0';

/** Namespaces as section 1 names them. */
export const NAMESPACES = [
  OEMBED,
  CACHE,
  SIGN_ON,
  CONTENT,
  'cms/block-editor',
  'cms/abilities',
] as const;

/** The 59 routes of section 4.2, in its order. */
export const INDEX_ROUTES: readonly IndexRoute[] = [
  entry('/', '', get(args.bareContext)),
  entry('/batch/v1', '', post(args.batchArgs)),

  entry(`/${OEMBED}`, OEMBED, get(args.namespaceArgs(OEMBED))),
  entry(`/${OEMBED}/embed`, OEMBED, get(args.embedArgs)),
  entry(`/${OEMBED}/proxy`, OEMBED, get(args.proxyArgs)),

  entry(`/${CACHE}`, CACHE, get(args.namespaceArgs(CACHE))),
  entry(`/${CACHE}/clear_all_caches`, CACHE, post({})),
  entry(`/${CACHE}/rate_limit_status`, CACHE, post({})),

  entry(`/${SIGN_ON}`, SIGN_ON, get(args.namespaceArgs(SIGN_ON))),
  entry(`/${SIGN_ON}/login`, SIGN_ON, get({})),
  entry(`/${SIGN_ON}/is_user_logged_in`, SIGN_ON, get({})),
  entry(`/${SIGN_ON}/has_logged`, SIGN_ON, post({})),

  entry(`/${CONTENT}`, CONTENT, get(args.namespaceArgs(CONTENT))),

  ...collection('posts', args.postListArgs, args.postFields, args.readArgs, true),
  ...revisions('/cms/v2/posts', PARENT, args.numericParent),
  ...autosaves('/cms/v2/posts', args.postFields),

  ...collection('pages', args.pageListArgs, args.pageFields, args.readArgs, true),
  ...revisions('/cms/v2/pages', PARENT, args.numericParent),
  ...autosaves('/cms/v2/pages', args.pageFields),

  ...collection('media', args.mediaListArgs, args.mediaFields, {}, undefined),
  entry(`/cms/v2/media/${ID}/post-process`, CONTENT, post(args.postProcessArgs)),
  entry(`/cms/v2/media/${ID}/edit`, CONTENT, post(args.editArgs)),

  ...collection('menu-items', args.menuItemListArgs, args.menuItemFields, {}, true),
  ...autosaves('/cms/v2/menu-items', args.menuItemFields),

  ...collection('blocks', args.blockListArgs, args.blockFields, args.readArgs, true),
  ...revisions('/cms/v2/blocks', PARENT, args.numericParent),
  ...autosaves('/cms/v2/blocks', args.blockFields),

  ...templates('templates', args.templateFields),
  ...templates('template-parts', args.partFields),

  entry(
    `${LOOKS}/${PARENT}/revisions`,
    CONTENT,
    get({ ...args.numericParent, ...args.looksRevisionListArgs }),
  ),
  entry(
    `${LOOKS}/${PARENT}/revisions/${ID}`,
    CONTENT,
    get({ ...args.numericParent, ...args.numericId, ...args.contextArg }),
  ),
  entry(`${LOOKS}/themes/${STYLESHEET}/variations`, CONTENT, get(args.stylesheetArg, false)),
  entry(`${LOOKS}/themes/${STYLESHEET}`, CONTENT, get(args.stylesheetArg, false)),
  entry(`${LOOKS}/${ID}`, CONTENT, get(args.numericId, false), {
    methods: EDIT,
    args: args.looksFields,
    also: args.numericId,
    batch: false,
  }),

  entry(
    '/cms/v2/navigation',
    CONTENT,
    get(args.navigationListArgs, true),
    post(args.navigationFields, true),
  ),
];

/** Routes that other sites of the kind list too, for the liberty of an index that shows more. */
export const FURTHER_ROUTES: readonly IndexRoute[] = [
  entry(`/cms/v2/navigation/${ID}`, CONTENT, get({ ...args.numericId, ...args.contextArg }, true)),
  entry('/cms/block-editor', 'cms/block-editor', get(args.namespaceArgs('cms/block-editor'))),
];
