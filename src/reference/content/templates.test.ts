import { describe, expect, it } from 'vitest';
import { at, column, drive, idOf } from './drive.fixture.ts';

describe('templates', () => {
  it.each(['templates', 'template-parts'])(
    '%s have identifiers of several segments',
    async (collection) => {
      const { call } = drive();
      const stem = `/cms/v2/${collection}`;
      const made = await call('POST', stem, {
        slug: 'my-own_1',
        title: 'Mine',
        content: 'raw text',
        description: 'd',
        area: 'header',
      });
      expect([made.status, at(made.body, 'id')]).toEqual([201, 'meadow//my-own_1']);
      for (const id of ['meadow//my-own_1', 'meadow/my-own_1']) {
        const read = await call('GET', `${stem}/${id}?context=edit`);
        expect(read.body).toMatchObject({
          slug: 'my-own_1',
          content: { raw: 'raw text' },
          description: 'd',
        });
        expect(at(read.body, 'area')).toBe(collection === 'templates' ? undefined : 'header');
      }
      expect(column(await call('GET', stem), 'slug')).toContain('my-own_1');
      expect(at((await call('GET', `${stem}/lookup?slug=my-own_1`)).body, 'slug')).toBe('my-own_1');
      expect((await call('DELETE', `${stem}/meadow//my-own_1`)).status).toBe(200);
      expect(column(await call('GET', stem), 'slug')).not.toContain('my-own_1');
      expect((await call('DELETE', `${stem}/meadow//my-own_1?force=1`)).status).toBe(200);
      expect((await call('GET', `${stem}/meadow//my-own_1`)).status).toBe(404);
    },
  );

  it('refuses a template without a slug, or with one of other letters', async () => {
    const { call } = drive();
    expect(
      at((await call('POST', '/cms/v2/templates', { title: 'x' })).body, 'data', 'params'),
    ).toHaveProperty('slug');
    for (const slug of ['', 'a b', 'ä']) {
      expect((await call('POST', '/cms/v2/templates', { slug })).status).toBe(400);
    }
  });
});

describe('global styles and navigation', () => {
  it('reads and changes global styles, and keeps revisions of them', async () => {
    const { call, wait } = drive();
    wait(1000);
    const reported = await call('PATCH', '/cms/v2/global-styles/540', {
      styles: { a: { b: 1 } },
      title: 'New',
    });
    expect(reported.body).toMatchObject({
      id: 540,
      styles: { a: { b: 1 } },
      settings: { typography: { fluid: true } },
    });
    const list = await call('GET', '/cms/v2/global-styles/540/revisions');
    expect(column(list, 'styles')[0]).toEqual({ a: { b: 1 } });
    expect(column(list, 'id')).toHaveLength(3);
    expect(idOf(await call('GET', '/cms/v2/global-styles/540/revisions/870'))).toBe(870);
    expect(at((await call('GET', '/cms/v2/global-styles/themes/meadow')).body, 'stylesheet')).toBe(
      'meadow',
    );
    expect(
      column(await call('GET', '/cms/v2/global-styles/themes/meadow/variations'), 'title'),
    ).toEqual(['Dusk', 'Snow']);
    expect((await call('GET', '/cms/v2/global-styles/themes/none')).status).toBe(404);
  });

  it('creates and lists navigation', async () => {
    const { call } = drive();
    const made = await call('POST', '/cms/v2/navigation', {
      title: { raw: 'Side' },
      status: 'publish',
      date: '2025-01-01T00:00:00',
    });
    expect(column(await call('GET', '/cms/v2/navigation'), 'id')).toEqual([idOf(made), 561, 560]);
  });
});
