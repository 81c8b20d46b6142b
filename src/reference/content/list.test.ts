import { describe, expect, it } from 'vitest';
import { at, column, drive, type SiteAnswer } from './drive.fixture.ts';

const { call, anonymous } = drive();

async function ids(query: string, collection = 'posts'): Promise<readonly unknown[]> {
  const reported = await call('GET', `/cms/v2/${collection}?per_page=100&${query}`);
  expect(reported.status, JSON.stringify(reported.body)).toBe(200);
  return column(reported, 'id');
}

async function all(path: readonly string[], query = ''): Promise<readonly (readonly unknown[])[]> {
  const reported = await call('GET', `/cms/v2/posts?per_page=100&context=edit&${query}`);
  return Array.isArray(reported.body)
    ? reported.body.map((record) => [at(record, 'id'), at(record, ...path)])
    : [];
}

describe('paging', () => {
  it('gives ten records of the first page, with totals and a link to the next', async () => {
    const reported = await call('GET', '/cms/v2/posts');
    expect(column(reported, 'id')).toHaveLength(10);
    expect(reported.headers['x-total']).toBe('49');
    expect(reported.headers['x-totalpages']).toBe('5');
    expect(reported.headers.link).toMatch(/page=2>; rel="next"$/);
  });

  it('shows every record once over all pages', async () => {
    const pages: SiteAnswer[] = [];
    for (let page = 1; page <= 5; page++)
      pages.push(await call('GET', `/cms/v2/posts?page=${page}`));
    const seen = pages.flatMap((page) => column(page, 'id'));
    expect(new Set(seen).size).toBe(49);
    expect(seen).toEqual(await ids(''));
    expect(pages[4]?.headers.link).toMatch(/page=4>; rel="prev"$/);
  });

  it('refuses the page after the last, and skips what offset says', async () => {
    expect((await call('GET', '/cms/v2/posts?page=6')).status).toBe(400);
    const everything = await ids('');
    expect(await ids('offset=40')).toEqual(everything.slice(40));
    const few = await call('GET', '/cms/v2/posts?per_page=3&offset=5');
    expect(column(few, 'id')).toEqual(everything.slice(5, 8));
  });
});

describe('filters', () => {
  it.each([
    ['author=2', 'author', (author: unknown) => author === 2],
    ['author[]=1&author[]=3', 'author', (author: unknown) => author !== 2],
    ['author_exclude=2,3', 'author', (author: unknown) => author === 1],
    ['format=aside,link', 'format', (format: unknown) => format === 'aside' || format === 'link'],
    ['sticky=true', 'sticky', (sticky: unknown) => sticky === true],
    ['sticky=0', 'sticky', (sticky: unknown) => sticky === false],
    ['status=draft', 'status', (status: unknown) => status === 'draft'],
    [
      'status[]=future&status[]=private',
      'status',
      (s: unknown) => s === 'future' || s === 'private',
    ],
    ['status=trash', 'status', (status: unknown) => status === 'trash'],
    ['status=any', 'status', (status: unknown) => status !== 'trash'],
    ['after=2023-06-01T00:00:00', 'date', (date: unknown) => String(date) > '2023-06-01T00:00:00'],
    [
      'before=2023-06-01T00:00:00Z',
      'date',
      (date: unknown) => String(date) < '2023-06-01T00:00:00',
    ],
    [
      'modified_after=2024-06-01T00:00:00',
      'modified',
      (m: unknown) => String(m) > '2024-06-01T00:00:00',
    ],
    ['modified_before=2023-06-01T00:00:00', 'modified', (m: unknown) => String(m) < '2023-06-01'],
    ['categories=2', 'categories', (terms: unknown) => includes(terms, 2)],
    ['categories=2,6', 'categories', (terms: unknown) => includes(terms, 2) || includes(terms, 6)],
    [
      'categories[terms]=2,7&categories[operator]=AND',
      'categories',
      (t: unknown) => includes(t, 2) && includes(t, 7),
    ],
    ['categories_exclude=2', 'categories', (terms: unknown) => !includes(terms, 2)],
    [
      'categories[terms][]=3&categories[include_children]=1',
      'categories',
      (t: unknown) => includes(t, 3) || includes(t, 4),
    ],
    [
      'categories_exclude[terms]=3&categories_exclude[include_children]=true',
      'categories',
      (t: unknown) => !includes(t, 3) && !includes(t, 4),
    ],
    [
      'tags_exclude[terms]=20,21',
      'tags',
      (terms: unknown) => !includes(terms, 20) && !includes(terms, 21),
    ],
  ] as const)('%s shows just the records that it describes', async (query, member, holds) => {
    const base = query.startsWith('status') ? '' : 'status=publish';
    const everything = query.startsWith('status')
      ? await all([member], 'status=publish,future,draft,pending,private,trash')
      : await all([member], base);
    const expected = everything.filter(([, value]) => holds(value)).map(([id]) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(everything.length);
    expect([...(await ids(query))].sort()).toEqual([...expected].sort());
  });

  it('joins taxonomies as tax_relation says', async () => {
    const both = await ids('categories=2&tags=20');
    const either = await ids('categories=2&tags=20&tax_relation=OR');
    const [cats, tags] = [await ids('categories=2'), await ids('tags=20')];
    expect(new Set(both)).toEqual(new Set(cats.filter((id) => tags.includes(id))));
    expect(new Set(either)).toEqual(new Set([...cats, ...tags]));
    expect(both.length).toBeLessThan(either.length);
  });

  it('counts all descendants of a term, and not its children alone', async () => {
    const below = await Promise.all([2, 3, 4, 5].map((term) => ids(`categories=${term}`)));
    const query = 'categories[terms]=2&categories[include_children]=true';
    expect(new Set(await ids(query))).toEqual(new Set(below.flat()));
    expect(below[2]?.some((id) => !below[1]?.includes(id) && !below[0]?.includes(id))).toBe(true);
  });

  it('honours include, exclude and slug', async () => {
    expect(await ids('include=100,102&orderby=id&order=asc')).toEqual([100, 102]);
    expect(await ids('exclude=100')).not.toContain(100);
    expect(await ids('slug=rate-limits-explained')).toEqual([103]);
  });

  it('searches title, content and excerpt, or the columns named', async () => {
    expect(await ids('search=webhooks')).toContain(104);
    expect(await ids('search=CAFÉ')).toContain(116);
    expect(await ids('search=article+number+7')).toContain(106);
    expect(await ids('search=article&search_columns=post_title')).toEqual([]);
    expect(await ids('search=polling&search_columns[]=post_excerpt')).toEqual(
      [144, 124, 104].filter((id) => (id - 100) % 3 === 1),
    );
    expect(await ids('search=rate+limits+explained&search_semantics=exact')).toEqual([103]);
    expect(await ids('search=rate+limits&search_semantics=exact')).toEqual([]);
  });

  it('filters pages, media, menu items, blocks and templates by what they have', async () => {
    expect(await ids('parent=201', 'pages')).toEqual([205, 202]);
    expect(await ids('parent_exclude=0&status=publish', 'pages')).not.toContain(200);
    expect(await ids('menu_order=2&orderby=id&order=asc', 'pages')).toEqual([204, 205, 206, 208]);
    expect(await ids('media_type=text&orderby=id&order=asc', 'media')).toEqual([64, 65]);
    expect(await ids('mime_type=text/csv', 'media')).toEqual([64]);
    expect(await ids('parent=100', 'media')).toEqual([60]);
    expect(await ids('status=private', 'media')).toEqual([66]);
    expect(await ids('menus=41', 'menu-items')).toEqual([310, 311]);
    expect(await ids('menus_exclude=41', 'menu-items')).toEqual([300, 301, 302, 303, 304]);
    expect(
      await ids('cms_pattern_category[terms]=50,51&cms_pattern_category[operator]=AND', 'blocks'),
    ).toEqual([403]);
    expect(await ids('area=footer', 'template-parts')).toEqual(['meadow//footer']);
    expect(await ids('cms_id=502', 'templates')).toEqual(['meadow//page']);
    expect(await ids('', 'navigation')).toEqual([561, 560]);
  });

  it('puts stickies first where they are not ignored', async () => {
    const first = await call('GET', '/cms/v2/posts?ignore_sticky=false&per_page=4');
    expect(column(first, 'sticky')).toEqual([true, true, true, false]);
  });
});

describe('order', () => {
  it.each([
    ['date', 'date'],
    ['id', 'id'],
    ['modified', 'modified'],
    ['author', 'author'],
    ['slug', 'slug'],
  ])('orderby %s goes up and down', async (orderby, member) => {
    const values = (await all([member], `orderby=${orderby}&order=asc`)).map(([, value]) => value);
    const sorted = [...values].sort((a, b) => (String(a) < String(b) ? -1 : 1));
    expect(values).toEqual(sorted);
    expect(await ids(`orderby=${orderby}&order=desc`)).toEqual(
      [...(await ids(`orderby=${orderby}&order=asc`))].reverse(),
    );
  });

  it('orders titles without regard to case', async () => {
    const titles = (await all(['title', 'raw'], 'orderby=title&order=asc')).map(([, title]) =>
      String(title).toLowerCase(),
    );
    expect(titles).toEqual([...titles].sort());
  });

  it('keeps the order of include and of slugs', async () => {
    expect(await ids('include=104,100,107&orderby=include')).toEqual([104, 100, 107]);
    expect(
      await ids('slug=webhooks-or-polling,rate-limits-explained&orderby=include_slugs'),
    ).toEqual([104, 103]);
  });

  it('puts matches in the title before others by relevance', async () => {
    const [first] = await ids('search=trigger&orderby=relevance');
    expect([101, 141]).toContain(first);
  });

  it('orders pages by parent and menu order', async () => {
    const parents = column(await call('GET', '/cms/v2/pages?orderby=parent&order=asc'), 'parent');
    expect(parents).toEqual([...parents].sort((a, b) => Number(a) - Number(b)));
    const menu = column(
      await call('GET', '/cms/v2/pages?orderby=menu_order&order=asc'),
      'menu_order',
    );
    expect(menu).toEqual([...menu].sort((a, b) => Number(a) - Number(b)));
  });
});

describe('without a login', () => {
  it('shows what is published and nothing else', async () => {
    const reported = await anonymous('GET', '/cms/v2/posts?per_page=100');
    expect(new Set(column(reported, 'status'))).toEqual(new Set(['publish']));
    expect((await anonymous('GET', '/cms/v2/posts?status=draft')).status).toBe(401);
    expect((await anonymous('GET', '/cms/v2/posts?context=edit')).status).toBe(401);
    expect((await anonymous('GET', '/cms/v2/posts/105')).status).toBe(401);
  });
});

function includes(list: unknown, id: number): boolean {
  return Array.isArray(list) && list.includes(id);
}
