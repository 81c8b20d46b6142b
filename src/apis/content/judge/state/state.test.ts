import { describe, expect, it } from 'vitest';
import type { Json, Values } from '../../../../model/index.ts';
import { stateClauses } from '../../plan/sequences-evidence.ts';
import { answered, contract, findingsOf, lost, reported, type StoryStep } from './story.fixture.ts';

/** A clause, what happens, and what is found: the first row of each clause shows that it holds. */
type Row = readonly [
  clause: string,
  what: string,
  story: readonly StoryStep[],
  finds: readonly string[],
];

const OURS = 'touchstone 4f1c';
const WORDS = 'aaaabbbbccccdddd4f1c what nobody else may read';

/** What is sent to create a post, and the post as its editor reads it. */
const SENT: Values = {
  title: { raw: OURS },
  content: { raw: WORDS },
  excerpt: { raw: 'in short' },
  slug: 'touchstone-4f1c',
  status: 'publish',
};
const POST: Values = {
  id: 7,
  date: '2026-01-15T12:00:00',
  slug: 'touchstone-4f1c',
  status: 'publish',
  password: '',
  title: { raw: OURS, rendered: OURS },
  content: { raw: WORDS, rendered: `<p>${WORDS}</p>`, protected: false, block_version: 0 },
  excerpt: { raw: 'in short', rendered: '<p>in short</p>', protected: false },
  author: 1,
  sticky: false,
};
const NAMED = { id: { $from: 'create#/id' } };
const PARENT = { parent: { $from: 'create#/id' } };
const SECOND = { id: { $from: 'other#/id' } };
const NEW = 'touchstone 4f1c anew';
const LATER: Values = { date: '2026-01-15T12:00:01' };

// ---- deeds --------------------------------------------------------------------------------------------

function create(more: Values = {}, collection = 'posts'): StoryStep {
  const sent = { ...SENT, ...more };
  return { id: 'create', operation: `${collection}/create`, sent, answer: [201, { id: 7 }] };
}

function other(more: Values = {}): StoryStep {
  const sent = { title: 'touchstone 9e9e', slug: 'touchstone-9e9e', status: 'publish', ...more };
  return { id: 'other', operation: 'posts/create', sent, answer: [201, { id: 8 }] };
}

function read(more: Values = {}, id = 'read', collection = 'posts'): StoryStep {
  return {
    id,
    operation: `${collection}/get`,
    path: NAMED,
    query: { context: 'edit' },
    answer: [200, { ...POST, ...more }],
  };
}

function readOther(more: Values = {}, id = 'read-other'): StoryStep {
  const shown = { id: 8, slug: 'touchstone-9e9e', title: { raw: 'touchstone 9e9e' }, ...more };
  return { ...read({}, id), path: SECOND, answer: [200, { ...POST, ...shown }] };
}

function again(more: Values = {}): StoryStep {
  return read(more, 'again');
}

/** A read outside the edit context. */
function view(more: Values, action: Partial<StoryStep> = {}): StoryStep {
  const { title, content, excerpt } = { title: rendered(OURS), content: {}, excerpt: {}, ...more };
  const shown = { id: 7, slug: POST.slug ?? null, ...more, title, content, excerpt };
  return { id: 'view', operation: 'posts/get', path: NAMED, answer: [200, shown], ...action };
}

function ofBlocks(steps: readonly StoryStep[]): readonly StoryStep[] {
  return steps.map((one) => ({ ...one, operation: one.operation.replace(/^posts/, 'blocks') }));
}

function rendered(text: string): Json {
  return { rendered: text };
}

function update(method: string, sent: Values = { title: NEW }): StoryStep {
  return {
    id: 'update',
    operation: `posts/update/${method}`,
    path: NAMED,
    sent,
    answer: [200, { id: 7 }],
  };
}

function remove(force?: boolean): StoryStep {
  return {
    id: 'delete',
    operation: 'posts/delete',
    path: NAMED,
    ...(force !== undefined && { query: { force } }),
    answer: [200, { id: 7 }],
  };
}

function list(entries: readonly Json[], query: Values = {}, id = 'list'): StoryStep {
  const include = [{ $from: 'create#/id' }];
  return { id, operation: 'posts/list', query: { include, ...query }, answer: [200, entries] };
}

function revisions(entries: readonly Json[], id = 'revisions'): StoryStep {
  return { id, operation: 'posts/revisions/list', path: PARENT, answer: [200, entries] };
}

function revision(title: string, id = 'revision'): StoryStep {
  return {
    id,
    operation: 'posts/revisions/get',
    path: { ...PARENT, id: { $from: 'revisions#/0/id' } },
    answer: [200, { id: 70, title: { raw: title } }],
  };
}

function removeRevision(force?: boolean): StoryStep {
  return {
    id: 'delete',
    operation: 'posts/revisions/delete',
    path: { ...PARENT, id: { $from: 'revisions#/0/id' } },
    ...(force !== undefined && { query: { force } }),
    answer: [200, { deleted: true }],
  };
}

function autosave(): StoryStep {
  return {
    id: 'autosave',
    operation: 'posts/autosaves/create',
    path: NAMED,
    sent: { title: NEW },
    answer: [200, { id: 90 }],
  };
}

function autosaves(entries: readonly Json[]): StoryStep {
  return {
    id: 'autosaves',
    operation: 'posts/autosaves/list',
    path: NAMED,
    answer: [200, entries],
  };
}

function readAutosave(title: string): StoryStep {
  return {
    id: 'read-autosave',
    operation: 'posts/autosaves/get',
    path: { ...PARENT, id: { $from: 'autosave#/id' } },
    answer: [200, { id: 90, title: { raw: title } }],
  };
}

function toEdit(step: StoryStep): StoryStep {
  return { ...step, query: { context: 'edit' } };
}

const KEPT_AUTOSAVE = { id: 90, title: { raw: NEW } };
const VIEWED_AUTOSAVE = {
  ...readAutosave(NEW),
  answer: [200, { id: 90, title: rendered(NEW) }],
} satisfies StoryStep;
const TRASHED = { status: 'trash', slug: 'touchstone-4f1c__trashed' };
const ELSE = { id: 7, slug: 'news', title: { raw: 'News of others' } };
const UPDATED = { title: { raw: NEW, rendered: NEW } };
const GUARDED = { password: 'sesame' };
const KEPT_GUARDED = {
  ...GUARDED,
  content: { raw: WORDS, rendered: '', protected: true, block_version: 0 },
  excerpt: { raw: `short ${WORDS}`, rendered: '', protected: true },
};
const anonymous = (query: Values = {}): Partial<StoryStep> => ({ credential: 'none', query });

// ---- what is created, read and updated ----------------------------------------------------------------

const LIVING: readonly Row[] = [
  ['state/created-is-there', 'is read', [create(), read()], ['holds']],
  ['state/created-is-there', 'is not found', [create(), answered(read(), 404)], ['read status']],
  [
    'state/created-is-there',
    'was refused for want of permission',
    [answered(create(), 403), answered(read(), 404)],
    ['(precondition)', '(precondition)'],
  ],
  [
    'state/created-is-there',
    'may not be read by whom created it',
    [create(), answered(read(), 403)],
    ['(precondition)'],
  ],
  ['state/created-is-there', 'was lost', [lost(create()), read()], ['(fault)']],
  [
    'state/created-is-there',
    'was answered without an ID',
    [answered(create(), 201, { ok: true }), read()],
    ['(precondition)'],
  ],

  ['state/created-is-listed', 'is listed', [create(), read(), list([POST])], ['holds']],
  ['state/created-is-listed', 'is not listed', [create(), read(), list([])], ['list']],
  [
    'state/created-is-listed',
    'is not listed, as when the same was asked for before',
    [create(), list([], {}, 'listed'), read(), list([])],
    ['(precondition)'],
  ],
  [
    'state/created-is-listed',
    'is not listed, when asked for in other words than before',
    [create(), list([], { per_page: 9 }, 'listed'), read(), list([])],
    ['list'],
  ],
  [
    'state/created-is-listed',
    'is a draft that lists leave out',
    [create(), read({ status: 'draft' }), list([])],
    ['(no-data)'],
  ],
  [
    'state/created-is-listed',
    'has not been read, so that its status is not known',
    [create(), list([])],
    ['(no-data)'],
  ],
  [
    'state/created-is-listed',
    'is among others that were not asked for',
    [create(), read(), list([{ id: 1 }, POST])],
    ['(precondition)'],
  ],
  [
    'state/created-is-listed',
    'is answered with no list',
    [create(), read(), answered(list([]), 200, { posts: [] })],
    ['(precondition)'],
  ],
  ['state/listed-as-read', 'is listed as it was read', [create(), read(), list([POST])], ['holds']],
  [
    'state/listed-as-read',
    'is listed in another context, with texts cut short',
    [
      create(),
      read({ content: { raw: WORDS, rendered: WORDS } }),
      list([{ id: 7, slug: 'touchstone-4f1c', title: rendered(OURS), content: rendered('aaa') }]),
    ],
    ['holds'],
  ],
  [
    'state/patch-updates',
    'keeps the slug that it had and is sent',
    [create(), read(), update('patch', { slug: 'touchstone-4f1c' }), read({}, 'again')],
    ['holds'],
  ],
  [
    'state/patch-updates',
    'gets another slug where it is sent the one that it had',
    [
      ...[create(), read(), update('patch', { slug: 'touchstone-4f1c' })],
      read({ slug: 'touchstone-4f1c-2' }, 'again'),
    ],
    ['again/slug'],
  ],
  [
    'state/listed-as-read',
    'is listed for editing with a rendered text in place of the raw one',
    [
      create(),
      read({ content: { raw: WORDS, rendered: `<p>${WORDS}</p>` } }),
      list([{ ...POST, content: { raw: `<p>${WORDS}</p>`, rendered: 'aaa' } }], {
        context: 'edit',
      }),
    ],
    ['list/0/content'],
  ],
  [
    'state/listed-as-read',
    'is listed as protected, and was read as open',
    [
      create(),
      read({ content: { raw: WORDS, rendered: WORDS, protected: false } }),
      list([{ ...POST, content: { rendered: '', protected: true } }]),
    ],
    ['list/0/content'],
  ],
  [
    'state/listed-as-read',
    'is listed as it was before',
    [
      ...[create(), read(), update('post')],
      read({ title: { raw: NEW, rendered: NEW } }, 'again'),
      list([POST]),
    ],
    ['list/0/title'],
  ],
  [
    'state/listed-as-read',
    'is listed as it was when the same was asked for before',
    [
      ...[create(), read(), list([POST], {}, 'listed'), update('post')],
      ...[again(UPDATED), list([POST])],
    ],
    ['holds'],
  ],
  [
    'state/listed-as-read',
    'is listed as it was before, when asked for in other words',
    [
      ...[create(), read(), list([POST], {}, 'listed'), update('post')],
      ...[again(UPDATED), list([POST], { per_page: 9 })],
    ],
    ['holds', 'list/0/title'],
  ],
  [
    'state/listed-as-read',
    'is listed as it never was, when the same was asked for before',
    [
      ...[create(), read(), list([POST], {}, 'listed'), update('post')],
      ...[again(UPDATED), list([{ ...POST, author: 2 }])],
    ],
    ['holds', 'list/0/title'],
  ],
  [
    'state/listed-as-read',
    'shows less of meta in a list, at any depth',
    [
      create(),
      read({ meta: { footnotes: 'x', plugin: { open: 1, key: 'x' } } }),
      list([{ ...POST, meta: { plugin: { open: 1 } } }]),
    ],
    ['holds'],
  ],
  [
    'state/listed-as-read',
    'shows another part of meta in a list',
    [
      create(),
      read({ meta: { footnotes: 'x', plugin: { open: 1, key: 'x' } } }),
      list([{ ...POST, meta: { plugin: { open: 2 } } }]),
    ],
    ['list/0/meta'],
  ],
  [
    'state/listed-as-read',
    'is listed with another author',
    [create(), read(), list([{ ...POST, author: 2 }])],
    ['list/0/author'],
  ],
  [
    'state/listed-as-read',
    'is listed with another date, being a draft that was given none',
    [
      create({ status: 'draft' }),
      read({ status: 'draft' }),
      list([{ ...POST, ...LATER, status: 'draft' }]),
    ],
    ['holds'],
  ],
  [
    'state/listed-as-read',
    'is listed with another date',
    [create(), read(), list([{ ...POST, ...LATER }])],
    ['list/0/date'],
  ],
  [
    'state/listed-as-read',
    'was changed since it was read',
    [create(), read(), update('post'), list([POST])],
    ['(no-data)'],
  ],
  [
    'state/listed-by-status',
    'is listed among drafts',
    [create(), read({ status: 'draft' }), list([POST], { status: ['draft'] })],
    ['holds'],
  ],
  [
    'state/listed-by-status',
    'is not listed among drafts',
    [create(), read({ status: 'draft' }), list([], { status: ['draft'] })],
    ['list'],
  ],
  [
    'state/listed-by-status',
    'is not listed among what it is not',
    [create(), read(), list([], { status: ['draft', 'pending'] })],
    ['(no-data)'],
  ],

  ...(['post', 'put', 'patch'] as const).flatMap((method): readonly Row[] => {
    const [updates, rest] = [`state/${method}-updates`, `state/${method}-leaves-the-rest`];
    const both = { title: NEW, excerpt: { raw: 'in shorter' } };
    return [
      [updates, 'is there', [create(), read(), update(method), again(UPDATED)], ['holds']],
      [updates, 'does nothing', [create(), read(), update(method), again()], ['again/title/raw']],
      [
        updates,
        'does half of it',
        [create(), read(), update(method, both), again(UPDATED)],
        ['again/excerpt/raw'],
      ],
      [
        updates,
        'sends what was not kept before',
        [
          create(),
          read({ excerpt: { raw: '' } }),
          update(method, both),
          again({ ...UPDATED, excerpt: { raw: '' } }),
        ],
        ['holds'],
      ],
      [
        updates,
        'shows in its answer what no read shows',
        [
          create(),
          read({ author: 1 }),
          answered(update(method, { author: 2 }), 200, { id: 7, author: 2 }),
          again({ author: 1 }),
        ],
        ['again/author'],
      ],
      [
        updates,
        'shows in its answer that it did not take all',
        [
          create(),
          read({ author: 1 }),
          answered(update(method, { author: 2 }), 200, { id: 7, author: 1 }),
          again({ author: 1 }),
        ],
        ['holds'],
      ],
      [
        updates,
        'leaves a choice that was shown from the start, and is not the usual one',
        [
          create({ comment_status: 'closed' }),
          read({ comment_status: 'closed' }),
          update(method, { comment_status: 'open' }),
          again({ comment_status: 'closed' }),
        ],
        ['again/comment_status'],
      ],
      [
        updates,
        'leaves a choice that was shown from the start, perhaps by chance',
        [
          create({ comment_status: 'open' }),
          read({ comment_status: 'open' }),
          update(method, { comment_status: 'closed' }),
          again({ comment_status: 'open' }),
        ],
        ['holds'],
      ],
      [
        updates,
        'asks for another status, which is not shown',
        [create(), read(), update(method, { status: 'private' }), again()],
        ['holds'],
      ],
      [
        updates,
        'is refused, and done all the same or not',
        [create(), read(), answered(update(method), 403), again(UPDATED)],
        ['(precondition)'],
      ],
      [
        updates,
        'breaks down half-way',
        [create(), read(), answered(update(method), 500), again(UPDATED)],
        ['(precondition)'],
      ],
      [updates, 'is lost', [create(), read(), lost(update(method)), again()], ['(fault)']],

      [rest, 'stays', [create(), read(), update(method), again(UPDATED)], ['holds']],
      [
        rest,
        'is emptied',
        [
          create(),
          read(),
          update(method),
          again({ ...UPDATED, excerpt: { raw: '', rendered: '', protected: false } }),
        ],
        ['again/excerpt'],
      ],
      [
        rest,
        'is put back to a default',
        [create(), read(), update(method), again({ ...UPDATED, author: 2, status: 'draft' })],
        ['again/status', 'again/author'],
      ],
      [
        rest,
        'follows from what was sent',
        [
          create(),
          read(),
          update(method, { date: '2027-01-15T12:00:00' }),
          again({ date: '2027-01-15T12:00:00', status: 'future' }),
        ],
        ['holds'],
      ],
      [
        rest,
        'is the slug of a draft, which a server may make anew',
        [
          create(),
          read({ status: 'draft', slug: '' }),
          update(method),
          again({ ...UPDATED, status: 'draft', slug: 'touchstone-4f1c-anew' }),
        ],
        ['holds'],
      ],
      [
        rest,
        'is the date of a draft that was given none',
        [
          create({ status: 'draft' }),
          read({ status: 'draft' }),
          update(method),
          again({ ...UPDATED, ...LATER, status: 'draft' }),
        ],
        ['holds'],
      ],
      [
        rest,
        'is the date of a draft that was given one',
        [
          create({ status: 'draft', date: '2026-01-15T12:00:00' }),
          read({ status: 'draft' }),
          update(method),
          again({ ...UPDATED, ...LATER, status: 'draft' }),
        ],
        ['again/date'],
      ],
      [
        rest,
        'is the date of what is published',
        [create(), read(), update(method), again({ ...UPDATED, ...LATER })],
        ['again/date'],
      ],
      [
        rest,
        'is the date that an update took away again',
        [
          create({ status: 'draft', date_gmt: '2026-01-15T12:00:00' }),
          read({ status: 'draft' }),
          update(method, { date: null }),
          again({ ...LATER, status: 'draft' }),
          { ...update('post'), id: 'update-again' },
          { ...again({ ...UPDATED, status: 'draft' }), id: 'at-last' },
        ],
        method === 'post' ? ['holds', 'holds'] : ['holds'],
      ],
      [
        rest,
        'is rendered otherwise',
        [
          create(),
          read(),
          update(method),
          again({ ...UPDATED, excerpt: { raw: 'in short', rendered: 'x', protected: false } }),
        ],
        ['holds'],
      ],
    ];
  }),

  [
    'state/others-unchanged',
    'stays when another is updated',
    [create(), read(), other(), readOther(), update('post'), readOther({}, 'again')],
    ['holds'],
  ],
  [
    'state/others-unchanged',
    'changes when another is updated',
    [create(), read(), other(), readOther(), update('post'), readOther({ author: 2 }, 'again')],
    ['again/author'],
  ],
  [
    'state/others-unchanged',
    'is gone when another is deleted',
    [create(), read(), other(), readOther(), remove(true), answered(readOther({}, 'again'), 404)],
    ['again status'],
  ],
  [
    'state/others-unchanged',
    'loses its reference to what was deleted',
    [
      create(),
      read(),
      other(),
      readOther({ author: 7 }),
      remove(true),
      readOther({ author: 0 }, 'again'),
    ],
    ['holds'],
  ],

  ['state/reads-change-nothing', 'reads the same', [create(), read(), again()], ['holds']],
  [
    'state/reads-change-nothing',
    'reads otherwise',
    [create(), read(), again({ sticky: true })],
    ['again/sticky'],
  ],
  [
    'state/reads-change-nothing',
    'reads otherwise after an update that was refused',
    [create(), read(), answered(update('post'), 400), again(UPDATED)],
    ['again/title'],
  ],
  [
    'state/reads-change-nothing',
    'reads otherwise after an update that broke down half-way',
    [create(), read(), answered(update('post'), 500), again(UPDATED)],
    ['(precondition)'],
  ],

  [
    'state/answer-shows-outcome',
    'shows what is read',
    [answered(create(), 201, POST), read()],
    ['holds'],
  ],
  [
    'state/answer-shows-outcome',
    'shows what is not read',
    [answered(create(), 201, { ...POST, title: { raw: 'Another' } }), read()],
    ['create/title/raw'],
  ],
  [
    'state/answer-shows-outcome',
    'shows what was before the update',
    [create(), read(), answered(update('put'), 200, POST), again(UPDATED)],
    ['update/title/raw'],
  ],

  [
    'state/slug-unique',
    'is made unique by the server',
    [create(), read(), other({ slug: POST.slug ?? '' }), readOther({ slug: `${POST.slug}-2` })],
    ['holds'],
  ],
  [
    'state/slug-unique',
    'is given twice',
    [create(), read(), other({ slug: POST.slug ?? '' }), readOther({ slug: POST.slug ?? '' })],
    ['read-other/slug'],
  ],
  [
    'state/slug-unique',
    'is given twice, and one is a draft',
    [
      create(),
      read(),
      other({ slug: POST.slug ?? '', status: 'draft' }),
      readOther({ slug: POST.slug ?? '', status: 'draft' }),
    ],
    ['(no-data)'],
  ],
];

// ---- trash and deletion -------------------------------------------------------------------------------

const REMOVED: readonly Row[] = [
  ['state/trash-moves', 'is trash', [create(), read(), remove(), again(TRASHED)], ['holds']],
  ['state/trash-moves', 'is not', [create(), read(), remove(), again()], ['again/status']],
  [
    'state/trash-moves',
    'is not to be read, and in the list of trash',
    [create(), remove(), answered(read(), 404), list([POST], { status: ['trash'] })],
    ['holds'],
  ],
  [
    'state/trash-moves',
    'is refused, as where nothing can be trashed',
    [create(), read(), answered(remove(), 501), again()],
    ['(precondition)'],
  ],
  [
    'state/trash-keeps',
    'is still there',
    [create(), read(), remove(false), again(TRASHED)],
    ['holds'],
  ],
  [
    'state/trash-keeps',
    'is not to be read, nor in the list of trash',
    [create(), remove(false), answered(read(), 404), list([], { status: ['trash'] })],
    ['list'],
  ],
  [
    'state/trash-keeps',
    'is not to be read, which alone shows nothing',
    [create(), remove(false), answered(read(), 404)],
    ['(no-data)'],
  ],
  ['state/force-default', 'is still there', [create(), remove(), read(TRASHED)], ['holds']],
  [
    'state/force-default',
    'is gone for good',
    [create(), remove(), answered(read(), 410), list([], { status: ['trash'] })],
    ['list'],
  ],
  ['state/trashed-is-unlisted', 'is in no list', [create(), remove(), list([])], ['holds']],
  ['state/trashed-is-unlisted', 'is listed', [create(), remove(), list([POST])], ['list/0']],
  [
    'state/trashed-is-unlisted',
    'is listed, as when the same was asked for before',
    [create(), list([POST], {}, 'listed'), remove(), list([POST])],
    ['(precondition)'],
  ],
  [
    'state/trashed-is-unlisted',
    'is another that has its ID',
    [create(), remove(), list([ELSE])],
    ['holds'],
  ],

  [
    'state/force-deletes',
    'is not found',
    [create(), remove(true), answered(read(), 404)],
    ['holds'],
  ],
  ['state/force-deletes', 'is read', [create(), read(), remove(true), again()], ['again']],
  [
    'state/force-deletes',
    'is in trash',
    [create(), read(), remove(true), again(TRASHED)],
    ['again'],
  ],
  [
    'state/force-deletes',
    'is another object, that got its ID',
    [create(), read(), remove(true), again(ELSE)],
    ['holds'],
  ],
  [
    'state/force-deletes',
    'may not be done',
    [create(), read(), answered(remove(true), 403), again()],
    ['(precondition)'],
  ],
  [
    'state/force-deletes',
    'is lost, so that nobody knows',
    [create(), read(), lost(remove(true)), again()],
    ['(fault)'],
  ],
  ['state/deleted-is-unlisted', 'is in no list', [create(), remove(true), list([])], ['holds']],
  [
    'state/deleted-is-unlisted',
    'is listed, as when the same was asked for before',
    [create(), list([POST], {}, 'listed'), remove(true), list([POST])],
    ['(precondition)'],
  ],
  [
    'state/deleted-is-unlisted',
    'is in the list of trash',
    [create(), remove(true), list([{ ...POST, ...TRASHED }], { status: ['trash'] })],
    ['list/0'],
  ],
  [
    'state/deleted-is-unlisted',
    'is another object, that got its ID',
    [create(), remove(true), list([ELSE])],
    ['holds'],
  ],
];

// ---- revisions and autosaves --------------------------------------------------------------------------

const SAVED = [create(), read()];
const LISTED = [...SAVED, revisions([{ id: 70 }])];

const KEPT: readonly Row[] = [
  ['state/revision-readable', 'is read', [...LISTED, revision(OURS)], ['holds']],
  [
    'state/revision-readable',
    'is not found',
    [...LISTED, answered(revision(OURS), 404)],
    ['revision status'],
  ],
  [
    'state/revision-readable',
    'may not be read',
    [...LISTED, answered(revision(OURS), 401)],
    ['(precondition)'],
  ],
  ['state/revision-is-a-state', 'was so', [...LISTED, revision(OURS)], ['holds']],
  [
    'state/revision-is-a-state',
    'was so after an update',
    [...SAVED, update('post'), revisions([{ id: 70, title: { raw: NEW } }])],
    ['holds'],
  ],
  [
    'state/revision-is-a-state',
    'was never so',
    [...LISTED, revision('Another')],
    ['revision/title/raw'],
  ],
  [
    'state/revision-is-a-state',
    'is listed, and was never so',
    [
      ...SAVED,
      revisions([
        { id: 71, title: { raw: OURS } },
        { id: 70, title: { raw: 'Another' } },
      ]),
    ],
    ['holds', 'revisions/1/title/raw'],
  ],
  [
    'state/revision-deleted',
    'leaves the other revisions where they are',
    [
      ...[...SAVED, revisions([{ id: 70 }, { id: 71 }]), revision(OURS), removeRevision(true)],
      revisions([{ id: 71 }], 'again'),
    ],
    ['holds', 'holds'],
  ],
  [
    'state/revision-deleted',
    'takes another revision along',
    [
      ...[...SAVED, revisions([{ id: 70 }, { id: 71 }]), revision(OURS), removeRevision(true)],
      revisions([], 'again'),
    ],
    ['holds', 'again'],
  ],
  [
    'state/revision-needs-force',
    'stays',
    [...LISTED, revision(OURS), answered(removeRevision(), 501), revision(OURS, 'again')],
    ['holds'],
  ],
  [
    'state/revision-needs-force',
    'is gone',
    [...LISTED, revision(OURS), removeRevision(), answered(revision(OURS, 'again'), 404)],
    ['again status'],
  ],
  [
    'state/revision-needs-force',
    'is gone with force false',
    [...LISTED, revision(OURS), removeRevision(false), answered(revision(OURS, 'again'), 404)],
    ['again status'],
  ],
  [
    'state/revision-deleted',
    'is not found',
    [...LISTED, revision(OURS), removeRevision(true), answered(revision(OURS, 'again'), 404)],
    ['holds'],
  ],
  [
    'state/revision-deleted',
    'is read',
    [...LISTED, revision(OURS), removeRevision(true), revision(OURS, 'again')],
    ['again'],
  ],
  [
    'state/revision-deleted',
    'is in no list',
    [...LISTED, revision(OURS), removeRevision(true), revisions([], 'again')],
    ['holds'],
  ],
  [
    'state/revision-deleted',
    'is listed',
    [...LISTED, revision(OURS), removeRevision(true), revisions([{ id: 70 }], 'again')],
    ['again'],
  ],
  [
    'state/revision-deleted',
    'may not be deleted',
    [...LISTED, revision(OURS), answered(removeRevision(true), 403), revision(OURS, 'again')],
    ['(precondition)'],
  ],

  ['state/autosave-apart', 'changes nothing', [...SAVED, autosave(), again()], ['holds']],
  [
    'state/autosave-apart',
    'is written into the object',
    [...SAVED, autosave(), again(UPDATED)],
    ['again/title'],
  ],
  [
    'state/autosave-apart',
    'is written into a draft, as it may be',
    [create(), read({ status: 'draft' }), autosave(), again({ ...UPDATED, status: 'draft' })],
    ['(no-data)'],
  ],
  [
    'state/autosave-apart',
    'is refused',
    [...SAVED, answered(autosave(), 403), again()],
    ['(precondition)'],
  ],
  [
    'state/autosave-listed',
    'is listed',
    [...SAVED, autosave(), autosaves([{ id: 89 }, { id: 90 }])],
    ['holds'],
  ],
  [
    'state/autosave-listed',
    'is not listed',
    [...SAVED, autosave(), autosaves([{ id: 89 }])],
    ['autosaves'],
  ],
  [
    'state/autosave-listed',
    'is answered without an ID',
    [...SAVED, answered(autosave(), 200, {}), autosaves([])],
    ['(precondition)'],
  ],
  [
    'state/autosave-kept',
    'shows what was typed',
    [...SAVED, autosave(), readAutosave(NEW)],
    ['holds'],
  ],
  [
    'state/autosave-kept',
    'shows what was before',
    [...SAVED, autosave(), readAutosave(OURS)],
    ['read-autosave/title/raw'],
  ],
  [
    'state/autosave-kept',
    'is not found',
    [...SAVED, autosave(), answered(readAutosave(NEW), 404)],
    ['read-autosave status'],
  ],
  [
    'state/autosave-as-listed',
    'shows the raw form as the list does',
    [...SAVED, autosave(), toEdit(autosaves([KEPT_AUTOSAVE])), toEdit(readAutosave(NEW))],
    ['holds'],
  ],
  [
    'state/autosave-as-listed',
    'shows the raw form in the list alone',
    [...SAVED, autosave(), toEdit(autosaves([KEPT_AUTOSAVE])), toEdit(VIEWED_AUTOSAVE)],
    ['read-autosave/title'],
  ],
  [
    'state/autosave-as-listed',
    'shows it in neither',
    [
      ...[...SAVED, autosave(), toEdit(autosaves([{ id: 90, title: rendered(NEW) }]))],
      toEdit(VIEWED_AUTOSAVE),
    ],
    ['(no-data)'],
  ],
  [
    'state/autosave-as-listed',
    'is read in another context',
    [...SAVED, autosave(), toEdit(autosaves([KEPT_AUTOSAVE])), VIEWED_AUTOSAVE],
    ['(no-data)'],
  ],
];

// ---- what a record shows ------------------------------------------------------------------------------

const CLAIMED = { raw: OURS, rendered: 'claimed words' };
const CLAIMS = { raw: WORDS, protected: true, block_version: 99 };
const OTHERWISE = { raw: WORDS, protected: false, block_version: 98 };

const SHOWN: readonly Row[] = [
  ['record/raw-in-edit', 'is there', [create(), read()], ['holds']],
  [
    'record/raw-in-edit',
    'is missing',
    [create(), read({ title: { rendered: OURS } })],
    ['read/title/raw'],
  ],
  ['record/raw-texts-in-edit', 'is there', [create(), read()], ['holds', 'holds']],
  [
    'record/raw-texts-in-edit',
    'is missing',
    [create(), read({ content: { rendered: '' } })],
    ['read/content/raw', 'holds'],
  ],
  ['record/raw-only-in-edit', 'is not there in view', [create(), read(), view({})], ['holds']],
  [
    'record/raw-only-in-edit',
    'is there in view',
    [create(), read(), view({ title: { raw: OURS } })],
    ['view/title/raw'],
  ],
  [
    'record/raw-only-in-edit',
    'is there in view for a text of which the context is not said',
    [create(), read(), view({ content: { raw: WORDS } })],
    ['holds'],
  ],
  [
    'state/contexts-agree',
    'shows the same in view',
    [create(), read(), view({ title: rendered(OURS), author: 1 })],
    ['holds'],
  ],
  [
    'state/contexts-agree',
    'shows another author in view',
    [create(), read(), view({ author: 2 })],
    ['view/author'],
  ],
  [
    'state/contexts-agree',
    'shows another author in view, where the same was asked for before',
    [create(), read(), view({ author: 1 }, { id: 'before' }), view({ author: 2 })],
    ['holds'],
  ],
  [
    'state/contexts-agree',
    'writes the offset of a date in view alone',
    [create(), read(), view({ date: '2026-01-15T12:00:00Z' })],
    ['holds'],
  ],
  [
    'state/contexts-agree',
    'shows another date in view',
    [create(), read(), view({ date: '2026-01-15T12:00:05Z' })],
    ['view/date'],
  ],
  [
    'state/contexts-agree',
    'shows less in view, and texts cut short',
    [create(), read(), view({ content: rendered('aaa'), excerpt: rendered('') })],
    ['holds'],
  ],
  [
    'record/text-members',
    'are there',
    [create(), read()],
    ['holds', 'holds', 'holds', 'holds', 'holds', 'holds'],
  ],
  [
    'record/text-members',
    'are missing',
    [create(), read({ title: { raw: OURS }, excerpt: { raw: 'in short', rendered: '' } })],
    ['read/title/rendered', 'holds', 'holds', 'holds', 'holds', 'read/excerpt/protected'],
  ],
  ['record/types', 'fit', [create(), read()], ['holds']],
  ['record/types', 'do not fit', [create(), read({ author: '1' })], ['read/author']],
  ['record/types', 'are no moments', [create(), read({ date: '15 January' })], ['read/date']],
  ['record/types', 'do not fit inside', [create(), read({ tags: [1, '2'] })], ['read/tags/1']],
  [
    'record/types',
    'are of a status that only filters name',
    [create(), read({ status: 'auto-draft' })],
    ['holds'],
  ],
  [
    'record/types',
    'are of a status that no table and no filter names',
    [create(), read({ status: 'live' })],
    ['read/status'],
  ],
  ['record/protected', 'says so', [create(GUARDED), read(KEPT_GUARDED)], ['holds', 'holds']],
  [
    'record/protected',
    'says so of what has no password',
    [create(), read({ excerpt: { raw: '', rendered: '', protected: true } })],
    ['holds', 'read/excerpt/protected'],
  ],
  [
    'record/protected',
    'does not say so of what has one',
    [create(GUARDED), read(GUARDED)],
    ['read/content/protected', 'read/excerpt/protected'],
  ],
  [
    'record/protected',
    'says so of what was given a password later',
    [create(), read(), update('post', GUARDED), again(KEPT_GUARDED)],
    ['holds', 'holds', 'holds', 'holds'],
  ],
  [
    'record/protected',
    'does not say so of what was given a password later',
    [create(), read(), update('post', GUARDED), again(GUARDED)],
    ['holds', 'holds', 'again/content/protected', 'again/excerpt/protected'],
  ],
  [
    'record/protected',
    'does not say so in a list, to somebody who gives no password',
    [
      ...[create(GUARDED), read(KEPT_GUARDED)],
      { ...list([{ ...POST, content: { rendered: '', protected: false } }]), credential: 'none' },
    ],
    ['holds', 'holds', 'list/0/content/protected', 'list/0/excerpt/protected'],
  ],
  [
    'record/protected',
    'does not say so to somebody who gives the password',
    [
      ...[create(GUARDED), read(KEPT_GUARDED)],
      view({ content: { rendered: WORDS, protected: false } }, anonymous(GUARDED)),
    ],
    ['holds', 'holds'],
  ],
  [
    'record/protected',
    'is about a password that was not kept',
    [create(GUARDED), read()],
    ['(no-data)'],
  ],
  [
    'record/password-guards-content',
    'is not seen',
    [create(GUARDED), read(KEPT_GUARDED), view({ content: rendered('') }, anonymous())],
    ['holds'],
  ],
  [
    'record/password-guards-content',
    'is seen',
    [create(GUARDED), read(KEPT_GUARDED), view({ content: rendered(WORDS) }, anonymous())],
    ['view/content'],
  ],
  [
    'record/password-guards-content',
    'is seen with another password',
    [
      create(GUARDED),
      read(KEPT_GUARDED),
      view({ content: rendered(WORDS) }, anonymous({ password: 'guess' })),
    ],
    ['view/content'],
  ],
  [
    'record/password-guards-content',
    'is not shown at all',
    [create(GUARDED), read(KEPT_GUARDED), { ...view({}, anonymous()), answer: [404] }],
    ['holds'],
  ],
  [
    'record/password-guards-excerpt',
    'is not seen',
    [create(GUARDED), read(KEPT_GUARDED), view({ excerpt: rendered('') }, anonymous())],
    ['holds'],
  ],
  [
    'record/password-guards-excerpt',
    'is seen',
    [create(GUARDED), read(KEPT_GUARDED), view({ excerpt: rendered(WORDS) }, anonymous())],
    ['view/excerpt'],
  ],
  [
    'record/password-not-told',
    'is read without its password',
    [create(GUARDED), read(KEPT_GUARDED), view({ password: '' }, anonymous({ password: '' }))],
    ['holds'],
  ],
  [
    'record/password-not-told',
    'tells its password to who does not give it',
    [create(GUARDED), read(KEPT_GUARDED), view(KEPT_GUARDED, anonymous())],
    ['view/password'],
  ],
  [
    'record/password-opens',
    'is seen with the password',
    [create(GUARDED), read(KEPT_GUARDED), view({ content: rendered(WORDS) }, anonymous(GUARDED))],
    ['holds'],
  ],
  [
    'record/password-opens',
    'is not seen with the password',
    [create(GUARDED), read(KEPT_GUARDED), view({ content: rendered('') }, anonymous(GUARDED))],
    ['view/content'],
  ],
  [
    'record/password-opens',
    'is not seen in blocks, whose content has no rendered text',
    ofBlocks([create(GUARDED), read(KEPT_GUARDED), view({ content: {} }, anonymous(GUARDED))]),
    ['(no-data)'],
  ],
  [
    'record/password-opens',
    'is another text in blocks that show one',
    ofBlocks([
      ...[create(GUARDED), read(KEPT_GUARDED)],
      view({ content: rendered('') }, anonymous(GUARDED)),
    ]),
    ['view/content'],
  ],
  ['record/read-only-rendered', 'is not taken', [create({ title: CLAIMED }), read()], ['holds']],
  [
    'record/read-only-rendered',
    'is taken',
    [create({ title: CLAIMED }), read({ title: { raw: OURS, rendered: 'claimed words' } })],
    ['read/title/rendered'],
  ],
  [
    'record/read-only-rendered',
    'is not taken from an update that sends it alone',
    [create(), read(), update('post', { title: { rendered: 'claimed words' } }), read()],
    ['holds'],
  ],
  [
    'record/read-only-rendered',
    'is taken from an update that sends it alone',
    [
      ...[create(), read(), update('post', { title: { rendered: 'claimed words' } })],
      read({ title: { raw: 'claimed words', rendered: 'claimed words' } }),
    ],
    ['read/title/raw'],
  ],
  ['record/read-only-protected', 'is not taken', [create({ content: CLAIMS }), read()], ['holds']],
  [
    'record/read-only-protected',
    'is as it was claimed, with nothing to compare it with',
    [create({ content: CLAIMS }), read({ content: CLAIMS })],
    ['(no-data)'],
  ],
  [
    'record/read-only-protected',
    'is taken, whichever was claimed',
    [
      ...[create({ content: CLAIMS }), read({ content: CLAIMS })],
      ...[other({ content: OTHERWISE }), readOther({ content: OTHERWISE })],
    ],
    ['read-other/content/protected'],
  ],
  [
    'record/read-only-protected',
    'is the same, whichever was claimed',
    [
      ...[create({ content: CLAIMS }), read({ content: CLAIMS })],
      ...[other({ content: OTHERWISE }), readOther({ content: CLAIMS })],
    ],
    ['holds'],
  ],
  [
    'record/read-only-protected',
    'is the same, whichever was claimed, and was claimed so in the end',
    [
      ...[create({ content: OTHERWISE }), read({ content: CLAIMS })],
      ...[other({ content: CLAIMS }), readOther({ content: CLAIMS })],
    ],
    ['holds', 'holds'],
  ],
  [
    'record/read-only-block-version',
    'is not taken',
    [create({ content: CLAIMS }), read()],
    ['holds'],
  ],
  [
    'record/read-only-block-version',
    'is taken, whichever was claimed',
    [
      ...[create({ content: CLAIMS }), read({ content: CLAIMS })],
      ...[other({ content: OTHERWISE }), readOther({ content: OTHERWISE })],
    ],
    ['read-other/content/block_version'],
  ],
];

const ANSWERS: readonly Row[] = [...LIVING, ...REMOVED, ...KEPT, ...SHOWN];

describe('state', () => {
  it.each(ANSWERS)('%s: %s', (clause, _, story, finds) => {
    expect(reported(`content/${clause}`, story)).toEqual(finds);
  });

  it('has a story both ways for each statement', () => {
    const general = stateClauses(contract).filter(
      ({ id }) => !/^content\/(default|written)\//.test(id),
    );
    const kinds = (id: string) =>
      new Set(
        ANSWERS.filter(([clause]) => `content/${clause}` === id).flatMap(([, , , finds]) =>
          finds.map((find) => (find === 'holds' || find.startsWith('(') ? find : 'violated')),
        ),
      );
    const lacking = general.filter(
      ({ id }) => !kinds(id).has('holds') || !kinds(id).has('violated'),
    );
    expect(lacking.map(({ id }) => id)).toEqual([]);
  });
});

// ---- fields, one by one -------------------------------------------------------------------------------

const FIELDS = stateClauses(contract).flatMap(({ id, operations, judged }) =>
  judged.flatMap(({ with: { rule, field } }) => {
    if ((rule !== 'default' && rule !== 'written') || typeof field !== 'string') return [];
    return operations.map((operation) => {
      const collection = operation.split('/')[1] ?? '';
      return { id, rule, field, collection };
    });
  }),
);

/** Something to send for a field that is no default; and something else of its type. */
const VALUES: { readonly [field: string]: readonly [sent: Json, instead: Json] } = {
  content: [{ raw: WORDS }, { raw: 'Another', rendered: '' }],
  title: [{ raw: OURS }, { raw: 'Another', rendered: '' }],
  excerpt: [{ raw: 'in short' }, { raw: 'Another', rendered: '' }],
  caption: [{ raw: 'in short' }, { raw: 'Another', rendered: '' }],
  slug: ['touchstone-4f1c', 'another'],
  date: ['2026-01-15T12:00:00', '2026-01-17T12:00:00'],
  date_gmt: ['2026-01-15T12:00:00', '2026-01-15T13:00:00'],
  meta: [{ footnotes: 'x' }, { footnotes: 'y' }],
  classes: [['a', 'b'], ['a']],
  categories: [[4, 5], [4]],
  tags: [[4, 5], [4]],
  cms_pattern_category: [[4, 5], [4]],
  xfn: [['me'], ['you']],
  sticky: [true, false],
  author: [2, 1],
  featured_media: [2, 0],
  post: [2, 0],
  parent: [2, 0],
  menus: [2, 0],
  menu_order: [2, 1],
  object_id: [2, 0],
  url: ['http://127.0.0.1/a', 'http://127.0.0.1/b'],
};
const TEXT = ['touchstone', 'another'] as const;

function story(collection: string, sent: Values, shown: Values): readonly StoryStep[] {
  return [
    { ...create({}, collection), sent },
    { ...read({}, 'read', collection), answer: [200, { id: 7, ...shown }] },
  ];
}

/** Another object, created with a default. */
function given(collection: string, sent: Values, shown: Values): readonly StoryStep[] {
  const path = { id: { $from: 'given#/id' } };
  const title = 'touchstone given';
  return [
    { ...create({}, collection), id: 'given', sent: { title, ...sent }, answer: [201, { id: 8 }] },
    { ...read({}, 'read-given', collection), path, answer: [200, { id: 8, title, ...shown }] },
  ];
}

describe('state of one field', () => {
  const written = FIELDS.filter(({ rule }) => rule === 'written');
  it.each(written)('$id of $collection', ({ id, field, collection }) => {
    const [sent, instead] = VALUES[field] ?? TEXT;
    expect(reported(id, story(collection, { [field]: sent }, { [field]: sent }))).toEqual([
      'holds',
    ]);
    const [broken] = reported(id, story(collection, { [field]: sent }, { [field]: instead }));
    expect(broken).toMatch(new RegExp(`^read/${field}(/raw|/footnotes)?$`));
    // What is not sent is for the clause about its default.
    expect(reported(id, story(collection, {}, { [field]: instead }))).toEqual(['(no-data)']);
  });

  const defaults = FIELDS.filter(({ rule }) => rule === 'default');
  it.each(defaults)('$id', ({ id, field, collection }) => {
    const [name = '', member] = field.split('/');
    const shows = (value: Json): Values => ({ [name]: member ? { [member]: value } : value });
    const standard = STANDARDS[id.replace('content/default/', '')] ?? '';
    const text = ['content', 'title'].includes(field);
    const value = text ? { raw: standard, rendered: '' } : standard;
    const unusual = text ? { raw: 'odd', rendered: '' } : typeof standard === 'number' ? 99 : 'odd';
    expect(reported(id, story(collection, {}, shows(value)))).toEqual(['holds']);
    const broken = [`read/${field}${text ? '/raw' : ''}`];
    const sendable = field !== 'meta/cms_pattern_sync_status';
    const bare = story(collection, {}, shows(unusual));
    const sent = text ? { [name]: standard } : shows(standard);
    expect(reported(id, bare)).toEqual(sendable ? ['(no-data)'] : broken);
    expect(reported(id, [...given(collection, sent, shows(value)), ...bare])).toEqual(broken);
    expect(reported(id, [...given(collection, sent, shows(unusual)), ...bare])).toEqual(
      sendable ? ['(no-data)'] : broken,
    );
    expect(reported(id, story(collection, {}, {}))).toEqual(['(no-data)']);
    expect(reported(id, story(collection, shows(unusual), shows(unusual)))).toEqual(['(no-data)']);
  });
});

/** From the tables of 2.2 and 2.3; the others are empty texts. */
const STANDARDS: { readonly [clause: string]: Json } = {
  'menu-items/type': 'custom',
  'menu-items/status': 'publish',
  'menu-items/parent': 0,
  'menu-items/menu-order': 1,
  'menu-items/object-id': 0,
  'templates/status': 'publish',
  'template-parts/status': 'publish',
};

describe('what is written', () => {
  const one = (field: string, sent: Json, shown: Json, more: Values = {}) =>
    reported(
      `content/written/${field.replace('_', '-')}`,
      story('posts', { [field]: sent }, { [field]: shown, ...more }),
    );

  it('may have its slug made unique, or none while it is no more than a draft', () => {
    expect(one('slug', 'a-slug', 'a-slug-2')).toEqual(['holds']);
    expect(one('slug', 'A-Slug', 'a-slug')).toEqual(['holds']);
    expect(one('slug', 'a-slug', '', { status: 'draft' })).toEqual(['(no-data)']);
    expect(one('slug', 'a-slug', '', { status: 'publish' })).toEqual(['read/slug']);
  });

  it('may be dated in the timezone of the site, which is not told', () => {
    expect(one('date', '2026-01-15T12:00:00Z', '2026-01-15T20:45:00')).toEqual(['holds']);
    expect(one('date', '2026-01-15T12:00:00Z', '2026-01-15T20:46:00')).toEqual(['read/date']);
    expect(one('date', '2026-01-15T12:00:00Z', '2026-01-16T12:00:00')).toEqual(['read/date']);
    expect(one('date_gmt', '2026-01-15T14:00:00+02:00', '2026-01-15T12:00:00Z')).toEqual(['holds']);
  });

  it('may have its terms in another order', () => {
    expect(one('tags', [4, 5], [5, 4])).toEqual(['holds']);
    expect(one('tags', [4, 5], [4, 6])).toEqual(['read/tags']);
  });

  it('may keep its password to itself', () => {
    const clause = 'content/written/password';
    expect(reported(clause, story('posts', { password: 'x' }, {}))).toEqual(['(no-data)']);
    expect(reported(clause, story('posts', { password: 'x' }, { password: '' }))).toEqual([
      'read/password',
    ]);
  });

  it('may have its characters written as entities, and its lines ended with CR and LF', () => {
    const clause = 'content/written/characters';
    const sent = { content: { raw: '"na\u00efve" \\ \u{1f600}\nand so on' } };
    const shows = (raw: string) => reported(clause, story('posts', sent, { content: { raw } }));
    expect(shows('"na\u00efve" \\ \u{1f600}\nand so on')).toEqual(['holds']);
    expect(shows('&quot;na&iuml;ve&#34; &#92; &#x1f600;\r\nand so on\r\n')).toEqual(['holds']);
    expect(shows('"na\u00efve" \\ &#128512;\nand so on')).toEqual(['holds']);
    expect(shows('"nai\u0308ve" \\ \u{1f600}\nand so on')).toEqual(['holds']);
    const broken = ['read/content/raw'];
    expect(shows('"na\u00efve"  \u{1f600}\nand so on')).toEqual(broken);
    expect(shows('"na\u00efve" \\ \nand so on')).toEqual(broken);
    expect(shows('"na\u00efve" \\ &#x1f601;\nand so on')).toEqual(broken);
    expect(shows('"na?ve" \\ \u{1f600}\nand so on')).toEqual(broken);
    expect(shows('"na\u00efve" \\ \u{1f600} and so on')).toEqual(broken);
    expect(shows('\\"na\u00efve\\" \\ \u{1f600}\nand so on')).toEqual(broken);
    expect(reported('content/written/content', story('posts', sent, sent))).toEqual(['(no-data)']);
    expect(reported(clause, story('posts', { content: { raw: WORDS } }, SENT))).toEqual([
      '(no-data)',
    ]);
  });

  it('may have the signs of markup as entities', () => {
    const sent = { title: { raw: '1 < 2 & &lt;i&gt; others' } };
    const shows = (raw: string) =>
      reported('content/written/characters', story('posts', sent, { title: { raw } }));
    expect(shows('1 &lt; 2 &amp; &lt;i&gt; others')).toEqual(['holds']);
    expect(shows('1 ')).toEqual(['read/title/raw']);
  });

  it('has no character in the place of an entity that was sent', () => {
    const sent = { content: { raw: '&lt;i&gt; &amp; others' } };
    const shows = (raw: string) =>
      reported('content/written/characters', story('posts', sent, { content: { raw } }));
    expect(shows('&lt;i&gt; &amp; others')).toEqual(['holds']);
    expect(shows('&#60;i&#62; &amp; others')).toEqual(['holds']);
    expect(shows('<i> & others')).toEqual(['read/content/raw']);
    expect(shows('<i&gt; &amp; others')).toEqual(['read/content/raw']);
  });

  it('may be a line of words, whose characters are those that were sent', () => {
    const sent = { attr_title: 'na\u00efve \u{1f600}' };
    const shows = (attr_title: string) =>
      reported('content/written/characters', story('menu-items', sent, { attr_title }));
    expect(shows('na&iuml;ve \u{1f600}')).toEqual(['holds']);
    expect(shows('na\u00efve ?')).toEqual(['read/attr_title']);
  });

  it('is told with what was sent', () => {
    const [finding] = findingsOf(
      'content/written/author',
      story('posts', { author: 2 }, { author: 1 }),
    );
    expect(finding).toEqual({
      kind: 'violated',
      where: { step: 'read', pointer: '/author' },
      actual: '1',
      expected: '2, as it was sent',
    });
  });
});
