import { type Alteration, type FaultScope, replying } from '../altering.ts';
import { inFamily } from '../deviation.ts';
import { isRefusal } from '../refusal.ts';

/** Carries out what it is asked for, and says with the status that it did not. */
function answeredWith(scope: FaultScope, answered: number): Alteration {
  return replying(scope, (result) => ({ ...result, status: answered }));
}

/** Faults in the status of what is carried out. */
export const statusFaults = inFamily('status', [
  {
    name: 'index-answers-500',
    what: 'answers the index with 500',
    breaks: ['content/plain-reads-succeed', 'robust/no-server-error'],
    alter: answeredWith({ is: '/' }, 500),
  },
  {
    name: 'list-answers-500',
    what: 'answers lists of pages with 500',
    breaks: ['content/plain-reads-succeed', 'robust/no-server-error'],
    alter: answeredWith({ method: 'GET', is: '/cms/v2/pages' }, 500),
  },
  {
    name: 'list-answers-404',
    what: 'answers lists of templates with 404',
    breaks: ['content/plain-reads-succeed'],
    alter: answeredWith({ method: 'GET', is: '/cms/v2/templates' }, 404),
  },
  {
    name: 'namespace-answers-404',
    what: 'answers the index of a namespace with 404',
    breaks: ['content/plain-reads-succeed'],
    alter: answeredWith({ is: '/cms/v2' }, 404),
  },
  {
    name: 'creation-answers-500',
    what: 'creates posts, and answers with 500',
    breaks: ['content/posts/writes-accepted', 'robust/no-server-error'],
    alter: answeredWith({ method: 'POST', is: '/cms/v2/posts' }, 500),
  },
  {
    name: 'creation-answers-400',
    what: 'creates blocks, and answers with 400',
    breaks: ['content/blocks/writes-accepted'],
    alter: answeredWith({ method: 'POST', is: '/cms/v2/blocks' }, 400),
  },
  {
    name: 'put-answers-405',
    what: 'carries a PUT on pages out, and answers with 405',
    breaks: ['content/pages/writes-accepted'],
    mayBreak: {
      clauses: ['content/state/*'],
      because: 'what was said to be refused was done all the same, and is found changed',
    },
    alter: answeredWith({ method: 'PUT', is: '/cms/v2/pages/{id}' }, 405),
  },
  {
    name: 'patch-answers-500',
    what: 'carries a PATCH on menu items out, and answers with 500',
    breaks: ['content/menu-items/writes-accepted', 'robust/no-server-error'],
    alter: answeredWith({ method: 'PATCH', is: '/cms/v2/menu-items/{id}' }, 500),
  },
  {
    name: 'read-answers-404',
    what: 'shows a post, and answers with 404',
    breaks: ['content/state/created-is-there'],
    alter: answeredWith({ method: 'GET', is: '/cms/v2/posts/{id}' }, 404),
  },
  {
    name: 'autosave-answers-500',
    what: 'keeps an autosave of a page, and answers with 500',
    breaks: ['content/pages/writes-accepted', 'robust/no-server-error'],
    alter: answeredWith({ method: 'POST', is: '/cms/v2/pages/{id}/autosaves' }, 500),
  },
  {
    name: 'revision-answers-404',
    what: 'shows a revision, and answers with 404',
    breaks: ['content/state/revision-readable'],
    alter: answeredWith({ method: 'GET', is: '/cms/v2/posts/{parent}/revisions/{id}' }, 404),
  },
  {
    name: 'batch-answers-500',
    what: 'runs a batch, and answers with 500',
    breaks: ['content/batch/accepted', 'content/batch/accepts-25', 'robust/no-server-error'],
    alter: answeredWith({ is: '/batch/v1' }, 500),
  },
  {
    name: 'embed-answers-404',
    what: 'shows embed data, and answers with 404',
    breaks: ['content/oembed/own-address'],
    alter: answeredWith({ is: '/oembed/1.0/embed' }, 404),
  },
  {
    name: 'theme-styles-answer-404',
    what: 'shows the styles of a theme, and answers with 404',
    breaks: ['content/global-styles/themes-read'],
    alter: answeredWith({ is: '/cms/v2/global-styles/themes/{stylesheet}' }, 404),
  },
  {
    name: 'template-update-answers-500',
    what: 'updates templates and their parts, and answers with 500',
    breaks: [
      'content/templates/writes-accepted',
      'content/template-parts/writes-accepted',
      'robust/no-server-error',
    ],
    alter: answeredWith({ method: 'PUT', under: '/cms/v2/template', ends: '{id}' }, 500),
  },
  {
    name: 'template-read-answers-404',
    what: 'shows a template, and answers with 404',
    breaks: ['content/templates/id-segments', 'content/state/created-is-there'],
    alter: answeredWith({ method: 'GET', is: '/cms/v2/templates/{id}' }, 404),
  },
  {
    name: 'media-update-answers-500',
    what: 'updates media, and answers with 500',
    breaks: ['content/media/writes-accepted', 'robust/no-server-error'],
    alter: answeredWith({ method: 'POST', is: '/cms/v2/media/{id}' }, 500),
  },
  {
    name: 'odd-password-answers-500',
    what: 'answers a password that is no text with 500',
    breaks: ['robust/no-server-error'],
    alter: (parts) => ({
      ...parts,
      answer(outcome, leaving, site) {
        const before = parts.answer(outcome, leaving, site);
        const odd = isRefusal(before) && before.params?.password !== undefined;
        return odd ? { ...before, status: 500 } : before;
      },
    }),
  },
]);
