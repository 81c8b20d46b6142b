import type { Json } from '../../model.ts';

/**
 * The parameters of section 4 as the site index describes them. Written from the document by hand, and
 * apart from the contract's schemas: a check that holds one against the other would else compare a
 * table with itself.
 */
export type Arg = { readonly [attribute: string]: Json };
export type Args = { readonly [name: string]: Arg };

const text = (description: string, more: Arg = {}): Arg => ({
  description,
  type: 'string',
  ...more,
});
const whole = (description: string, more: Arg = {}): Arg => ({
  description,
  type: 'integer',
  ...more,
});
const flag = (description: string, more: Arg = {}): Arg => ({
  description,
  type: 'boolean',
  ...more,
});
const list = (description: string, items: Arg, more: Arg = {}): Arg => ({
  description,
  type: 'array',
  items,
  ...more,
});
const object = (description: string, properties: Args, more: Arg = {}): Arg => ({
  description,
  type: 'object',
  properties,
  ...more,
});

const moment = (description: string): Arg => text(description, { format: 'date-time' });
const ids = (description: string): Arg => list(description, { type: 'integer' }, { default: [] });
const INTEGER: Arg = { type: 'integer' };
const STRING: Arg = { type: 'string' };

export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'];

const LISTED_STATUSES = [
  ...STATUSES,
  'trash',
  'auto-draft',
  'inherit',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
  'any',
];

const ORDERBY = [
  'author',
  'date',
  'id',
  'include',
  'modified',
  'parent',
  'relevance',
  'slug',
  'include_slugs',
  'title',
];

const FORMATS = [
  'standard',
  'aside',
  'chat',
  'gallery',
  'link',
  'image',
  'quote',
  'status',
  'video',
  'audio',
];

export const context: Arg = text('How much of each record is shown.', {
  enum: ['view', 'embed', 'edit'],
  default: 'view',
});
/** Where the document gives no values. */
export const bareContext: Args = { context: { default: 'view' } };

export function namespaceArgs(namespace: string): Args {
  return { namespace: { default: namespace }, ...bareContext };
}

const page = whole('Page of the list.', { default: 1, minimum: 1 });
const perPage = whole('Most records on a page.', { default: 10, minimum: 1, maximum: 100 });
const search = text('Words to look for.');
const offset = whole('How many records to leave out at the start.');
const order = (standard: string): Arg =>
  text('Direction.', { enum: ['asc', 'desc'], default: standard });
const orderby = (standard: string, more: readonly string[] = []): Arg =>
  text('What to order by.', { enum: [...ORDERBY, ...more], default: standard });

const dates: Args = {
  after: moment('Published after.'),
  before: moment('Published before.'),
  modified_after: moment('Changed after.'),
  modified_before: moment('Changed before.'),
};

const authors: Args = {
  author: ids('Written by one of these.'),
  author_exclude: ids('Written by none of these.'),
};

const chosen: Args = {
  exclude: ids('All but these.'),
  include: ids('Only these.'),
};

const semantics = text('How the search is meant.', { enum: ['exact'] });

const columns = list(
  'Where to look for the words.',
  { type: 'string', enum: ['post_title', 'post_content', 'post_excerpt'] },
  { default: [] },
);

const slugs = list('Has one of these slugs.', STRING);

const status = (values: readonly string[], standard: string): Arg =>
  list('Has one of these statuses.', { type: 'string', enum: values }, { default: standard });

/** 4.1, in the order of its table. */
function listArgs(more: readonly string[] = [], withAuthors = true): Args {
  return {
    context,
    page,
    per_page: perPage,
    search,
    ...dates,
    ...(withAuthors ? authors : {}),
    ...chosen,
    search_semantics: semantics,
    offset,
    order: order('desc'),
    orderby: orderby('date', more),
    search_columns: columns,
    slug: slugs,
    status: status(LISTED_STATUSES, 'publish'),
  };
}

const relation = text('How several term filters are joined.', { enum: ['AND', 'OR'] });

/** 4.3: a list of terms, or an object. */
function terms(description: string, children: boolean, operator: boolean): Arg {
  return {
    description,
    type: ['object', 'array'],
    oneOf: [
      { type: 'array', items: INTEGER },
      {
        type: 'object',
        properties: {
          terms: { type: 'array', items: INTEGER, default: [] },
          ...(children && { include_children: { type: 'boolean', default: false } }),
          ...(operator && { operator: { type: 'string', enum: ['AND', 'OR'], default: 'OR' } }),
        },
        additionalProperties: false,
      },
    ],
  };
}

const parents: Args = {
  parent: ids('Below one of these.'),
  parent_exclude: ids('Below none of these.'),
};

export const postListArgs: Args = {
  ...listArgs(),
  tax_relation: relation,
  categories: terms('In these categories.', true, true),
  categories_exclude: terms('Not in these categories.', true, false),
  tags: terms('With these tags.', false, true),
  tags_exclude: terms('Without these tags.', false, false),
  sticky: flag('Sticky ones, or the others.'),
  ignore_sticky: flag('Whether stickies stand where the order puts them.', { default: true }),
  format: list(
    'Has one of these formats.',
    { type: 'string', enum: FORMATS },
    { uniqueItems: true },
  ),
};

export const pageListArgs: Args = {
  ...listArgs(['menu_order']),
  menu_order: whole('Has this place.'),
  ...parents,
};

export const mediaListArgs: Args = {
  ...listArgs(),
  ...parents,
  status: status(['inherit', 'private', 'trash'], 'inherit'),
  media_type: list('Of one of these kinds.', {
    type: 'string',
    enum: ['image', 'video', 'text', 'application', 'audio'],
  }),
  mime_type: list('Of one of these MIME types.', STRING),
};

export const menuItemListArgs: Args = {
  ...listArgs(['menu_order'], false),
  per_page: whole('Most records on a page.', { default: 100, minimum: 1, maximum: 100 }),
  order: order('asc'),
  orderby: orderby('menu_order', ['menu_order']),
  tax_relation: relation,
  menus: terms('In these menus.', false, true),
  menus_exclude: terms('Not in these menus.', false, false),
  menu_order: whole('Has this place.'),
};

export const blockListArgs: Args = {
  ...listArgs([], false),
  tax_relation: relation,
  cms_pattern_category: terms('In these pattern categories.', false, true),
  cms_pattern_category_exclude: terms('Not in these pattern categories.', false, false),
};

export const navigationListArgs: Args = listArgs([], false);

export const templateListArgs: Args = {
  context,
  cms_id: whole('The one of this post ID.'),
  area: text('Meant for this area.'),
  post_type: text('For items of this type.'),
};

export const lookupArgs: Args = {
  slug: text('Slug to find a template for.', { required: true }),
  is_custom: flag('Whether the template is one of somebody’s own.'),
  template_prefix: text('First part of the slug.'),
};

export const revisionListArgs: Args = {
  context,
  page,
  per_page: whole('Most records on a page.', { minimum: 1, maximum: 100 }),
  search,
  ...chosen,
  offset,
  order: order('desc'),
  orderby: text('What to order by.', {
    enum: ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'],
    default: 'date',
  }),
};

export const looksRevisionListArgs: Args = {
  context,
  page,
  per_page: whole('Most records on a page.', { minimum: 1, maximum: 100 }),
  offset,
};

// ---- fields of section 2 -------------------------------------------------------------------------

const raw = text('As written.');
const rendered = text('As shown.', { readonly: true });
const guarded = flag('Whether a password is needed.', { readonly: true });
const version = whole('Version of its block format.', { readonly: true });

const title = object('Title.', { raw, rendered });
const looseTitle: Arg = { ...title, type: ['object', 'string'] };
const content = object('Content.', {
  raw,
  rendered,
  block_version: version,
  protected: guarded,
});
const excerpt = object('Excerpt.', { raw, rendered, protected: guarded });
const stateArg = text('Status.', { enum: STATUSES });
const talk = (description: string): Arg => text(description, { enum: ['open', 'closed'] });

const dateArgs: Args = {
  date: { description: 'Publication date.', type: ['string', 'null'], format: 'date-time' },
  date_gmt: {
    description: 'Publication date, as GMT.',
    type: ['string', 'null'],
    format: 'date-time',
  },
};
const slugArg: Args = { slug: text('Name in addresses.') };
const passwordArg: Args = { password: text('Guards content and excerpt.') };
const authorArg: Args = { author: whole('Author.') };
const talkArgs: Args = {
  comment_status: talk('Whether comments are open.'),
  ping_status: talk('Whether pings are open.'),
};
const footnotes: Args = { footnotes: text('Footnotes.', { default: '' }) };
const templateArg: Args = { template: text('Theme file it is shown with.') };

const shared: Args = {
  ...dateArgs,
  ...slugArg,
  status: stateArg,
  ...passwordArg,
  title,
  content,
  excerpt,
  ...authorArg,
  featured_media: whole('Featured media.'),
  ...talkArgs,
};

export const postFields: Args = {
  ...shared,
  format: text('Format.', { enum: FORMATS }),
  meta: object('Further data.', footnotes),
  sticky: flag('Whether it is sticky.'),
  ...templateArg,
  categories: list('Its categories.', INTEGER),
  tags: list('Its tags.', INTEGER),
};

export const pageFields: Args = {
  ...shared,
  meta: object('Further data.', footnotes),
  ...templateArg,
  parent: whole('Page it stands below.'),
  menu_order: whole('Its place among its neighbours.'),
};

const captions: Args = {
  caption: object('Caption.', { raw, rendered }),
  description: object('Description.', { raw, rendered }),
};

export const mediaFields: Args = {
  ...dateArgs,
  ...slugArg,
  status: stateArg,
  title,
  ...authorArg,
  featured_media: whole('Featured media.'),
  ...talkArgs,
  meta: object('Further data.', {}),
  ...templateArg,
  alt_text: text('Text in its stead.'),
  ...captions,
  post: whole('Post it belongs to.'),
};

export const menuItemFields: Args = {
  title: looseTitle,
  type: text('What it points at.', {
    enum: ['taxonomy', 'post_type', 'post_type_archive', 'custom'],
    default: 'custom',
  }),
  status: { ...stateArg, default: 'publish' },
  parent: whole('Menu item it stands below.', { minimum: 0, default: 0 }),
  attr_title: text('Title attribute.'),
  classes: list('Classes of its link.', STRING),
  description: text('Description.'),
  menu_order: whole('Its place in the menu.', { minimum: 1, default: 1 }),
  object: text('Kind of thing it points at.'),
  object_id: whole('Thing it points at.', { minimum: 0, default: 0 }),
  target: text('Target attribute.', { enum: ['_blank', ''] }),
  url: text('Address it leads to.', { format: 'uri' }),
  xfn: list('Relations of its link.', STRING),
  menus: whole('Menu it is in.'),
  meta: object('Further data.', {}),
};

export const blockFields: Args = {
  ...dateArgs,
  ...slugArg,
  status: stateArg,
  ...passwordArg,
  title: object('Title.', { raw }),
  content: object('Content.', { raw, block_version: version, protected: guarded }),
  excerpt,
  meta: object('Further data.', {
    cms_pattern_sync_status: text('Whether it is kept in step.', {
      enum: ['partial', 'unsynced'],
      default: '',
    }),
    ...footnotes,
  }),
  ...templateArg,
  cms_pattern_category: list('Its pattern categories.', INTEGER),
};

export const templateFields: Args = {
  slug: text('Name of the template.', { minLength: 1, pattern: '[a-zA-Z0-9_\\%-]+' }),
  theme: text('Theme.'),
  type: text('Type.'),
  content: {
    ...object('Content.', { raw, block_version: version }),
    type: ['object', 'string'],
    default: '',
  },
  title: { ...looseTitle, default: '' },
  description: text('Description.', { default: '' }),
  status: { ...stateArg, default: 'publish' },
  ...authorArg,
};

export const partFields: Args = { ...templateFields, area: text('Where it is meant to be used.') };

export const looksFields: Args = {
  styles: object('Styles.', {}),
  settings: object('Settings.', {}),
  title: looseTitle,
};

export const navigationFields: Args = {
  ...dateArgs,
  ...slugArg,
  status: stateArg,
  ...passwordArg,
  title,
};

// ---- single records, and the rest of section 4 -----------------------------------------------------

export const numericId: Args = { id: whole('Its ID.') };
export const numericParent: Args = { parent: whole('ID of what it is kept about.') };
export const templateId: Args = { id: text('Identifier of the template.') };
export const templateParent: Args = { parent: text('Identifier of the template.') };
export const contextArg: Args = { context };
export const readArgs: Args = {
  excerpt_length: whole('Words of an excerpt.'),
  password: text('Password of what is guarded.'),
};
export const forceArg: Args = {
  force: flag('Whether to delete for good.', { default: false }),
};
export const mustForceArg: Args = {
  force: flag('Must be true: revisions cannot be trashed.', { default: false }),
};

/** Creation sets defaults; an update that leaves a field out leaves it alone. */
export function withoutDefaults(args: Args): Args {
  return Object.fromEntries(
    Object.entries(args).map(([name, arg]) => {
      const { default: _, ...rest } = arg;
      return [name, rest];
    }),
  );
}

export const postProcessArgs: Args = {
  ...numericId,
  action: text('What to do.', { enum: ['create-image-subsizes'], required: true }),
};

const percent = (description: string): Arg => ({
  description,
  type: 'number',
  minimum: 0,
  maximum: 100,
});

function modifier(type: string, args: Args, required: readonly string[]): Arg {
  return {
    properties: {
      type: { type: 'string', enum: [type] },
      args: { type: 'object', required, properties: args },
    },
  };
}

const NUMBER: Arg = { type: 'number' };

export const editArgs: Args = {
  src: text('Address of the image.', { format: 'uri', required: true }),
  modifiers: list(
    'What to do to the image, in order.',
    {
      type: 'object',
      required: ['type', 'args'],
      oneOf: [
        modifier(
          'flip',
          {
            flip: {
              type: 'object',
              required: ['horizontal', 'vertical'],
              properties: { horizontal: { type: 'boolean' }, vertical: { type: 'boolean' } },
            },
          },
          ['flip'],
        ),
        modifier('rotate', { angle: NUMBER }, ['angle']),
        modifier('crop', { left: NUMBER, top: NUMBER, width: NUMBER, height: NUMBER }, [
          'left',
          'top',
          'width',
          'height',
        ]),
      ],
    },
    { minItems: 1 },
  ),
  rotation: whole('Deprecated: degrees clockwise.', {
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 360,
    exclusiveMaximum: true,
  }),
  x: percent('Deprecated: left edge.'),
  y: percent('Deprecated: upper edge.'),
  width: percent('Deprecated: width.'),
  height: percent('Deprecated: height.'),
  ...captions,
  title,
  post: whole('Post it belongs to.'),
  alt_text: text('Text in its stead.'),
};

export const batchArgs: Args = {
  validation: text('Whether one invalid request stops all.', {
    enum: ['require-all-validate', 'normal'],
    default: 'normal',
  }),
  requests: list(
    'The requests.',
    {
      type: 'object',
      properties: {
        method: { type: 'string', enum: ['POST', 'PUT', 'PATCH', 'DELETE'], default: 'POST' },
        path: { type: 'string', required: true },
        body: { type: 'object', properties: {}, additionalProperties: true },
        headers: {
          type: 'object',
          properties: {},
          additionalProperties: { type: ['string', 'array'], items: STRING },
        },
      },
    },
    { required: true, maxItems: 25 },
  ),
};

export const embedArgs: Args = {
  url: text('Address to embed.', { format: 'uri', required: true }),
  format: { default: 'json' },
  maxwidth: { default: 600 },
};

export const proxyArgs: Args = {
  url: text('Address to embed.', { format: 'uri', required: true }),
  format: text('Format of the answer.', { enum: ['json', 'xml'], default: 'json' }),
  maxwidth: whole('Most width.', { default: 600 }),
  maxheight: whole('Most height.'),
  discover: flag('Whether to look for providers that are not known.', { default: true }),
};

export const stylesheetArg: Args = { stylesheet: text('Identifier of the theme.') };
