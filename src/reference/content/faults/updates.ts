import { isMembers, type Json } from '../../../model/index.ts';
import { type Alteration, answering, listed } from '../altering.ts';
import { inFamily } from '../deviation.ts';
import type { Item } from '../item.ts';
import { isRefusal } from '../refusal.ts';
import { putItem } from '../store.ts';

/** Fields that an update did not send have changed, for each method. */
const REST = ['post', 'put', 'patch'].map((method) => `content/state/${method}-leaves-the-rest`);

/** Changes an updated item if the update does not send a field. */
function unsaid(name: string, change: (item: Item) => Partial<Item>): Alteration {
  return (parts) => ({
    ...parts,
    settle(item, former, call) {
      const changes = former && !call.given.has(name) ? change(item) : {};
      return parts.settle({ ...item, ...changes }, former, call);
    },
  });
}

/** Does not change the format of an item if an update sends one of two others. */
const keptFromTwo: Alteration = (parts) => ({
  ...parts,
  settle(item, former, call) {
    const isLost = former !== undefined && (item.format === 'image' || item.format === 'quote');
    return parts.settle(isLost ? { ...item, format: former.format } : item, former, call);
  },
});

/** Shows records in lists as they were when first listed. */
const firstListed: Alteration = (parts) => {
  const first = new Map<string, Json>();
  return answering({ method: 'GET', avoids: ['{'] }, (value, { template, params }) =>
    listed(value, (list) =>
      list.map((record) => {
        if (!isMembers(record)) return record;
        const key = `${template} ${String(params.context)} ${String(record.id)}`;
        const known = first.get(key) ?? record;
        first.set(key, known);
        return known;
      }),
    ),
  )(parts);
};

/** Faults that show if an update leaves something out, or only in one item. */
export const updateFaults = inFamily('state', [
  {
    name: 'update-resets-status',
    what: 'makes a draft of what is updated without a status',
    breaks: REST,
    alter: unsaid('status', () => ({ status: 'draft' })),
  },
  {
    name: 'update-makes-standard-format',
    what: 'sets the format back where an update does not send it',
    breaks: REST,
    alter: unsaid('format', () => ({ format: 'standard' })),
  },
  {
    name: 'update-to-image-or-quote-ignored',
    what: 'leaves the format as it is where an update makes it image or quote',
    breaks: ['content/state/answer-shows-sent'],
    mayBreak: {
      clauses: ['content/state/*-updates'],
      because: 'sequences that are drawn at random may make it one of these, and read it',
    },
    alter: keptFromTwo,
  },
  {
    name: 'update-unsticks',
    what: 'takes the stickiness away where an update does not send it',
    breaks: REST,
    alter: unsaid('sticky', () => ({ sticky: false })),
  },
  {
    name: 'update-clears-meta',
    what: 'empties meta where an update does not send it',
    breaks: REST,
    alter: unsaid('meta', () => ({ meta: {} })),
  },
  {
    name: 'update-clears-tags',
    what: 'takes the tags away where an update does not send them',
    breaks: REST,
    alter: unsaid('tags', ({ terms }) => ({ terms: { ...terms, tags: [] } })),
  },
  {
    name: 'update-opens-comments',
    what: 'opens comments where an update does not send their status',
    breaks: REST,
    alter: unsaid('comment_status', () => ({ commentStatus: 'open' })),
  },
  {
    name: 'update-renames-slug',
    what: 'makes the slug anew where an update sends a title',
    breaks: REST,
    alter: (parts) => ({
      ...parts,
      settle(item, former, call) {
        const retitled = former && call.given.has('title') && !call.given.has('slug');
        return parts.settle(retitled && !item.layout ? { ...item, slug: '' } : item, former, call);
      },
    }),
  },
  {
    name: 'one-sticky-only',
    what: 'lets no other post be sticky together with a new one',
    breaks: ['content/state/others-unchanged'],
    mayBreak: {
      clauses: ['content/state/*', 'content/written/sticky', 'content/batch/*'],
      because: 'the post that is no longer sticky may be that of another case',
    },
    alter: (parts) => ({
      ...parts,
      settle(item, former, call) {
        const settled = parts.settle(item, former, call);
        if (isRefusal(settled) || !settled.sticky || !call.given.has('sticky')) return settled;
        const stored = call.site.store.resourceCollections.get('posts');
        for (const other of stored?.items.values() ?? []) {
          if (other.sticky && other.id >= 1000 && other.id !== settled.id) {
            putItem(call.site.store, { ...other, sticky: false });
          }
        }
        return settled;
      },
    }),
  },
  {
    name: 'lists-show-first-version',
    what: 'shows records in lists as they were first listed',
    breaks: ['content/state/listed-as-read'],
    alter: firstListed,
  },
  {
    name: 'revision-delete-takes-all',
    what: 'deletes all revisions of an item with one',
    breaks: ['content/state/revision-deleted'],
    alter: (parts) => ({
      ...parts,
      answer(outcome, leaving, site) {
        if (
          !isRefusal(outcome) &&
          leaving.method === 'DELETE' &&
          leaving.template.endsWith('/revisions/{id}')
        ) {
          const { parent } = leaving.params;
          if (typeof parent === 'number') site.store.kept.set(parent, []);
        }
        return parts.answer(outcome, leaving, site);
      },
    }),
  },
  {
    name: 'revisions-of-others-kept',
    what: 'keeps a revision of another item with the first',
    breaks: ['content/state/revision-is-a-state'],
    alter: (parts) => ({
      ...parts,
      keepRevision(before, after, call) {
        const { kept } = call.site.store;
        const foreign = [...kept.values()]
          .flat()
          .find(
            ({ role, collection, parent }) =>
              role === 'revision' && collection === after.collection && parent !== after.id,
          );
        if (foreign && !kept.has(after.id)) kept.set(after.id, [{ ...foreign, parent: after.id }]);
        parts.keepRevision(before, after, call);
      },
    }),
  },
]);
