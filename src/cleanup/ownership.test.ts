import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json, Outcome, Step, Transport } from '../model/index.ts';
import { endOf } from '../send/ending.ts';
import { sendCases } from '../send/send.ts';
import { all, caseOf, contract, type SentSite, siteWith, step } from '../send/site.fixture.ts';
import { openRegister } from './announcing.ts';
import { madeOn, objectAt, resourceCollectionsOf } from './collections.ts';
import { openJournal } from './journal.ts';
import { type ListedObject, seenIn } from './listed.ts';
import {
  type CollectionSnapshot,
  type CreationClaim,
  existedBefore,
  snapshotOf,
  verifyOwnership,
} from './ownership.ts';

const json = <Value extends Json>(value: Value) => ({ body: { kind: 'json', value } as const });
const collections = resourceCollectionsOf(contract.operations);
const posts = [...collections.values()].find(({ name }) => name === 'content/posts');
if (posts === undefined) throw new Error('no posts');
const answering = (value: Json, status = 200): Outcome => ({
  ...{ kind: 'answer', status, reason: '', headers: [] },
  body: { bytes: new Uint8Array(1), completeness: 'complete', content: { kind: 'json', value } },
});

describe('an ID was taken before the run', () => {
  const ordered: CollectionSnapshot = { newest: 50, ids: new Set(['50', '49']), isComplete: false };
  const complete: CollectionSnapshot = { ...ordered, isComplete: true };
  const unordered: CollectionSnapshot = { ...ordered, newest: undefined };
  // Beyond 2^53, a double cannot tell these from their neighbours.
  const large = snapshotOf(
    ['9007199254740994', '9007199254740993'].map((id) => seenIn(posts, { id })[0] as ListedObject),
    false,
  );
  it.each<[number | string, CollectionSnapshot | undefined, boolean | undefined]>([
    [51, ordered, false],
    [50, ordered, true],
    [12, ordered, undefined],
    [12, complete, undefined],
    [12, { ...complete, newest: undefined }, false],
    ['theme//a', ordered, undefined],
    ['theme//a', complete, undefined],
    ['theme//a', { ...complete, newest: undefined }, false],
    [51, unordered, undefined],
    [49, unordered, true],
    [51, undefined, undefined],
    ['9007199254740995', large, false],
    ['9007199254740992', large, undefined],
    [51, large, undefined],
    ['9007199254740992', ordered, false],
  ])('%s by %j: %s', (id, snapshot, existed) => {
    expect(existedBefore(id, snapshot)).toBe(existed);
  });
});

describe('an object is the run’s own', () => {
  const names = { slug: 'touchstone-7-a', title: 'touchstone 7 a' };
  const claim = { ...madeOn(posts, 12), names };
  const ordered: CollectionSnapshot = { newest: 50, ids: new Set(['50']), isComplete: false };
  const shownAs = (slug: string) => seenIn(posts, { id: 12, slug })[0] as ListedObject;
  const shown = { id: 12, slug: 'post-a', title: { raw: 'touchstone 7 a' } };
  it.each<
    [string, Partial<CreationClaim>, CollectionSnapshot | undefined, Outcome | undefined, string]
  >([
    ['by its slug', {}, undefined, answering({ id: 12, slug: 'touchstone-7-a-2' }), 'own'],
    ['by its title', {}, ordered, answering(shown), 'own'],
    [
      'by a title without the mark, where its file has the mark',
      { names: { title: 'A' } },
      undefined,
      answering({ id: 12, slug: 'a', title: 'A', source_url: 'https://a/touchstone-7-a.png' }),
      'own',
    ],
    [
      'not by names without the mark where IDs tell',
      { names: { title: 'A' } },
      ordered,
      answering({ id: 12, title: 'A' }),
      'unknown',
    ],
    [
      'not by names without the mark where IDs do not tell: a server may update what has the name',
      { names: { slug: 'a', title: 'A' } },
      undefined,
      answering({ id: 12, slug: 'a', title: 'A' }),
      'unknown',
    ],
    [
      'not under other names',
      {},
      undefined,
      answering({ id: 12, slug: 'hello', title: 'Hello' }),
      'unknown',
    ],
    [
      'not under other names than its answer showed, where IDs tell',
      { shown: shownAs('touchstone-7-a') },
      ordered,
      answering({ id: 12, slug: 'hello', title: 'Hello' }),
      'existed',
    ],
    [
      'perhaps under names that the server has rewritten',
      { shown: shownAs('hello') },
      ordered,
      answering({ id: 12, slug: 'hello', title: 'Hello' }),
      'unknown',
    ],
    [
      'not where a list showed it before',
      {},
      { ...ordered, ids: new Set(['12']) },
      answering(shown),
      'existed',
    ],
    [
      'not where a read shows another',
      {},
      undefined,
      answering({ id: 13, slug: 'touchstone-7-a' }),
      'unknown',
    ],
    ['not where nothing reads it', {}, undefined, undefined, 'unknown'],
    ['not where it cannot be read', {}, undefined, answering({}, 404), 'unknown'],
    ['not where it shows no names', {}, undefined, answering({ id: 12 }), 'unknown'],
    [
      'not without names',
      { names: {} },
      ordered,
      answering({ id: 12, slug: 'touchstone-7-a' }),
      'unknown',
    ],
  ])('%s', async (_, change, snapshot, read, kind) => {
    const proof = await verifyOwnership({ ...claim, ...change }, snapshot, async () => read);
    expect(proof.kind).toBe(kind);
  });
});

it.each([
  ['/cms/v2/posts/12', '12', '', undefined],
  ['/cms/v2/posts/12/revisions/5', '12', '/revisions', '5'],
  ['/cms/v2/media/12/edit', '12', '/edit', undefined],
  ['/cms/v2/templates/theme//slug', 'theme//slug', '', undefined],
  ['/cms/v2/templates/theme//slug/revisions/5', 'theme//slug', '/revisions', '5'],
  ['/cms/v2/templates/theme//slug/autosaves', 'theme//slug', '/autosaves', undefined],
])('%s addresses an object', (path, id, suffix, below) => {
  expect(objectAt(path, collections)).toMatchObject({ id, suffix, below });
});

/** A site that answers creations of posts with the ID of its oldest post. */
function aliasing() {
  const site = siteWith({}, async (line) => {
    if (!/^POST \/cms\/v2\/posts$/.test(line)) return undefined;
    const made = await site.site.call('POST', '/cms/v2/posts', sent);
    const { body } = await site.site.call('GET', '/cms/v2/posts?per_page=1&orderby=id&order=asc');
    const { id } = Object(Array.isArray(body) ? body[0] : undefined);
    return { outcome: answering({ ...Object(made.body), id }, 201), resent: false };
  });
  const sent = { slug: 'touchstone-7-a', title: 'touchstone 7 a', status: 'publish' };
  const create = step('create', 'setup', 'posts/create', json(sent));
  return { site, create };
}

describe('a creation that is answered with the ID of an older object', () => {
  const path = { id: { $from: 'create#/id' } };
  const update = step('update', 'valid', 'posts/update/post', { path, ...json({ title: 'b' }) });
  const remove = step('remove', 'valid', 'posts/delete', { path, query: { force: true } });
  const request = {
    method: 'DELETE',
    path: { $from: 'create#/id', in: '/cms/v2/posts/{}?force=true' },
  };
  const batch = step('batch', 'valid', 'batch', json({ requests: [request] }));

  it.each([
    ['updates', update],
    ['removals', remove],
    ['members of batches', batch],
  ])('holds back %s', async (_, writing) => {
    const { site, create } = aliasing();
    const [trace] = await all(sendCases([caseOf(create, writing)], site.options));
    const writes = site.log.filter((line) => !/^GET |^POST \/cms\/v2\/posts$/.test(line));
    expect(writes).toEqual([]);
    expect(trace?.unsent).toMatchObject([
      {
        because: 'precondition',
        why: expect.stringMatching(/^content\/posts \d+ is left alone: /),
      },
    ]);
    expect(trace?.ownership).toMatchObject([
      { created: 'create', what: expect.stringMatching(/^content\/posts \d+$/), shows: 'existed' },
    ]);
    expect(trace?.left).toBeUndefined();
  });
});

it('a list that a busy server refused shows no own object as an earlier one', async () => {
  const site = siteWith();
  let lists = 0;
  const besides: Transport = {
    ...site.options.transport,
    send: (request, baseUrl, signal) => {
      lists += 1;
      return lists > 1
        ? site.options.transport.send(request, baseUrl, signal)
        : Promise.resolve({ outcome: answering({ code: 'busy' }, 429), resent: false });
    },
  };
  const named = (name: string) => json({ slug: name, title: name.replaceAll('-', ' ') });
  const trace = await all(
    sendCases(
      [
        caseOf(
          step('create', 'setup', 'posts/create', named('touchstone-7-a')),
          step('other', 'setup', 'posts/create', named('touchstone-7-b')),
          step('update', 'valid', 'posts/update/post', {
            path: { id: { $from: 'create#/id' } },
            ...json({ title: 'b' }),
          }),
        ),
      ],
      { ...site.options, besides },
    ),
  );
  expect(trace).toMatchObject([{ exchanges: [{}, {}, { step: 'update' }] }]);
  expect(trace[0]?.ownership?.filter(({ shows }) => shows === 'existed') ?? []).toEqual([]);
});

/** The lines of created objects in the journal of a run. */
async function journalOf(site: SentSite, create: Step) {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-ownership-'));
  const owner = { pid: 1, host: 'here', startedAt: '2026', cwd: '/', targetOptions: [] };
  const journal = openJournal(folder, owner);
  await all(sendCases([caseOf(create)], { ...site.options, journal }));
  const lines = readFileSync(journal.path, { encoding: 'utf8', flag: 'a+' }).split('\n');
  journal.close();
  rmSync(folder, { recursive: true });
  return lines
    .filter(Boolean)
    .map((line): { readonly kind?: string; readonly names?: object } => JSON.parse(line))
    .filter(({ kind }) => kind === 'made');
}

it('the journal has the title of an upload too, which has no mark', async () => {
  const [made] = await journalOf(
    siteWith(),
    step('create', 'setup', 'posts/create', json({ slug: 'touchstone-7-a', title: 'A' })),
  );
  // The server can name the object by its title.
  expect(made?.names).toEqual({ slug: 'touchstone-7-a', title: 'A' });
});

it('the journal has what a later process needs to know of an older ID', async () => {
  const { site, create } = aliasing();
  const [made, ...others] = await journalOf(site, create);
  const names = { slug: 'touchstone-7-a', title: 'touchstone 7 a' };
  expect(made).toMatchObject({ earlier: 'listed', newest: expect.any(Number), shown: names });
  expect(made).not.toHaveProperty('own');
  expect(others).toEqual([]);
});

describe('a creation that is answered with an ID above all before', () => {
  const READ = expect.stringMatching(/^GET /);
  const REMOVAL = expect.stringMatching(/^DELETE /);
  it.each([
    ['is read back, for its names', 'touchstone 7 p', [READ, REMOVAL]],
    ['is not read back where it has no name to know it by', 'p', [REMOVAL]],
  ])('%s', async (_, title, others) => {
    const { site } = aliasing();
    const page = step('create', 'setup', 'pages/create', json({ title }));
    const [trace] = await all(sendCases([caseOf(page)], site.options));
    expect(trace?.ownership).toBeUndefined();
    expect(site.log).toEqual(['POST /cms/v2/pages', ...others]);
  });

  it.each([
    ['with its own names', {}],
    ['as the object that has that ID', { slug: 'hello', title: { raw: 'Hello' } }],
  ])('changes nothing if others created that object meanwhile, answered %s', async (_, shown) => {
    const sent = { slug: 'touchstone-7-a', title: 'touchstone 7 a', status: 'publish' };
    let theirs = 0;
    const site = siteWith({}, async (line) => {
      if (line !== 'POST /cms/v2/posts') return undefined;
      const { body } = await site.site.call('POST', '/cms/v2/posts', sent);
      const hello = { slug: 'hello', title: 'Hello', status: 'publish' };
      const other = await site.site.call('POST', '/cms/v2/posts', hello);
      theirs = Object(other.body).id;
      return { outcome: answering({ ...Object(body), ...shown, id: theirs }, 201), resent: false };
    });
    const register = openRegister(undefined);
    const options = { ...site.options, register };
    const create = step('create', 'setup', 'posts/create', json(sent));
    const path = { id: { $from: 'create#/id' } };
    const update = step('update', 'valid', 'posts/update/post', { path, ...json({ title: 'b' }) });
    const [trace] = await all(sendCases([caseOf(create, update)], options));
    expect(site.log).toEqual(['POST /cms/v2/posts', READ]);
    expect(trace?.unsent).toMatchObject([
      { because: 'precondition', why: expect.stringContaining('it is called "hello", "Hello"') },
    ]);
    const end = await endOf({ ...options, journal: undefined });
    expect(end.notes.join()).toMatch(/^1 removed at the end, .*\(touchstone-7-a\)$/);
    expect(await site.site.call('GET', `/cms/v2/posts/${theirs}`)).toMatchObject({ status: 200 });
  });
});

describe('a copy of an image that its server calls as it likes', () => {
  const PNG =
    'iVBORw0KGgoAAAANSUhEUgAAACgAAAAYCAIAAAAH5iiXAAAAN0lEQVR42mO4Y6RPNlLrvkQ2Yhi1eNTiUYtHLR61mGiLW2eSj7Z2ko9GLR61eNTiUYtHLSYaAQCl/Mp9UIUh4wAAAABJRU5ErkJggg==';
  const upload = step('own', 'setup', 'media/create', {
    headers: [['content-disposition', 'attachment; filename="touchstone-1-copied.png"']],
    body: { kind: 'bytes', base64: PNG, contentType: 'image/png' },
  });
  const flip = { type: 'flip', args: { flip: { horizontal: true, vertical: false } } };
  const edited = (names: { readonly [name: string]: string }) =>
    step('edit', 'valid', 'media/edit', {
      path: { id: { $from: 'own#/id' } },
      ...json({ src: { $from: 'own#/source_url' }, modifiers: [flip], ...names }),
    });
  it.each([
    ['is own under the names of its answer', {}, {}, 2, undefined],
    ['is not own under others', {}, { slug: 'hello', title: { raw: 'Hello' } }, 1, /"edited-copy"/],
    ['is not own where it was given a name', { title: 'touchstone 1 b' }, {}, 1, /"edited-copy"/],
  ])('%s', async (_, names, shown, removed, why) => {
    const site = siteWith({}, async (line) => {
      const [, path = ''] = /^POST (\/cms\/v2\/media\/\d+)\/edit$/.exec(line) ?? [];
      if (path === '') return undefined;
      const { call } = site.site;
      const src = Object((await call('GET', path)).body).source_url;
      const called = { src, modifiers: [flip], title: 'Edited copy' };
      const { body } = await call('POST', `${path}/edit`, called);
      return { outcome: answering({ ...Object(body), ...shown }, 201), resent: false };
    });
    const [trace] = await all(sendCases([caseOf(upload, edited(names))], site.options));
    expect(site.log.filter((line) => line.startsWith('DELETE'))).toHaveLength(removed);
    expect(trace?.left?.map((one) => one.why)).toEqual(why && [expect.stringMatching(why)]);
  });
});

it.each([
  ['removes an upload whose server calls its file by the title that was sent', 'ref', 1],
  ['leaves an upload alone that is called otherwise', 'Hello', 0],
])('%s', async (_, shown, removed) => {
  const name = 'touchstone-fuzz-1-7.png';
  const file = { field: 'file', name, contentType: 'image/png', base64: 'iVBORw0KGgo=' };
  const site = siteWith({}, async (line) => {
    const of = (id: number) =>
      answering({ id, slug: shown.toLowerCase(), title: { raw: shown } }, 201);
    if (line === 'POST /cms/v2/media') return { outcome: of(9_000), resent: false };
    return line.startsWith('GET /cms/v2/media/9000')
      ? { outcome: of(9_000), resent: false }
      : undefined;
  });
  const upload = step('own', 'setup', 'media/create', {
    body: { kind: 'form', fields: { title: 'ref' }, file },
  });
  await all(sendCases([caseOf(upload)], site.options));
  expect(site.log.filter((line) => line.startsWith('DELETE'))).toHaveLength(removed);
});

describe('an ID that is that of another object right after the removal', () => {
  const sent = { slug: 'touchstone-7-a', title: 'touchstone 7 a', status: 'publish' };
  /** @param first the answer to the first removal, which is carried out */
  const reusing = (first: Outcome | undefined) => {
    let isRemoved = false;
    const site = siteWith({}, async (line) => {
      const [, method = '', id = ''] = /^(GET|DELETE) \/cms\/v2\/posts\/(\d+)/.exec(line) ?? [];
      if (method === 'GET' && isRemoved)
        return { outcome: answering({ id: Number(id), slug: 'hello' }), resent: false };
      if (method !== 'DELETE' || isRemoved) return undefined;
      await site.site.call('DELETE', `/cms/v2/posts/${id}?force=true`);
      isRemoved = true;
      return { outcome: first ?? answering({ deleted: true }), resent: false };
    });
    return site;
  };
  const removals = (log: readonly string[]) => log.filter((line) => line.startsWith('DELETE'));
  const create = step('create', 'setup', 'posts/create', json(sent));
  const request = { path: { id: { $from: 'create#/id' } }, query: { force: true } };
  const remove = step('remove', 'valid', 'posts/delete', request);

  it('is not removed by a step that removes it again', async () => {
    const site = reusing(undefined);
    const [trace] = await all(
      sendCases([caseOf(create, remove, { ...remove, id: 'again' })], site.options),
    );
    expect(removals(site.log)).toHaveLength(1);
    expect(trace?.unsent).toMatchObject([
      {
        step: 'again',
        because: 'precondition',
        why: expect.stringMatching(/ is left alone: it was removed, and its ID is that of another/),
      },
    ]);
    expect(trace?.left).toBeUndefined();
  });

  it('is not removed where the removal is sent again, as its answer was that it could not be done', async () => {
    const site = reusing(answering({}, 503));
    const [trace] = await all(sendCases([caseOf(create)], site.options));
    expect(removals(site.log)).toHaveLength(1);
    expect(trace?.left).toBeUndefined();
  });

  it('is removed again where the ID is still that of the own object', async () => {
    const { options, log } = siteWith();
    const [trace] = await all(
      sendCases([caseOf(create, remove, { ...remove, id: 'again' })], options),
    );
    expect(removals(log)).toHaveLength(2);
    expect(trace?.unsent).toBeUndefined();
  });
});

it('an ID that a double cannot hold keeps all its digits, in what is read, changed and removed', async () => {
  const id = '9007199254740993';
  const text = `{"id":${id},"slug":"touchstone-7-a"}`;
  const body = { bytes: Buffer.from(text), completeness: 'complete' } as const;
  const content = { kind: 'json', value: JSON.parse(text) } as const;
  const outcome = { ...answering({}, 201), body: { ...body, content } } as const;
  const site = siteWith({}, async () => ({ outcome, resent: false }));
  const create = step('create', 'setup', 'posts/create', json({ slug: 'touchstone-7-a' }));
  const own = { $from: 'create#/id' };
  const update = step('update', 'valid', 'posts/update/post', {
    ...{ path: { id: own }, ...json({ title: 'b' }) },
  });
  const page = step('page', 'valid', 'pages/create', json({ title: 'touchstone', parent: own }));
  const [trace] = await all(sendCases([caseOf(create, update, page)], site.options));
  expect(site.log).toEqual([
    'POST /cms/v2/posts',
    `GET /cms/v2/posts/${id}&context=edit`,
    `POST /cms/v2/posts/${id}`,
    `DELETE /cms/v2/posts/${id}&force=true`,
  ]);
  expect(trace?.unsent).toMatchObject([
    { step: 'page', because: 'no-data', why: expect.stringContaining('cannot carry a number') },
  ]);
});

it('two creations that are answered with one ID leave nothing', async () => {
  const sent = (name: string) =>
    json({ slug: `touchstone-7-${name}`, title: `touchstone 7 ${name}` });
  let first: unknown;
  const site = siteWith({}, async (line) => {
    if (line !== 'POST /cms/v2/posts') return undefined;
    const name = first === undefined ? 'a' : 'b';
    const { body } = await site.site.call('POST', '/cms/v2/posts', sent(name).body.value);
    first ??= Object(body).id;
    return { outcome: answering({ ...Object(body), id: first }, 201), resent: false };
  });
  const register = openRegister(undefined);
  const options = { ...site.options, register };
  const steps = ['a', 'b'].map((one) => step(one, 'setup', 'posts/create', sent(one)));
  const [trace] = await all(sendCases([caseOf(...steps)], options));
  const end = await endOf({ ...options, journal: undefined });
  expect(trace?.left).toBeUndefined();
  const { body } = await site.site.call('GET', '/cms/v2/posts?search=touchstone&status=draft');
  expect(body).toEqual([]);
  expect(end.problems).toEqual([]);
});

describe('where a removal is refused', () => {
  const create = (title: string) =>
    step('create', 'setup', 'posts/create', json({ title: `touchstone 7 ${title}` }));
  const refused = () =>
    siteWith({}, async (line) =>
      line.startsWith('DELETE')
        ? { outcome: answering({ code: 'no' }, 403), resent: false }
        : undefined,
    );

  it.each([
    ['nothing more of the kind is created', 'nowhere', 1],
    ['creations go on on loopback', 'loopback', 3],
    ['creations go on where the user said so', 'anywhere', 3],
  ] as const)('%s', async (_, leaveBehind, created) => {
    const site = refused();
    const register = openRegister(undefined);
    const options = { ...site.options, leaveBehind, register };
    const traces = await all(
      sendCases(
        ['a', 'b', 'c'].map((one) => caseOf(create(one))),
        options,
      ),
    );
    expect(site.log.filter((line) => line.startsWith('POST'))).toHaveLength(created);
    if (created > 1) return;
    expect(traces[1]?.case.lacks).toBe('removal is refused here: content/posts (HTTP 403)');
    const page = caseOf(step('create', 'setup', 'pages/create', json({ title: 'touchstone 7 p' })));
    await all(sendCases([page], options));
    expect(site.log).toContain('POST /cms/v2/pages');
  });
});

it('what was created under the ID of another object is found at the end, and removed', async () => {
  const { site, create } = aliasing();
  const register = openRegister(undefined);
  const options = { ...site.options, register };
  await all(sendCases([caseOf(create, { ...create, id: 'second' })], options));
  const end = await endOf({ ...options, journal: undefined });
  expect(end.notes).toEqual([
    expect.stringMatching(
      /^2 removed at the end, created by requests that were answered with the ID of another object: content\/posts \d+ \(touchstone-7-a(-2)?\), /,
    ),
  ]);
  expect(end.problems).toEqual([]);
});

it.each<[string, Outcome]>([
  ['a page of a gateway', answering({ message: 'wait' })],
  ['a refusal for load', answering({}, 503)],
])('%s is no list, and is asked for again', async (_, first) => {
  const { site, create } = aliasing();
  let asked = 0;
  const besides: typeof site.options.transport = {
    ...site.options.transport,
    send: async (...request) => {
      asked += 1;
      const sent = await site.options.transport.send(...request);
      return asked === 1 ? { outcome: first, resent: false } : sent;
    },
  };
  const options = { ...site.options, besides };
  const second = { ...create, id: 'second' };
  const [trace] = await all(sendCases([caseOf(create, second)], options));
  expect(asked).toBe(2);
  expect(site.log.filter((line) => line.startsWith('DELETE'))).toEqual([]);
  expect(trace?.ownership).toMatchObject([{ shows: 'existed' }]);
});

it('a creation that was sent twice is looked for twice', async () => {
  const sent = { slug: 'touchstone-7-a', title: 'touchstone 7 a', status: 'publish' };
  const site = siteWith({}, async (line) => {
    if (line !== 'POST /cms/v2/posts') return undefined;
    await site.site.call('POST', '/cms/v2/posts', sent);
    const { body } = await site.site.call('POST', '/cms/v2/posts', sent);
    return { outcome: answering(Object(body), 201), resent: true };
  });
  const register = openRegister(undefined);
  const options = { ...site.options, register };
  await all(sendCases([caseOf(step('create', 'setup', 'posts/create', json(sent)))], options));
  const end = await endOf({ ...options, journal: undefined });
  expect(end.notes.join()).toMatch(/^1 removed at the end, .*\(touchstone-7-a\)$/);
  expect(site.log.filter((line) => line.startsWith('DELETE'))).toHaveLength(2);
});

it('one removal that fails among others holds nothing back', async () => {
  let removals = 0;
  const site = siteWith({}, async (line) => {
    if (!line.startsWith('DELETE')) return undefined;
    removals += 1;
    return removals === 2 ? { outcome: answering({}, 500), resent: false } : undefined;
  });
  const cases = ['a', 'b', 'c', 'd'].map((one) =>
    caseOf(step('create', 'setup', 'posts/create', json({ title: `touchstone 7 ${one}` }))),
  );
  await all(sendCases(cases, { ...site.options, leaveBehind: 'nowhere' }));
  expect(site.log.filter((line) => line.startsWith('POST'))).toHaveLength(4);
});

it.each([
  ['an update', 'posts/update/post', { path: { id: { $from: 'create#/id' } } }],
  ['a creation', 'posts/create', {}],
])('%s with the ID of an older object in its body is held back', async (_, operation, where) => {
  const { site, create } = aliasing();
  const other = { $from: 'create#/id' };
  const page = step('page', 'setup', 'posts/create', json({ title: 'touchstone 7 own' }));
  const write = step('write', 'valid', operation, { ...where, ...json({ id: other, title: 'b' }) });
  const [trace] = await all(sendCases([caseOf(create, page, write)], site.options));
  expect(trace?.unsent).toMatchObject([{ step: 'write', because: 'precondition' }]);
});
