import { describe, expect, it } from 'vitest';
import { at, column, drive, idOf } from './drive.fixture.ts';

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
    const list = async (query: string) =>
      column(await call('GET', `/cms/v2/posts/100/revisions?${query}`), 'id');
    expect(await list('')).toEqual([802, 801, 800]);
    expect(await list('order=asc&per_page=2')).toEqual([800, 801]);
    expect(await list('offset=1')).toEqual([801, 800]);
    expect(await list('search=version+2')).toEqual([801]);
    expect(await list('include=800,802&orderby=include')).toEqual([800, 802]);
    expect(await list('exclude=801')).toEqual([802, 800]);
  });
});
