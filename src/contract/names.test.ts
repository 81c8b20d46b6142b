import { describe, expect, it } from 'vitest';
import { loadContract } from './contract.ts';
import { inWords, inWordsOf } from './names.ts';

const documents = loadContract();

describe('words', () => {
  it('are whole words, and go with what is joined to them', () => {
    const write = inWords(documents, { cms_id: 'own', 'cms/v2': 'a/b' });
    expect(
      write({
        '/cms/v2/posts/{id}': ['cms_id', 'xcms_id', 'cms_ids', 'cms_id_not', 'a cms/v20', 7, null],
      }),
    ).toEqual({
      '/a/b/posts/{id}': ['own', 'xcms_id', 'cms_ids', 'own_not', 'a cms/v20', 7, null],
    });
  });

  it('that nobody uses, and that mean something else, are refused', () => {
    expect(() => inWordsOf(documents, 'content', { 'csm/v2': 'site/v2' })).toThrow(
      '"csm/v2" is no word of the documents',
    );
    expect(() => inWordsOf(documents, 'content', { cms_id: 'per_page' })).toThrow('"per_page"');
    expect(inWordsOf(documents, 'content', {})).toBe(documents);
  });

  it('have dashes in ids, and nowhere else', () => {
    const write = inWords(documents, {
      post_form: 'entry_form',
      'cms/v2': 'my_site/v2',
      sticky: 'on_top',
    });
    expect(
      write({
        id: 'content/posts/list/query/post-form',
        values: ['post-form', 'post_form', '/cms/v2/posts', 'sticky'],
      }),
    ).toEqual({
      id: 'content/posts/list/query/entry-form',
      values: ['post-form', 'entry_form', '/my_site/v2/posts', 'on_top'],
    });
  });

  it.each([
    ['cms/v2', 'my_site/v2'],
    ['cms/block-editor', 'site/block-editor'],
    ['cms/abilities', 'site/abilities'],
    ['host/cache-plugin/v1', 'site/cache/v1'],
    ['host_sign_on_plugin/v1', 'site_sign_on/v1'],
    ['oembed/1.0', 'embed/1.0'],
    ['cms-admin', 'site-admin'],
    ['cms_id', 'site_id'],
    ['cms_pattern_category', 'site_pattern_category'],
    ['cms_pattern_sync_status', 'site_pattern_sync_status'],
    ['comment_status', 'site_comments'],
    ['modified_after', 'site_changed_since'],
  ])('such as %s can be replaced', (word, site) => {
    const { operations, clauses } = inWordsOf(documents, 'content', { [word]: site });
    const ids = clauses.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const judged = clauses.map((clause) => clause.judged);
    const reported = JSON.stringify([operations, judged]);
    expect(reported).toContain(site);
    expect(reported).not.toMatch(new RegExp(`\\b${word}\\b`));
  });

  it.each([
    ['format', 'a keyword of JSON Schema'],
    ['title', 'a keyword of JSON Schema'],
    ['description', 'a keyword of JSON Schema'],
    ['type', 'a keyword of JSON Schema'],
    ['footnotes', 'neither "_" nor "/"'],
    ['menu-items', 'a value, too: "/cms/v2/menu-items"'],
    ['site-address', 'neither "_" nor "/"'],
    ['application-passwords', 'neither "_" nor "/"'],
    ['query', 'API uses it, too'],
    ['sticky', 'part of the longer name "ignore_sticky"'],
    ['slug', 'a value, too: "slug"'],
    ['menu_order', 'a value, too: "menu_order"'],
    ['post_title', 'a value, too: "post_title"'],
    ['cms_pattern', 'part of the longer name "cms_pattern_'],
    ['v2/posts', 'part of the longer name "/cms/v2/posts'],
    ['cms/v2/template', 'part of the longer name "/cms/v2/template-parts'],
    ['content/posts', 'part of the id "content/posts/'],
    ['per_page', 'the rules of Touchstone are written with it'],
    ['show_hostname', 'the integration API uses it, too'],
  ])('such as %s stand for other things, too, and are refused', (word, why) => {
    expect(() => inWordsOf(documents, 'content', { [word]: 'site_word' })).toThrow(
      `"${word}" cannot be replaced: `,
    );
    expect(() => inWordsOf(documents, 'content', { [word]: 'site_word' })).toThrow(why);
  });

  it('are those of the API that is named otherwise', () => {
    expect(() => inWordsOf(documents, 'integration', { cms_id: 'site_id' })).toThrow(
      'integration.names: "cms_id" cannot be replaced: the content API uses it, too',
    );
  });

  it('of a site cannot stand for two of the documents', () => {
    const names = { cms_id: 'site_id', cms_pattern_category: 'site_id' };
    expect(() => inWordsOf(documents, 'content', names)).toThrow('stands for "cms_id", too');
  });
});
