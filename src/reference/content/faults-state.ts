import type { Json } from '../../model.ts';
import { type Alter, answering, fault, hearing, isMembers, taking, unchecked } from './altering.ts';
import type { Fault } from './deviation.ts';
import type { CollectionName, Item } from './item.ts';
import { isRefusal, refuse } from './refusal.ts';
import { destroy, discard } from './remove.ts';
import { nextId, putItem } from './store.ts';

const UPDATES = ['POST', 'PUT', 'PATCH'] as const;

/** What is created while the site runs has an id from here on. */
const FIRST_NEW_ID = 1000;

function isNew({ collection, id }: Item, wanted: CollectionName): boolean {
  return collection === wanted && id >= FIRST_NEW_ID;
}

const state = (name: string, what: string, alter: Alter): Fault =>
  fault('state', name, what, alter);

/** Refuses as it is to, and too late: the post is there as a draft. */
const keepsRefused: Alter = (parts) => {
  const late = unchecked({ method: 'POST', is: '/cms/v2/posts' }, 'comment_status', 'enum')(parts);
  return {
    ...late,
    settle(item, former, call) {
      const settled = late.settle(item, former, call);
      const given = call.params.comment_status;
      if (former || isRefusal(settled) || item.collection !== 'posts') return settled;
      if (given === undefined || given === 'open' || given === 'closed') return settled;
      nextId(call.site.store);
      putItem(call.site.store, { ...settled, status: 'draft', commentStatus: 'closed' });
      return refuse(400, 'invalid_parameter', 'comment_status is neither open nor closed.');
    },
  };
};

/** Faults in what becomes of items. */
export const stateFaults: readonly Fault[] = [
  state('trash-deletes-for-good', 'deletes for good what is to be trashed', (parts) => ({
    ...parts,
    discard: destroy,
  })),
  state('force-trashes', 'trashes what is to be deleted for good', (parts) => ({
    ...parts,
    destroy: discard,
  })),
  state('force-true-unheeded', 'answers as if deleted, and keeps the item', (parts) => ({
    ...parts,
    destroy(item, call) {
      const told = parts.destroy(item, call);
      putItem(call.site.store, item);
      return told;
    },
  })),
  state(
    'refused-creation-kept',
    'finds a status of comments wrong after it has stored the post',
    keepsRefused,
  ),
  state('trash-answered-not-done', 'answers as if trashed, and leaves the item alone', (parts) => ({
    ...parts,
    discard(item, call) {
      const told = parts.discard(item, call);
      putItem(call.site.store, item);
      return told;
    },
  })),
  state('trash-makes-drafts', 'makes a draft of what is trashed', (parts) => ({
    ...parts,
    discard(item, call) {
      const told = parts.discard(item, call);
      putItem(call.site.store, { ...item, status: 'draft' });
      return told;
    },
  })),
  state('pages-trash-deletes-for-good', 'deletes pages for good without force', (parts) => ({
    ...parts,
    discard: (item, call) =>
      item.collection === 'pages' ? parts.destroy(item, call) : parts.discard(item, call),
  })),
  state(
    'force-is-the-default',
    'deletes for good unless told otherwise',
    hearing({ method: 'DELETE', ends: '{id}' }, ({ params, given }) => ({
      params: given.has('force') ? params : { ...params, force: true },
      given,
    })),
  ),
  state(
    'revision-deleted-by-force-false',
    'deletes a revision where force is false',
    hearing({ method: 'DELETE', ends: '/revisions/{id}' }, ({ params, given }) => ({
      params: given.has('force') ? { ...params, force: true } : params,
      given,
    })),
  ),
  state(
    'revision-deleted-without-force',
    'deletes a revision without force',
    taking({ method: 'DELETE', ends: '/revisions/{id}' }, 'force', true),
  ),
  state('slug-not-unique', 'lets two posts have the same slug', (parts) => ({
    ...parts,
    settle(item, former, call) {
      const settled = parts.settle(item, former, call);
      const wished = call.params.slug;
      if (isRefusal(settled) || typeof wished !== 'string' || wished === '') return settled;
      return { ...settled, slug: wished };
    },
  })),
  state('creation-not-kept', 'answers a creation, and keeps nothing', (parts) => ({
    ...parts,
    answer(outcome, leaving, site) {
      if (
        !isRefusal(outcome) &&
        leaving.method === 'POST' &&
        leaving.template === '/cms/v2/posts'
      ) {
        const shelf = site.store.shelves.get('posts');
        const last = [...(shelf?.items.keys() ?? [])].at(-1);
        if (last !== undefined) shelf?.items.delete(last);
        shelf?.derived.clear();
      }
      return parts.answer(outcome, leaving, site);
    },
  })),
  ...UPDATES.map((method) =>
    state(
      `${method.toLowerCase()}-changes-nothing`,
      `answers a ${method} on an item, and changes nothing`,
      hearing({ method, ends: '{id}' }, ({ params }) => ({ params, given: new Set<string>() })),
    ),
  ),
  state('autosave-changes-item', 'puts an autosave into the item itself', (parts) => ({
    ...parts,
    autosave(subject, filled, author, call) {
      putItem(call.site.store, { ...filled, id: subject.id });
      return parts.autosave(subject, filled, author, call);
    },
  })),
  // ---- what is not asked for -------------------------------------------------------------------------
  ...UPDATES.map((method) =>
    state(
      `${method.toLowerCase()}-clears-the-rest`,
      `empties the excerpt where a ${method} does not send it`,
      (parts) => ({
        ...parts,
        settle(item, former, call) {
          const unsaid = former && call.method === method && !call.given.has('excerpt');
          return parts.settle(unsaid ? { ...item, excerpt: '' } : item, former, call);
        },
      }),
    ),
  ),
  state('update-touches-neighbour', 'changes the item before as well', (parts) => ({
    ...parts,
    settle(item, former, call) {
      const settled = parts.settle(item, former, call);
      const before = former && call.site.store.shelves.get(item.collection)?.items.get(item.id - 1);
      if (!isRefusal(settled) && before) {
        putItem(call.site.store, { ...before, title: settled.title });
      }
      return settled;
    },
  })),
  state('reads-count', 'counts reads in the title of a post', (parts) => {
    const reads = new Map<Json, number>();
    return answering({ method: 'GET', is: '/cms/v2/posts/{id}' }, (value) => {
      if (!isMembers(value) || !isMembers(value.title)) return value;
      const count = (reads.get(value.id ?? 0) ?? 0) + 1;
      reads.set(value.id ?? 0, count);
      const raw = `${String(value.title.raw)} (${count})`;
      return 'raw' in value.title ? { ...value, title: { ...value.title, raw } } : value;
    })(parts);
  }),
  state(
    'creation-answers-other-status',
    'answers the creation of a page with another status than it has',
    answering({ method: 'POST', is: '/cms/v2/pages' }, (value) =>
      isMembers(value)
        ? { ...value, status: value.status === 'draft' ? 'pending' : 'draft' }
        : value,
    ),
  ),
  state('created-unlisted', 'lists no page that was created since it started', (parts) => ({
    ...parts,
    filters: { ...parts.filters, created: () => (item) => !isNew(item, 'pages') },
  })),
  state('drafts-unlisted', 'lists no draft that was created since it started', (parts) => ({
    ...parts,
    filters: {
      ...parts.filters,
      created: () => (item) => !(item.status === 'draft' && isNew(item, item.collection)),
    },
  })),

  // ---- revisions and autosaves -----------------------------------------------------------------------
  state('revision-retitled', 'keeps revisions under a title of its own', (parts) => ({
    ...parts,
    keepRevision: (before, after, call) =>
      parts.keepRevision(before, { ...after, title: `${after.title} (revision)` }, call),
  })),
  state(
    'revision-delete-does-nothing',
    'answers the DELETE of a revision, and keeps it',
    (parts) => {
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
  ),
  state('autosave-unlisted', 'lists no autosave', (parts) =>
    answering({ method: 'GET', ends: '/autosaves' }, () => [])(parts),
  ),
  state('autosave-cut', 'keeps the first three characters of what an autosave holds', (parts) => ({
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
  })),
];
