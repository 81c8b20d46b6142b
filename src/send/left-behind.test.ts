import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openJournal, openRegister, readJournals } from '../cleanup/index.ts';
import { encode } from '../contract/encode.ts';
import type { Answer, Json, PlannedBody, SentRequest } from '../model/index.ts';
import { endOf, leftBehind } from './ending.ts';
import { paceOf } from './pace.ts';
import { sendCases } from './send.ts';
import { all, caseOf, contract, siteWith, step } from './site.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-leaving-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const json = (value: Json): { body: PlannedBody } => ({ body: { kind: 'json', value } });
const answer = (status: number): SentRequest => ({ outcome: outcomeOf(status), resent: false });
const bodyOf = (value: Json): Answer['body'] => ({
  ...{ bytes: new Uint8Array(1), completeness: 'complete' },
  content: { kind: 'json', value },
});
const outcomeOf = (status: number): Answer => ({
  kind: 'answer',
  status,
  reason: '',
  headers: [],
  body: { bytes: new Uint8Array(), completeness: 'complete', content: { kind: 'empty' } },
});

const STATUSES = 'publish,future,draft,pending,private,trash';
const SLUG = 'touchstone-7-leaving';
const sent = { slug: SLUG, title: 'touchstone 7 leaving', status: 'draft' };
const post = json(sent);
const create = step('create', 'valid', 'posts/create', post);

function journalIn(name: string) {
  const owner = { pid: 1, host: 'here', startedAt: '2026', cwd: '/', targetOptions: [] };
  const path = join(folder, name);
  return { path, journal: openJournal(path, owner) };
}

type Site = ReturnType<typeof siteWith>;

/** Sends cases, and looks at the end for what they left. */
async function run(
  name: string,
  { options, site }: Site,
  cases: Parameters<typeof sendCases>[0],
): Promise<{
  readonly end: Awaited<ReturnType<typeof endOf>>;
  readonly slugs: readonly unknown[];
  readonly journals: readonly string[];
}> {
  const { path, journal } = journalIn(name);
  const register = openRegister(journal);
  await all(sendCases(cases, { ...options, journal, register }));
  const end = await endOf({
    ...{ register, journal, contract, encode },
    target: options.target,
    transport: options.transport,
    clock: () => 0,
    pace: paceOf(undefined),
    signal: AbortSignal.timeout(5_000),
  });
  journal.close();
  const { body } = await site.call(
    'GET',
    `/cms/v2/posts?context=edit&search=touchstone&status=${STATUSES}`,
  );
  const slugs = (Array.isArray(body) ? body : []).map((one) => Object(one).slug);
  return { end, slugs, journals: readdirSync(path) };
}

describe('what is about to be created', () => {
  it('is in the journal before its request is sent, and no longer once it is removed', async () => {
    const { path, journal } = journalIn('before');
    const seen: string[] = [];
    const site = siteWith({ journal }, async (line) => {
      const [file = ''] = readdirSync(path);
      if (line.startsWith('POST')) seen.push(readFileSync(join(path, file), 'utf8'));
      return undefined;
    });
    await all(sendCases([caseOf(create)], { ...site.options, journal }));
    expect(seen.join('')).toContain(
      `"baseUrl":"${site.options.target.endpoints.content?.baseUrl}"`,
    );
    expect(seen.join('')).toContain(
      `"kind":"sent","entry":1,"collection":"content/posts","slug":"${SLUG}"`,
    );
    journal.close();
    expect(readdirSync(path)).toEqual([]);
  });

  it('is struck off where its request never went out', async () => {
    const refused = siteWith({}, async () => ({
      outcome: { kind: 'fault', code: 'refused', message: 'no' },
      resent: false,
    }));
    expect(await run('unsent', refused, [caseOf(create)])).toMatchObject({ journals: [] });
  });
});

describe('at the end of a run', () => {
  it('what a server stored and refused is found, removed and said, in one line for all', async () => {
    const slug = { slug: `${SLUG}-2`, title: 'touchstone 7 more', status: 'draft' };
    const site: Site = siteWith({}, async (line) => {
      if (!line.startsWith('POST')) return undefined;
      await site.site.call('POST', '/cms/v2/posts', line.length > 0 && stored.shift());
      return answer(400);
    });
    const stored: (Json | undefined)[] = [{ slug: SLUG, title: 'a' }, slug];
    const cases = [caseOf(create), caseOf(step('create', 'valid', 'posts/create', json(slug)))];
    const { end, slugs, journals } = await run('refused', site, cases);
    expect(end.problems).toEqual([]);
    expect(end.notes).toEqual([
      expect.stringMatching(
        /^2 removed at the end, created although the request was refused: content\/posts \d+ \(touchstone-7-leaving(-2)?\), content\/posts \d+ /,
      ),
    ]);
    expect({ slugs, journals }).toEqual({ slugs: [], journals: [] });
  });

  it('what was created by a request without an answer is found', async () => {
    const site: Site = siteWith({}, async (line) => {
      if (!line.startsWith('POST')) return undefined;
      await site.site.call('POST', '/cms/v2/posts', { slug: SLUG, title: 'a', status: 'private' });
      return { outcome: { kind: 'fault', code: 'reset', message: 'gone' }, resent: false };
    });
    const { end, slugs, journals } = await run('unanswered', site, [caseOf(create)]);
    expect(end.notes.join()).toContain('created by requests that had no whole answer');
    expect({ slugs, journals }).toEqual({ slugs: [], journals: [] });
  });

  it('an item of a menu without a title is found by where it leads', async () => {
    const item = { title: '', url: 'https://example.com/touchstone-7', status: 'draft' };
    const site: Site = siteWith({}, async (line) => {
      if (!line.startsWith('POST')) return undefined;
      await site.site.call('POST', '/cms/v2/menu-items', item);
      await site.site.call('POST', '/cms/v2/menu-items', { ...item, url: `${item.url}/other` });
      return { outcome: { kind: 'fault', code: 'reset', message: 'gone' }, resent: false };
    });
    const step7 = step('create', 'valid', 'menu-items/create', json(item));
    const { end, journals } = await run('menu', site, [caseOf(step7)]);
    expect(end.notes.join()).toMatch(/^1 removed at the end, .*: content\/menu-items \d+/);
    expect({ problems: end.problems, journals }).toEqual({ problems: [], journals: [] });
  });

  it('what gave no name is named where it appeared during the run, and is not removed', async () => {
    const site: Site = siteWith({}, async (line) => {
      if (!line.startsWith('POST')) return undefined;
      await site.site.call('POST', '/cms/v2/blocks', { title: 'a', content: 'b' });
      return { outcome: { kind: 'fault', code: 'reset', message: 'gone' }, resent: false };
    });
    const nameless = step('create', 'probe', 'blocks/create', json(true));
    const { end, journals } = await run('nameless', site, [caseOf(nameless)]);
    expect(end.problems).toEqual([
      expect.stringMatching(
        /^probably created by this run in content\/blocks, and left there: content\/blocks \d+ \(a\); /,
      ),
    ]);
    expect(journals).toHaveLength(1);
    expect(site.log.filter((line) => line.startsWith('DELETE'))).toEqual([]);
  });

  it.each([
    ['by another author', 2, 0],
    ['by the same user', 1, 1],
  ])('an object of the same name %s is left to the run with the same seed', async (...row) => {
    const [whose, author, removed] = row;
    const site: Site = siteWith({}, async (line) => {
      if (line !== 'POST /cms/v2/posts' || site.log.filter((one) => one === line).length < 2)
        return undefined;
      await site.site.call('POST', '/cms/v2/posts', { ...sent, author });
      return { outcome: { kind: 'fault', code: 'reset', message: 'gone' }, resent: false };
    });
    const mine = step('mine', 'setup', 'posts/create', json({ slug: 'touchstone-7-mine' }));
    const { end } = await run(`same seed ${whose}`, site, [caseOf(mine), caseOf(create)]);
    expect(end.notes).toHaveLength(removed);
    expect(end.problems).toEqual([]);
  });

  it('an object whose ID has the same name, and was listed before, is left alone', async () => {
    const site = siteWith({}, async (line) =>
      line === 'POST /cms/v2/templates'
        ? { outcome: { kind: 'fault', code: 'reset', message: 'gone' }, resent: false }
        : undefined,
    );
    const template = { slug: 'touchstone-7-same' };
    const { body } = await site.site.call('POST', '/cms/v2/templates', template);
    const create = step('create', 'setup', 'templates/create', json(template));
    const { end } = await run('same template', site, [caseOf(create)]);
    expect(end).toMatchObject({ notes: [], problems: [] });
    const { status } = await site.site.call('GET', `/cms/v2/templates/${Object(body).id}`);
    expect(status).toBe(200);
  });

  it('what is still there after its removal was accepted is named, with what would remove it', async () => {
    const site = siteWith({}, async (line) =>
      line.startsWith('DELETE') ? answer(200) : undefined,
    );
    const { end, slugs } = await run('kept', site, [caseOf(create)]);
    const [account] = readJournals(join(folder, 'kept'));
    expect(account?.open).toMatchObject([{ what: expect.stringMatching(/^content\/posts \d+$/) }]);
    expect(end.notes).toEqual([]);
    expect(end.problems).toEqual([
      expect.stringMatching(
        /^left behind: 1 created and not removed \(its removal was accepted, and it is still listed\): content\/posts \d+ \(touchstone-7-leaving\); DELETE \S+ would remove the first$/,
      ),
    ]);
    expect(slugs).toEqual([SLUG]);
  });

  it.each([
    ['once', 1, [], []],
    ['for ever', Number.POSITIVE_INFINITY, [], ['nothing is under its ID, and it is still listed']],
  ])(
    'what is removed, and listed %s after that, is not said to be removed again',
    async (...row) => {
      const [times, most, notes, problems] = row;
      let listed: Json = [];
      let lists = 0;
      const site: Site = siteWith({}, async (line) => {
        if (line === 'POST /cms/v2/posts') {
          const { body } = await site.site.call('POST', '/cms/v2/posts', sent);
          listed = [{ id: Object(body).id, slug: SLUG, title: { raw: 'touchstone 7 leaving' } }];
          return { outcome: { ...outcomeOf(201), body: bodyOf(Object(body)) }, resent: false };
        }
        if (!/^GET \/cms\/v2\/posts&/.test(line)) return undefined;
        lists += 1;
        const value = lists > most ? [] : listed;
        return { outcome: { ...outcomeOf(200), body: bodyOf(value) }, resent: false };
      });
      const { end } = await run(`stale-${times}`, site, [caseOf(create)]);
      expect(lists).toBeGreaterThan(1);
      expect(end.notes).toEqual(notes);
      expect(end.problems).toEqual(problems.map((why) => expect.stringContaining(`(${why})`)));
    },
  );

  it('what is kept under another slug and title is found beside it, by its ID', async () => {
    const site = siteWith({}, async (line) =>
      line.startsWith('DELETE') ? answer(200) : undefined,
    );
    const other = json({ slug: `${SLUG}-other`, title: 'touchstone 7 other', status: 'draft' });
    const renamed = json({ slug: 'touchstone-7-renamed', title: 'touchstone 7 renamed' });
    const update = step('update', 'valid', 'posts/update/patch', {
      ...renamed,
      path: { id: { $from: 'create#/id' } },
    });
    const { end } = await run('renamed', site, [
      caseOf(create),
      caseOf(step('create', 'valid', 'posts/create', other), update),
    ]);
    expect(end.problems).toEqual([
      expect.stringMatching(/^left behind: 2 created and not removed .*\(touchstone-7-renamed\)/),
    ]);
  });

  it.each([
    ['every status', (line: string) => line.includes('status')],
    ['a slug', (line: string) => line.includes('slug')],
  ])('what lists of %s cannot show just now may be left', async (lists, isBusy) => {
    let count = 0;
    const site: Site = siteWith({}, async (line) => {
      if (line.startsWith('GET') && isBusy(line)) {
        count += 1;
        return answer(503);
      }
      if (!line.startsWith('POST')) return undefined;
      await site.site.call('POST', '/cms/v2/posts', { slug: SLUG, title: 'a', status: 'draft' });
      return { outcome: { kind: 'fault', code: 'reset', message: 'gone' }, resent: false };
    });
    const { end, journals } = await run(`busy-${lists}`, site, [caseOf(create)]);
    expect(count).toBeGreaterThan(0);
    expect(end.problems).toEqual([
      'something may be left behind in content/posts: a creation had no whole answer, and its list cannot be read (HTTP 503)',
    ]);
    expect(journals).toHaveLength(1);
  });

  it('what is not under its ID may be left where its list cannot be read, as behind a gateway', async () => {
    let isAway = false;
    const site = siteWith({}, async (line) => {
      if (isAway) return answer(404);
      isAway = line.startsWith('POST');
      return undefined;
    });
    const { end, slugs, journals } = await run('away', site, [caseOf(create)]);
    expect(slugs).toEqual([SLUG]);
    expect(end.problems).toEqual([
      'something may be left behind in content/posts: under the ID in the answer to a creation is another object or none, and its list cannot be read (HTTP 404)',
    ]);
    expect(journals).toHaveLength(1);
    const [account] = readJournals(join(folder, 'away'));
    expect(account?.announced).toMatchObject([{ collection: 'content/posts', slug: SLUG }]);
  });

  it('what was removed at the second attempt was not said to have been removed before', async () => {
    let refusals = 0;
    const site = siteWith({}, async (line) => {
      if (!line.startsWith('DELETE') || refusals >= 3) return undefined;
      refusals += 1;
      return answer(503);
    });
    const { end, slugs } = await run('second-attempt', site, [caseOf(create)]);
    expect(refusals).toBe(3);
    expect(end.notes).toEqual([
      expect.stringMatching(
        /^1 removed at the end, created and not removed before: content\/posts /,
      ),
    ]);
    expect(slugs).toEqual([]);
  });

  it('objects of another run with the same names are left alone', async () => {
    const site = siteWith();
    const others = { slug: SLUG, title: 'touchstone 7 leaving', status: 'draft' };
    await site.site.call('POST', '/cms/v2/posts', others);
    const refusing = step('create', 'violation', 'posts/create', json({ ...others, format: 'no' }));
    const { end, slugs } = await run('same-seed', site, [caseOf(create), caseOf(refusing)]);
    expect({ notes: end.notes, problems: end.problems }).toEqual({ notes: [], problems: [] });
    expect(slugs).toEqual([SLUG]);
  });

  it('what a refused creation without a name stored is named; what carries the mark is of another run', async () => {
    const site: Site = siteWith({}, async (line) => {
      if (!line.startsWith('POST')) return undefined;
      await site.site.call('POST', '/cms/v2/posts', { status: 'draft', title: '' });
      await site.site.call('POST', '/cms/v2/posts', { status: 'draft', title: 'touchstone 9' });
      return answer(500);
    });
    const nameless = step('create', 'violation', 'posts/create', json(true));
    const { end, slugs, journals } = await run('stored', site, [caseOf(nameless)]);
    expect(end.notes).toEqual([]);
    expect(end.problems).toEqual([
      expect.stringMatching(
        /^probably created by this run in content\/posts, .* content\/posts \d+;/,
      ),
    ]);
    expect(slugs).toHaveLength(1);
    expect(journals).toHaveLength(1);
  });

  it('what cannot be removed is one line for each cause, with slugs and a request', async () => {
    const site = siteWith({}, async (line) =>
      line.startsWith('DELETE') ? answer(403) : undefined,
    );
    const more = json({ slug: `${SLUG}-more`, title: 'touchstone 7 more', status: 'draft' });
    const traces = await all(
      sendCases([caseOf(create), caseOf(step('create', 'valid', 'posts/create', more))], {
        ...site.options,
      }),
    );
    expect(leftBehind(traces.flatMap(({ left = [] }) => left))).toEqual([
      expect.stringMatching(
        /^left behind: 2 that it could not remove \(HTTP 403\): content\/posts \d+ \(touchstone-7-leaving\), content\/posts \d+ \(touchstone-7-leaving-more\); DELETE \S+ would remove the first; `touchstone cleanup` tries again$/,
      ),
    ]);
  });

  it('what is kept under another title is found beside it, by its slug', async () => {
    const other = json({ slug: `${SLUG}-other`, title: 'touchstone 7 other', status: 'draft' });
    const site = siteWith({}, async (line) =>
      line.startsWith('DELETE') ? answer(200) : undefined,
    );
    const id = { $from: 'create#/id' };
    const { end } = await run('retitled', site, [
      caseOf(create),
      caseOf(
        step('create', 'setup', 'posts/create', other),
        step('update', 'valid', 'posts/update/post', { path: { id }, ...json({ title: 'new' }) }),
      ),
    ]);
    expect(end.problems.join()).toContain(`(${SLUG}-other)`);
  });

  it('nothing is asked where nothing was announced, and what others have is left alone', async () => {
    const quiet = siteWith();
    const reads = caseOf(step('list', 'valid', 'posts/list'));
    await run('quiet', quiet, [reads]);
    expect(quiet.log).toEqual(['GET /cms/v2/posts']);
    const busy = siteWith();
    await busy.site.call('POST', '/cms/v2/posts', { slug: 'touchstone-8-other', title: 'x' });
    await busy.site.call('POST', '/cms/v2/posts', { slug: `${SLUG}-of-others`, title: 'x' });
    await run('others', busy, [caseOf(create)]);
    expect(busy.log.filter((line) => line.startsWith('DELETE'))).toHaveLength(1);
  });

  it('lists that are refused are passed over where the creations were refused as well', async () => {
    const site = siteWith({}, async () => answer(403));
    const { end, journals } = await run('barred', site, [caseOf(create)]);
    expect({ problems: end.problems, journals }).toEqual({ problems: [], journals: [] });
  });
});

describe('within a case', () => {
  it('what a list shows of a refused creation is removed', async () => {
    const site: Site = siteWith({}, async (line) => {
      if (!line.startsWith('POST')) return undefined;
      await site.site.call('POST', '/cms/v2/posts', { slug: SLUG, title: 'a' });
      return answer(400);
    });
    const look = step('look', 'setup', 'posts/list', {
      query: { slug: [SLUG], status: ['draft', 'publish'], context: 'edit' },
    });
    const [trace] = await all(sendCases([caseOf(create, look)], site.options));
    expect(trace?.removals).toMatchObject([{ outcome: { status: 200 } }]);
    expect(site.log.at(-1)).toMatch(/^DELETE \/cms\/v2\/posts\/\d+&force=true$/);
  });

  it('a template is removed from trash under the name that it has there', async () => {
    const site = siteWith({}, undefined, { choices: { 'trashed-template': 'marked' } });
    const made = step('create', 'valid', 'templates/create', json({ slug: SLUG }));
    const id = { $from: 'create#/id' };
    const trash = step('trash', 'valid', 'templates/delete', { path: { id } });
    const clean = step('clean', 'cleanup', 'templates/delete', {
      path: { id },
      query: { force: true },
    });
    const [trace] = await all(sendCases([caseOf(made, trash, clean)], site.options));
    expect(site.log.slice(-2)).toEqual([
      `DELETE /cms/v2/templates/meadow//${SLUG}&force=true`,
      `DELETE /cms/v2/templates/meadow//${SLUG}__trashed&force=true`,
    ]);
    expect(trace?.removals).toMatchObject([{ outcome: { status: 200 } }]);
    expect(trace?.left).toBeUndefined();
  });
});
