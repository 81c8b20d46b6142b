import { describe, expect, it } from 'vitest';
import type { Fault } from './deviation.ts';
import { BASE, drive } from './drive.ts';
import { contentFaults } from './faults.ts';

const raw = (text: string) => ({ raw: text });
const flow = `${BASE}/uploads/flow.png`;

const POST = {
  title: { raw: 'New Post', rendered: 'r' },
  content: raw('Some content that is longer than twenty characters.'),
  excerpt: raw('Short'),
  slug: 'own-slug',
  status: 'private',
  password: 'secret',
  date: '2025-02-03T04:05:06',
  author: 2,
  featured_media: 60,
  comment_status: 'closed',
  ping_status: 'closed',
  format: 'quote',
  meta: { footnotes: 'f' },
  sticky: true,
  template: 'full-width',
  categories: [2, 3],
  tags: [20],
};

const LINK = {
  title: raw('Link'),
  attr_title: 'a',
  classes: ['b'],
  description: 'd',
  menu_order: 9,
  object: 'page',
  object_id: 2,
  target: '_blank',
  url: 'https://example.org/',
  xfn: ['me'],
  menus: 41,
  parent: 301,
};

/** Requests that between them touch everything that a fault may bend. Id 1000 is the first new one. */
const WALK: readonly (readonly [string, string, unknown?])[] = [
  ['GET', '/'],
  ...[
    'per_page=101',
    'per_page=0',
    'page=0',
    'page=-1',
    'orderby=x',
    'order=x',
    'context=x',
    'search_semantics=x',
    'search_columns=x',
    'status=x',
    'tax_relation=x',
    'after=x',
    'categories[x]=1',
    'format=aside,aside',
  ].map((query) => ['GET', `/cms/v2/posts?${query}`] as const),
  ['GET', '/cms/v2/media?status=publish'],
  ['GET', '/cms/v2/menu-items?per_page=101'],
  ['GET', '/cms/v2/posts/100/revisions?per_page=101'],
  ...[
    { status: 'x' },
    { format: 'x' },
    { comment_status: 'x' },
    { author: 'x' },
    { sticky: 'x' },
    { categories: {} },
    { date: 'x' },
  ].map((body) => ['POST', '/cms/v2/posts/101', body] as const),
  ['POST', '/cms/v2/pages', { status: 'x' }],
  ...[
    { menu_order: 0 },
    { object_id: -1 },
    { type: 'x' },
    { target: 'x' },
    { url: 'not a uri' },
  ].map((body) => ['POST', '/cms/v2/menu-items/300', body] as const),
  ['POST', '/cms/v2/blocks', { meta: { cms_pattern_sync_status: 'x' } }],
  ['POST', '/cms/v2/templates', {}],
  ['POST', '/cms/v2/templates', { slug: 'a b' }],
  ['GET', '/cms/v2/templates/lookup'],
  ['POST', '/batch/v1', { requests: Array.from({ length: 26 }, () => ({ path: '/x' })) }],
  ['POST', '/batch/v1', {}],
  ['POST', '/batch/v1', { requests: [{ path: '/x', method: 'GET' }] }],
  ['POST', '/batch/v1', { requests: [{}] }],
  ['POST', '/batch/v1', { requests: [], validation: 'x' }],
  ['GET', '/oembed/1.0/embed'],
  ['GET', '/oembed/1.0/proxy'],
  ['GET', '/oembed/1.0/proxy?url=https://example.org/&format=x'],
  ['POST', '/cms/v2/media/60/post-process', {}],
  ['POST', '/cms/v2/media/60/post-process', { action: 'x' }],
  ['POST', '/cms/v2/media/63/edit', { rotation: 90 }],
  ['POST', '/cms/v2/media/63/edit', { src: flow, modifiers: [] }],
  ['POST', '/cms/v2/media/63/edit', { src: flow, rotation: 360 }],
  ['POST', '/cms/v2/media/63/edit', { src: flow, x: 101, y: 1, width: 2, height: 2 }],
  ...[
    '',
    'order=asc',
    'order=desc',
    'page=2',
    'page=3',
    'per_page=3',
    'per_page=3&page=2',
    'offset=5',
    'search=webhooks',
    'search=article&search_columns=post_title',
    'search=rate+limits&search_semantics=exact',
    'after=2024-09-20T00:00:00',
    'before=2023-06-01T00:00:00',
    'modified_after=2024-11-20T00:00:00',
    'modified_before=2023-06-01T00:00:00',
    'author=2',
    'author_exclude=2',
    'include=100,102',
    'exclude=159',
    'slug=rate-limits-explained',
    'status=draft',
    'sticky=1',
    'format=aside',
    'categories=2',
    'categories_exclude=2',
    'tags=20',
    'tags_exclude=20',
    'categories=2&tags=20&tax_relation=OR',
    'categories[terms]=2,7&categories[operator]=AND',
    'categories[terms]=3&categories[include_children]=1',
    'context=edit',
    'ignore_sticky=0',
    'orderby=author',
    'orderby=id',
    'orderby=modified',
    'orderby=slug',
    'orderby=title',
    'orderby=title&order=asc',
    'include=104,100,107&orderby=include',
    'slug=webhooks-or-polling,rate-limits-explained&orderby=include_slugs',
  ].map((query) => ['GET', `/cms/v2/posts?${query}`] as const),
  ...[
    '',
    'parent=201',
    'parent_exclude=201',
    'menu_order=2',
    'orderby=menu_order',
    'orderby=parent',
  ].map((query) => ['GET', `/cms/v2/pages?${query}`] as const),
  ...['media_type=text', 'mime_type=text/csv'].map(
    (query) => ['GET', `/cms/v2/media?${query}`] as const,
  ),
  ...['', 'menus=41', 'menus_exclude=41'].map(
    (query) => ['GET', `/cms/v2/menu-items?${query}`] as const,
  ),
  ...['', 'cms_pattern_category=51', 'cms_pattern_category_exclude=51'].map(
    (query) => ['GET', `/cms/v2/blocks?${query}`] as const,
  ),
  ['GET', '/cms/v2/templates?cms_id=502'],
  ['GET', '/cms/v2/template-parts?area=footer'],
  ['GET', '/cms/v2/posts/109'],
  ['GET', '/cms/v2/posts/101?context=edit'],
  ['POST', '/cms/v2/posts', POST],
  ['GET', '/cms/v2/posts/1000?context=edit'],
  ['GET', '/cms/v2/posts/1000?password=secret'],
  ['POST', '/cms/v2/posts', { slug: 'own-slug', date_gmt: '2025-01-01T00:00:00' }],
  ['POST', '/cms/v2/posts/102', { title: 'By POST' }],
  ['PUT', '/cms/v2/posts/102', { title: 'By PUT' }],
  ['PATCH', '/cms/v2/posts/102', { title: 'By PATCH' }],
  ['GET', '/cms/v2/posts/102'],
  ['POST', '/cms/v2/pages', { title: raw('Page'), parent: 201, menu_order: 3 }],
  ['POST', '/cms/v2/media', { alt_text: 'a', caption: raw('c'), description: raw('d'), post: 100 }],
  ['POST', '/cms/v2/menu-items', LINK],
  ['POST', '/cms/v2/menu-items', { title: 'plain' }],
  ['POST', '/cms/v2/blocks', { title: raw('b'), cms_pattern_category: [50] }],
  [
    'POST',
    '/cms/v2/template-parts',
    { slug: 'part', description: 'd', area: 'footer', content: 'x' },
  ],
  ['POST', '/cms/v2/global-styles/540', { styles: { a: 1 }, settings: { b: 1 } }],
  ['GET', '/cms/v2/posts/102/revisions'],
  ['POST', '/cms/v2/posts/103/autosaves', { title: 'Auto' }],
  ['GET', '/cms/v2/posts/103'],
  ['DELETE', '/cms/v2/posts/100/revisions/800'],
  ['DELETE', '/cms/v2/posts/104'],
  ['GET', '/cms/v2/posts/104'],
  ['DELETE', '/cms/v2/posts/104?force=1'],
  ['GET', '/cms/v2/posts/104'],
  ['DELETE', '/cms/v2/posts/116?force=true'],
  ['GET', '/cms/v2/posts/116'],
  ['DELETE', '/cms/v2/pages/206'],
  ['GET', '/cms/v2/pages/206'],
  [
    'POST',
    '/batch/v1',
    {
      requests: [
        { path: '/cms/v2/posts', body: { title: 'x' } },
        { path: '/cms/v2/posts', body: { title: 1 } },
        { path: '/cms/v2/posts/106', body: { title: 'y' } },
      ],
    },
  ],
  [
    'POST',
    '/batch/v1',
    {
      validation: 'require-all-validate',
      requests: [
        { path: '/cms/v2/posts', body: { title: 'x' } },
        { path: '/cms/v2/posts', body: { title: 1 } },
      ],
    },
  ],
  ['POST', '/cms/v2/media/60/post-process', { action: 'create-image-subsizes' }],
  [
    'POST',
    '/cms/v2/media/63/edit',
    {
      src: flow,
      modifiers: [{ type: 'flip', args: { flip: { horizontal: true, vertical: false } } }],
    },
  ],
  [
    'POST',
    '/cms/v2/media/63/edit',
    { src: flow, modifiers: [{ type: 'rotate', args: { angle: 90 } }] },
  ],
  [
    'POST',
    '/cms/v2/media/63/edit',
    {
      src: flow,
      modifiers: [
        { type: 'crop', args: { left: 10, top: 10, width: 30, height: 30 } },
        { type: 'rotate', args: { angle: 90 } },
      ],
    },
  ],
  ['GET', '/'],
  ...Array.from({ length: 4 }, () => ['GET', '/'] as const),
  ...Array.from({ length: 4 }, () => ['GET', '/cms/v2/posts/107'] as const),
  ...[110, 111, 112, 113].map((id) => ['DELETE', `/cms/v2/posts/${id}`] as const),
  ...Array.from({ length: 8 }, (_, n) => ['POST', '/cms/v2/posts', { title: `n${n}` }] as const),
];

/** Pixels are slow, and most faults do not touch them. */
function onPixels(fault: Fault): boolean {
  return fault.family === 'images' || /^(modifiers|post-process)/.test(fault.name);
}

async function walk(faults: readonly Fault[], pixels: boolean): Promise<readonly string[]> {
  const { call } = drive({ faults: faults.map((fault) => fault.alter) });
  const seen: string[] = [];
  for (const [method, route, body] of WALK) {
    if (!pixels && JSON.stringify(body ?? '').match(/"(modifiers|action)":/)) continue;
    const told = await call(method, route, body);
    seen.push(`${method} ${route} ${told.status} ${new TextDecoder().decode(told.bytes)}`);
    const images = [
      ...new TextDecoder().decode(told.bytes).matchAll(/uploads\/([\w-]+-10\d\d\.png)/g),
    ];
    const [image] = images;
    if (route.endsWith('/edit') && image) {
      seen.push(Buffer.from((await call('GET', `/uploads/${image[1]}`)).bytes).toString('base64'));
    }
  }
  return seen;
}

describe('faults', () => {
  it('have names of their own, and say what they do', () => {
    expect(new Set(contentFaults.map(({ name }) => name)).size).toBe(contentFaults.length);
    expect(contentFaults.length).toBeGreaterThanOrEqual(60);
    for (const { name, what } of contentFaults) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(what.length).toBeGreaterThan(10);
    }
  });

  it('each show in what the site answers', async () => {
    const plain = { pixels: await walk([], true), texts: await walk([], false) };
    expect(plain.pixels.join('\n')).not.toContain('"internal"');
    expect(await walk([], true)).toEqual(plain.pixels);
    const silent: string[] = [];
    for (const fault of contentFaults) {
      const pixels = onPixels(fault);
      const seen = await walk([fault], pixels);
      const usual = pixels ? plain.pixels : plain.texts;
      if (seen.join('\n') === usual.join('\n')) silent.push(fault.name);
      if (seen.join('\n').includes('"internal"')) silent.push(`${fault.name} breaks down`);
    }
    expect(silent).toEqual([]);
  }, 120_000);
});
