import { expect, test } from 'vitest';
import { column, drive } from './drive.fixture.ts';
import { remembered } from './remember.ts';

test('what was made of a text is at hand for so many texts, and not for long ones', () => {
  const kept = new Map<string, number>();
  let made = 0;
  const ask = (text: string) =>
    remembered(
      kept,
      text,
      () => {
        made += 1;
        return made;
      },
      2,
    );
  expect(['a', 'a', 'b', 'a', 'b'].map(ask)).toEqual([1, 1, 2, 1, 2]);
  expect(['c', 'a'].map(ask)).toEqual([3, 4]);
  expect([ask('x'.repeat(501)), ask('x'.repeat(501))]).toEqual([5, 6]);
});

test('a read that is repeated tells of every write between, and of who asks', async () => {
  const { call, anonymous } = drive();
  const title = async () => (await call('GET', '/cms/v2/posts/100')).body;
  const before = await title();
  expect(await title()).toEqual(before);
  await call('POST', '/cms/v2/posts/100', { title: 'Another' });
  expect(await title()).toMatchObject({ title: { rendered: 'Another' } });
  await call('DELETE', '/cms/v2/posts/100?force=true');
  expect((await call('GET', '/cms/v2/posts/100')).status).toBe(404);
  const drafts = '/cms/v2/posts?status=draft';
  expect((await call('GET', drafts)).status).toBe(200);
  expect((await anonymous('GET', drafts)).status).toBe(401);
  const revisions = '/cms/v2/posts/101/revisions';
  const count = async () => (await call('GET', revisions)).headers['x-total'];
  const first = Number(await count());
  await call('POST', '/cms/v2/posts/101', { title: 'Once more' });
  expect(Number(await count())).toBe(first + 1);
  // What changes nothing of the text leaves no revision behind, and is a change all the same.
  const slug = async () => (await call('GET', '/cms/v2/posts/102')).body;
  await slug();
  await call('POST', '/cms/v2/posts/102', { slug: 'elsewhere' });
  expect(await slug()).toMatchObject({ slug: 'elsewhere' });
  const [newest] = column(await call('GET', revisions), 'id');
  await call('DELETE', `${revisions}/${newest}?force=true`);
  expect(Number(await count())).toBe(first);
  const autosaves = async () => column(await call('GET', '/cms/v2/posts/102/autosaves'), 'id');
  expect(await autosaves()).toEqual([]);
  await call('POST', '/cms/v2/posts/102/autosaves', { content: { raw: 'For later' } });
  expect(await autosaves()).toHaveLength(1);
  const url = encodeURIComponent('http://127.0.0.1:8080/content/?p=101');
  const embedded = async () => (await call('GET', `/oembed/1.0/embed?url=${url}`)).body;
  expect(await embedded()).toMatchObject({ title: 'Once more' });
  await call('POST', '/cms/v2/posts/101', { title: 'And again' });
  expect(await embedded()).toMatchObject({ title: 'And again' });
});
