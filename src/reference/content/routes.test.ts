import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { at, BASE, column, drive, idOf } from './drive.ts';
import { colourAt, drawPng } from './drawing.ts';
import { ROUTES } from './routes.ts';
import { INDEX_ROUTES, templateOf } from './index-routes.ts';

const COLLECTIONS = ['posts', 'pages', 'media', 'menu-items', 'blocks'] as const;

describe('the table of routes', () => {
  it('has the 59 routes of the document, and so has the index', () => {
    expect(ROUTES).toHaveLength(59);
    expect(INDEX_ROUTES.map((route) => templateOf(route.pattern)).sort()).toEqual(
      ROUTES.map((route) => route.template).sort(),
    );
    for (const route of ROUTES) {
      const entry = INDEX_ROUTES.find(({ pattern }) => templateOf(pattern) === route.template);
      const methods = entry?.endpoints.flatMap((endpoint) => endpoint.methods) ?? [];
      expect([...methods].sort(), route.template).toEqual(Object.keys(route.actions).sort());
    }
  });
});

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

    for (const [method, title] of [['POST', 'a'], ['PUT', 'b'], ['PATCH', 'c']] as const) {
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
    expect([gone.status, at(gone.body, 'deleted'), at(gone.body, 'previous', 'id')]).toEqual([200, true, id]);
    expect((await call('GET', item)).status).toBe(404);
    expect(column(await call('GET', `${stem}?status=trash`), 'id')).not.toContain(id);
  });

  it('needs a login to write', async () => {
    const { anonymous } = drive();
    const [id] = column(await anonymous('GET', stem), 'id');
    for (const [method, route] of [['POST', stem], ['PUT', `${stem}/${id}`], ['DELETE', `${stem}/${id}`]] as const) {
      const told = await anonymous(method, route, { title: { raw: 'x' } });
      expect([told.status, at(told.body, 'code')]).toEqual([401, 'login_needed']);
      expect(told.headers['www-authenticate']).toContain('Basic');
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
  pages: { parent: 201, menu_order: 7, template: 'no-title', author: 3, meta: { footnotes: 'x' }, status: 'pending' },
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
    for (const id of [idOf(await call('POST', stem, wanted)), idOf(await call('PATCH', `${stem}/${idOf(blank)}`, { ...wanted, ...('slug' in wanted && { slug: `${wanted.slug}-b` }) }))]) {
      const { body } = await call('GET', `${stem}/${id}?context=edit`);
      for (const [name, value] of Object.entries(wanted)) {
        if (name === 'slug') expect(at(body, name)).toMatch(new RegExp(`^${value}`));
        else expect(at(body, name), name).toEqual(typeof value === 'object' && !Array.isArray(value) ? expect.objectContaining(value) : value);
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
    expect(made.body).toMatchObject({ status: 'publish', type: 'custom', parent: 0, menu_order: 1, object_id: 0 });
    const id = idOf(made);
    await call('PUT', `/cms/v2/menu-items/${id}`, { menu_order: 5, type: 'taxonomy', status: 'draft' });
    const told = await call('PUT', `/cms/v2/menu-items/${id}`, { title: 'y' });
    expect(told.body).toMatchObject({ status: 'draft', type: 'taxonomy', menu_order: 5 });
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
    const made = await call('POST', '/cms/v2/posts', { status: 'publish', date: '2099-01-01T00:00:00' });
    expect(at(made.body, 'status')).toBe('future');
  });

  it('a password guards content and excerpt until it is given', async () => {
    const { anonymous, call } = drive();
    const read = async (query = '') => (await anonymous('GET', `/cms/v2/posts/109${query}`)).body;
    expect(await read()).toMatchObject({ content: { rendered: '', protected: true }, excerpt: { rendered: '' } });
    expect(at(await read('?password=open%20sesame'), 'content', 'rendered')).toContain('article number 10');
    expect(at(await read('?password=wrong'), 'code')).toBe('wrong_password');
    expect(at((await call('GET', '/cms/v2/posts/109?context=edit')).body, 'content', 'raw')).toContain('article');
  });
});

describe('revisions and autosaves', () => {
  it.each([
    ['posts', '100'],
    ['pages', '200'],
    ['blocks', '400'],
    ['templates', 'meadow//single'],
    ['template-parts', 'meadow//header'],
  ])('of %s are listed, read and deleted with force alone', async (collection, parent) => {
    const { call, wait } = drive();
    const stem = `/cms/v2/${collection}/${parent}`;
    const before = column(await call('GET', `${stem}/revisions`), 'id');
    wait(60_000);
    await call('POST', stem, { content: { raw: 'Quite new' }, title: { raw: 'New' } });
    const after = column(await call('GET', `${stem}/revisions?context=edit`), 'id');
    expect(after).toHaveLength(before.length + 1);
    const [newest] = after;
    const one = await call('GET', `${stem}/revisions/${newest}?context=edit`);
    expect(at(one.body, 'content', 'raw')).toBe('Quite new');
    expect((await call('DELETE', `${stem}/revisions/${newest}`)).status).toBe(501);
    expect((await call('DELETE', `${stem}/revisions/${newest}?force=false`)).status).toBe(501);
    expect(column(await call('GET', `${stem}/revisions`), 'id')).toEqual(after);
    expect((await call('DELETE', `${stem}/revisions/${newest}?force=true`)).status).toBe(200);
    expect(column(await call('GET', `${stem}/revisions`), 'id')).toEqual(before);
    expect((await call('GET', `${stem}/revisions/${newest}`)).status).toBe(404);
  });

  it.each([
    ['posts', '100'],
    ['pages', '200'],
    ['blocks', '400'],
    ['menu-items', '300'],
    ['templates', 'meadow//single'],
    ['template-parts', 'meadow//header'],
  ])('of %s: one autosave an author, and the item stays as it is', async (collection, parent) => {
    const { call } = drive();
    const stem = `/cms/v2/${collection}/${parent}`;
    const original = await call('GET', `${stem}?context=edit`);
    const first = await call('POST', `${stem}/autosaves`, { title: { raw: 'First' } });
    const second = await call('POST', `${stem}/autosaves`, { title: { raw: 'Second' } });
    expect([first.status, idOf(second)]).toEqual([200, idOf(first)]);
    const list = await call('GET', `${stem}/autosaves?context=edit`);
    expect(column(list, 'title', 'raw')).toEqual(['Second']);
    const one = await call('GET', `${stem}/autosaves/${idOf(first)}?context=edit`);
    expect(at(one.body, 'title', 'raw')).toBe('Second');
    expect((await call('GET', `${stem}?context=edit`)).body).toEqual(original.body);
  });

  it('are listed by page, order and search', async () => {
    const { call } = drive();
    const list = async (query: string) => column(await call('GET', `/cms/v2/posts/100/revisions?${query}`), 'id');
    expect(await list('')).toEqual([802, 801, 800]);
    expect(await list('order=asc&per_page=2')).toEqual([800, 801]);
    expect(await list('offset=1')).toEqual([801, 800]);
    expect(await list('search=version+2')).toEqual([801]);
    expect(await list('include=800,802&orderby=include')).toEqual([800, 802]);
    expect(await list('exclude=801')).toEqual([802, 800]);
  });
});

describe('templates', () => {
  it.each(['templates', 'template-parts'])('%s have identifiers of several segments', async (collection) => {
    const { call } = drive();
    const stem = `/cms/v2/${collection}`;
    const made = await call('POST', stem, { slug: 'my-own_1', title: 'Mine', content: 'raw text', description: 'd', area: 'header' });
    expect([made.status, at(made.body, 'id')]).toEqual([201, 'meadow//my-own_1']);
    for (const id of ['meadow//my-own_1', 'meadow/my-own_1']) {
      const read = await call('GET', `${stem}/${id}?context=edit`);
      expect(read.body).toMatchObject({ slug: 'my-own_1', content: { raw: 'raw text' }, description: 'd' });
      expect(at(read.body, 'area')).toBe(collection === 'templates' ? undefined : 'header');
    }
    expect(column(await call('GET', stem), 'slug')).toContain('my-own_1');
    expect(at((await call('GET', `${stem}/lookup?slug=my-own_1`)).body, 'slug')).toBe('my-own_1');
    expect((await call('DELETE', `${stem}/meadow//my-own_1`)).status).toBe(200);
    expect(column(await call('GET', stem), 'slug')).not.toContain('my-own_1');
    expect((await call('DELETE', `${stem}/meadow//my-own_1?force=1`)).status).toBe(200);
    expect((await call('GET', `${stem}/meadow//my-own_1`)).status).toBe(404);
  });

  it('refuses a template without a slug, or with one of other letters', async () => {
    const { call } = drive();
    expect(at((await call('POST', '/cms/v2/templates', { title: 'x' })).body, 'data', 'params')).toHaveProperty('slug');
    for (const slug of ['', 'a b', 'ä']) {
      expect((await call('POST', '/cms/v2/templates', { slug })).status).toBe(400);
    }
  });
});

describe('global styles and navigation', () => {
  it('reads and changes global styles, and keeps revisions of them', async () => {
    const { call, wait } = drive();
    wait(1000);
    const told = await call('PATCH', '/cms/v2/global-styles/540', { styles: { a: { b: 1 } }, title: 'New' });
    expect(told.body).toMatchObject({ id: 540, styles: { a: { b: 1 } }, settings: { typography: { fluid: true } } });
    const list = await call('GET', '/cms/v2/global-styles/540/revisions');
    expect(column(list, 'styles')[0]).toEqual({ a: { b: 1 } });
    expect(column(list, 'id')).toHaveLength(3);
    expect(idOf(await call('GET', '/cms/v2/global-styles/540/revisions/870'))).toBe(870);
    expect(at((await call('GET', '/cms/v2/global-styles/themes/meadow')).body, 'stylesheet')).toBe('meadow');
    expect(column(await call('GET', '/cms/v2/global-styles/themes/meadow/variations'), 'title')).toEqual(['Dusk', 'Snow']);
    expect((await call('GET', '/cms/v2/global-styles/themes/none')).status).toBe(404);
  });

  it('creates and lists navigation', async () => {
    const { call } = drive();
    const made = await call('POST', '/cms/v2/navigation', { title: { raw: 'Side' }, status: 'publish', date: '2025-01-01T00:00:00' });
    expect(column(await call('GET', '/cms/v2/navigation'), 'id')).toEqual([idOf(made), 561, 560]);
  });
});

describe('media', () => {
  const png = drawPng(40, 20);

  it('takes a PNG as the raw body, and gives its very bytes back', async () => {
    const { call, anonymous } = drive();
    const made = await call('POST', '/cms/v2/media?title=Raw', png, {
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="picture.png"',
    });
    expect(made.body).toMatchObject({
      title: { raw: 'Raw' },
      mime_type: 'image/png',
      media_type: 'image',
      media_details: { width: 40, height: 20, sizes: {} },
    });
    const address = String(at(made.body, 'source_url')).slice(BASE.length);
    expect((await anonymous('GET', address)).bytes).toEqual(png);
  });

  it('takes a PNG as a part of a form, with fields beside it', async () => {
    const { call } = drive();
    const form = new FormData();
    form.append('file', new Blob([png], { type: 'image/png' }), 'form.png');
    form.append('title', 'From a form');
    form.append('caption[raw]', 'Caption');
    form.append('post', '100');
    const request = new Request('http://x/', { method: 'POST', body: form });
    const made = await call('POST', '/cms/v2/media', new Uint8Array(await request.arrayBuffer()), {
      'content-type': request.headers.get('content-type') ?? '',
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ title: { raw: 'From a form' }, caption: { raw: 'Caption' }, post: 100 });
  });

  it('makes smaller sizes on post-process', async () => {
    const { call, anonymous } = drive();
    const told = await call('POST', '/cms/v2/media/60/post-process', { action: 'create-image-subsizes' });
    expect(at(told.body, 'media_details', 'sizes')).toMatchObject({
      thumbnail: { width: 150, height: 94 },
      medium: { width: 300, height: 188 },
    });
    const address = String(at(told.body, 'media_details', 'sizes', 'thumbnail', 'source_url'));
    const file = await anonymous('GET', address.slice(BASE.length));
    expect(PNG.sync.read(Buffer.from(file.bytes))).toMatchObject({ width: 150, height: 94 });
    expect((await call('POST', '/cms/v2/media/60/post-process', {})).status).toBe(400);
    expect((await call('POST', '/cms/v2/media/64/post-process', { action: 'create-image-subsizes' })).status).toBe(400);
  });

  it.each([
    [[{ type: 'flip', args: { flip: { horizontal: true, vertical: false } } }], [480, 240], [479, 0]],
    [[{ type: 'flip', args: { flip: { horizontal: false, vertical: true } } }], [480, 240], [0, 239]],
    [[{ type: 'rotate', args: { angle: 90 } }], [240, 480], [0, 239]],
    [[{ type: 'rotate', args: { angle: 270 } }], [240, 480], [479, 0]],
    [[{ type: 'crop', args: { left: 25, top: 50, width: 50, height: 25 } }], [240, 60], [120, 120]],
    [[{ type: 'crop', args: { left: 50, top: 0, width: 50, height: 50 } }, { type: 'rotate', args: { angle: 180 } }], [240, 120], [479, 119]],
  ] as const)('edits an image by %j', async (modifiers, [width, height], [x, y]) => {
    const { call, anonymous } = drive();
    const src = `${BASE}/uploads/flow.png`;
    const made = await call('POST', '/cms/v2/media/63/edit', { src, modifiers, alt_text: 'edited' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ alt_text: 'edited', media_details: { width, height } });
    const file = await anonymous('GET', String(at(made.body, 'source_url')).slice(BASE.length));
    const image = PNG.sync.read(Buffer.from(file.bytes));
    expect([image.width, image.height]).toEqual([width, height]);
    expect([...image.data.subarray(0, 4)]).toEqual([...colourAt(x, y)]);
    expect(at((await call('GET', '/cms/v2/media/63')).body, 'media_details', 'width')).toBe(480);
  });

  it('edits by the deprecated parameters too, and refuses a foreign source', async () => {
    const { call } = drive();
    const src = `${BASE}/uploads/flow.png`;
    const made = await call('POST', '/cms/v2/media/63/edit', { src, x: 0, y: 0, width: 50, height: 50 });
    expect(at(made.body, 'media_details', 'width')).toBe(240);
    const turned = await call('POST', '/cms/v2/media/63/edit', { src, rotation: 90 });
    expect(at(turned.body, 'media_details', 'width')).toBe(240);
    const foreign = await call('POST', '/cms/v2/media/63/edit', { src: 'https://example.org/a.png', rotation: 90 });
    expect(foreign.status).toBe(400);
    for (const body of [{ src, modifiers: [] }, { src, rotation: 360 }, { src, x: 101 }, { rotation: 90 }]) {
      expect((await call('POST', '/cms/v2/media/63/edit', body)).status, JSON.stringify(body)).toBe(400);
    }
  });
});

describe('batch', () => {
  const post = (title: unknown) => ({ path: '/cms/v2/posts', body: { title } });

  it('keeps order, and each member has its own status and body', async () => {
    const { call } = drive();
    const told = await call('POST', '/batch/v1', {
      requests: [
        post('one'),
        { path: '/cms/v2/posts/100', method: 'DELETE' },
        post(12),
        { path: '/cms/v2/posts/101?force=1', method: 'DELETE' },
        { path: '/cms/v2/pages/200', method: 'PATCH', body: { menu_order: 5 } },
        { path: '/cms/v2/media/60', method: 'DELETE' },
        { path: '/nowhere' },
      ],
    });
    expect(told.status).toBe(207);
    expect(at(told.body, 'responses')).toMatchObject([
      { status: 201, body: { title: { raw: 'one' } } },
      { status: 200, body: { id: 100, status: 'trash' } },
      { status: 400, body: { code: 'invalid_parameter' } },
      { status: 200, body: { deleted: true } },
      { status: 200, body: { menu_order: 5 } },
      { status: 400, body: { code: 'not_batchable' } },
      { status: 404 },
    ]);
    expect((await call('GET', '/cms/v2/media/60')).status).toBe(200);
    expect((await call('GET', '/cms/v2/posts/101')).status).toBe(404);
  });

  it('carries out nothing where one is invalid and all must be valid', async () => {
    const { call } = drive();
    const total = async () => (await call('GET', '/cms/v2/posts?status=draft')).headers['x-total'];
    const before = await total();
    const told = await call('POST', '/batch/v1', {
      validation: 'require-all-validate',
      requests: [post('fine'), post(12)],
    });
    expect(told.body).toMatchObject({ failed: 'validation', responses: [null, { status: 400 }] });
    expect(await total()).toBe(before);
    const fine = await call('POST', '/batch/v1', { validation: 'require-all-validate', requests: [post('a'), post('b')] });
    expect(at(fine.body, 'responses')).toMatchObject([{ status: 201 }, { status: 201 }]);
  });

  it('takes 25 requests and no more', async () => {
    const { call } = drive();
    const of = (count: number) => ({ requests: Array.from({ length: count }, (_, n) => post(`n${n}`)) });
    const told = await call('POST', '/batch/v1', of(25));
    expect([told.status, (at(told.body, 'responses') as unknown[]).length]).toEqual([207, 25]);
    expect((await call('POST', '/batch/v1', of(26))).status).toBe(400);
    expect((await call('POST', '/batch/v1', {})).status).toBe(400);
  });

  it('checks the login of each member', async () => {
    const { anonymous } = drive();
    const told = await anonymous('POST', '/batch/v1', { requests: [post('x')] });
    expect(at(told.body, 'responses', 0, 'status')).toBe(401);
  });
});

describe('index, embeds and plugins', () => {
  it('serves the indexes', async () => {
    const { anonymous } = drive();
    const index = await anonymous('GET', '/');
    expect(Object.keys(at(index.body, 'routes') as object)).toHaveLength(59);
    for (const [namespace, count] of [['oembed/1.0', 3], ['host/cache-plugin/v1', 3], ['host_sign_on_plugin/v1', 4], ['cms/v2', 47]] as const) {
      const told = await anonymous('GET', `/${namespace}`);
      expect(at(told.body, 'namespace')).toBe(namespace);
      expect(Object.keys(at(told.body, 'routes') as object)).toHaveLength(count);
    }
  });

  it('embeds what is published here', async () => {
    const { anonymous } = drive();
    for (const route of ['embed', 'proxy']) {
      const url = encodeURIComponent(`${BASE}/welcome/`);
      const told = await anonymous('GET', `/oembed/1.0/${route}?url=${url}&maxwidth=300`);
      expect(told.body).toMatchObject({ title: 'Welcome', width: 300 });
      const xml = await anonymous('GET', `/oembed/1.0/${route}?url=${url}&format=xml`);
      expect(Buffer.from(xml.bytes).toString()).toContain('<title>Welcome</title>');
      const draft = encodeURIComponent(`${BASE}/?p=209`);
      expect((await anonymous('GET', `/oembed/1.0/${route}?url=${draft}`)).status).toBe(404);
      expect((await anonymous('GET', `/oembed/1.0/${route}`)).status).toBe(400);
    }
  });

  it('serves the plugins', async () => {
    const { anonymous, call } = drive();
    expect((await call('POST', '/host/cache-plugin/v1/clear_all_caches')).status).toBe(200);
    expect((await anonymous('POST', '/host/cache-plugin/v1/clear_all_caches')).status).toBe(401);
    expect((await call('POST', '/host/cache-plugin/v1/rate_limit_status')).status).toBe(200);
    expect((await anonymous('GET', '/host_sign_on_plugin/v1/login')).status).toBe(200);
    expect((await call('GET', '/host_sign_on_plugin/v1/is_user_logged_in')).body).toEqual({ logged_in: true });
    expect((await anonymous('POST', '/host_sign_on_plugin/v1/has_logged')).body).toEqual({ has_logged: false });
  });

  it('is reached in both spellings', async () => {
    const { call } = drive();
    const [one, other] = [await call('GET', '/index.php?rest_route=%2Fcms%2Fv2%2Fposts&per_page=3'), await call('GET', '/cms/v2/posts/?per_page=3')];
    expect(one.body).toEqual(other.body);
    expect(column(one, 'id')).toHaveLength(3);
  });
});
