import { describe, expect, it } from 'vitest';
import { drawPng } from './drawing.ts';
import { drive, idOf } from './drive.fixture.ts';
import { readSeed, seedStore } from './seed.ts';
import { readState, writeState } from './state.ts';

describe('a state that is written down and read again', () => {
  it('serves the same answers, and goes on counting', async () => {
    const store = seedStore(readSeed());
    const before = drive({ store });
    await before.call('POST', '/cms/v2/posts', { title: 'Kept', status: 'publish' });
    await before.call('POST', '/cms/v2/posts/100', { title: 'Changed' });
    await before.call('POST', '/cms/v2/posts/100/autosaves', { title: 'Auto' });
    await before.call('POST', '/cms/v2/media', drawPng(5, 5), { 'content-type': 'image/png' });
    await before.call('DELETE', '/cms/v2/pages/200');
    const after = drive({ store: readState(JSON.parse(JSON.stringify(writeState(store)))) });
    for (const route of [
      '/cms/v2/posts?per_page=100&status=any&context=edit',
      '/cms/v2/posts/100/revisions',
      '/cms/v2/posts/100/autosaves',
      '/cms/v2/media',
      '/cms/v2/pages?status=trash',
      '/cms/v2/templates',
      '/uploads/meadow.png',
    ]) {
      const [one, other] = [await before.call('GET', route), await after.call('GET', route)];
      expect(other.bytes, route).toEqual(one.bytes);
      expect(one.status).toBe(200);
    }
    const made = await Promise.all(
      [before, after].map((site) => site.call('POST', '/cms/v2/posts', {})),
    );
    expect(new Set(made.map(idOf)).size).toBe(1);
  });

  it.each([[null], [{}], [{ version: 2 }], [[]], ['x']])('%j is no state', (value) => {
    expect(() => readState(value)).toThrow('does not hold a state');
  });
});
