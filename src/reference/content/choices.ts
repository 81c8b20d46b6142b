/**
 * Everything that the content document leaves open and that this site had to decide, each as a named
 * choice. The option written first is what the site does by default; any other is a liberty.
 */

interface Choice<O extends string> {
  /** Section of the document that leaves it open. */
  readonly section: string;
  readonly leaves: string;
  readonly options: Readonly<Record<O, string>>;
}

function choice<O extends string>(
  section: string,
  leaves: string,
  options: Readonly<Record<O, string>>,
): Choice<O> {
  return { section, leaves, options };
}

export const CHOICES = {
  // ---- answers in general ------------------------------------------------------------------------
  'json-label': choice('4.2', 'response bodies: how JSON is labelled', {
    charset: 'application/json; charset=UTF-8',
    bare: 'application/json',
  }),
  layout: choice('4.2', 'response bodies: white space in JSON', {
    compact: 'none',
    indented: 'two spaces a level',
  }),
  'extra-members': choice('2.4', 'fields of returned records beyond those named', {
    none: 'none',
    some: 'every record has a member of the site’s own',
  }),
  'links-member': choice('2.4', 'whether records carry links', {
    present: 'a `_links` member',
    absent: 'no such member',
  }),
  'created-status': choice('7', 'the status of a creation', {
    created: '201',
    ok: '200',
  }),
  location: choice('7', 'whether a creation says where', {
    present: 'a Location header',
    absent: 'no such header',
  }),
  'deleted-answer': choice('4.2', 'what deleting for good answers', {
    previous: '`deleted` and the `previous` record',
    record: 'the record as it was',
    empty: '204 and no body',
  }),
  'trashed-answer': choice('4.2', 'what trashing answers', {
    record: 'the record, now in trash',
    wrapped: '`deleted` false and the record as `previous`',
  }),
  'date-spelling': choice('2.2', 'whether returned dates show an offset', {
    local: 'without an offset',
    offset: 'with one',
  }),
  'site-zone': choice('2.1', 'the timezone of the site', {
    gmt: 'GMT',
    ahead: 'two hours ahead of it',
    behind: 'five and a half hours behind it',
  }),
  allow: choice('7', 'whether answers tell the methods of their route', {
    present: 'an Allow header',
    absent: 'no such header',
  }),
  caching: choice('7', 'headers about caching', {
    none: 'none',
    'no-store': 'Cache-Control: no-store on everything',
  }),
  origin: choice('7', 'headers about cross-origin use', {
    none: 'none',
    open: 'Access-Control-Allow-Origin: *',
  }),

  // ---- errors ------------------------------------------------------------------------------------
  'error-body': choice('7', 'the shape of an error', {
    coded: '`code`, `message`, `data.status`, `data.params`',
    nested: 'the same below `error`',
    problem: 'application/problem+json',
    empty: 'no body',
  }),
  'error-place': choice('7', 'where the status of an error stands', {
    head: 'in the head of its answer',
    body: 'in the body alone, under HTTP 200, where there is a body',
  }),
  'error-codes': choice('7', 'the words of error codes', {
    plain: '`invalid_parameter` and the like',
    prefixed: 'the same after `rest_`',
    numeric: 'the status as text',
  }),
  'invalid-status': choice('7', 'the status of a parameter that breaks its schema', {
    'bad-request': '400',
    unprocessable: '422',
  }),
  'unknown-route': choice('7', 'the status of a route that there is not', {
    'not-found': '404',
    'bad-request': '400',
  }),
  'wrong-method': choice('7', 'the status of a method that a route has not', {
    'not-found': '404',
    'not-allowed': '405',
  }),
  'missing-item': choice('7', 'the status of an id that there is not', {
    'not-found': '404',
    gone: '410',
  }),
  'missing-parent': choice('7', 'the status of revisions of a parent that there is not', {
    'not-found': '404',
    'bad-request': '400',
  }),
  'unknown-parameters': choice('7', 'query parameters and body members that no table names', {
    ignore: 'not looked at',
    refuse: 'refused with 400',
  }),
  'broken-json': choice('7', 'a body that is not JSON', {
    refuse: '400',
    unsupported: '415',
  }),

  // ---- reading of requests -----------------------------------------------------------------------
  'number-text': choice('7', 'digits as text in a JSON body, for a number', {
    accept: 'read as the number',
    refuse: 'refused as of the wrong type',
  }),
  'boolean-text': choice(
    '7',
    'the words true and false, or 1 and 0, in a JSON body for a boolean',
    {
      accept: 'read as booleans',
      refuse: 'refused as of the wrong type',
    },
  ),
  'comma-lists': choice('7', 'one text with commas, for a list', {
    split: 'read as a list',
    refuse: 'refused as of the wrong type',
  }),
  'raw-text': choice('2.2', 'a text where an object with `raw` is described', {
    accept: 'read as its `raw`',
    refuse: 'refused as of the wrong type',
  }),
  'null-member': choice('7', 'null for a member that has another type', {
    refuse: 'refused as of the wrong type',
    absent: 'read as if the member were not there',
  }),
  'repeated-parameter': choice('7', 'a parameter twice, where one value is described', {
    last: 'the last counts',
    first: 'the first counts',
  }),
  'unlabelled-body': choice('7', 'a body without a content type', {
    json: 'read as JSON',
    ignore: 'not read',
  }),
  'empty-list-filter': choice(
    '4.1',
    'a list parameter without a default that is given, and empty',
    {
      all: 'no filter',
      none: 'nothing matches',
    },
  ),

  // ---- authentication ----------------------------------------------------------------------------
  'unauthenticated-status': choice('5', 'the status of a call that needs a login and has none', {
    unauthorised: '401',
    forbidden: '403',
  }),
  challenge: choice('5', 'whether such an answer names the scheme', {
    present: 'a WWW-Authenticate header',
    absent: 'no such header',
  }),
  'order-of-checks': choice('5', 'which comes first where both would refuse', {
    login: 'the login',
    parameters: 'the parameters',
  }),
  'published-reads': choice('5', 'whether reading what is published needs a login', {
    open: 'no',
    login: 'yes',
  }),
  writes: choice('5', 'whether writing needs a login', {
    login: 'yes',
    open: 'no',
  }),
  'bad-credential': choice('5', 'a wrong credential on a route that needs none', {
    refuse: 'refused',
    ignore: 'as if there were none',
  }),
  'edit-without-login': choice('5', 'the edit context without a login', {
    refuse: 'refused',
    view: 'the view context instead',
  }),
  'hidden-item': choice('5', 'an unpublished item without a login', {
    refuse: 'refused as needing a login',
    missing: 'answered as if there were none',
  }),
  'hidden-status': choice('5', 'a list of an unpublished status without a login', {
    refuse: 'refused',
    empty: 'nothing of that status is shown',
  }),
  'edit-lists': choice('5', 'what a list shows in the edit context to those logged in', {
    all: 'all that it shows in view',
    own: 'only what they wrote themselves',
  }),
  'menu-reads': choice('5', 'reading menu items', {
    open: 'open',
    login: 'needs a login',
  }),
  'template-reads': choice('5', 'reading templates, template parts and global styles', {
    open: 'open',
    login: 'needs a login',
  }),
  'revision-reads': choice('5', 'reading revisions and autosaves', {
    login: 'needs a login',
    open: 'open for what is published',
  }),

  // ---- lists -------------------------------------------------------------------------------------
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
    given: 'as listed, whatever order says',
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
    phrase: 'a column holds the search as it stands',
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

  // ---- writes ------------------------------------------------------------------------------------
  'default-status': choice('2.2', 'the status of a post that names none', {
    draft: 'draft',
    publish: 'publish',
  }),
  'empty-content': choice('4.2', 'creating with no title, content and excerpt', {
    accept: 'accepted',
    refuse: 'refused with 400',
  }),
  'future-date': choice('3', 'publishing with a date to come', {
    future: 'the status becomes future',
    keep: 'the status stays publish',
  }),
  'past-future': choice('3', 'the status future with a date gone by', {
    publish: 'the status becomes publish',
    keep: 'the status stays future',
  }),
  'null-date': choice('2.2', 'null for a date', {
    reset: 'the date is the present again',
    keep: 'the date stays',
  }),
  'floating-gmt': choice('2.2', 'date_gmt of what was never dated nor published', {
    shown: 'shown',
    null: 'null',
  }),
  'floating-date': choice('2.2', 'the date of what was never dated nor published', {
    first: 'that of its creation',
    last: 'that of the last write',
  }),
  'slug-suffix': choice('2.2', 'how a slug that is taken is made unique', {
    count: 'a number from 2 on',
    id: 'the id of the item',
  }),
  'slug-case': choice('2.2', 'upper case in slugs', {
    lower: 'made lower case',
    keep: 'kept',
  }),
  'slug-of-draft': choice('2.2', 'the slug of a draft that names none', {
    title: 'from its title',
    empty: 'empty until published',
  }),
  'rendered-text': choice('2.2', 'how content becomes its rendered form', {
    paragraphs: 'in paragraphs, without block comments',
    bare: 'without block comments',
  }),
  'rendered-title': choice('2.2', 'mark-up in rendered titles', {
    escaped: 'special characters are escaped',
    verbatim: 'left alone',
  }),
  'raw-texts': choice('2.2', 'where raw content and excerpts are shown', {
    edit: 'in the edit context',
    open: 'in every context, to those who may see the text',
  }),
  'rendered-excerpt': choice('2.2', 'the excerpt of what has none', {
    'from-content': 'the first words of the content',
    empty: 'empty',
  }),
  'private-title': choice('2.2', 'the rendered title of what is private or protected', {
    plain: 'as any other',
    marked: 'with a word before it',
  }),
  'wrong-password': choice('2.2', 'a password that does not fit', {
    refuse: 'refused with 403',
    ignore: 'the content stays hidden',
  }),
  'unknown-author': choice('2.2', 'an author that there is not', {
    refuse: 'refused',
    ignore: 'the author stays as it was',
  }),
  'unknown-media': choice('2.2', 'featured media that there are not', {
    refuse: 'refused',
    zero: 'none are featured',
    keep: 'kept as given',
  }),
  'unknown-parent': choice('2.3', 'a parent that there is not', {
    refuse: 'refused',
    zero: 'none is set',
  }),
  'own-parent': choice('2.3', 'a page below itself', {
    refuse: 'refused',
    zero: 'none is set',
  }),
  'unknown-terms': choice('2.2', 'terms that there are not', {
    ignore: 'left out',
    refuse: 'refused',
  }),
  'no-category': choice('2.2', 'a post without a category', {
    default: 'gets the default one',
    none: 'has none',
  }),
  'no-object': choice('2.3', 'object_id of a menu item that stands for no object', {
    zero: '0, as it was sent or left out',
    own: 'the id of the item itself',
  }),
  'sticky-protected': choice('2.2', 'a post both sticky and protected', {
    accept: 'accepted',
    refuse: 'refused',
    'refuse-stored': 'refused, and so is a write that makes it one while it still is the other',
  }),
  'sticky-list': choice('2.2', 'where a site keeps which posts are sticky', {
    apart: 'with each post',
    together: 'in one list, read and written without a lock: of two writes at once, one is lost',
  }),
  'unknown-template': choice('2.2', 'a theme file that there is not', {
    accept: 'kept as given',
    refuse: 'refused',
  }),
  'unchanged-update': choice('3', 'an update that changes nothing', {
    keep: 'leaves the modification date',
    touch: 'moves it',
  }),
  'unchanged-revision': choice('3', 'whether such an update makes a revision', {
    none: 'no',
    one: 'yes',
  }),
  'revision-holds': choice('3', 'which state the revision of an update holds', {
    new: 'the one after it',
    old: 'the one before it',
  }),
  'revisions-kept': choice('1', 'whether updates make revisions at all', {
    each: 'each that changes a text',
    none: 'none does',
  }),
  'first-revision': choice('3', 'whether creating makes a revision', {
    none: 'no',
    one: 'yes',
  }),
  'draft-autosave': choice('3', 'an autosave of a draft by its own author', {
    apart: 'kept apart from it',
    into: 'also changes the draft itself',
    only: 'changes the draft itself, and none is kept',
  }),
  'autosave-status': choice('7', 'the status of an autosave', {
    ok: '200',
    created: '201',
  }),
  'theme-template-history': choice(
    '4.2',
    'revisions and autosaves of a template file of the theme',
    {
      keep: 'as of any other',
      refuse: 'refused with 400, since none are kept',
    },
  ),
  'template-history-id': choice('4.2', 'the member `id` of revisions and autosaves of templates', {
    number: 'their own number',
    template: 'the id of the template, beside their own number in `cms_id`',
  }),
  'revision-removal': choice('5', 'who may delete revisions', {
    user: 'whoever is logged in',
    nobody: 'nobody: refused with 403',
  }),
  'autosaves-in-revisions': choice('4.2', 'whether the list of revisions shows autosaves', {
    no: 'no',
    yes: 'yes',
  }),
  'trashed-update': choice('3', 'updating what is in trash', {
    accept: 'accepted',
    refuse: 'refused with 410',
  }),
  'trashed-again': choice('3', 'trashing what is in trash', {
    refuse: 'refused with 410',
    accept: 'answered once more',
  }),
  'trashed-template': choice('3', 'the slug, and so the id, of a template in trash', {
    keep: 'kept',
    marked: 'a mark is appended, and the id is another',
  }),
  'trashed-slug': choice('3', 'the slug of what is in trash', {
    marked: 'gives way: a mark is appended',
    keep: 'kept',
  }),
  'unforced-revision': choice('7', 'the status of deleting a revision without force', {
    'not-implemented': '501',
    'bad-request': '400',
    conflict: '409',
  }),
  'theme-template-delete': choice('3', 'deleting a template that came with the theme', {
    accept: 'as any other',
    refuse: 'refused with 400',
  }),
  'children-of-deleted': choice('3', 'children of a page that is deleted for good', {
    lift: 'move up to its parent',
    orphan: 'keep its id',
  }),
  'lookup-nothing': choice('4.2', 'looking up a template that there is not', {
    fallback: 'the nearest that there is',
    missing: '404',
  }),
  'lookup-finds': choice('4.2', 'which template a lookup finds', {
    named: 'the one of the slug, or the next best',
    first: 'the first of all, whatever the slug',
  }),
  'template-slug-taken': choice('2.3', 'creating a template whose slug is taken', {
    suffix: 'gets another slug',
    refuse: 'refused with 409',
  }),
  'template-id': choice('4', 'how theme and slug join in a template id', {
    double: 'two slashes',
    single: 'one slash',
  }),
  'settled-media': choice('2.3', 'a media record without a file', {
    accept: 'accepted',
    refuse: 'refused with 400',
  }),
  'upload-fields': choice('4.2', 'fields that are sent in a form beside a file', {
    read: 'read as those of a body',
    ignore: 'not read',
  }),
  'media-kinds': choice('4.2', 'uploads that are no PNG', {
    accept: 'kept as they are',
    refuse: 'refused',
  }),
  'edited-media': choice('4.2', 'what an edited image becomes', {
    copy: 'a new record beside the first',
    replace: 'the first record, with another file',
  }),
  'edit-foreign-source': choice('4.2', 'a `src` that is not the image of the id', {
    refuse: 'refused',
    ignore: 'not looked at',
  }),

  // ---- batch, embeds, plugins, index -------------------------------------------------------------
  'batch-status': choice('4.2', 'the status of a batch', {
    multi: '207',
    ok: '200',
  }),
  'batch-unfit': choice('4.2', 'a batch member whose route may not be batched', {
    member: 'an error in its place',
    whole: 'the whole batch is refused',
  }),
  'batch-pace': choice('8', 'how many members of a batch are carried out at once', {
    all: 'all of them',
    'too-many': 'two, and those after them are answered with 429',
    unavailable: 'two, and those after them are answered with 503',
  }),
  'batch-invalid': choice('4.2', 'a batch that require-all-validate stops', {
    listed: 'answered with the complaints in place',
    refused: 'refused with 400',
    run: 'the valid ones are carried out all the same',
  }),
  'embed-unknown': choice('4.2', 'embed data for an address of nobody’s', {
    'not-found': '404',
    'bad-request': '400',
  }),
  'embed-sizes': choice('4.2', 'the width of an embed', {
    capped: 'maxwidth, kept between 200 and 600',
    given: 'maxwidth',
  }),
  'embed-token': choice('4.2', 'whether the markup of an embed differs from call to call', {
    none: 'no',
    random: 'yes, by a token',
  }),
  'login-answer': choice('5', 'what the sign-on login answers', {
    link: 'where to sign on',
    redirect: '302 to that place',
  }),
  'logged-answer': choice('5', 'the shape of the sign-on answers', {
    object: 'an object',
    boolean: 'true or false',
  }),
  'plugin-login': choice('5', 'whether the cache plugin needs a login', {
    login: 'yes',
    open: 'no',
  }),
  'index-help': choice('2.1', 'further members of the index', {
    none: 'none',
    some: '`site_logo` and `_links`',
  }),
  'site-address': choice('2.1', 'which address of the site its index gives', {
    own: '`url` and `home` are where the interface is reached',
    public: 'both are https and another host, as behind a proxy; the pages are there too',
    apart: '`home` is another folder than `url`, and both end in a slash',
  }),
  'index-routes': choice('4.2', 'routes of the index beyond those shown', {
    shown: 'none',
    more: 'the item route of navigation, and one of a namespace that is only named',
  }),
  'index-defaults': choice('2.1', 'args entries that only say what goes without saying', {
    terse: '`required` is left out where false',
    wordy: '`required` is always there',
  }),
  'index-ids': choice('4.2', 'whether writes list an ID that their row does not give them', {
    listed: 'yes',
    unlisted: 'no: neither writes of global styles nor autosaves of templates',
  }),
  head: choice('4', 'the method HEAD', {
    answer: 'as GET, without a body',
    refuse: 'as any method that the route has not',
  }),
  options: choice('4', 'the method OPTIONS', {
    describe: 'the route’s entry of the index',
    refuse: 'as any method that the route has not',
  }),
} as const;

export type ChoiceName = keyof typeof CHOICES;

export type OptionOf<N extends ChoiceName> = keyof (typeof CHOICES)[N]['options'];

export type Choices = { readonly [N in ChoiceName]: OptionOf<N> };

export const CHOICE_NAMES: readonly ChoiceName[] = Object.keys(CHOICES).filter(isChoiceName);

function isChoiceName(name: string): name is ChoiceName {
  return Object.hasOwn(CHOICES, name);
}

/** The options of a choice, the default first. */
export function optionsOf(name: ChoiceName): readonly string[] {
  return Object.keys(CHOICES[name].options);
}

/**
 * Every choice at its default, but for those given.
 * @throws RangeError for an option that a choice has not
 */
export function choose(selected: Readonly<Record<string, string>> = {}): Choices {
  for (const [name, option] of Object.entries(selected)) {
    if (!isChoiceName(name) || !optionsOf(name).includes(option)) {
      throw new RangeError(`there is no option "${option}" of "${name}"`);
    }
  }
  const entries = CHOICE_NAMES.map((name) => [name, selected[name] ?? optionsOf(name)[0]]);
  // Each entry pairs a choice with an option that was found in its own table just above.
  return Object.fromEntries(entries) as Choices;
}
