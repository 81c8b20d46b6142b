import { type Alter, fault, hearing, taking } from './altering.ts';
import type { Fault } from './deviation.ts';
import { isRefusal } from './refusal.ts';
import { destroy, discard } from './remove.ts';
import { putItem } from './store.ts';

const UPDATES = ['POST', 'PUT', 'PATCH'] as const;

const state = (name: string, what: string, alter: Alter): Fault =>
  fault('state', name, what, alter);

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
    'revision-deleted-without-force',
    'deletes a revision without force',
    taking({ method: 'DELETE', ends: '/revisions/{id}' }, 'force', true),
  ),
  state('revisions-not-kept', 'keeps no revision of updates', (parts) => ({
    ...parts,
    keepRevision: () => {},
  })),
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
  state('status-default-lost', 'makes drafts of menu items that name no status', (parts) => ({
    ...parts,
    settle(item, former, call) {
      const lost = !former && item.collection === 'menu-items' && !call.given.has('status');
      return parts.settle(lost ? { ...item, status: 'draft' } : item, former, call);
    },
  })),
];
