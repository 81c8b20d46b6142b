import { describe, expect, it } from 'vitest';
import { CHOICE_NAMES, choose, optionsOf } from './choices.ts';
import { at, BASE, drive } from './drive.ts';
import { drawPng } from './drawing.ts';
import { combine, LIBERTIES } from './liberties.ts';
import type { Choices } from './choices.ts';

const png = drawPng(8, 8);

/** A walk through most of the site, by which an option that cannot be served shows. */
async function walk(choices: Partial<Choices>): Promise<readonly number[]> {
  const { call, anonymous, wait } = drive({ choices });
  const statuses: number[] = [];
  const go = async (method: string, route: string, body?: unknown, headers = {}) => {
    wait(1000);
    const told = await call(method, route, body, headers);
    statuses.push(told.status);
    return told;
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
  await go('GET', '/cms/v2/posts/109?password=wrong');
  await go('GET', '/cms/v2/posts/99999');
  await go('GET', '/cms/v2/nothing');
  await go('PATCH', '/cms/v2');
  await go('POST', '/cms/v2/posts', { title: 'Böse <b>', categories: '2,999', sticky: '1', author: '2', date: null });
  await go('POST', '/cms/v2/posts', { slug: 'Same', status: 'publish', featured_media: 9999 });
  await go('POST', '/cms/v2/posts', { slug: 'Same', password: 'x', sticky: true, title: { raw: 'y' }, author: 99 });
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
  await go('POST', '/cms/v2/templates', { slug: 'single' });
  const made = await go('POST', '/cms/v2/media', png, { 'content-type': 'image/png' });
  const src = at(made.body, 'source_url') ?? '';
  await go('POST', `/cms/v2/media/${at(made.body, 'id')}/edit`, { src, modifiers: [{ type: 'rotate', args: { angle: 45 } }] });
  await go('POST', '/cms/v2/media', { title: { raw: 'no file' } });
  await go('POST', '/batch/v1', { requests: [{ path: '/cms/v2/media/60' }, { path: '/cms/v2/posts', body: { title: 'b' } }] });
  await go('POST', '/batch/v1', { validation: 'require-all-validate', requests: [{ path: '/cms/v2/posts', body: { title: 3 } }] });
  await go('GET', `/oembed/1.0/embed?url=${encodeURIComponent(`${BASE}/welcome/`)}&maxwidth=5000`);
  await go('GET', '/oembed/1.0/embed?url=https://example.org/');
  await go('GET', '/host_sign_on_plugin/v1/login');
  await go('POST', '/host_sign_on_plugin/v1/has_logged');
  for (const route of ['/cms/v2/posts/105', '/cms/v2/posts?status=draft', '/cms/v2/menu-items', '/cms/v2/posts?context=edit', '/cms/v2/posts/101/revisions']) {
    statuses.push((await anonymous('GET', route)).status);
  }
  return statuses;
}

describe('liberties', () => {
  it('are at least sixty, and every one is known by one name', () => {
    expect(CHOICE_NAMES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(LIBERTIES.map(({ name }) => name)).size).toBe(LIBERTIES.length);
  });

  it('can be served one by one', async () => {
    const plain = await walk({});
    expect(plain).not.toContain(500);
    for (const liberty of LIBERTIES) {
      const statuses = await walk(liberty.choose);
      expect(statuses, liberty.name).toHaveLength(plain.length);
      expect(statuses, liberty.name).not.toContain(500);
    }
  });

  it('can be served all at once, first and last options alike', async () => {
    expect(await walk(combine(LIBERTIES))).not.toContain(500);
    expect(await walk(combine([...LIBERTIES].reverse()))).not.toContain(500);
  });

  it('are refused where there is no such option', () => {
    expect(() => choose({ 'past-last-page': 'burn' })).toThrow('past-last-page');
    expect(optionsOf('past-last-page')).toEqual(['refuse', 'empty']);
  });
});
