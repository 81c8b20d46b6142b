import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginJournal } from '../cleanup/index.ts';
import { REFERENCE_PASSWORD, REFERENCE_USER, serveReference } from '../reference/serve.ts';
import { runCli } from './run-cli.fixture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const folder = mkdtempSync(join(tmpdir(), 'touchstone-look-'));
let url = '';
let close = async () => {};

beforeAll(async () => {
  // What is created there now was last changed two days ago.
  const now = () => Date.now() - 2 * DAY_MS;
  const variations = ['trashed-template-marked'];
  const server = await serveReference({ faults: [], variations, now });
  url = server.contentUrl;
  close = server.close;
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

const ENV = {
  TOUCHSTONE_CONTENT_USER: REFERENCE_USER,
  TOUCHSTONE_CONTENT_PASSWORD: REFERENCE_PASSWORD,
};
const authorization = `Basic ${Buffer.from(`${REFERENCE_USER}:${REFERENCE_PASSWORD}`).toString('base64')}`;

async function ask(method: string, route: string, body?: object, site = url) {
  const answer = await fetch(`${site}/index.php?rest_route=/cms/v2/${route}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: Object(await answer.json()) };
}

async function cleanup(...args: readonly string[]) {
  return runCli(['cleanup', ...args], { cwd: folder, env: { ...ENV, XDG_STATE_HOME: folder } });
}

function journalIn(name: string, targetOptions: readonly string[] = ['--content', url]) {
  const path = join(folder, name);
  return { path, journal: beginJournal(path, { cwd: folder, targetOptions, now: 0 }) };
}

const common = () => ({ document: 'content', baseUrl: url }) as const;

describe('after a run was killed, cleanup', () => {
  it.each([
    ['a draft', { status: 'draft' }, false],
    ['something in trash, whose slug was changed', { status: 'publish' }, true],
  ])('finds by its slug or title what was about to be created: %s', async (name, fields, trash) => {
    const { path, journal } = journalIn(`sent ${name}`);
    const names = { slug: 'touchstone-9-lost', title: 'touchstone 9 lost' };
    journal.announce({ ...common(), collection: 'content/posts', ...names });
    journal.announce({ ...common(), collection: 'content/pages', slug: 'touchstone-9-never-made' });
    journal.close();
    const { body } = await ask('POST', 'posts', { ...names, ...fields });
    if (trash) await ask('DELETE', `posts/${body.id}`);
    const { code, out } = await cleanup('--journal', path);
    expect(out).toMatch(
      /^found content\/posts \d+ \(touchstone-9-lost(__trashed)?\) at \S+, which no answer named, and removed it$/m,
    );
    expect(out).toContain('1 removed, 0 left');
    expect({ code, journals: readdirSync(path) }).toEqual({ code: 0, journals: [] });
    expect((await ask('GET', `posts/${body.id}`)).status).toBe(404);
  });

  it('finds an item of a menu by where it leads', async () => {
    const { path, journal } = journalIn('menu');
    const item = { title: '', url: 'https://example.com/touchstone-9' };
    journal.announce({ ...common(), collection: 'content/menu-items', url: item.url });
    journal.close();
    const { body } = await ask('POST', 'menu-items', item);
    const { body: other } = await ask('POST', 'menu-items', { ...item, url: `${item.url}/more` });
    const { code, out } = await cleanup('--journal', path);
    expect(out).toContain(`found content/menu-items ${body.id}`);
    expect({ code, journals: readdirSync(path) }).toEqual({ code: 0, journals: [] });
    expect((await ask('GET', `menu-items/${body.id}`)).status).toBe(404);
    expect((await ask('GET', `menu-items/${other.id}`)).status).toBe(200);
  });

  it('says once of what gave no name that it cannot be told from others', async () => {
    const { path, journal } = journalIn('nameless');
    journal.announce({ ...common(), collection: 'content/blocks' });
    journal.close();
    const { body } = await ask('POST', 'blocks', { title: 'of others', content: 'b' });
    const { code, out } = await cleanup('--journal', path);
    expect(out).toContain('a creation in content/blocks at');
    expect(out).toContain('gave no name to find it by, and no answer came: look at the newest');
    expect({ code, left: out.includes('0 removed, 1 left') }).toEqual({ code: 1, left: true });
    expect((await ask('GET', `blocks/${body.id}`)).status).toBe(200);
    expect(await cleanup('--journal', path)).toMatchObject({ code: 0 });
    expect(readdirSync(path)).toEqual([]);
  });

  it('names what appeared without a name, and removes it only when asked to', async () => {
    const { body: before } = await ask('POST', 'pages', { title: 'of others' });
    const { path, journal } = journalIn('probable');
    journal.announce({ ...common(), collection: 'content/pages', newest: before.id });
    journal.close();
    const { body: stored } = await ask('POST', 'pages', { title: 'untitled', author: 1 });
    const named = await cleanup('--journal', path);
    expect(named.out).toContain(`probably created by this run: content/pages ${stored.id}`);
    expect(named.out).toContain('`touchstone cleanup --probable` removes them');
    expect(named.code).toBe(1);
    const unasked = await cleanup('--journal', path, '--probable');
    expect(unasked.err).toContain('--yes removes them');
    expect((await ask('GET', `pages/${stored.id}`)).status).toBe(200);
    const { code, out } = await cleanup('--journal', path, '--probable', '--yes');
    expect(out).toContain('1 removed, 0 left');
    expect({ code, journals: readdirSync(path) }).toEqual({ code: 0, journals: [] });
    expect((await ask('GET', `pages/${stored.id}`)).status).toBe(404);
    expect((await ask('GET', `pages/${before.id}`)).status).toBe(200);
  });

  it('removes what was trashed, under the name that it has there', async () => {
    const { path, journal } = journalIn('trashed');
    const { body } = await ask('POST', 'templates', { slug: 'touchstone-9-layout' });
    await ask('DELETE', `templates/${body.id}`);
    const target = (id: string) => `/index.php?rest_route=/cms/v2/templates/${id}&force=true`;
    const at = {
      method: 'DELETE',
      target: target(body.id),
      trashed: target(`${body.id}__trashed`),
    };
    journal.note({ ...common(), what: `content/templates ${body.id}`, ...at, headers: [] });
    journal.close();
    const { out } = await cleanup('--journal', path);
    expect(out).toContain(`removed content/templates ${body.id} at ${url}`);
    expect((await ask('GET', `templates/${body.id}__trashed`)).status).toBe(404);
  });

  it('finds what is no longer under the ID that it had', async () => {
    const { path, journal } = journalIn('renamed');
    const { body } = await ask('POST', 'templates', { slug: 'touchstone-9-moved' });
    const { body: moved } = await ask('POST', `templates/${body.id}`, { theme: 'elsewhere' });
    expect(moved.id).toBe('elsewhere//touchstone-9-moved');
    const target = `/index.php?rest_route=/cms/v2/templates/${body.id}&force=true`;
    const at = { method: 'DELETE', target };
    journal.note({ ...common(), what: `content/templates ${body.id}`, ...at, headers: [] });
    journal.close();
    const { out } = await cleanup('--journal', path);
    expect(out).toContain(`found content/templates ${moved.id}`);
    expect((await ask('GET', `templates/${moved.id}`)).status).toBe(404);
  });

  it.each([
    ['that IDs above it show, under other names', 'quarry', 'older', 'it is called "quarry"'],
    ['that a list showed, of another run', 'touchstone-8-a', 'listed', 'a list showed it before'],
  ] as const)('leaves alone an object from before the run %s', async (_, slug, earlier, why) => {
    const { path, journal } = journalIn(`before ${earlier}`);
    const { body: old } = await ask('POST', 'posts', { slug, title: slug, status: 'publish' });
    const { body: last } = await ask('POST', 'posts', { slug: `${slug}-more`, title: 'of others' });
    const names = { slug: `touchstone-9-${earlier}`, title: `touchstone 9 ${earlier}` };
    journal.note({
      ...{ ...common(), what: `content/posts ${old.id}`, method: 'DELETE', headers: [] },
      target: `/index.php?rest_route=/cms/v2/posts/${old.id}&force=true`,
      ...{ names, shown: names, earlier, newest: last.id },
    });
    journal.close();
    const { body: made } = await ask('POST', 'posts', { ...names, status: 'publish' });
    const { code, out } = await cleanup('--journal', path);
    const line = `content/posts ${old.id} at ${url} existed before the run, and is left alone: ${why}`;
    expect(out).toContain(line);
    expect(out).toContain(`found content/posts ${made.id} (${names.slug}) at ${url}`);
    expect(out).toContain('1 removed, 0 left');
    expect({ code, journals: readdirSync(path) }).toEqual({ code: 0, journals: [] });
    expect((await ask('GET', `posts/${old.id}`)).status).toBe(200);
    expect((await ask('GET', `posts/${made.id}`)).status).toBe(404);
  });

  it('says that it could not look where its target is not named', async () => {
    const { path, journal } = journalIn('elsewhere');
    const baseUrl = 'http://127.0.0.1:9/elsewhere';
    journal.announce({ ...common(), baseUrl, collection: 'content/posts', slug: 'touchstone-9-x' });
    journal.close();
    const { code, out } = await cleanup('--journal', path);
    expect(out).toContain(`could not look for 1 creations at ${baseUrl}: name its target`);
    expect({ code, journals: readdirSync(path).length }).toEqual({ code: 1, journals: 1 });
  });
});

describe('cleanup --search', () => {
  it('names what is old and in no journal, and removes it only where it is told to', async () => {
    const { body: old } = await ask('POST', 'pages', {
      slug: 'touchstone-9-pages-old',
      title: 'touchstone',
    });
    const { body: other } = await ask('POST', 'pages', {
      slug: 'about-touchstone',
      title: 'touchstone',
    });
    const named = ['--search', '--content', url, '--journal', join(folder, 'none')];
    const asked = await cleanup(...named);
    expect(asked.out).toContain(
      `found content/pages ${old.id}: touchstone-9-pages-old, changed 20`,
    );
    expect(asked.out).not.toContain(`content/pages ${other.id}`);
    expect(asked.err).toContain('there is no terminal to ask on; --yes removes them');
    expect({ code: asked.code, there: (await ask('GET', `pages/${old.id}`)).status }).toEqual({
      code: 1,
      there: 200,
    });
    expect(await cleanup(...named, '--yes')).toMatchObject({ code: 0 });
    expect((await ask('GET', `pages/${old.id}`)).status).toBe(404);
    expect((await ask('GET', `pages/${other.id}`)).status).toBe(200);
  });

  it.each(['touchstone-quarry', 'touchstone-2024', 'touchstone-2-tables', 'touchstone quarry 9'])(
    'leaves a page of the owner alone that is called %s',
    async (slug) => {
      const { body } = await ask('POST', 'pages', { slug, title: slug });
      const named = ['--search', '--yes', '--content', url, '--journal', join(folder, 'none')];
      expect((await cleanup(...named)).out).not.toContain(`content/pages ${body.id}`);
      expect((await ask('GET', `pages/${body.id}`)).status).toBe(200);
    },
  );

  it('looks whether what it removed is gone', async () => {
    const now = () => Date.now() - 2 * DAY_MS;
    const site = await serveReference({ faults: ['force-trashes'], variations: [], now });
    try {
      const page = { slug: 'touchstone-9-pages-kept', title: 'touchstone' };
      const { body } = await ask('POST', 'pages', page, site.contentUrl);
      const args = ['--search', '--yes', '--content', site.contentUrl];
      const { code, out } = await cleanup(...args, '--journal', join(folder, 'none'));
      expect(out).toContain(`could not remove content/pages ${body.id} at ${site.contentUrl}`);
      expect(out).toContain('0 removed, 1 left');
      expect(code).toBe(1);
    } finally {
      await site.close();
    }
  });

  it('needs a target', async () => {
    const { code, err } = await cleanup('--search', '--journal', join(folder, 'none'));
    expect(err).toContain('--search needs a target');
    expect(code).toBe(2);
  });
});
