import { isMembers } from '../../../model/index.ts';
import { answering, everyNth, lessOf, listed, replying } from '../altering.ts';
import { inFamily } from '../deviation.ts';
import { isRefusal } from '../refusal.ts';

export const intermittentFaults = inFamily('intermittent', [
  {
    name: 'every-fifth-list-short',
    what: 'leaves a record out of every fifth list',
    breaks: ['content/lists/*'],
    mayBreak: {
      clauses: ['content/state/created-is-listed', 'content/state/listed-by-status'],
      because: 'the record that is left out may be one that was created',
    },
    alter: (parts) =>
      answering(
        { method: 'GET', is: '/cms/v2/posts' },
        (value) => listed(value, (list) => list.slice(1)),
        everyNth(5),
      )(parts),
  },
  {
    name: 'every-seventh-read-empty',
    what: 'answers every seventh read with an empty title',
    breaks: ['content/record/*'],
    mayBreak: {
      clauses: [
        'content/state/*',
        'content/written/title',
        'content/written/title-elsewhere',
        'content/batch/*',
      ],
      because: 'which title is empty depends on how many reads came before',
    },
    alter: (parts) =>
      answering(
        { method: 'GET', is: '/cms/v2/posts/{id}' },
        (value) => (isMembers(value) ? { ...value, title: {} } : value),
        everyNth(7),
      )(parts),
  },
  {
    name: 'every-fourth-trash-final',
    what: 'deletes every fourth for good that is to be trashed',
    breaks: ['content/state/force-default'],
    mayBreak: {
      clauses: ['content/state/trash*'],
      because: 'which of them is deleted for good depends on how many came before',
    },
    alter: (parts) => {
      const due = everyNth(4);
      return {
        ...parts,
        discard: (item, call) =>
          due({ method: 'DELETE', template: '', params: {}, count: 0 })
            ? parts.destroy(item, call)
            : parts.discard(item, call),
      };
    },
  },
  {
    name: 'every-third-list-turned-round',
    what: 'lists the other way round every third time',
    breaks: ['content/lists/orderby-*'],
    mayBreak: {
      clauses: ['content/lists/*'],
      because: 'which of several lists is turned round depends on how many came before',
    },
    alter: (parts) =>
      answering(
        { method: 'GET', is: '/cms/v2/pages' },
        (value) => listed(value, (list) => [...list].reverse()),
        everyNth(3),
      )(parts),
  },
  {
    name: 'every-sixth-index-short',
    what: 'leaves routes out of every sixth index',
    breaks: ['content/index/routes'],
    alter: (parts) =>
      answering({ is: '/' }, (value) => lessOf(value, 'routes'), everyNth(6))(parts),
  },
  {
    name: 'every-tenth-answer-late-page',
    what: 'gives the page after every tenth time',
    breaks: ['content/lists/*'],
    alter: (parts) => {
      const due = everyNth(10);
      return {
        ...parts,
        slice(items, params, site) {
          const late = due({ method: 'GET', template: '', params, count: 0 });
          const page = typeof params.page === 'number' ? params.page : 1;
          const slice = late ? parts.slice(items, { ...params, page: page + 1 }, site) : undefined;
          return slice === undefined || isRefusal(slice) ? parts.slice(items, params, site) : slice;
        },
      };
    },
  },
  {
    name: 'every-third-creation-unwell',
    what: 'answers every third creation with 500',
    breaks: ['content/posts/writes-accepted', 'robust/no-server-error'],
    mayBreak: {
      clauses: ['content/state/*', 'content/batch/*'],
      because: 'which creation is called a failure depends on how many came before',
    },
    alter: (parts) => {
      const due = everyNth(3);
      return replying({ method: 'POST', is: '/cms/v2/posts' }, (result, leaving) =>
        due(leaving) ? { ...result, status: 500 } : result,
      )(parts);
    },
  },
]);
