import { describe, expect, it } from 'vitest';
import type { ClauseReport, Names, RunEvent, Target } from '../model/index.ts';
import { planCases } from '../plan/plan.ts';
import { discover } from '../probe/index.ts';
import { referenceTarget } from '../profiles/choose.ts';
import type { Handler } from '../reference/http.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { run } from '../run/pipeline.ts';
import { loadContract } from './contract.ts';
import { siteInWords } from './foreign.fixture.ts';
import { contractFor, inWords, inWordsOf } from './names.ts';

const documents = loadContract();
const NAMES: Names = {
  'cms/v2': 'site/v2',
  cms_id: 'site_id',
  cms_pattern_category: 'site_pattern_category',
  cms_pattern_sync_status: 'site_pattern_sync_status',
};
const url = 'http://127.0.0.1:1/content';
const signal = new AbortController().signal;

async function reportsOn(handler: Handler, names: Names | undefined) {
  const transport = inProcess(handler);
  const plain = referenceTarget(documents, { content: url }, 'reference');
  const endpoint = plain.endpoints.content;
  if (endpoint === undefined) throw new Error('the reference target has a content API');
  const target: Target = {
    ...plain,
    endpoints: { content: { ...endpoint, ...(names && { names }) } },
  };
  const contract = contractFor(documents, target);
  const learnt = await discover(contract, target, transport, signal);
  const events: RunEvent[] = [];
  for await (const event of run({
    contract,
    target: learnt,
    cases: planCases(contract, learnt, { seed: 1, runs: 2, writes: 'anywhere' }),
    seed: 1,
    transport,
    only: ['content/blocks', 'content/batch', `content/written/${names ? 'site' : 'cms'}-`],
    strict: false,
    shrinking: false,
    failOn: new Set(),
    mode: 'live',
    clock: { now: Date.now, monotonic: () => performance.now() },
    signal,
    tool: { name: 'touchstone', version: '0' },
    targetOptions: [],
    writes: 'anywhere',
  })) {
    events.push(event);
  }
  return events.filter(
    (event): event is { kind: 'clause' } & ClauseReport => event.kind === 'clause',
  );
}

function passed(reports: readonly ClauseReport[]): number {
  return reports.filter(({ verdict }) => verdict === 'pass').length;
}

describe('a site with words of its own', () => {
  it('is judged just as one with the words of the document', async () => {
    const { handler } = referenceHandler(
      { faults: [], variations: [], contract: documents },
      () => url,
    );
    const plain = await reportsOn(handler, undefined);
    const own = await reportsOn(siteInWords(NAMES, url), NAMES);
    const verdicts = (reports: typeof plain) =>
      reports.map(({ id, verdict }) => `${verdict} ${id.replaceAll('site-', 'cms-')}`);
    expect(verdicts(own)).toEqual(verdicts(plain));
    expect(passed(plain)).toBeGreaterThan(150);
    expect(own.map(({ id }) => id)).toContain('content/written/site-pattern-category');
  }, 120_000);

  it('has hardly anything that the document shows, for who does not know its words', async () => {
    expect(passed(await reportsOn(siteInWords(NAMES, url), undefined))).toBeLessThan(60);
  }, 120_000);
});

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
    ['path', 'neither "_" nor "/"'],
    ['footnotes', 'neither "_" nor "/"'],
    ['menu-items', 'a value, too: "/cms/v2/menu-items"'],
    ['site-address', 'neither "_" nor "/"'],
    ['application-passwords', 'neither "_" nor "/"'],
    ['query', 'the integration API uses it, too'],
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
