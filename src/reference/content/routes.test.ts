import { describe, expect, it } from 'vitest';
import { at, BASE, column, drive } from './drive.fixture.ts';
import { indexRoutes, templateOf } from './index-routes.ts';
import { ROUTES } from './routes.ts';

describe('the table of routes', () => {
  it('has the 59 routes of the document, and so has the index', () => {
    expect(ROUTES).toHaveLength(59);
    expect(
      indexRoutes()
        .map((route) => templateOf(route.pattern))
        .sort(),
    ).toEqual(ROUTES.map((route) => route.template).sort());
    for (const route of ROUTES) {
      const entry = indexRoutes().find(({ pattern }) => templateOf(pattern) === route.template);
      const methods = entry?.endpoints.flatMap((endpoint) => endpoint.methods) ?? [];
      expect([...methods].sort(), route.template).toEqual(Object.keys(route.actions).sort());
    }
  });
});

describe('index, embeds and plugins', () => {
  it('serves the indexes', async () => {
    const { anonymous } = drive();
    const index = await anonymous('GET', '/');
    expect(Object.keys(at(index.body, 'routes') as object)).toHaveLength(59);
    for (const [namespace, count] of [
      ['oembed/1.0', 3],
      ['host/cache-plugin/v1', 3],
      ['host_sign_on_plugin/v1', 4],
      ['cms/v2', 47],
    ] as const) {
      const reported = await anonymous('GET', `/${namespace}`);
      expect(at(reported.body, 'namespace')).toBe(namespace);
      expect(Object.keys(at(reported.body, 'routes') as object)).toHaveLength(count);
    }
  });

  it('embeds what is published here', async () => {
    const { anonymous } = drive();
    for (const route of ['embed', 'proxy']) {
      const url = encodeURIComponent(`${BASE}/welcome/`);
      const reported = await anonymous('GET', `/oembed/1.0/${route}?url=${url}&maxwidth=300`);
      expect(reported.body).toMatchObject({ title: 'Welcome', width: 300 });
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
    expect((await call('GET', '/host_sign_on_plugin/v1/is_user_logged_in')).body).toEqual({
      logged_in: true,
    });
    expect((await anonymous('POST', '/host_sign_on_plugin/v1/has_logged')).body).toEqual({
      has_logged: false,
    });
  });

  it('is reached in both spellings', async () => {
    const { call } = drive();
    const [one, other] = [
      await call('GET', '/index.php?rest_route=%2Fcms%2Fv2%2Fposts&per_page=3'),
      await call('GET', '/cms/v2/posts/?per_page=3'),
    ];
    expect(one.body).toEqual(other.body);
    expect(column(one, 'id')).toHaveLength(3);
  });
});
