import { isMembers, type Json } from '../../../model/index.ts';
import { type Alteration, answering, hearing, replying } from '../altering.ts';
import { FIRST_NEW_ID, storingNothing } from '../altering-items.ts';
import { inFamily } from '../deviation.ts';
import type { CollectionName, Item } from '../item.ts';
import { bodyValue, isRefusal, json } from '../refusal.ts';
import { putItem } from '../store.ts';

const UPDATES = ['POST', 'PUT', 'PATCH'] as const;

function isNew({ collection, id }: Item, wanted: CollectionName): boolean {
  return collection === wanted && id >= FIRST_NEW_ID;
}

/** Empties the excerpt of an item if an update by one method lacks it. */
function clearingExcerpt(method: string): Alteration {
  return (parts) => ({
    ...parts,
    settle(item, former, call) {
      const unsaid = former && call.method === method && !call.given.has('excerpt');
      return parts.settle(unsaid ? { ...item, excerpt: '' } : item, former, call);
    },
  });
}

function withoutRaw(record: Json): Json {
  if (!isMembers(record)) return record;
  return Object.fromEntries(
    Object.entries(record).map(([name, text]) => {
      if (!isMembers(text)) return [name, text];
      const { raw: _, ...rest } = text;
      return [name, rest];
    }),
  );
}

function underOlderId(record: Json): Json {
  return isMembers(record) ? { ...record, id: OLDER_POST } : record;
}

const OLDER_POST = 101;

export const stateFaults = inFamily('state', [
  {
    name: 'creation-answers-older-id',
    what: 'answers the creation of a post with the ID of an older one',
    breaks: [
      'robust/creates-new',
      'content/kept/of-its-parent',
      'content/kept/lists-hold-their-own',
      'content/written/title',
      'content/written/content',
      'content/written/excerpt',
      'content/written/slug',
      'content/written/date',
      'content/written/date-gmt',
      'content/written/status',
      'content/written/password',
      'content/written/author',
      'content/written/featured-media',
      'content/written/comment-status',
      'content/written/ping-status',
      'content/written/format',
      'content/written/meta',
      'content/written/sticky',
      'content/written/template',
      'content/written/categories',
      'content/written/tags',
    ],
    mayBreak: {
      clauses: ['exit code 2'],
      because: 'what the run cannot show to be its own is not changed, and so not judged',
    },
    alter: replying({ method: 'POST', is: '/cms/v2/posts' }, ({ body, status, headers }) =>
      json(underOlderId(bodyValue(body)), status, headers),
    ),
  },
  {
    name: 'slug-not-unique',
    what: 'lets two posts have the same slug',
    breaks: ['content/state/slug-unique'],
    alter: (parts) => ({
      ...parts,
      settle(item, former, call) {
        const settled = parts.settle(item, former, call);
        const wished = call.params.slug;
        if (isRefusal(settled) || typeof wished !== 'string' || wished === '') return settled;
        return { ...settled, slug: wished };
      },
    }),
  },
  {
    name: 'creation-not-kept',
    what: 'answers a creation, and keeps nothing',
    breaks: ['content/state/created-is-there'],
    mayBreak: {
      clauses: ['content/posts/writes-accepted', 'content/state/deletions-accepted'],
      because: 'what is not there cannot be updated or deleted',
    },
    alter: storingNothing(['posts']),
  },
  ...UPDATES.map((method) => ({
    name: `${method.toLowerCase()}-changes-nothing`,
    what: `answers a ${method} on an item, and changes nothing`,
    breaks: [
      `content/state/${method.toLowerCase()}-updates`,
      'content/global-styles/update-stored',
    ],
    mayBreak: {
      clauses: ['content/state/answer-shows-sent'],
      because: 'the answer shows the object as it was, where the lists show what else it may have',
    },
    alter: hearing({ method, ends: '{id}' }, ({ params }) => ({
      params,
      given: new Set<string>(),
    })),
  })),
  {
    name: 'autosave-changes-item',
    what: 'puts an autosave into the item itself',
    breaks: ['content/state/autosave-apart'],
    alter: (parts) => ({
      ...parts,
      autosave(subject, filled, author, call) {
        putItem(call.site.store, { ...filled, id: subject.id });
        return parts.autosave(subject, filled, author, call);
      },
    }),
  },

  ...UPDATES.map((method) => ({
    name: `${method.toLowerCase()}-clears-the-rest`,
    what: `empties the excerpt where a ${method} does not send it`,
    breaks: [`content/state/${method.toLowerCase()}-leaves-the-rest`],
    alter: clearingExcerpt(method),
  })),
  {
    name: 'update-touches-neighbour',
    what: 'changes the item before as well',
    breaks: ['content/state/others-unchanged'],
    mayBreak: {
      clauses: ['content/state/*', 'content/batch/*', 'content/written/*'],
      because: 'the item before may be that of another case, which then finds it changed',
    },
    alter: (parts) => ({
      ...parts,
      settle(item, former, call) {
        const settled = parts.settle(item, former, call);
        const before =
          former &&
          call.site.store.resourceCollections.get(item.collection)?.items.get(item.id - 1);
        if (!isRefusal(settled) && before) {
          putItem(call.site.store, { ...before, title: settled.title });
        }
        return settled;
      },
    }),
  },
  {
    name: 'reads-count',
    what: 'counts reads in the title of a post',
    breaks: ['content/state/reads-change-nothing'],
    mayBreak: {
      clauses: [
        'content/state/*',
        'content/batch/*',
        'content/written/title',
        'content/written/title-elsewhere',
      ],
      because: 'every later read shows a title that no request wrote',
    },
    alter: (parts) => {
      const reads = new Map<Json, number>();
      return answering({ method: 'GET', is: '/cms/v2/posts/{id}' }, (value) => {
        if (!isMembers(value) || !isMembers(value.title)) return value;
        const count = (reads.get(value.id ?? 0) ?? 0) + 1;
        reads.set(value.id ?? 0, count);
        const raw = `${String(value.title.raw)} (${count})`;
        return 'raw' in value.title ? { ...value, title: { ...value.title, raw } } : value;
      })(parts);
    },
  },
  {
    name: 'creation-answers-other-status',
    what: 'answers the creation of a page with another status than it has',
    breaks: ['content/state/answer-shows-outcome'],
    alter: answering({ method: 'POST', is: '/cms/v2/pages' }, (value) =>
      isMembers(value)
        ? { ...value, status: value.status === 'draft' ? 'pending' : 'draft' }
        : value,
    ),
  },
  {
    name: 'created-unlisted',
    what: 'lists no page that was created since it started',
    breaks: ['content/state/created-is-listed', 'content/state/listed-by-status'],
    alter: (parts) => ({
      ...parts,
      filters: { ...parts.filters, created: () => (item) => !isNew(item, 'pages') },
    }),
  },
  {
    name: 'drafts-unlisted',
    what: 'lists no draft that was created since it started',
    breaks: ['content/state/listed-by-status'],
    alter: (parts) => ({
      ...parts,
      filters: {
        ...parts.filters,
        created: () => (item) => !(item.status === 'draft' && isNew(item, item.collection)),
      },
    }),
  },

  {
    name: 'revision-retitled',
    what: 'keeps revisions under a title of its own',
    breaks: ['content/state/revision-is-a-state'],
    alter: (parts) => ({
      ...parts,
      keepRevision: (before, after, call) =>
        parts.keepRevision(before, { ...after, title: `${after.title} (revision)` }, call),
    }),
  },
  {
    name: 'revision-delete-does-nothing',
    what: 'answers the DELETE of a revision, and keeps it',
    breaks: ['content/state/revision-deleted'],
    alter: (parts) => {
      let before: ReadonlyMap<number, readonly Item[]> = new Map();
      return {
        ...parts,
        identify(authorization, site) {
          before = new Map(site.store.kept);
          return parts.identify(authorization, site);
        },
        answer(outcome, leaving, site) {
          if (leaving.method === 'DELETE' && leaving.template.endsWith('/revisions/{id}')) {
            for (const [parent, kept] of before) site.store.kept.set(parent, kept);
          }
          return parts.answer(outcome, leaving, site);
        },
      };
    },
  },
  {
    name: 'autosave-unlisted',
    what: 'lists no autosave',
    breaks: ['content/state/autosave-listed'],
    alter: (parts) => answering({ method: 'GET', ends: '/autosaves' }, () => [])(parts),
  },
  {
    name: 'autosave-never-to-edit',
    what: 'shows a single autosave of a post without raw texts, regardless of the context',
    breaks: ['content/state/autosave-as-listed'],
    alter: answering({ method: 'GET', is: '/cms/v2/posts/{parent}/autosaves/{id}' }, withoutRaw),
  },
  {
    name: 'autosave-excerpt-lost',
    what: 'shows in an autosave the excerpt that the object has',
    breaks: ['content/state/autosave-kept'],
    alter: (parts) => ({
      ...parts,
      autosave: (subject, filled, author, call) =>
        parts.autosave(subject, { ...filled, excerpt: subject.excerpt }, author, call),
    }),
  },
  {
    name: 'autosave-cut',
    what: 'keeps the first three characters of what an autosave holds',
    breaks: ['content/state/autosave-kept'],
    alter: (parts) => ({
      ...parts,
      autosave: (subject, filled, author, call) =>
        parts.autosave(
          subject,
          {
            ...filled,
            title: filled.title.slice(0, 3),
            content: filled.content.slice(0, 3),
            excerpt: filled.excerpt.slice(0, 3),
          },
          author,
          call,
        ),
    }),
  },
]);
