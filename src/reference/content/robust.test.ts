import fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { drawPng } from './drawing.ts';
import { AUTHORIZATION, at, column, drive } from './drive.fixture.ts';
import { ROUTES } from './routes.ts';
import { readSeed, seedStore } from './seed.ts';
import { readState, writeState } from './state.ts';
import type { Store } from './store.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'multipart/form-data; boundary=cut' };

describe('bad input', () => {
  const deep = `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`;

  it.each([
    ['malformed JSON', encode('{"title":'), json, 400],
    ['JSON that is no object', encode('[1]'), json, 400],
    ['a bare text', encode('"x"'), json, 400],
    ['invalid UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), json, 400],
    ['deep nesting', encode(deep), json, 400],
    ['a form without a boundary', encode('x'), { 'content-type': 'multipart/form-data' }, 400],
    [
      'a form that is cut off',
      encode('--cut\r\nContent-Disposition: form-data; name="a"\r\n\r\nx'),
      form,
      400,
    ],
    ['a part without a name', encode('--cut\r\nX: y\r\n\r\nx\r\n--cut--'), form, 400],
    [
      'a form that is not UTF-8',
      Uint8Array.of(0x61, 0x3d, 0xff),
      { 'content-type': 'application/x-www-form-urlencoded' },
      400,
    ],
  ])('%s is answered with an error', async (_, body, headers, status) => {
    const { call } = drive();
    const reported = await call('POST', '/cms/v2/posts', body, headers);
    expect(reported.status).toBe(status);
    expect(at(reported.body, 'data', 'status')).toBe(status);
    expect((await call('GET', '/cms/v2/posts?status=draft')).headers['x-total']).toBe('3');
  });

  it.each([
    ['GET', '/cms/v2/nothing', 404],
    ['GET', '/nothing', 404],
    ['PATCH', '/cms/v2/posts', 404],
    ['BREW', '/cms/v2/posts', 404],
    ['GET', '/cms/v2/posts/1.5', 404],
    ['GET', '/cms/v2/posts/99999999999999999999', 404],
    ['GET', '/cms/v2/posts/%ff', 400],
    ['GET', '/cms/v2/posts?search=%ff', 400],
    ['GET', '/cms/v2/posts?page=0', 400],
    ['GET', '/cms/v2/posts?page=x', 400],
    ['GET', '/cms/v2/posts?per_page=101', 400],
    ['GET', '/cms/v2/posts?orderby=nothing', 400],
    ['GET', '/cms/v2/posts?after=yesterday', 400],
    ['GET', '/cms/v2/posts?status=nothing', 400],
    ['GET', '/cms/v2/posts?categories[terms]=1&categories[colour]=red', 400],
    ['GET', '/cms/v2/posts?tags[include_children]=1', 400],
    ['GET', '/cms/v2/media?status=publish', 400],
    ['GET', '/cms/v2/menu-items?per_page=101', 400],
    ['GET', '/uploads/../../etc/passwd', 404],
  ])('%s %s is answered with %i', async (method, route, status) => {
    const reported = await drive().call(method, route);
    expect([reported.status, at(reported.body, 'data', 'status')]).toEqual([status, status]);
  });

  it('names the parameter that is at fault', async () => {
    const reported = await drive().call('POST', '/cms/v2/posts', {
      status: 'sold',
      sticky: 'perhaps',
      author: [],
    });
    expect(Object.keys(at(reported.body, 'data', 'params') as object).sort()).toEqual([
      'author',
      'status',
      'sticky',
    ]);
  });

  it.each([
    ['half of a pair of surrogates', 'a\ud800b'],
    ['very many letters', '\u{1f600}'.repeat(9000)],
  ])('gives an address to a template whose theme has %s', async (_, theme) => {
    const { call } = drive();
    const unusual = encode(JSON.stringify({ slug: 'odd', theme, title: 'x' }));
    const made = await call('POST', '/cms/v2/templates', unusual, json);
    expect([made.status, at(made.body, 'theme')]).toEqual([201, theme]);
    const route = `/cms/v2/templates/${encodeURIComponent(String(at(made.body, 'id')))}`;
    expect((await call('GET', route)).status).toBe(200);
    expect((await call('DELETE', `${route}?force=true`)).status).toBe(200);
  });

  it('leaves prototypes alone', async () => {
    const { call } = drive();
    await call(
      'POST',
      '/cms/v2/posts',
      encode(
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"meta":{"__proto__":{"polluted":1}},"title":"x"}',
      ),
      json,
    );
    await call('GET', '/cms/v2/posts?__proto__[polluted]=1&constructor[prototype][polluted]=1');
    await call(
      'POST',
      '/cms/v2/global-styles/540',
      encode('{"styles":{"__proto__":{"polluted":1}}}'),
      json,
    );
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(at({}, 'polluted')).toBeUndefined();
  });
});

describe('images that lie', () => {
  const honest = drawPng(30, 30);
  const upload = (bytes: Uint8Array) =>
    drive().call('POST', '/cms/v2/media', bytes, { 'content-type': 'image/png' });

  /** The same file with other numbers in its header, and a check sum that fits them. */
  function claiming(width: number, height: number): Uint8Array {
    const small = Buffer.from(PNG.sync.write(new PNG({ width: 1, height: 1 })));
    const bytes = Buffer.from(honest);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    expect(small.subarray(0, 8)).toEqual(bytes.subarray(0, 8));
    return bytes;
  }

  it.each([
    ['is a text', encode('no image at all')],
    ['is cut off', honest.subarray(0, 60)],
    ['claims four thousand million pixels', claiming(65535, 65535)],
    ['claims no pixels', claiming(0, 0)],
    ['claims fewer pixels than it has', claiming(1, 1)],
    ['claims more pixels than it has', claiming(300, 300)],
    ['has its data overwritten', Uint8Array.from(honest, (byte, index) => (index > 60 ? 7 : byte))],
  ])('one that %s is refused', async (_, bytes) => {
    const reported = await upload(bytes);
    expect([reported.status, at(reported.body, 'code')]).toEqual([400, 'broken_image']);
  });

  it('modifiers without end are refused before they take long', async () => {
    const flip = { type: 'flip', args: { flip: { horizontal: true, vertical: true } } };
    const reported = await drive().call('POST', '/cms/v2/media/60/edit', {
      src: 'http://127.0.0.1:8080/content/uploads/meadow.png',
      modifiers: Array.from({ length: 5000 }, () => flip),
    });
    expect([reported.status, at(reported.body, 'code')]).toEqual([400, 'too_many']);
  });

  it('one that is honest is taken', async () => {
    expect((await upload(honest)).status).toBe(201);
  });
});

/** A value for anything: mostly of the wrong type. */
const anything = fc.oneof(
  fc.constantFrom<unknown>(
    'publish',
    'trash',
    '',
    '1',
    '0',
    'true',
    null,
    0,
    -1,
    1,
    100,
    2 ** 53,
    {},
    [],
    [1, 2],
    { raw: 'x' },
    'x'.repeat(300),
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

const names = fc.constantFrom(
  'id',
  'parent',
  'title',
  'content',
  'excerpt',
  'status',
  'slug',
  'date',
  'date_gmt',
  'author',
  'categories',
  'tags',
  'meta',
  'sticky',
  'password',
  'menu_order',
  'menus',
  'force',
  'context',
  'page',
  'per_page',
  'offset',
  'orderby',
  'order',
  'search',
  'include',
  'exclude',
  'after',
  'template',
  'featured_media',
  'format',
  'styles',
  'settings',
  'theme',
  'area',
  'type',
  'url',
  'src',
  'modifiers',
  'rotation',
  'x',
  'action',
  'requests',
  'validation',
  'caption',
  'description',
  'post',
  'slug[]',
  'categories[terms]',
  'tax_relation',
  '__proto__',
);

const someId = fc.constantFrom(
  '100',
  '101',
  '109',
  '200',
  '202',
  '60',
  '63',
  '300',
  '400',
  '540',
  '560',
  '800',
  '1000',
  '1001',
  '1002',
  '0',
  '77777',
  'meadow//single',
  'meadow//header',
  'x',
);

/** Bodies that some route takes, to be changed in one place at most. */
const valid = fc.constantFrom<Record<string, unknown>>(
  {
    title: { raw: 'New' },
    content: { raw: 'Text' },
    status: 'publish',
    slug: 'same',
    categories: [2],
  },
  { title: 'Draft', parent: 202, menu_order: 2, status: 'draft' },
  {
    requests: [
      { path: '/cms/v2/posts', body: { title: 'b', slug: 'same' } },
      { path: '/cms/v2/posts/102', method: 'DELETE' },
    ],
  },
  {
    validation: 'require-all-validate',
    requests: [{ path: '/cms/v2/pages/202', body: { parent: 203 } }, { path: '/x' }],
  },
  { slug: 'mine', title: 'Mine', content: 'x', theme: 'meadow' },
  {
    src: 'http://127.0.0.1:8080/content/uploads/flow.png',
    modifiers: [{ type: 'crop', args: { left: 1, top: 1, width: 5, height: 5 } }],
  },
  { action: 'create-image-subsizes' },
  { force: true },
);

const mutated = fc
  .tuple(valid, fc.dictionary(names, anything, { maxKeys: 1 }))
  .map(([body, change]) => ({ ...body, ...change }));

const request = fc.record({
  route: fc.constantFrom(...ROUTES.map((route) => route.template)),
  ids: fc.array(someId, { minLength: 2, maxLength: 2 }),
  method: fc.constantFrom(
    'GET',
    'GET',
    'POST',
    'POST',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'HEAD',
    'OPTIONS',
  ),
  query: fc.array(fc.tuple(names, anything), { maxLength: 3, size: 'xsmall' }),
  body: fc.oneof(mutated, mutated, fc.dictionary(names, anything, { maxKeys: 5 }), anything),
  cut: fc.option(fc.nat(200), { freq: 12 }),
  login: fc.constantFrom(true, true, true, false),
});

describe('ten thousand random requests', () => {
  it('leave the site up and its state in order', async () => {
    const store = seedStore(readSeed());
    const { call, handler } = drive({ store });
    const halfDone: string[] = [];
    let at500 = 0;
    const statuses = new Map<number, number>();
    for (const one of fc.sample(request, { seed: 20260115, numRuns: 10_000 })) {
      let next = 0;
      const route = one.route.replace(/\{\w+\}/g, () => one.ids[next++] ?? '1');
      const query = one.query.map(
        ([name, value]) =>
          `${name}=${encodeURIComponent(typeof value === 'string' ? value.replace(/[\ud800-\udfff]/g, '') : JSON.stringify(value))}`,
      );
      const bytes = encode(JSON.stringify(one.body));
      const before = momentOf(store);
      const reply = await handler({
        method: one.method,
        target: `/content${route}?${query.join('&')}`,
        headers: { ...json, ...(one.login && { authorization: AUTHORIZATION }) },
        rawHeaders: [],
        body: one.cut === null ? bytes : bytes.subarray(0, one.cut),
      });
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      if (reply.status === 500) at500 += 1;
      if (reply.status >= 400 && momentOf(store) !== before) {
        halfDone.push(`${one.method} ${route} ${reply.status}`);
      }
    }
    expect(at500).toBe(0);
    expect(halfDone).toEqual([]);
    expect([...statuses.values()].reduce((sum, count) => sum + count)).toBe(10_000);
    expect([...statuses.keys()].sort()).toEqual(
      expect.arrayContaining([200, 201, 207, 400, 401, 404]),
    );
    await expectOrder(call);
    expect(disorderIn(store)).toEqual([]);
    expect(writeState(readState(writeState(store)))).toEqual(writeState(store));
  }, 60_000);
});

/** Differs after anything was written. */
function momentOf({ counter, files }: Store): string {
  return `${counter.changes} ${counter.next} ${files.size}`;
}

/** What does not fit together in the state itself: indexes, revisions without a parent, files. */
function disorderIn(store: Store): readonly string[] {
  const wrong: string[] = [];
  const files = new Set<string>();
  const ids = new Set<number>();
  for (const [collection, stored] of store.resourceCollections) {
    const slugs = new Map<string, Set<number>>();
    for (const [id, item] of stored.items) {
      if (item.id !== id || item.collection !== collection || item.role !== 'item' || ids.has(id)) {
        wrong.push(`${collection} ${id} is out of place`);
      }
      ids.add(id);
      slugs.set(item.slug, (slugs.get(item.slug) ?? new Set()).add(id));
      const { file, sizes = {} } = item.upload ?? {};
      for (const name of [file, ...Object.values(sizes).map((size) => size.file)]) {
        if (name !== undefined) files.add(name);
      }
    }
    for (const [slug, holders] of slugs) {
      const listed = [...(stored.slugs.get(slug) ?? [])].sort().join();
      if (listed !== [...holders].sort().join())
        wrong.push(`${collection} slug ${slug}: ${listed}`);
    }
    if (stored.slugs.size !== slugs.size) wrong.push(`${collection} lists slugs of nothing`);
  }
  for (const [parent, kept] of store.kept) {
    if (kept.length > 0 && !ids.has(parent)) wrong.push(`${parent} is gone, and not what was kept`);
    for (const item of kept) if (item.parent !== parent) wrong.push(`${item.id} is kept elsewhere`);
  }
  for (const name of files) if (!store.files.has(name)) wrong.push(`${name} is missing`);
  for (const name of store.files.keys()) if (!files.has(name)) wrong.push(`${name} is nobody's`);
  if ([...ids].some((id) => id >= store.counter.next)) wrong.push('an id is taken that comes next');
  return wrong;
}

/** What holds whatever was sent: lists agree with records, slugs are unique, revisions have parents. */
async function expectOrder(call: ReturnType<typeof drive>['call']): Promise<void> {
  for (const collection of ['posts', 'pages', 'media', 'menu-items', 'blocks', 'navigation']) {
    const any = collection === 'media' ? 'inherit,private,trash' : 'any,publish,draft';
    const ids: unknown[] = [];
    const slugs: unknown[] = [];
    for (let page = 1; ; page++) {
      const reported = await call(
        'GET',
        `/cms/v2/${collection}?status=${any}&per_page=100&orderby=id&page=${page}`,
      );
      if (reported.status !== 200) break;
      ids.push(...column(reported, 'id'));
      slugs.push(...column(reported, 'slug'));
      if (Number(reported.headers['x-totalpages']) <= page) break;
    }
    expect(new Set(ids).size).toBe(ids.length);
    const named = slugs.filter((slug) => slug !== undefined && slug !== '');
    expect(new Set(named).size, collection).toBe(named.length);
    if (collection === 'navigation') continue;
    for (const id of ids.slice(0, 50)) {
      expect((await call('GET', `/cms/v2/${collection}/${id}?context=edit`)).status).toBe(200);
    }
  }
}
