import type { Json, Values } from '../../../model.ts';
import { text } from './writes-test-owned.ts';

type ValueChoices = { readonly [member: string]: readonly Json[] };

/** The day is long past, so nothing waits for it. */
const DAY = '2020-02-29T12:30:00Z';

const DAY_TO_COME = '2037-02-28T12:30:00Z';

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'];
const OPEN = ['open', 'closed'];

/** Texts of 2.2 as posts, pages and blocks have them. */
const TEXTS: ValueChoices = {
  title: [text('A plain title'), text('Another title')],
  content: [text('A plain sentence.'), text('')],
  excerpt: [text('In short.'), text('')],
  meta: [{}, { footnotes: '' }, { footnotes: 'One.' }],
};

const DATED: ValueChoices = {
  date: [DAY, null],
  date_gmt: [null, DAY],
  template: [''],
  status: STATUSES,
  password: ['', 'touchstone'],
};

const LAYOUT: ValueChoices = {
  title: [text('A plain title'), 'A title as a text', text('')],
  content: [text('A plain sentence.'), 'Content as a text', text('')],
  description: ['Described in a few words.', ''],
  status: ['publish'],
};

/**
 * Values for the fields of 2.2 and 2.3 that a sensible server has no reason to refuse: each listed
 * value, both booleans, the least numbers, texts with and without anything in them. Fields that name
 * other objects are left out, for what a target has is not known; so are theme files, and statuses that
 * media and templates may well not take on.
 */
const ACCEPTABLE: { readonly [collection: string]: ValueChoices } = {
  posts: {
    ...DATED,
    ...TEXTS,
    comment_status: OPEN,
    ping_status: OPEN,
    format: [
      ...['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video'],
      'audio',
    ],
    sticky: [true, false],
    categories: [[]],
    tags: [[]],
  },
  pages: { ...DATED, ...TEXTS, comment_status: OPEN, ping_status: OPEN, menu_order: [0, 1, 7] },
  blocks: {
    ...DATED,
    title: TEXTS.title ?? [],
    content: TEXTS.content ?? [],
    excerpt: TEXTS.excerpt ?? [],
    cms_pattern_category: [[]],
    meta: [
      {},
      { footnotes: 'One.' },
      { cms_pattern_sync_status: 'partial' },
      { cms_pattern_sync_status: 'unsynced' },
    ],
  },
  media: {
    date: [DAY, null],
    date_gmt: [null, DAY],
    template: [''],
    title: TEXTS.title ?? [],
    comment_status: OPEN,
    ping_status: OPEN,
    meta: [{}],
    slug: ['touchstone-picture'],
    alt_text: ['Four colours', ''],
    caption: [text('A caption'), text('')],
    description: [text('A description'), text('')],
  },
  'menu-items': {
    title: [text('A plain title'), 'A title as a text'],
    type: ['custom'],
    status: ['draft', 'publish'],
    attr_title: ['A hint', ''],
    classes: [[], ['touchstone'], ['touchstone', 'second']],
    description: ['Described in a few words.', ''],
    menu_order: [1, 2],
    target: ['_blank', ''],
    url: ['https://example.com/', 'https://example.com/a/b?c=d'],
    xfn: [[], ['met'], ['met', 'friend']],
    meta: [{}],
  },
  templates: LAYOUT,
  'template-parts': { ...LAYOUT, area: ['header', 'footer'] },
};

/** Bodies that hold every value of a table between them. The seed turns which values come together. */
export function acceptableBodies(collection: string, seed: number): readonly Values[] {
  const fields = Object.entries(ACCEPTABLE[collection] ?? {});
  const count = Math.max(0, ...fields.map(([, values]) => values.length));
  const turn = Math.abs(seed | 0);
  return Array.from({ length: count }, (_, index) => {
    const members = fields.map(([name, values], place): readonly [string, Json] => {
      const at = (index + (turn % (place + 2))) % values.length;
      return [name, values[at] ?? null];
    });
    return withoutConflict(Object.fromEntries(members));
  });
}

/** What becomes of a sticky post with a password, or of two dates that differ, is not said. */
function withoutConflict(body: Values): Values {
  const { date, date_gmt: gmt, ...others } = body;
  const first = typeof gmt === 'string' ? { ...others, date_gmt: gmt } : body;
  const dated = body.status === 'future' ? { ...others, date: DAY_TO_COME } : first;
  return dated.sticky === true ? { ...dated, password: '' } : dated;
}

/** What the editing of an image is asked, beside its source: 2.4, and the deprecated way of 4.2. */
export const EDITS: readonly Values[] = [
  { modifiers: [flip(true, false)] },
  { modifiers: [flip(false, true)] },
  { modifiers: [rotate(90)] },
  { modifiers: [crop(0, 0, 50, 50)] },
  { modifiers: [crop(25, 25, 75, 75)] },
  { modifiers: [flip(true, true), rotate(270), crop(10, 20, 50, 60)] },
  { modifiers: [crop(0, 0, 50, 25), rotate(90)] },
  { rotation: 1 },
  { rotation: 359 },
  { x: 0, y: 0, width: 50, height: 50 },
  { x: 0, y: 0, width: 100, height: 100 },
  { rotation: 90, caption: text('A caption'), description: text('A description') },
  { modifiers: [rotate(180)], title: text('An edited image'), alt_text: 'Turned' },
  // A number need not be an integer.
  { modifiers: [rotate(12.5), crop(10.25, 0.5, 50.5, 60.75)] },
];

function flip(horizontal: boolean, vertical: boolean): Json {
  return { type: 'flip', args: { flip: { horizontal, vertical } } };
}

function rotate(angle: number): Json {
  return { type: 'rotate', args: { angle } };
}

function crop(left: number, top: number, width: number, height: number): Json {
  return { type: 'crop', args: { left, top, width, height } };
}
