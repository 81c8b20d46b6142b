import { describe, expect, it } from 'vitest';
import { blankItem } from './item.ts';
import {
  dropItem,
  emptyStore,
  findItem,
  keep,
  keptOf,
  nextId,
  putItem,
  slugTaken,
} from './store.ts';

function withPosts() {
  const store = emptyStore();
  for (const [id, slug] of [
    [5, 'a'],
    [6, 'b'],
  ] as const) {
    putItem(store, { ...blankItem('posts', id, 1, 0), slug });
  }
  return store;
}

describe('the store', () => {
  it('knows which slugs are taken, also after one changes or goes', () => {
    const store = withPosts();
    expect([slugTaken(store, 'posts', 'a', 6), slugTaken(store, 'posts', 'a', 5)]).toEqual([
      true,
      false,
    ]);
    expect(slugTaken(store, 'pages', 'a', 6)).toBe(false);
    putItem(store, { ...blankItem('posts', 5, 1, 0), slug: 'c' });
    expect([slugTaken(store, 'posts', 'a', 6), slugTaken(store, 'posts', 'c', 6)]).toEqual([
      false,
      true,
    ]);
    const item = findItem(store, 'posts', 5);
    if (item) dropItem(store, item);
    expect(slugTaken(store, 'posts', 'c', 6)).toBe(false);
  });

  it('gives ids that nothing has', () => {
    const store = withPosts();
    expect([nextId(store), nextId(store)]).toEqual([7, 8]);
    expect(findItem(store, 'posts', 7)).toBeUndefined();
  });

  it('forgets with an item what was kept about it, and its files', () => {
    const store = withPosts();
    keep(store, { ...blankItem('posts', 9, 1, 0), role: 'revision', parent: 5 });
    keep(store, { ...blankItem('posts', 10, 1, 0), role: 'autosave', parent: 5 });
    expect([keptOf(store, 5, 'revision').length, keptOf(store, 5, 'autosave').length]).toEqual([
      1, 1,
    ]);
    expect(nextId(store)).toBe(11);
    const item = findItem(store, 'posts', 5);
    if (item) dropItem(store, item);
    expect(store.kept.has(5)).toBe(false);
    const blank = blankItem('media', 20, 1, 0);
    const media = blank.upload ? { ...blank, upload: { ...blank.upload, file: 'x.png' } } : blank;
    store.files.set('x.png', new Uint8Array(1));
    putItem(store, media);
    dropItem(store, media);
    expect(store.files.size).toBe(0);
  });
});
