import type { CollectionName } from './item.ts';

/** Differences between collections, apart from fields. */
interface CollectionTraits {
  readonly noun: string;
  readonly revisions: boolean;
  readonly autosaves: boolean;
  /** Status and default if the creation body has them (2.3); otherwise open. */
  readonly defaultStatus?: 'publish' | 'inherit';
}

export const TRAITS: Readonly<Record<CollectionName, CollectionTraits>> = {
  posts: { noun: 'post', revisions: true, autosaves: true },
  pages: { noun: 'page', revisions: true, autosaves: true },
  media: { noun: 'media item', revisions: false, autosaves: false, defaultStatus: 'inherit' },
  'menu-items': { noun: 'menu item', revisions: false, autosaves: true, defaultStatus: 'publish' },
  blocks: { noun: 'block', revisions: true, autosaves: true },
  templates: { noun: 'template', revisions: true, autosaves: true, defaultStatus: 'publish' },
  'template-parts': {
    noun: 'template part',
    revisions: true,
    autosaves: true,
    defaultStatus: 'publish',
  },
  'global-styles': { noun: 'global styles record', revisions: true, autosaves: false },
  navigation: { noun: 'navigation', revisions: true, autosaves: true },
};
