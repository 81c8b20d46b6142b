import { type Alter, fault, replying, type Scope } from './altering.ts';
import type { Fault } from './deviation.ts';
import { isRefusal } from './refusal.ts';

const status = (name: string, what: string, scope: Scope, answered: number): Fault =>
  fault('status', name, what, answeredWith(scope, answered));

/** Carries out what it is asked for, and says with the status that it did not. */
function answeredWith(scope: Scope, answered: number): Alter {
  return replying(scope, (result) => ({ ...result, status: answered }));
}

/** Faults in the status of what is carried out. */
export const statusFaults: readonly Fault[] = [
  status('index-answers-500', 'answers the index with 500', { is: '/' }, 500),
  status(
    'list-answers-500',
    'answers lists of pages with 500',
    { method: 'GET', is: '/cms/v2/pages' },
    500,
  ),
  status(
    'list-answers-404',
    'answers lists of templates with 404',
    { method: 'GET', is: '/cms/v2/templates' },
    404,
  ),
  status(
    'namespace-answers-404',
    'answers the index of a namespace with 404',
    { is: '/cms/v2' },
    404,
  ),
  status(
    'creation-answers-500',
    'creates posts, and answers with 500',
    { method: 'POST', is: '/cms/v2/posts' },
    500,
  ),
  status(
    'creation-answers-400',
    'creates blocks, and answers with 400',
    { method: 'POST', is: '/cms/v2/blocks' },
    400,
  ),
  status(
    'put-answers-405',
    'carries a PUT on pages out, and answers with 405',
    { method: 'PUT', is: '/cms/v2/pages/{id}' },
    405,
  ),
  status(
    'patch-answers-500',
    'carries a PATCH on menu items out, and answers with 500',
    { method: 'PATCH', is: '/cms/v2/menu-items/{id}' },
    500,
  ),
  status(
    'read-answers-404',
    'shows a post, and answers with 404',
    { method: 'GET', is: '/cms/v2/posts/{id}' },
    404,
  ),
  status(
    'autosave-answers-500',
    'keeps an autosave of a page, and answers with 500',
    { method: 'POST', is: '/cms/v2/pages/{id}/autosaves' },
    500,
  ),
  status(
    'revision-answers-404',
    'shows a revision, and answers with 404',
    { method: 'GET', is: '/cms/v2/posts/{parent}/revisions/{id}' },
    404,
  ),
  status('batch-answers-500', 'runs a batch, and answers with 500', { is: '/batch/v1' }, 500),
  status(
    'embed-answers-404',
    'shows embed data, and answers with 404',
    { is: '/oembed/1.0/embed' },
    404,
  ),
  status(
    'theme-styles-answer-404',
    'shows the styles of a theme, and answers with 404',
    { is: '/cms/v2/global-styles/themes/{stylesheet}' },
    404,
  ),
  status(
    'template-update-answers-500',
    'updates templates and their parts, and answers with 500',
    { method: 'PUT', under: '/cms/v2/template', ends: '{id}' },
    500,
  ),
  status(
    'template-read-answers-404',
    'shows a template, and answers with 404',
    { method: 'GET', is: '/cms/v2/templates/{id}' },
    404,
  ),
  status(
    'media-update-answers-500',
    'updates media, and answers with 500',
    { method: 'POST', is: '/cms/v2/media/{id}' },
    500,
  ),
  fault(
    'status',
    'odd-password-answers-500',
    'answers a password that is no text with 500',
    (parts) => ({
      ...parts,
      answer(outcome, leaving, site) {
        const before = parts.answer(outcome, leaving, site);
        const odd = isRefusal(before) && before.params?.password !== undefined;
        return odd ? { ...before, status: 500 } : before;
      },
    }),
  ),
];
