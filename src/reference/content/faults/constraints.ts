import { contentInSpite, contentWithout, optional, unchecked } from '../altering.ts';
import { inFamily } from '../deviation.ts';
import { autosaveRefusals, menuItemRefusals, TEMPLATES, writeRefusals } from './refusals.ts';

const POSTS = '/cms/v2/posts';
/** Constraints of written values and of all other requests that are not enforced. */
export const constraintFaults = inFamily('ignored constraint', [
  {
    name: 'status-values-ignored',
    what: 'takes any status to write',
    breaks: [
      ...writeRefusals(['posts'], 'status/enum'),
      ...autosaveRefusals(['posts'], 'status/enum'),
    ],
    alter: unchecked({ method: 'POST', under: POSTS }, 'status', 'enum'),
  },
  {
    name: 'page-status-values-ignored',
    what: 'takes any status for a page',
    breaks: ['content/pages/create/body/status/enum'],
    alter: unchecked({ method: 'POST', is: '/cms/v2/pages' }, 'status', 'enum'),
  },
  {
    name: 'format-values-ignored',
    what: 'takes any format',
    breaks: [
      ...writeRefusals(['posts'], 'format/enum'),
      ...autosaveRefusals(['posts'], 'format/enum'),
    ],
    alter: unchecked({ method: 'POST', under: POSTS }, 'format', 'enum'),
  },
  {
    name: 'comment-status-values-ignored',
    what: 'takes any comment status',
    breaks: [
      ...writeRefusals(['posts', 'pages', 'media'], 'comment-status/enum'),
      ...autosaveRefusals(['posts', 'pages'], 'comment-status/enum'),
    ],
    alter: unchecked({ method: 'POST' }, 'comment_status', 'enum'),
  },
  {
    name: 'author-type-ignored',
    what: 'takes anything for an author',
    breaks: [
      ...writeRefusals(['posts', 'pages', 'media', ...TEMPLATES], 'author/type'),
      ...autosaveRefusals(['posts', 'pages', ...TEMPLATES], 'author/type'),
    ],
    alter: unchecked({ method: 'POST' }, 'author', 'type'),
  },
  {
    name: 'template-slug-length-ignored',
    what: 'takes a slug of no characters for a template',
    breaks: ['content/templates/create/body/slug/min-length'],
    alter: unchecked({ is: '/cms/v2/templates', method: 'POST' }, 'slug', 'minLength'),
  },
  {
    name: 'sticky-type-ignored',
    what: 'takes anything for sticky',
    breaks: [
      ...writeRefusals(['posts'], 'sticky/type'),
      ...autosaveRefusals(['posts'], 'sticky/type'),
    ],
    alter: unchecked({ method: 'POST' }, 'sticky', 'type'),
  },
  {
    name: 'categories-type-ignored',
    what: 'takes anything for categories',
    breaks: [
      ...writeRefusals(['posts'], 'categories/type'),
      ...autosaveRefusals(['posts'], 'categories/type'),
    ],
    alter: unchecked({ method: 'POST', under: POSTS }, 'categories', 'type'),
  },
  {
    name: 'autosave-date-format-ignored',
    what: 'takes anything for the date of an autosave',
    breaks: autosaveRefusals(['posts', 'pages', 'blocks'], 'date/format'),
    alter: unchecked({ method: 'POST', ends: '/autosaves' }, 'date', 'format'),
  },
  {
    name: 'menu-item-order-minimum-ignored',
    what: 'takes menu_order 0 for a menu item',
    breaks: menuItemRefusals('menu-order/minimum'),
    alter: unchecked({ method: 'POST', under: '/cms/v2/menu-items' }, 'menu_order', 'minimum'),
  },
  {
    name: 'menu-item-object-id-minimum-ignored',
    what: 'takes a negative object_id',
    breaks: menuItemRefusals('object-id/minimum'),
    alter: unchecked({ method: 'POST', under: '/cms/v2/menu-items' }, 'object_id', 'minimum'),
  },
  {
    name: 'menu-item-type-values-ignored',
    what: 'takes any type for a menu item',
    breaks: menuItemRefusals('type/enum'),
    alter: unchecked({ method: 'POST', under: '/cms/v2/menu-items' }, 'type', 'enum'),
  },
  {
    name: 'menu-item-target-values-ignored',
    what: 'takes any target for a menu item',
    breaks: menuItemRefusals('target/enum'),
    alter: unchecked({ method: 'POST', under: '/cms/v2/menu-items' }, 'target', 'enum'),
  },
  {
    name: 'menu-item-url-format-ignored',
    what: 'takes anything for an address',
    breaks: menuItemRefusals('url/format'),
    alter: unchecked({ method: 'POST', under: '/cms/v2/menu-items' }, 'url', 'format'),
  },
  {
    name: 'block-sync-status-values-ignored',
    what: 'takes any sync status',
    breaks: [
      ...writeRefusals(['blocks'], 'meta/cms-pattern-sync-status/enum'),
      ...autosaveRefusals(['blocks'], 'meta/cms-pattern-sync-status/enum'),
    ],
    alter: unchecked({ method: 'POST', under: '/cms/v2/blocks' }, 'meta', 'enum', [
      'properties',
      'cms_pattern_sync_status',
    ]),
  },
  {
    name: 'template-slug-optional',
    what: 'creates templates without a slug',
    breaks: ['content/templates/create/body/slug/required'],
    alter: optional({ method: 'POST', is: '/cms/v2/templates' }, 'slug'),
  },
  {
    name: 'template-slug-pattern-ignored',
    what: 'takes any letters in the slug of a template',
    breaks: [
      ...writeRefusals(TEMPLATES, 'slug/pattern'),
      ...autosaveRefusals(TEMPLATES, 'slug/pattern'),
    ],
    alter: unchecked({ method: 'POST', under: '/cms/v2/template' }, 'slug', 'pattern'),
  },
  {
    name: 'lookup-slug-optional',
    what: 'looks up a template without a slug',
    breaks: ['content/templates/lookup/query/slug/required'],
    alter: optional({ ends: '/lookup' }, 'slug'),
  },
  {
    name: 'batch-size-ignored',
    what: 'takes more than 25 requests in a batch',
    breaks: ['content/batch/body/requests/max-items'],
    alter: unchecked({ is: '/batch/v1' }, 'requests', 'maxItems'),
  },
  {
    name: 'batch-requests-optional',
    what: 'takes a batch without requests',
    breaks: ['content/batch/body/requests/required'],
    alter: optional({ is: '/batch/v1' }, 'requests'),
  },
  {
    name: 'batch-methods-ignored',
    what: 'takes any method in a batch',
    breaks: ['content/batch/body/requests/items/method/enum'],
    alter: unchecked({ is: '/batch/v1' }, 'requests', 'enum', ['items', 'properties', 'method']),
  },
  {
    name: 'batch-path-optional',
    what: 'takes a request without a path in a batch',
    breaks: ['content/batch/body/requests/items/path/required'],
    alter: unchecked({ is: '/batch/v1' }, 'requests', 'required', ['items']),
  },
  {
    name: 'batch-validation-values-ignored',
    what: 'takes any word for validation',
    breaks: ['content/batch/body/validation/enum'],
    alter: unchecked({ is: '/batch/v1' }, 'validation', 'enum'),
  },
  {
    name: 'embed-url-optional',
    what: 'embeds without an address',
    breaks: ['content/oembed/embed/query/url/required'],
    alter: contentWithout({ is: '/oembed/1.0/embed' }, 'url'),
  },
  {
    name: 'proxy-url-optional',
    what: 'asks a provider without an address',
    breaks: ['content/oembed/proxy/query/url/required'],
    alter: contentWithout({ is: '/oembed/1.0/proxy' }, 'url'),
  },
  {
    name: 'proxy-format-values-ignored',
    what: 'takes any format from a provider',
    breaks: ['content/oembed/proxy/query/format/enum'],
    alter: unchecked({ is: '/oembed/1.0/proxy' }, 'format', 'enum'),
  },
  {
    name: 'post-process-action-optional',
    what: 'processes media without an action',
    breaks: ['content/media/post-process/body/action/required'],
    alter: optional({ ends: '/post-process' }, 'action'),
  },
  {
    name: 'post-process-action-values-ignored',
    what: 'takes any action',
    breaks: ['content/media/post-process/body/action/enum'],
    alter: unchecked({ ends: '/post-process' }, 'action', 'enum'),
  },
  {
    name: 'edit-src-optional',
    what: 'edits media without a source',
    breaks: ['content/media/edit/body/src/required'],
    alter: contentWithout({ ends: '/edit' }, 'src'),
  },
  {
    name: 'modifiers-may-be-none',
    what: 'takes an empty list of modifiers',
    breaks: ['content/media/edit/body/modifiers/min-items'],
    alter: unchecked({ ends: '/edit' }, 'modifiers', 'minItems'),
  },
  {
    name: 'rotation-bound-ignored',
    what: 'turns by 360 degrees and more',
    breaks: ['content/media/edit/body/rotation/exclusive-maximum'],
    alter: unchecked({ ends: '/edit' }, 'rotation', 'exclusiveMaximum'),
  },
  {
    name: 'crop-bound-ignored',
    what: 'crops beyond 100 percent',
    breaks: ['content/media/edit/body/x/maximum'],
    alter: unchecked({ ends: '/edit' }, 'x', 'maximum'),
  },

  {
    name: 'invalid-requests-welcome',
    what: 'does nothing with a request that breaks a rule, and answers as if all were well',
    breaks: [
      ...['type', 'enum', 'minimum', 'maximum', 'format', 'one-of', 'required'].map(
        (keyword) => `content/*/query/*/${keyword}`,
      ),
      ...[
        'type',
        'enum',
        'minimum',
        'maximum',
        'format',
        'one-of',
        'required',
        'pattern',
        'min-length',
      ].map((keyword) => `content/*/body/*/${keyword}`),
      'content/posts/list/query/format/unique-items',
      'content/batch/body/requests/max-items',
      'content/media/edit/body/modifiers/min-items',
      'content/media/edit/body/rotation/exclusive-minimum',
      'content/media/edit/body/rotation/exclusive-maximum',
    ],
    mayBreak: {
      clauses: ['content/batch/as-singly', 'exit code 2'],
      because: 'an answer that shows no ID is taken for a creation that cannot be removed',
    },
    alter: contentInSpite('invalid_parameter', 'missing_parameter'),
  },
  {
    name: 'unknown-routes-welcome',
    what: 'does nothing on a route that there is not, and answers as if all were well',
    // A non-numeric or signed ID makes a route that does not exist.
    breaks: ['content/*/path/*/type', 'content/ids/digits'],
    alter: contentInSpite('no_route'),
  },
]);
