import { describe, expect, it } from 'vitest';
import { variations } from './index.ts';

/** What relations between requests may not be judged by, and the variations that do so. */
const LIMITS: Readonly<Record<string, readonly string[]>> = {
  'a draft may have a slug that is taken': ['draft-slugs-free', 'slug-of-draft-empty'],
  'of two updates at once, one may be lost': ['sticky-list-together', 'texts-saved-together'],
  'a list of revisions may show autosaves': ['autosaves-in-revisions-yes'],
  'revisions may be kept or not, as they are before or after an update': [
    'revisions-kept-none',
    'revisions-kept-two',
    'revision-holds-old',
    'first-revision-one',
    'two-revisions-a-page',
  ],
  'an autosave may change the draft itself': ['draft-autosave-into', 'draft-autosave-only'],
  'objects may have further members': ['more-in-meta'],
  'members that an update of styles leaves out may stay': ['styles-update-merged'],
  'a site may name no zone': ['site-zone-behind', 'timezone-string-empty'],
  'a zone may have other rules in years that are far from now': ['site-zone-seasons'],
  'an update that changes nothing may modify an object': [
    'unchanged-update-touch',
    'unchanged-revision-one',
  ],
  'an object may be modified at its date when it is created': ['modified-of-creation-now'],
  'what compares equal may be in any order, if it stays': [
    'ties-oldest-id',
    'ties-newest-id',
    'ties-own-order',
    'equal-dates-turned',
    'menu-items-of-one-place',
    'posts-of-one-date-by-id',
  ],
  'lists of words may be kept in another order': ['words-of-menu-items-turned'],
  'an ID beyond 32 bits may be refused': ['far-id-bad-request'],
  'an ID in a body may count': ['id-of-body-counts'],
  'undefined parameters may be refused': [
    'unknown-parameters-refuse',
    'unknown-parameters-refused',
    'query-on-timezones-400',
  ],
};

const names = variations().map(({ name }) => name);

describe('limits of relations', () => {
  it.each(Object.entries(LIMITS))('%s', (_limit, all) =>
    expect(all.filter((name) => !names.includes(name))).toEqual([]),
  );
});
