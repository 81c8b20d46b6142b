import { choice } from './choice.ts';

export const writeChoices = {
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
  'modified-of-creation': choice(
    '4.1',
    'when an object that is created with a date gone by is modified',
    {
      date: 'at that date',
      now: 'when it is created',
    },
  ),
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
  'draft-slugs': choice('2.2', 'whether two drafts may have the same slug', {
    unique: 'no',
    free: 'yes: a slug is made unique when it is published',
  }),
  'styles-update': choice('4.2', 'members of `styles` and `settings` that a write leaves out', {
    replaced: 'are gone',
    merged: 'stay',
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
    two: 'each, and the newest two are kept',
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
    template: 'the id of the template, with their own number in `cms_id`',
  }),
  'revision-removal': choice('5', 'who may delete revisions', {
    user: 'whoever is logged in',
    nobody: 'refused with 403',
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
    first: 'the first of all, regardless of the slug',
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
    copy: 'a new record in addition to the first',
    replace: 'the first record, with another file',
  }),
  'edit-foreign-source': choice('4.2', 'a `src` that is not the image of the id', {
    refuse: 'refused',
    ignore: 'not looked at',
  }),
} as const;
