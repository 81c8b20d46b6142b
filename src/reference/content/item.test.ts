import { describe, expect, it } from 'vitest';
import { at, BASE, column, drive, idOf } from './drive.fixture.ts';

const COLLECTIONS = ['posts', 'pages', 'media', 'menu-items', 'blocks'] as const;

describe.each(COLLECTIONS)('%s', (collection) => {
  const stem = `/cms/v2/${collection}`;

  it('creates, reads, changes, trashes and deletes', async () => {
    const { call } = drive();
    const made = await call('POST', stem, { title: { raw: 'One & two' } });
    expect(made.status).toBe(201);
    expect(at(made.body, 'title')).toEqual({ raw: 'One & two', rendered: 'One &amp; two' });
    const id = idOf(made);
    expect(made.headers.location).toBe(`${BASE}/index.php?rest_route=${stem}/${id}`);
    const item = `${stem}/${id}`;

    for (const [method, title] of [
      ['POST', 'a'],
      ['PUT', 'b'],
      ['PATCH', 'c'],
    ] as const) {
      const changed = await call(method, item, { title: { raw: title } });
      expect(changed.status).toBe(200);
      const read = await call('GET', `${item}?context=edit`);
      expect(at(read.body, 'title', 'raw')).toBe(title);
    }
    const view = await call('GET', item);
    expect(at(view.body, 'title')).toEqual({ rendered: 'c' });

    const trashed = await call('DELETE', item);
    expect([trashed.status, at(trashed.body, 'status')]).toEqual([200, 'trash']);
    expect(at((await call('GET', item)).body, 'status')).toBe('trash');
    expect(column(await call('GET', `${stem}?per_page=100`), 'id')).not.toContain(id);
    expect(column(await call('GET', `${stem}?status=trash`), 'id')).toContain(id);

    const gone = await call('DELETE', `${item}?force=true`);
    expect([gone.status, at(gone.body, 'deleted'), at(gone.body, 'previous', 'id')]).toEqual([
      200,
      true,
      id,
    ]);
    expect((await call('GET', item)).status).toBe(404);
    expect(column(await call('GET', `${stem}?status=trash`), 'id')).not.toContain(id);
  });

  it('needs a login to write', async () => {
    const { anonymous } = drive();
    const [id] = column(await anonymous('GET', stem), 'id');
    for (const [method, route] of [
      ['POST', stem],
      ['PUT', `${stem}/${id}`],
      ['DELETE', `${stem}/${id}`],
    ] as const) {
      const reported = await anonymous(method, route, { title: { raw: 'x' } });
      expect([reported.status, at(reported.body, 'code')]).toEqual([401, 'login_needed']);
      expect(reported.headers['www-authenticate']).toContain('Basic');
    }
    expect((await anonymous('GET', `${stem}/${id}`)).status).toBe(200);
  });
});

const FIELDS = {
  posts: {
    date: '2025-02-03T04:05:06',
    slug: 'my-slug',
    status: 'private',
    title: { raw: 'T' },
    content: { raw: 'C' },
    excerpt: { raw: 'E' },
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
  },
  pages: {
    parent: 201,
    menu_order: 7,
    template: 'no-title',
    author: 3,
    meta: { footnotes: 'x' },
    status: 'pending',
  },
  media: {
    alt_text: 'alt',
    caption: { raw: 'cap' },
    description: { raw: 'desc' },
    post: 100,
    author: 2,
    slug: 'medium',
    comment_status: 'open',
    date_gmt: '2025-02-03T04:05:06',
  },
  'menu-items': {
    title: { raw: 'Link' },
    type: 'taxonomy',
    status: 'draft',
    parent: 301,
    attr_title: 'at',
    classes: ['a', 'b'],
    description: 'de',
    menu_order: 9,
    object: 'category',
    object_id: 2,
    target: '_blank',
    url: 'https://example.org/x',
    xfn: ['me'],
    menus: 41,
  },
  blocks: {
    status: 'publish',
    content: { raw: 'C' },
    excerpt: { raw: 'E' },
    meta: { cms_pattern_sync_status: 'partial', footnotes: 'n' },
    template: 't',
    cms_pattern_category: [50, 52],
  },
} as const;

describe('fields', () => {
  it.each(COLLECTIONS)('of %s are kept on create and on update', async (collection) => {
    const { call } = drive();
    const stem = `/cms/v2/${collection}`;
    const wanted = FIELDS[collection];
    const blank = await call('POST', stem, { title: { raw: 'Blank' } });
    for (const id of [
      idOf(await call('POST', stem, wanted)),
      idOf(
        await call('PATCH', `${stem}/${idOf(blank)}`, {
          ...wanted,
          ...('slug' in wanted && { slug: `${wanted.slug}-b` }),
        }),
      ),
    ]) {
      const { body } = await call('GET', `${stem}/${id}?context=edit`);
      for (const [name, value] of Object.entries(wanted)) {
        if (name === 'slug') expect(at(body, name)).toMatch(new RegExp(`^${value}`));
        else
          expect(at(body, name), name).toEqual(
            typeof value === 'object' && !Array.isArray(value)
              ? expect.objectContaining(value)
              : value,
          );
      }
    }
  });

  it('that are read-only are not written', async () => {
    const { call } = drive();
    const made = await call('POST', '/cms/v2/posts', {
      id: 4711,
      title: { raw: 'a', rendered: 'nonsense' },
      content: { raw: 'b', rendered: 'nonsense', protected: true, block_version: 9 },
      link: 'https://example.org',
      modified: '1999-01-01T00:00:00',
      type: 'page',
    });
    expect(idOf(made)).toBe(1000);
    expect(JSON.stringify(made.body)).not.toContain('nonsense');
    expect(at(made.body, 'content', 'protected')).toBe(false);
    expect(at(made.body, 'type')).toBe('post');
    expect(at(made.body, 'modified')).toBe('2026-01-15T12:00:00');
  });

  it('have defaults on create, which an update does not bring back', async () => {
    const { call } = drive();
    const made = await call('POST', '/cms/v2/menu-items', { title: 'x', menus: 40 });
    expect(made.body).toMatchObject({
      status: 'publish',
      type: 'custom',
      parent: 0,
      menu_order: 1,
      object_id: 0,
    });
    const id = idOf(made);
    await call('PUT', `/cms/v2/menu-items/${id}`, {
      menu_order: 5,
      type: 'taxonomy',
      status: 'draft',
    });
    const reported = await call('PUT', `/cms/v2/menu-items/${id}`, { title: 'y' });
    expect(reported.body).toMatchObject({ status: 'draft', type: 'taxonomy', menu_order: 5 });
  });

  it('slugs are unique within a type, and may repeat across types', async () => {
    const { call } = drive();
    const slugs: unknown[] = [];
    for (const route of ['posts', 'posts', 'pages']) {
      slugs.push(at((await call('POST', `/cms/v2/${route}`, { slug: 'same' })).body, 'slug'));
    }
    expect(slugs).toEqual(['same', 'same-2', 'same']);
  });

  it('a publication to come waits', async () => {
    const { call } = drive();
    const made = await call('POST', '/cms/v2/posts', {
      status: 'publish',
      date: '2099-01-01T00:00:00',
    });
    expect(at(made.body, 'status')).toBe('future');
  });

  it('a password guards content and excerpt until it is given', async () => {
    const { anonymous, call } = drive();
    const read = async (query = '') => (await anonymous('GET', `/cms/v2/posts/109${query}`)).body;
    expect(await read()).toMatchObject({
      content: { rendered: '', protected: true },
      excerpt: { rendered: '' },
    });
    expect(at(await read('?password=open%20sesame'), 'content', 'rendered')).toContain(
      'article number 10',
    );
    expect(at(await read('?password=wrong'), 'code')).toBe('wrong_password');
    expect(
      at((await call('GET', '/cms/v2/posts/109?context=edit')).body, 'content', 'raw'),
    ).toContain('article');
  });
});
