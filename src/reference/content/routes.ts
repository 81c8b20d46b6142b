import { listAutosaves, readAutosave, saveAutosave } from './autosaves.ts';
import type { CollectionName } from './item.ts';
import { listItems } from './list.ts';
import { editMedia, postProcess } from './media.ts';
import { embed, proxy } from './oembed.ts';
import { clearCaches, hasLogged, isLoggedIn, login, rateLimits } from './plugins.ts';
import { readItem } from './read.ts';
import { removeItem } from './remove.ts';
import { listRevisions, readRevision, removeRevision } from './revisions.ts';
import type { SiteEndpoint } from './site.ts';
import { readThemeLooks, themeVariations } from './styles.ts';
import { listTemplates, lookUpTemplate } from './templates.ts';
import { createMedia } from './upload.ts';
import { createItem, updateItem } from './write.ts';

/** The kind of access; `gate.ts` decides which kinds need a login (open in section 5). */
export type Access =
  | 'index'
  | 'published'
  | 'menus'
  | 'templates'
  | 'kept'
  | 'write'
  | 'plugin'
  | 'free';

export interface Action {
  readonly access: Access;
  readonly run: SiteEndpoint | 'batch' | 'index' | 'namespace';
}

export interface SiteRoute {
  readonly template: string;
  /** Path parameters that span several segments. */
  readonly segments: readonly string[];
  readonly collection: CollectionName;
  readonly actions: Readonly<Record<string, Action>>;
  readonly batchable: boolean;
  /** True if a POST may have a file as its body. */
  readonly takesFile: boolean;
}

type Actions = Readonly<Record<string, readonly [Access, Action['run']]>>;

interface Extras {
  readonly segments?: readonly string[];
  readonly batchable?: boolean;
  readonly takesFile?: boolean;
}

function route(
  template: string,
  actions: Actions,
  collection: CollectionName = 'posts',
  extras: Extras = {},
): SiteRoute {
  return {
    template,
    collection,
    segments: extras.segments ?? [],
    batchable: extras.batchable ?? false,
    takesFile: extras.takesFile ?? false,
    actions: Object.fromEntries(
      Object.entries(actions).map(([method, [access, run]]) => [method, { access, run }]),
    ),
  };
}

function updates(access: Access, run: SiteEndpoint): Actions {
  return { POST: [access, run], PUT: [access, run], PATCH: [access, run] };
}

function itemRoutes(collection: CollectionName, access: Access, batchable: boolean): SiteRoute[] {
  const stem = `/cms/v2/${collection}`;
  const create = collection === 'media' ? createMedia : createItem;
  return [
    route(stem, { GET: [access, listItems], POST: ['write', create] }, collection, {
      batchable,
      takesFile: collection === 'media',
    }),
    route(
      `${stem}/{id}`,
      { GET: [access, readItem], ...updates('write', updateItem), DELETE: ['write', removeItem] },
      collection,
      { batchable },
    ),
  ];
}

function revisionRoutes(collection: CollectionName, segments: readonly string[] = []): SiteRoute[] {
  const stem = `/cms/v2/${collection}/{parent}/revisions`;
  return [
    route(stem, { GET: ['kept', listRevisions] }, collection, { segments }),
    route(
      `${stem}/{id}`,
      { GET: ['kept', readRevision], DELETE: ['write', removeRevision] },
      collection,
      { segments },
    ),
  ];
}

function autosaveRoutes(collection: CollectionName, segments: boolean): SiteRoute[] {
  const stem = `/cms/v2/${collection}`;
  return [
    route(
      `${stem}/{id}/autosaves`,
      { GET: ['kept', listAutosaves], POST: ['write', saveAutosave] },
      collection,
      { segments: segments ? ['id'] : [] },
    ),
    route(`${stem}/{parent}/autosaves/{id}`, { GET: ['kept', readAutosave] }, collection, {
      segments: segments ? ['parent'] : [],
    }),
  ];
}

function templateRoutes(collection: 'templates' | 'template-parts'): SiteRoute[] {
  const stem = `/cms/v2/${collection}`;
  return [
    route(stem, { GET: ['templates', listTemplates], POST: ['write', createItem] }, collection),
    route(`${stem}/lookup`, { GET: ['templates', lookUpTemplate] }, collection),
    // Longer routes first: an identifier of several segments could match their ends.
    ...revisionRoutes(collection, ['parent']),
    ...autosaveRoutes(collection, true),
    route(
      `${stem}/{id}`,
      {
        GET: ['templates', readItem],
        ...updates('write', updateItem),
        DELETE: ['write', removeItem],
      },
      collection,
      { segments: ['id'] },
    ),
  ];
}

const styles = '/cms/v2/global-styles';

/** The 59 routes of section 4.2. */
export const ROUTES: readonly SiteRoute[] = [
  route('/', { GET: ['index', 'index'] }),
  route('/batch/v1', { POST: ['free', 'batch'] }),

  route('/oembed/1.0', { GET: ['index', 'namespace'] }),
  route('/oembed/1.0/embed', { GET: ['published', embed] }),
  route('/oembed/1.0/proxy', { GET: ['published', proxy] }),

  route('/host/cache-plugin/v1', { GET: ['index', 'namespace'] }),
  route('/host/cache-plugin/v1/clear_all_caches', { POST: ['plugin', clearCaches] }),
  route('/host/cache-plugin/v1/rate_limit_status', { POST: ['plugin', rateLimits] }),

  route('/host_sign_on_plugin/v1', { GET: ['index', 'namespace'] }),
  route('/host_sign_on_plugin/v1/login', { GET: ['free', login] }),
  route('/host_sign_on_plugin/v1/is_user_logged_in', { GET: ['free', isLoggedIn] }),
  route('/host_sign_on_plugin/v1/has_logged', { POST: ['free', hasLogged] }),

  route('/cms/v2', { GET: ['index', 'namespace'] }),

  ...itemRoutes('posts', 'published', true),
  ...revisionRoutes('posts'),
  ...autosaveRoutes('posts', false),

  ...itemRoutes('pages', 'published', true),
  ...revisionRoutes('pages'),
  ...autosaveRoutes('pages', false),

  ...itemRoutes('media', 'published', false),
  route('/cms/v2/media/{id}/post-process', { POST: ['write', postProcess] }, 'media'),
  route('/cms/v2/media/{id}/edit', { POST: ['write', editMedia] }, 'media'),

  ...itemRoutes('menu-items', 'menus', true),
  ...autosaveRoutes('menu-items', false),

  ...itemRoutes('blocks', 'published', true),
  ...revisionRoutes('blocks'),
  ...autosaveRoutes('blocks', false),

  ...templateRoutes('templates'),
  ...templateRoutes('template-parts'),

  route(`${styles}/{parent}/revisions`, { GET: ['kept', listRevisions] }, 'global-styles'),
  route(`${styles}/{parent}/revisions/{id}`, { GET: ['kept', readRevision] }, 'global-styles'),
  route(
    `${styles}/themes/{stylesheet}/variations`,
    { GET: ['templates', themeVariations] },
    'global-styles',
  ),
  route(`${styles}/themes/{stylesheet}`, { GET: ['templates', readThemeLooks] }, 'global-styles'),
  route(
    `${styles}/{id}`,
    { GET: ['templates', readItem], ...updates('write', updateItem) },
    'global-styles',
  ),

  route(
    '/cms/v2/navigation',
    { GET: ['published', listItems], POST: ['write', createItem] },
    'navigation',
    { batchable: true },
  ),
];
