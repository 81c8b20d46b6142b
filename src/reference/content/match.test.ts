import { describe, expect, it } from 'vitest';
import { matchRoute } from './match.ts';

describe('matchRoute', () => {
  it.each([
    ['/', '/', {}],
    ['/cms/v2/posts', '/cms/v2/posts', {}],
    ['/cms/v2/posts/12', '/cms/v2/posts/{id}', { id: '12' }],
    [
      '/cms/v2/posts/12/revisions/3',
      '/cms/v2/posts/{parent}/revisions/{id}',
      { parent: '12', id: '3' },
    ],
    ['/cms/v2/templates/lookup', '/cms/v2/templates/lookup', {}],
    ['/cms/v2/templates/one', '/cms/v2/templates/{id}', { id: 'one' }],
    ['/cms/v2/templates/t//a', '/cms/v2/templates/{id}', { id: 't//a' }],
    [
      '/cms/v2/templates/a/b/c/revisions',
      '/cms/v2/templates/{parent}/revisions',
      { parent: 'a/b/c' },
    ],
    [
      '/cms/v2/templates/t//a/revisions/9',
      '/cms/v2/templates/{parent}/revisions/{id}',
      { parent: 't//a', id: '9' },
    ],
    [
      '/cms/v2/template-parts/t//a/autosaves',
      '/cms/v2/template-parts/{id}/autosaves',
      { id: 't//a' },
    ],
    [
      '/cms/v2/templates/t//a/autosaves/9',
      '/cms/v2/templates/{parent}/autosaves/{id}',
      { parent: 't//a', id: '9' },
    ],
    [
      '/cms/v2/global-styles/themes/x',
      '/cms/v2/global-styles/themes/{stylesheet}',
      { stylesheet: 'x' },
    ],
    [
      '/cms/v2/global-styles/themes/x/variations',
      '/cms/v2/global-styles/themes/{stylesheet}/variations',
      { stylesheet: 'x' },
    ],
    ['/cms/v2/global-styles/7', '/cms/v2/global-styles/{id}', { id: '7' }],
  ])('%s is %s', (path, template, parameters) => {
    const matched = matchRoute(path);
    expect([matched?.route.template, matched?.path]).toEqual([template, parameters]);
  });

  it.each([
    '',
    '/cms',
    '/cms/v2/posts/x',
    '/cms/v2/posts/1/2',
    '/cms/v2/navigation/1',
    '/cms/v2/users',
    `/cms/v2/templates/${'a/'.repeat(300)}b`,
  ])('%j is no route', (path) => expect(matchRoute(path)).toBeUndefined());
});
