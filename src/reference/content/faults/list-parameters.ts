import { isMembers } from '../../../model/index.ts';
import { type Alteration, hearing, ignoring, taking, unasked, without } from '../altering.ts';
import { inFamily } from '../deviation.ts';
import type { JsonObject } from '../item.ts';
import { mayBreakGrids, READ_BY_NOBODY, STICKIES_STAY } from './consequences.ts';

const POSTS = '/cms/v2/posts';
const LIST = { method: 'GET' };
const LIST_OF_POSTS = { is: POSTS, method: 'GET' };
const LISTS_OF_REVISIONS = { method: 'GET', ends: '/revisions' };

/** Only lists, no single objects. */
const LISTS = { method: 'GET', avoids: ['/{id}', '/lookup'] };

/** Lists of revisions and autosaves have `parent` in their path. */
const LISTS_BY_PARENT = { ...LISTS, avoids: [...LISTS.avoids, '/revisions', '/autosaves'] };

const ORDERS_OF_POSTS = ['author', 'date', 'id', 'modified', 'slug', 'title'].map(
  (name) => `content/lists/orderby-${name}`,
);

/** List parameters that are validated and then ignored. */
export const listParameterFaults = inFamily('list parameters', [
  {
    name: 'offset-of-moments-ignored',
    what: 'reads the time of a date as GMT, regardless of its offset',
    breaks: ['content/lists/moment-offset'],
    alter: hearing(LISTS, ({ params, given }) => ({
      params: Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          /^(modified_)?(after|before)$/.test(name) && typeof value === 'string'
            ? value.replace(/[+-]\d\d:\d\d$/, 'Z')
            : value,
        ]),
      ),
      given,
    })),
  },
  ...Object.entries(READ_BY_NOBODY).map(([name, breaks]) => ({
    name: `${name.replaceAll('_', '-')}-ignored`,
    what: `lists as if ${name} were not given`,
    breaks,
    ...mayBreakGrids(name),
    alter: ignoring(name === 'parent' ? LISTS_BY_PARENT : LISTS, name),
  })),
  {
    name: 'context-ignored',
    what: 'shows everything as in the context view',
    breaks: [
      'content/lists/context-edit',
      'content/lists/context-edit-elsewhere',
      'content/lists/context-edit-texts',
      'content/record/raw-in-edit',
      'content/record/raw-texts-in-edit',
      'content/record/text-members',
    ],
    mayBreak: {
      clauses: ['content/state/*-leaves-the-rest'],
      because: 'without raw texts, what a password hides looks as if it were gone',
    },
    alter: ignoring(LIST, 'context'),
  },
  {
    name: 'ignore-sticky-ignored',
    what: 'never puts stickies first',
    breaks: ['content/lists/sticky-first'],
    alter: ignoring({ is: POSTS }, 'ignore_sticky'),
  },
  {
    name: 'stickies-always-first',
    what: 'puts stickies first even where they are to be ignored',
    breaks: ORDERS_OF_POSTS,
    mayBreak: STICKIES_STAY,
    alter: taking(LIST_OF_POSTS, 'ignore_sticky', false),
  },
  {
    name: 'operator-ignored',
    what: 'takes any of the terms where all are asked for',
    breaks: ['content/lists/term-operator'],
    alter: termFilter((filter) => without(filter, 'operator')),
  },
  {
    name: 'include-children-turned-round',
    what: 'counts descendants of a term where they are not asked for, and only there',
    breaks: ['content/lists/term-children'],
    alter: termFilter((filter) => ({
      ...filter,
      include_children: filter.include_children !== true,
    })),
  },
  {
    name: 'post-type-widens',
    what: 'lists a template only where a post type is asked for',
    breaks: ['content/lists/post-type'],
    alter: (parts) => ({
      ...parts,
      filters: {
        ...parts.filters,
        post_type: (params) =>
          params.post_type === undefined ? (item) => item.slug !== 'index' : undefined,
      },
    }),
  },
  {
    name: 'status-any-narrow',
    what: 'reads the status any as only drafts',
    breaks: ['content/lists/status-any'],
    alter: hearing(LIST, ({ params, given }) => ({
      params:
        Array.isArray(params.status) && params.status[0] === 'any'
          ? { ...params, status: ['draft'] }
          : params,
      given,
    })),
  },
  {
    name: 'status-any-without-pending',
    what: 'leaves out what is pending where any status is asked for',
    breaks: ['content/lists/status-any'],
    alter: hearing(LIST, ({ params, given }) => ({
      params:
        Array.isArray(params.status) && params.status[0] === 'any'
          ? { ...params, status: ['publish', 'future', 'draft', 'private'] }
          : params,
      given,
    })),
  },
  {
    name: 'author-ignored-beside-search',
    what: 'lists the posts of all authors where something is searched for',
    breaks: ['content/lists/together'],
    alter: beside('search', 'author'),
  },
  {
    name: 'exclude-ignored-beside-tags',
    what: 'lists what is to be left out where tags are asked for',
    breaks: ['content/lists/together'],
    alter: beside('tags', 'exclude'),
  },
  {
    name: 'edit-context-lists-drafts',
    what: 'adds drafts to lists in the edit context',
    breaks: ['content/lists/context-membership'],
    mayBreak: {
      clauses: ['content/lists/together'],
      because:
        'drafts are in lists with a filter as well, whose records only the edit context may not reach',
    },
    alter: hearing(LIST_OF_POSTS, ({ params, given }) => ({
      params:
        params.context === 'edit' && !given.has('status')
          ? { ...params, status: ['publish', 'draft'] }
          : params,
      given,
    })),
  },

  {
    name: 'page-default-two',
    what: 'begins with the second page',
    breaks: ['content/lists/default-page'],
    mayBreak: {
      clauses: ['content/lists/*', 'robust/valid-accepted', 'exit code 2'],
      because:
        'most relations are between first pages, which are asked for by leaving `page` out; a short list has no second page, and is refused',
    },
    alter: unasked(LIST_OF_POSTS, 'page', 2),
  },
  {
    name: 'revisions-oldest-first',
    what: 'lists revisions with the oldest first unasked',
    breaks: ['content/lists/default-order'],
    alter: unasked(LISTS_OF_REVISIONS, 'order', 'asc'),
  },
  {
    name: 'orderby-default-title',
    what: 'orders by title unasked',
    breaks: ['content/lists/default-orderby'],
    alter: unasked(LIST_OF_POSTS, 'orderby', 'title'),
  },
  {
    name: 'context-default-edit',
    what: 'shows the edit context unasked',
    breaks: [
      'content/lists/default-context',
      'content/record/password-guards-*',
      'content/record/password-not-told',
    ],
    alter: unasked(LIST_OF_POSTS, 'context', 'edit'),
  },
  {
    name: 'stickies-first-by-default',
    what: 'puts stickies first unasked',
    breaks: ['content/lists/default-ignore-sticky', ...ORDERS_OF_POSTS],
    mayBreak: STICKIES_STAY,
    alter: unasked(LIST_OF_POSTS, 'ignore_sticky', false),
  },
  {
    name: 'draft-shown-by-default',
    what: 'lists drafts unasked',
    breaks: ['content/lists/default-status'],
    alter: unasked(LIST_OF_POSTS, 'status', ['publish', 'draft']),
  },
  {
    name: 'operator-default-and',
    what: 'asks for all of the terms unasked',
    breaks: [
      'content/lists/default-operator',
      'content/lists/categories',
      'content/lists/tags',
      'content/lists/menus',
      'content/lists/pattern-category',
    ],
    alter: termFilter((filter) => ({ operator: 'AND', ...filter })),
  },
  {
    name: 'include-children-default-true',
    what: 'counts descendants of a term unasked',
    breaks: ['content/lists/default-children'],
    alter: termFilter((filter) => ({ include_children: true, ...filter })),
  },
  {
    name: 'term-objects-ignored',
    what: 'heeds a term filter only where it is a list',
    breaks: ['content/lists/term-forms', 'content/lists/term-operator'],
    alter: hearing(LIST, ({ params, given }) => ({
      params: Object.fromEntries(Object.entries(params).filter(([, value]) => !isMembers(value))),
      given,
    })),
  },
]);

/** Ignores a parameter of the list of posts if another is present. */
function beside(other: string, ignored: string): Alteration {
  return hearing(LIST_OF_POSTS, ({ params, given }) => ({
    params: given.has(other)
      ? Object.fromEntries(Object.entries(params).filter(([name]) => name !== ignored))
      : params,
    given,
  }));
}

const TERM_FILTERS = ['categories', 'tags', 'menus', 'cms_pattern_category'];

/** Changes term filters; a filter that is a list is read as an object with these terms. */
function termFilter(change: (filter: JsonObject) => JsonObject): Alteration {
  return hearing(LIST, ({ params, given }) => ({
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => {
        const filter = TERM_FILTERS.includes(name) ? filterIn(value) : undefined;
        return [name, filter ? change(filter) : value] as const;
      }),
    ),
    given,
  }));
}

function filterIn(value: unknown): JsonObject | undefined {
  if (isMembers(value)) return value;
  return Array.isArray(value) ? { terms: value } : undefined;
}
