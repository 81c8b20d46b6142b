import { describe, expect, it } from 'vitest';
import { encodeForm } from '../../../contract/form.ts';
import { CHOICE_NAMES, type ContentChoices, choose, optionsOf } from '../choices.ts';
import { drawPng } from '../drawing.ts';
import { at, BASE, drive, type SiteAnswer } from '../drive.fixture.ts';
import { combine, contentVariations } from './index.ts';

const png = drawPng(8, 8);

interface Walked {
  readonly statuses: readonly number[];
  /** Everything that was answered, as one text. */
  readonly reported: string;
}

const json = { 'content-type': 'application/json' };
const nobody = { authorization: '' };

/** What no other step of the walk brings to light: one line for each point that is left open. */
const MORE: readonly (readonly [string, string, unknown?, Readonly<Record<string, string>>?])[] = [
  ['GET', '/cms/v2/posts/99999/revisions'],
  ['GET', '/cms/v2/posts/99999999999'],
  ['POST', '/cms/v2/posts', { title: 'x', slug: 'taken', status: 'publish' }],
  ['POST', '/cms/v2/posts', { title: 'x', slug: 'taken' }],
  ['POST', '/cms/v2/global-styles/540', { styles: { color: { text: '#111' } } }],
  ['POST', '/cms/v2/global-styles/540', { styles: { spacing: {} } }],
  ['POST', '/cms/v2/posts', Buffer.from('{"a'), json],
  ['POST', '/cms/v2/posts', Buffer.from('{"title":"unlabelled"}'), {}],
  ['POST', '/cms/v2/posts', { title: null }],
  ['POST', '/cms/v2/posts', { password: 7 }],
  ['GET', '/cms/v2/posts?page=1&page=2'],
  ['POST', '/cms/v2/posts', { status: 'x' }, nobody],
  ['GET', '/cms/v2/posts/101', undefined, { authorization: 'Basic eDp5' }],
  ['GET', '/cms/v2/templates', undefined, nobody],
  ['GET', '/cms/v2/posts?orderby=author&per_page=40'],
  ['GET', '/cms/v2/posts?orderby=author&order=asc&per_page=40'],
  ['GET', '/cms/v2/posts?include=104,100,107&orderby=include&order=desc'],
  ['GET', '/cms/v2/posts?search=runs+events'],
  ['GET', '/cms/v2/posts?search=webhooks+or&search_semantics=exact'],
  ['GET', '/cms/v2/posts?categories=2&tags=20&per_page=100'],
  ['GET', '/cms/v2/posts?categories=2&tags_exclude=20&tax_relation=OR&per_page=100'],
  ['GET', '/cms/v2/posts?before=2023-01-08T09:00:00'],
  ['GET', '/cms/v2/posts?slug='],
  ...Array.from(
    { length: 11 },
    (_, n) => ['PUT', '/cms/v2/posts/102', { title: `t${n}` }] as const,
  ),
  ['GET', '/cms/v2/posts/102/revisions'],
  ['POST', '/cms/v2/posts', {}],
  ['POST', '/cms/v2/posts', { title: 'x', status: 'publish', date: '2099-01-01T00:00:00' }],
  ['POST', '/cms/v2/posts', { title: 'x', status: 'future', date: '2020-01-01T00:00:00' }],
  ['POST', '/cms/v2/posts/101', { date: null }],
  ['POST', '/cms/v2/posts', { title: 'x', slug: 'UPPER-case' }],
  ['GET', '/cms/v2/posts/115'],
  ['POST', '/cms/v2/pages', { title: 'x', parent: 9999 }],
  ['POST', '/cms/v2/posts', { title: 'x', sticky: true, password: 'p' }],
  ['POST', '/cms/v2/posts', { title: 'x', template: 'nowhere' }],
  ['POST', '/cms/v2/posts/125/autosaves', { title: 'of its own author' }],
  ['GET', '/cms/v2/posts/125'],
  ['GET', '/cms/v2/posts/125/revisions'],
  ['GET', '/cms/v2/pages/202'],
  ['POST', '/cms/v2/media', Buffer.from('text'), { 'content-type': 'text/plain' }],
  ['POST', '/cms/v2/media/63/edit', { src: 'https://example.org/a.png', rotation: 90 }],
  ['POST', '/host/cache-plugin/v1/rate_limit_status', undefined, nobody],
];

/** How often the site broke down, but for the one time that is chosen: at a password that is no text. */
function unmeant(statuses: readonly number[], choices: Partial<ContentChoices>): number {
  const count = statuses.filter((status) => status === 500).length;
  return Math.max(0, count - (choices['odd-password'] === 'breakdown' ? 1 : 0));
}

/** A walk through most of the site, by which an option that cannot be served shows. */
async function walk(choices: Partial<ContentChoices>): Promise<Walked> {
  const { call, anonymous, wait } = drive({ choices });
  const statuses: number[] = [];
  let whole = '';
  const note = (reported: SiteAnswer) => {
    statuses.push(reported.status);
    whole += `${reported.status} ${JSON.stringify(reported.headers)} ${Buffer.from(reported.bytes)}\n`;
  };
  const go = async (method: string, route: string, body?: unknown, headers = {}) => {
    wait(1000);
    const reported = await call(method, route, body, headers);
    note(reported);
    return reported;
  };
  await go('GET', '/');
  await go('OPTIONS', '/cms/v2/posts/100');
  await go('HEAD', '/cms/v2/posts');
  await go('GET', '/cms/v2/posts?ignore_sticky=0&per_page=5&offset=2&page=2&orderby=title');
  await go('GET', '/cms/v2/posts?page=99');
  await go('GET', '/cms/v2/posts?orderby=relevance');
  await go('GET', '/cms/v2/posts?orderby=include');
  await go('GET', '/cms/v2/posts?search=flow%20runs&categories=&tags[terms]=20&tax_relation=OR');
  await go('GET', '/cms/v2/posts?context=embed&status=any');
  await go('GET', '/cms/v2/posts?context=edit&per_page=100');
  await go('GET', '/cms/v2/posts/109?password=wrong');
  await go('GET', '/cms/v2/posts/99999');
  await go('GET', '/cms/v2/nothing');
  await go('PATCH', '/cms/v2');
  await go('POST', '/cms/v2/posts', {
    title: 'Böse <b>',
    categories: '2,999',
    sticky: '1',
    author: '2',
    date: null,
  });
  await go('POST', '/cms/v2/posts', { slug: 'Same', status: 'publish', featured_media: 9999 });
  await go('POST', '/cms/v2/posts', {
    slug: 'Same',
    password: 'x',
    sticky: true,
    title: { raw: 'y' },
    author: 99,
  });
  await go('POST', '/cms/v2/pages/202', { parent: 203, unknown: 1 });
  await go('POST', '/cms/v2/posts/100', {});
  await go('POST', '/cms/v2/posts/100', { title: { raw: 'z' } });
  await go('GET', '/cms/v2/posts/100/revisions');
  await go('DELETE', '/cms/v2/posts/100/revisions/800');
  await go('POST', '/cms/v2/posts/105/autosaves', { content: { raw: 'auto' } });
  await go('DELETE', '/cms/v2/posts/100');
  await go('DELETE', '/cms/v2/posts/100');
  await go('PUT', '/cms/v2/posts/100', { status: 'publish' });
  await go('DELETE', '/cms/v2/pages/201?force=true');
  await go('DELETE', '/cms/v2/templates/meadow//page');
  await go('GET', '/cms/v2/templates/lookup?slug=none-such');
  await go('GET', '/cms/v2/templates/lookup?slug=single');
  await go('POST', '/cms/v2/templates', { slug: 'single' });
  const made = await go('POST', '/cms/v2/media', png, { 'content-type': 'image/png' });
  const src = at(made.body, 'source_url') ?? '';
  await go('POST', `/cms/v2/media/${at(made.body, 'id')}/edit`, {
    src,
    modifiers: [{ type: 'rotate', args: { angle: 45 } }],
  });
  await go('POST', '/cms/v2/media', { title: { raw: 'no file' } });
  await go('POST', '/batch/v1', {
    requests: [
      { path: '/cms/v2/media/60' },
      { path: '/cms/v2/posts', body: { title: 'b' } },
      { path: '/cms/v2/posts', body: { title: 'c' } },
    ],
  });
  await go('POST', '/batch/v1', {
    validation: 'require-all-validate',
    requests: [{ path: '/cms/v2/posts', body: { title: 3 } }],
  });
  await go('GET', `/oembed/1.0/embed?url=${encodeURIComponent(`${BASE}/welcome/`)}&maxwidth=5000`);
  await go('GET', '/oembed/1.0/embed?url=https://example.org/');
  await go('GET', '/host_sign_on_plugin/v1/login');
  await go('POST', '/host_sign_on_plugin/v1/has_logged');
  await Promise.all([101, 102].map((id) => call('POST', `/cms/v2/posts/${id}`, { sticky: true })));
  for (const id of [101, 102]) await go('GET', `/cms/v2/posts/${id}`);
  await go('POST', '/cms/v2/templates', { slug: 'drawn', content: 'a' });
  await go('POST', '/cms/v2/templates/meadow//drawn', { content: 'b' });
  await go('GET', '/cms/v2/templates/meadow//drawn/revisions');
  await go('GET', '/cms/v2/templates/meadow//single/revisions');
  const form = encodeForm([['alt_text', 'Read']], {
    ...{ field: 'file', name: 'a.png', contentType: 'image/png' },
    base64: Buffer.from(png).toString('base64'),
  });
  await go('POST', '/cms/v2/media', form.bytes, { 'content-type': form.contentType });
  for (const [method, route, body, headers] of MORE) await go(method, route, body, headers);
  for (const route of [
    '/cms/v2/posts/105',
    '/cms/v2/posts?status=draft',
    '/cms/v2/menu-items',
    '/cms/v2/posts?context=edit',
    '/cms/v2/posts/101/revisions',
  ]) {
    note(await anonymous('GET', route));
  }
  return { statuses, reported: whole };
}

describe('variations', () => {
  it('are at least sixty, and every one is known by one name', () => {
    expect(CHOICE_NAMES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(contentVariations.map(({ name }) => name)).size).toBe(contentVariations.length);
  });

  it('can be served one by one, and each shows in what is answered', async () => {
    const plain = await walk({});
    expect(plain.statuses).not.toContain(500);
    const silent: string[] = [];
    for (const variation of contentVariations) {
      const { statuses, reported } = await walk(variation.choose);
      expect(unmeant(statuses, variation.choose), variation.name).toBe(0);
      if (reported === plain.reported) silent.push(variation.name);
    }
    expect(silent).toEqual([]);
  });

  it('can be served all at once, first and last options alike', async () => {
    for (const all of [contentVariations, [...contentVariations].reverse()]) {
      const choices = combine(all);
      expect(unmeant((await walk(choices)).statuses, choices)).toBe(0);
    }
  });

  it('are refused where there is no such option', () => {
    expect(() => choose({ 'past-last-page': 'burn' })).toThrow('past-last-page');
    expect(optionsOf('past-last-page')).toEqual(['refuse', 'empty']);
  });
});
