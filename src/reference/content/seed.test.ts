import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSeed, seedStore } from './seed.ts';
import { storedCollectionOf } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-seed-'));
afterAll(() => rmSync(folder, { recursive: true }));

function seedFrom(text: string): () => unknown {
  const file = join(folder, 'seed.yaml');
  writeFileSync(file, text);
  return () => seedStore(readSeed(file));
}

describe('the seed of the package', () => {
  const store = seedStore(readSeed());
  const posts = [...storedCollectionOf(store, 'posts').items.values()];

  it('has sixty posts of every kind that a list can ask for', () => {
    expect(posts).toHaveLength(60);
    expect(new Set(posts.map(({ author }) => author))).toEqual(new Set([1, 2, 3]));
    expect(new Set(posts.map(({ status }) => status))).toEqual(
      new Set(['publish', 'draft', 'pending', 'private', 'future', 'trash']),
    );
    expect(new Set(posts.map(({ format }) => format)).size).toBe(10);
    expect(posts.filter(({ sticky }) => sticky)).toHaveLength(3);
    expect(posts.filter(({ password }) => password !== '')).toHaveLength(2);
    expect(posts.filter(({ date, modified }) => modified !== date).length).toBeGreaterThan(10);
  });

  it('has what the other collections can be asked for', () => {
    const size = (name: Parameters<typeof storedCollectionOf>[1]) =>
      storedCollectionOf(store, name).items.size;
    expect(size('pages')).toBe(12);
    expect(size('media')).toBe(7);
    expect(size('menu-items')).toBe(8);
    expect(size('blocks')).toBe(6);
    expect(size('templates') + size('template-parts')).toBe(8);
    expect(size('global-styles') + size('navigation')).toBe(4);
    expect(store.kept.size).toBeGreaterThan(5);
  });

  it('is the same each time, and leaves ids below 1000 to itself', () => {
    const again = seedStore(readSeed());
    expect([...storedCollectionOf(again, 'posts').items.values()]).toEqual(posts);
    expect(again.counter.next).toBe(1000);
  });

  it('has slugs that are unique within their type', () => {
    for (const [name, stored] of store.resourceCollections) {
      for (const [slug, holders] of stored.slugs) expect(holders.size, `${name} ${slug}`).toBe(1);
    }
  });
});

describe('a seed of somebody else’s', () => {
  it('may hold as little as it likes', () => {
    expect(seedFrom('users: [{ id: 1, login: editor }]')).not.toThrow();
  });

  it.each([
    ['a: [', 'seed.yaml:1'],
    ['- 1', 'no mapping'],
    ['posts: 1', '"posts" is no list'],
    ['posts: [{ title: x }]', 'has no id'],
    ['terms: [{ id: 1, taxonomy: colours }]', 'colours'],
    ['users: [{ id: 1 }]\nposts: [{ id: 5, author: 9 }]', 'posts 5'],
  ])('%j is refused, and the place named', (text, reason) => {
    expect(seedFrom(text)).toThrow(reason);
    expect(seedFrom(text)).toThrow(expect.objectContaining({ code: 'usage' }));
  });

  it('that is not there is refused', () => {
    expect(() => readSeed(join(folder, 'none.yaml'))).toThrow(
      expect.objectContaining({ code: 'usage' }),
    );
  });
});
