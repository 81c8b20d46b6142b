import { type Alteration, hearing, ignoring, taking, unasked, unchecked } from '../altering.ts';
import { undone } from '../altering-items.ts';
import { inFamily } from '../deviation.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { destroy, discard } from '../remove.ts';
import { nextId, putItem, storedCollectionOf } from '../store.ts';

/** Refuses as required, but too late: the post exists as a draft. */
const keepsRefused: Alteration = (parts) => {
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

export const deletionFaults = inFamily('state', [
  {
    name: 'trash-deletes-for-good',
    what: 'deletes for good what is to be trashed',
    breaks: ['content/state/trash-keeps', 'content/state/force-default'],
    alter: (parts) => ({
      ...parts,
      discard: destroy,
    }),
  },
  {
    name: 'force-trashes',
    what: 'trashes what is to be deleted for good',
    breaks: ['content/state/force-deletes', 'content/state/deleted-is-unlisted'],
    alter: (parts) => ({
      ...parts,
      destroy: discard,
    }),
  },
  {
    name: 'force-true-unheeded',
    what: 'answers as if deleted, and keeps the item',
    breaks: ['content/state/force-deletes', 'content/state/deleted-is-unlisted'],
    alter: (parts) => ({ ...parts, destroy: undone(parts.destroy) }),
  },
  {
    name: 'refused-creation-kept',
    what: 'finds a status of comments wrong after it has stored the post',
    breaks: ['content/state/refused-leaves-nothing'],
    mayBreak: {
      clauses: ['content/posts/create/body/comment-status/enum'],
      because: 'a batch may make a member of it',
    },
    alter: keepsRefused,
  },
  {
    name: 'trash-answered-not-done',
    what: 'answers as if trashed, and does not change the item',
    breaks: ['content/state/trash-moves', 'content/state/trashed-is-unlisted'],
    alter: (parts) => ({ ...parts, discard: undone(parts.discard) }),
  },
  {
    name: 'trash-makes-drafts',
    what: 'makes a draft of what is trashed',
    breaks: ['content/state/trash-moves', 'content/state/trashed-is-unlisted'],
    alter: (parts) => ({
      ...parts,
      discard(item, call) {
        const answer = parts.discard(item, call);
        putItem(call.site.store, { ...item, status: 'draft' });
        return answer;
      },
    }),
  },
  {
    name: 'pages-trash-deletes-for-good',
    what: 'deletes pages for good without force',
    breaks: ['content/state/trash-keeps', 'content/state/force-default'],
    alter: (parts) => ({
      ...parts,
      discard: (item, call) =>
        item.collection === 'pages' ? parts.destroy(item, call) : parts.discard(item, call),
    }),
  },
  {
    name: 'force-is-the-default',
    what: 'deletes for good unless told otherwise',
    // Also stated for revisions: without `force`, nothing is deleted.
    breaks: ['content/state/force-default', 'content/*/revisions/delete/query/force/required'],
    alter: unasked({ method: 'DELETE', ends: '{id}' }, 'force', true),
  },
  {
    name: 'revision-deleted-by-force-false',
    what: 'deletes a revision where force is false',
    breaks: [
      ...['posts', 'pages', 'blocks', 'templates', 'template-parts'].map(
        (name) => `content/${name}/revisions/delete/query/force/const`,
      ),
      'content/state/revision-needs-force',
    ],
    alter: hearing({ method: 'DELETE', ends: '/revisions/{id}' }, ({ params, given }) => ({
      params: given.has('force') ? { ...params, force: true } : params,
      given,
    })),
  },
  {
    name: 'revision-deleted-without-force',
    what: 'deletes a revision without force',
    breaks: [
      'content/state/revision-needs-force',
      'content/*/revisions/delete/query/force/required',
    ],
    alter: taking({ method: 'DELETE', ends: '/revisions/{id}' }, 'force', true),
  },
  {
    name: 'deletion-lifts-all',
    what: 'moves all pages to the top when one is deleted',
    breaks: ['content/state/others-unchanged'],
    alter: (parts) => ({
      ...parts,
      destroy(item, call) {
        const { store } = call.site;
        const answer = parts.destroy(item, call);
        if (item.collection !== 'pages') return answer;
        for (const page of [...storedCollectionOf(store, 'pages').items.values()]) {
          if (page.parent !== 0) putItem(store, { ...page, parent: 0 });
        }
        return answer;
      },
    }),
  },
  {
    name: 'revision-deletion-refused',
    what: 'refuses to delete a revision, with force or without',
    breaks: ['content/state/deletions-accepted'],
    alter: ignoring({ method: 'DELETE', ends: '/revisions/{id}' }, 'force'),
  },
]);
