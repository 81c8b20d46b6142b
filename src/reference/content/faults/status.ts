import type { JsonSchema } from '../../../model/index.ts';
import { type Alteration, demanding, type FaultScope, replying } from '../altering.ts';
import { inFamily } from '../deviation.ts';
import { bodyValue, refuse } from '../refusal.ts';

/** Executes the request, and answers with a wrong status. */
function answeredWith(scope: FaultScope, answered: number): Alteration {
  return replying(scope, (result) => ({ ...result, status: answered }));
}

/** Answers 400 if a parameter has a certain value. */
function refusing(scope: FaultScope, parameter: string, isRefused: (value: unknown) => boolean) {
  return replying(scope, (result, { params }) => {
    const value = params[parameter];
    return value !== undefined && isRefused(value) ? { ...result, status: 400 } : result;
  });
}

/** Answers as if the route had no such method. */
function missingMethod(method: string, template: string, answered: number): Alteration {
  return (parts) => ({
    ...parts,
    answer: (outcome, leaving, site) =>
      leaving.method === method && leaving.template === template
        ? refuse(answered, 'no_route', 'There is no such route for this method.')
        : parts.answer(outcome, leaving, site),
  });
}

/** A warning that hides stated clauses is exit code 2. */
const UNJUDGED = {
  clauses: ['exit code 2'],
  because: 'what the document states of the same operation cannot be judged',
};

const NO_PERCENT: JsonSchema = { not: { pattern: '%' } };

/** Values from tables. One list refuses each. */
const REFUSED_VALUES = [
  { list: 'menu-items', parameter: 'status', value: 'pending' },
  { list: 'media', parameter: 'search_columns', value: 'post_excerpt' },
  { list: 'posts', parameter: 'format', value: 'chat' },
  { list: 'blocks', parameter: 'tax_relation', value: 'OR' },
] as const;

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
    name: 'revisions-answer-404',
    what: 'answers lists of revisions of pages with 404',
    breaks: ['content/kept/lists-served'],
    alter: answeredWith({ method: 'GET', is: '/cms/v2/pages/{parent}/revisions' }, 404),
  },
  {
    name: 'namespace-answers-404',
    what: 'answers the index of a namespace with 404',
    breaks: ['content/plain-reads-succeed'],
    alter: answeredWith({ is: '/cms/v2' }, 404),
  },
  {
    name: 'helper-route-answers-404',
    what: 'answers one route of a plug-in with 404',
    breaks: ['content/helper-routes-served'],
    alter: answeredWith({ method: 'POST', is: '/host_sign_on_plugin/v1/has_logged' }, 404),
  },
  {
    name: 'fractions-of-edits-refused',
    what: 'answers 400 to an edit of an image with numbers that are not integers',
    breaks: ['content/media/writes-accepted'],
    mayBreak: UNJUDGED,
    alter: refusing({ method: 'POST', ends: '/edit' }, 'modifiers', (value) =>
      /\d\.\d/.test(JSON.stringify(value)),
    ),
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
    mayBreak: UNJUDGED,
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
    mayBreak: UNJUDGED,
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
    name: 'ascending-posts-answer-400',
    what: 'answers lists of posts in ascending order with 400',
    breaks: ['robust/valid-accepted'],
    at: ['content/posts/list'],
    mayBreak: UNJUDGED,
    alter: refusing({ method: 'GET', is: '/cms/v2/posts' }, 'order', (value) => value === 'asc'),
  },
  {
    name: 'batch-header-lists-refused',
    what: 'answers 400 to a batch with a member that has a header with a list of values',
    breaks: ['content/batch/accepted'],
    mayBreak: UNJUDGED,
    alter: refusing({ is: '/batch/v1' }, 'requests', (value) =>
      /"headers":\{[^}]*\[/.test(JSON.stringify(value)),
    ),
  },
  {
    name: 'embed-proxy-refuses-xml',
    what: 'answers 400 where proxied embed data are asked for as XML',
    breaks: ['robust/valid-accepted'],
    at: ['content/oembed/proxy'],
    alter: demanding({ is: '/oembed/1.0/proxy' }, 'format', { enum: ['json'] }),
  },
  {
    name: 'templates-percent-in-slug-refused',
    what: 'answers 400 where a template is created with a percent sign in its slug',
    breaks: ['content/templates/writes-accepted'],
    alter: demanding({ method: 'POST', is: '/cms/v2/templates' }, 'slug', {
      not: { pattern: '%' },
    }),
  },
  {
    name: 'global-styles-without-put',
    what: 'answers 405 to a PUT on global styles',
    breaks: ['content/global-styles/update-methods', 'content/global-styles/writes-accepted'],
    alter: missingMethod('PUT', '/cms/v2/global-styles/{id}', 405),
  },
  {
    name: 'global-styles-without-patch',
    what: 'answers a PATCH on global styles as it does a route that there is not',
    breaks: ['content/global-styles/update-methods', 'content/global-styles/writes-accepted'],
    alter: missingMethod('PATCH', '/cms/v2/global-styles/{id}', 404),
  },
  {
    name: 'template-part-lookup-refuses-percent',
    what: 'answers 400 where a template part is looked up by a slug with a percent sign',
    breaks: ['robust/valid-accepted'],
    at: ['content/template-parts/lookup'],
    alter: demanding({ is: '/cms/v2/template-parts/lookup' }, 'slug', NO_PERCENT),
  },
  ...REFUSED_VALUES.map(({ list, parameter, value }) => ({
    name: `${list}-refuse-${parameter}-${value}`.replaceAll('_', '-').toLowerCase(),
    what: `answers 400 where ${list} are listed with ${parameter} ${value}`,
    breaks: ['robust/valid-accepted'],
    at: [`content/${list}/list`],
    alter: refusing({ method: 'GET', is: `/cms/v2/${list}` }, parameter, (given) =>
      [given].flat().includes(value),
    ),
  })),
  {
    name: 'navigation-draft-refused-in-filter',
    what: 'answers 400 where drafts of navigation menus are listed',
    breaks: ['robust/valid-accepted'],
    at: ['content/navigation/list'],
    alter: refusing({ method: 'GET', is: '/cms/v2/navigation' }, 'status', (value) =>
      JSON.stringify(value).includes('draft'),
    ),
  },
  {
    name: 'notice-before-theme-styles',
    what: 'writes a notice before the JSON of the styles of a theme',
    breaks: ['robust/body-as-typed'],
    at: ['content/global-styles/themes/get'],
    alter: replying({ is: '/cms/v2/global-styles/themes/{stylesheet}/variations' }, (result) => {
      if (result.body.kind === 'bytes' || result.body.kind === 'none') return result;
      const text = `Notice: undefined index\n${JSON.stringify(bodyValue(result.body))}`;
      const type = 'application/json; charset=UTF-8';
      return { ...result, body: { kind: 'bytes', bytes: new TextEncoder().encode(text), type } };
    }),
  },
  {
    name: 'password-answers-500',
    what: 'breaks down where an object is read with a password',
    breaks: ['robust/no-server-error'],
    at: ['content/posts/get', 'content/pages/get'],
    alter: (parts) => ({
      ...parts,
      answer(outcome, leaving, site) {
        const { method, template, params } = leaving;
        const isRead = method === 'GET' && template.endsWith('/{id}');
        if (!isRead || typeof params.password !== 'string') {
          return parts.answer(outcome, leaving, site);
        }
        return refuse(500, 'internal_error', 'There has been a critical error.');
      },
    }),
  },
]);
