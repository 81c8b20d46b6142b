import { choice } from './choice.ts';

export const listChoices = {
  'past-last-page': choice('4.1', 'a page beyond the last', {
    refuse: 'refused with 400',
    empty: 'an empty list',
  }),
  totals: choice('4.1', 'how totals are told', {
    headers: 'X-Total and X-TotalPages',
    'site-headers': 'X-CMS-Total and X-CMS-TotalPages',
    none: 'not at all',
  }),
  'link-header': choice('4.1', 'links to neighbouring pages', {
    present: 'a Link header',
    absent: 'none',
  }),
  ties: choice('4.1', 'the order of items that compare equal', {
    'with-order': 'by id, in the direction asked for',
    'oldest-id': 'by id, ascending',
    'newest-id': 'by id, descending',
    'own-order': 'in an order of their own, which stays',
  }),
  'title-order': choice('4.1', 'how titles compare', {
    'case-blind': 'without regard to case',
    'code-unit': 'as they are',
  }),
  'offset-and-page': choice('4.1', 'offset and page together', {
    offset: 'the page is not looked at',
    sum: 'pages are counted from the offset on',
  }),
  'offset-total': choice('4.1', 'the total where an offset is given', {
    all: 'everything that matches',
    rest: 'what is left after the offset',
  }),
  'include-order': choice('4.1', 'the direction of orderby include and include_slugs', {
    given: 'as listed, regardless of order',
    'with-order': 'as listed for asc, reversed for desc',
  }),
  'relevance-without-search': choice('4.1', 'orderby relevance without a search', {
    date: 'by date',
    refuse: 'refused',
  }),
  'include-without-list': choice('4.1', 'orderby include without include', {
    date: 'by date',
    refuse: 'refused',
  }),
  search: choice('4.1', 'how several words are searched', {
    every: 'all of them must occur',
    phrase: 'as one phrase',
    any: 'one of them is enough',
  }),
  'search-exact': choice('4.1', 'search_semantics exact', {
    whole: 'a column is equal to the search, without regard to case',
    phrase: 'a column contains the exact search',
  }),
  'sticky-first': choice('4.2', 'where stickies stand if not ignored', {
    list: 'at the head of the whole list',
    page: 'at the head of their page',
  }),
  'tax-relation': choice('4.2', 'tax_relation where it is not given', {
    and: 'AND',
    or: 'OR',
  }),
  'excluded-terms': choice('4.3', 'whether tax_relation OR reaches exclusions', {
    always: 'no: what is excluded stays out',
    related: 'yes: they are alternatives like the others',
  }),
  'date-bounds': choice('4.1', 'whether after and before include their moment', {
    exclusive: 'no',
    inclusive: 'yes',
  }),
  'revision-page': choice('4.4', 'per_page of revisions where it is not given', {
    all: 'all of them',
    ten: 'ten',
  }),
  'embed-members': choice('4.1', 'the members of the embed context', {
    few: 'a handful',
    all: 'those of the view context',
  }),
  'any-status': choice('3', 'what the status any stands for', {
    'but-trash': 'everything but trash and auto-draft',
    everything: 'everything',
  }),
} as const;
