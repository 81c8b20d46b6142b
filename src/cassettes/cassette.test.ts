import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request as undiciRequest } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { serveReference } from '../reference/index.ts';
import { verifyClean } from '../secrets/index.ts';
import { type CassetteOptions, cassette } from '../vitest.ts';

type Server = Awaited<ReturnType<typeof serveReference>>;

let server: Server;
let broken: Server;
let folder: string;

beforeAll(async () => {
  server = await serveReference({ faults: [], variations: [] });
  broken = await serveReference({ faults: ['author-as-text'], variations: [] });
}, 60_000);
afterAll(async () => {
  await Promise.all([server.close(), broken.close()]);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-cassette-'));
  // Where these tests run in CI, cassettes are recorded all the same.
  vi.stubEnv('CI', undefined);
  vi.stubEnv('TOUCHSTONE_RECORD', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const POSTS = '/cms/v2/posts?per_page=2';

function given(more: CassetteOptions = {}, { contentUrl: url }: Server = server): CassetteOptions {
  return { folder, target: { content: { url, routing: 'path' } }, ...more };
}

/** What a client gets within a cassette. */
async function taped<T>(options: CassetteOptions, client: () => Promise<T>): Promise<T> {
  const tape = await cassette('posts', options);
  try {
    return await client();
  } finally {
    await tape.eject();
  }
}

async function texts(...paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) found.push(await (await fetch(`${server.contentUrl}${path}`)).text());
  return found;
}

function files(): { readonly [name: string]: string } {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const kept = names.filter((name) => /\.(?:har|ndjson)$/.test(name));
  return Object.fromEntries(kept.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

describe('a cassette', () => {
  test('is recorded once, and then answers without the server, wherever that was', async () => {
    const [recorded] = await taped(given(), () => texts(POSTS));
    expect(JSON.parse(recorded ?? '')).toHaveLength(2);
    expect(Object.keys(files())).toContain('posts/content/posts/list.har');

    const elsewhere = { content: { url: 'http://elsewhere.invalid/api', routing: 'path' } };
    const ask = async () => (await fetch(`http://elsewhere.invalid/api${POSTS}`)).text();
    expect(await taped(given({ target: elsewhere }), ask)).toBe(recorded);
  });

  test('takes node:http, and undici by a dispatcher that it is handed', async () => {
    const url = `${server.contentUrl}${POSTS}`;
    const viaUndici = async () => {
      const tape = await cassette('handed', given({ clients: [] }));
      const { body } = await undiciRequest(url, { dispatcher: tape.dispatcher });
      const text = await body.text();
      await tape.eject();
      return text;
    };
    const recorded = [await taped(given(), () => plainGet(url)), await viaUndici()];
    const before = files();
    const replayed = [await taped(given({ mode: 'none' }), () => plainGet(url)), await viaUndici()];
    expect(Object.keys(before)).toContain('posts/content/posts/list.har');
    expect(Object.keys(before)).toContain('handed/content/posts/list.har');
    expect(replayed).toEqual(recorded);
    expect(files()).toEqual(before);
  });

  test('lets go of fetch when it ends', async () => {
    await taped(given(), () => texts(POSTS));
    await expect(texts('/cms/v2/posts?per_page=5')).resolves.toHaveLength(1);
    expect(Object.values(files()).join()).not.toContain('per_page=5');
  });

  test('keeps no credential', async () => {
    const secret = `Basic ${Buffer.from('ada:correct horse battery').toString('base64')}`;
    const ask = () => fetch(`${server.contentUrl}${POSTS}`, { headers: { authorization: secret } });
    const options = given({ secrets: ['correct horse battery'], violations: 'off' });
    const { status } = await taped(options, ask);
    const text = Object.values(files()).join();
    expect(text).not.toContain(secret.slice(6));
    expect(verifyClean(folder, [{ name: 'own', value: 'correct horse battery' }])).toEqual([]);
    expect((await taped(given({ mode: 'none', violations: 'off' }), ask)).status).toBe(status);
  });

  test('answers equal requests in the order in which they were recorded', async () => {
    const ids = () => texts(POSTS, '/cms/v2/posts?per_page=1', POSTS);
    const recorded = await taped(given(), ids);
    expect(await taped(given({ mode: 'none' }), ids)).toEqual(recorded);
    await expect(taped(given({ mode: 'none' }), () => texts(POSTS, POSTS, POSTS))).rejects.toThrow(
      'it was sent less often',
    );
  });

  test('belongs to its own test where several run at once', async () => {
    const one = async (count: number) => {
      const tape = await cassette(`of-${count}`, given());
      const [text = ''] = await texts(`/cms/v2/posts?per_page=${count}`);
      const plain = await plainGet(`${server.contentUrl}/cms/v2/pages?per_page=${count}`);
      await tape.eject();
      return [JSON.parse(text).length, JSON.parse(plain).length];
    };
    const counts = [1, 2, 3];
    const all = await Promise.all(counts.map(one));
    expect(all.map(([posts]) => posts)).toEqual(counts);
    const kept = files();
    for (const count of counts) {
      const own = Object.entries(kept).filter(([name]) => name.startsWith(`of-${count}/content/`));
      const text = own.map(([, each]) => each).join();
      expect(own).toHaveLength(2);
      expect([...text.matchAll(/"_target":"[^"]*per_page=(\d)/g)].map(([, n]) => n)).toEqual([
        `${count}`,
        `${count}`,
      ]);
    }
  });
});

describe('the mode', () => {
  test('new-episodes adds what is missing, and leaves the rest as it stands', async () => {
    await taped(given(), () => texts(POSTS));
    const before = files()['posts/content/posts/list.har']?.split('\n') ?? [];
    await taped(given({ mode: 'new-episodes' }), () => texts(POSTS, '/cms/v2/posts?per_page=3'));
    const after = files()['posts/content/posts/list.har']?.split('\n') ?? [];
    expect(after).toHaveLength(before.length + 1);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  test('all records anew', async () => {
    await taped(given(), () => texts(POSTS, '/cms/v2/posts?per_page=3'));
    await taped(given({ mode: 'all' }), () => texts('/cms/v2/posts?per_page=4'));
    const text = Object.values(files()).join();
    expect(text).toContain('per_page=4');
    expect(text).not.toContain('per_page=3');
  });

  test('all replaces what an earlier run recorded', async () => {
    const other = await serveReference({ faults: [], variations: [] });
    const ask = async ({ contentUrl }: Server) => {
      for (const path of [POSTS, '/cms/v2/pages']) await (await fetch(contentUrl + path)).text();
    };
    await taped(given(), () => ask(server));
    const before = files();
    await taped(given({ mode: 'all' }, other), () => ask(other)).finally(other.close);
    const after = files();
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(JSON.stringify(after)).toContain(other.contentUrl);
    expect(JSON.stringify(after)).not.toContain(server.contentUrl);
  });

  test('none sends nothing, and names the nearest request', async () => {
    await taped(given(), () => texts(POSTS));
    const other = () => texts('/cms/v2/posts?per_page=3').catch(() => 'swallowed');
    await expect(taped(given({ mode: 'none' }), other)).rejects.toThrow(
      'query per_page is "3" and was "2"',
    );
    await expect(
      taped(given({ mode: 'none', folder: join(folder, 'empty') }), other),
    ).rejects.toThrow(/there is no cassette in .*empty.*; TOUCHSTONE_RECORD=once records it$/);
  });

  test('none names the nearest of several, and no field that tells nothing apart', async () => {
    const paths = ['/cms/v2/tags', '/cms/v2/posts?offset=1&per_page=2', '/cms/v2/pages'];
    await taped(given(), () => texts(...paths));
    const other = () =>
      fetch(`${server.contentUrl}/cms/v2/posts?offset=1&per_page=3`, {
        headers: { 'x-build': '7' },
      }).catch(() => 'swallowed');
    await expect(taped(given({ mode: 'none' }), other)).rejects.toThrow(
      'entry 2 in content/posts/list.har: query per_page is "3" and was "2"; TOUCHSTONE_RECORD',
    );
  });

  test('none names the members of a JSON body that differ, and shows no secret', async () => {
    const create = (body: object) => () =>
      fetch(`${server.contentUrl}/cms/v2/posts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).catch(() => 'swallowed');
    const text = 'lorem ipsum '.repeat(50);
    const one = { title: 'Tides', status: 'draft', password: 'hunter-two', text: `${text}one` };
    await taped(given({ violations: 'off' }), create(one));
    const other = { password: 'hunter-three', text: `${text}two`, title: 'Tides', status: 'new' };
    const error = await taped(given({ mode: 'none' }), create(other)).catch(String);
    expect(error).toMatch(
      /: the body differs: \/status is "new" and was "draft", \/text is "….{20}two" and was "….{20}one"; TOUCHSTONE/,
    );
    expect(error).not.toContain('hunter');
  });

  test('is that of the environment, and none in CI', async () => {
    const modeOf = async (options?: CassetteOptions) => {
      const tape = await cassette('a', { folder, clients: [], ...options });
      await tape.eject();
      return tape.mode;
    };
    expect(await modeOf()).toBe('once');
    vi.stubEnv('CI', 'false');
    expect(await modeOf()).toBe('once');
    vi.stubEnv('CI', 'true');
    expect(await modeOf()).toBe('none');
    vi.stubEnv('TOUCHSTONE_RECORD', 'new-episodes');
    expect(await modeOf()).toBe('new-episodes');
    expect(await modeOf({ mode: 'all' })).toBe('all');
    vi.stubEnv('TOUCHSTONE_RECORD', undefined);
    await expect(
      cassette('a', { mode: 'sometimes' as NonNullable<CassetteOptions['mode']> }),
    ).rejects.toThrow(/^there is no mode "sometimes" of cassettes; .* take once, /);
  });

  test.each([
    [{ unsed: 'fail' }, /^cassettes have no option `unsed`; did you mean unused\?/],
    [{ qqq: 1 }, /no option `qqq`; they take mode, /],
  ])('a misspelt option is an error: %o', async (options, message) => {
    await expect(cassette('a', options as CassetteOptions)).rejects.toThrow(message);
  });
});

describe('an exchange that breaks the document', () => {
  const ask = async () => (await fetch(`${broken.contentUrl}${POSTS}`)).text();

  test('fails the test that records it, and the one that replays it', async () => {
    const options = given({ strict: true }, broken);
    await expect(taped(options, ask)).rejects.toThrow(/breaks the document[\s\S]*author/);
    await expect(taped({ ...options, mode: 'none' }, ask)).rejects.toThrow(
      /breaks the document[\s\S]*\nnpx touchstone explain .*TOUCHSTONE_RECORD=all/,
    );
  });

  test.each([
    ['the target is', () => ({})],
    ['it has its routes', () => ({ target: { content: broken.contentUrl } })],
  ])('fails it where nobody said where %s', async (_, said) => {
    const options = { folder, strict: true, ...said() };
    await expect(taped(options, ask)).rejects.toThrow(/breaks the document[\s\S]*author/);
    expect(Object.keys(files())).toContain('posts/content/posts/list.har');
  });

  test('does so where it is asked to', async () => {
    await expect(taped(given({ violations: 'off' }, broken), ask)).resolves.toBeDefined();
  });
});

describe('Polly.JS', () => {
  test('matches as it is told', async () => {
    const byHeader = given({ matchRequestsBy: { headers: { exclude: ['user-agent'] } } });
    const ask = (language: string) => () =>
      fetch(`${server.contentUrl}${POSTS}`, { headers: { 'accept-language': language } });
    await taped(byHeader, ask('de'));
    await taped({ ...byHeader, mode: 'none' }, ask('de'));
    await expect(taped({ ...byHeader, mode: 'none' }, ask('fr'))).rejects.toThrow(
      'accept-language',
    );
    await expect(taped(given({ mode: 'none' }), ask('fr'))).resolves.toBeDefined();
  });

  test('intercepts, passes through, and says that a recording is too old', async () => {
    const tape = await cassette('posts', given());
    tape.polly.server.get(`${server.contentUrl}/cms/v2/pages`).intercept((_request, response) => {
      response.status(503).json({ code: 'made_up' });
    });
    tape.polly.server.get(`${server.contentUrl}/cms/v2/blocks`).passthrough();
    const page = await fetch(`${server.contentUrl}/cms/v2/pages`);
    expect([page.status, await page.json()]).toEqual([503, { code: 'made_up' }]);
    await texts('/cms/v2/blocks', POSTS);
    await tape.eject();
    const text = Object.values(files()).join();
    expect(text).toContain('/cms/v2/posts');
    expect(text).not.toMatch(/v2\/(?:pages|blocks)/);

    const old = given({ mode: 'none', expiresIn: '1ms', expiryStrategy: 'error' });
    const swallowed = () =>
      fetch(`${server.contentUrl}${POSTS}`, { headers: { authorization: 'Basic c2VjcmV0' } }).catch(
        (error: Error) => String(error.cause),
      );
    // Polly prints the whole request, its credential too.
    await expect(taped(old, swallowed)).rejects.toThrow(
      /posts: GET \S*\/cms\/v2\/posts\?per_page=2 was recorded on [-\d]+, and `expiresIn` is "1ms"; TOUCHSTONE_RECORD=all records the cassette anew$/,
    );
  });

  test('an intercept makes up network errors, and leaves requests to the cassette', async () => {
    const tape = await cassette('posts', given());
    const url = `${server.contentUrl}/cms/v2/pages`;
    tape.polly.server.get(url).intercept((request, _response, interceptor) => {
      if (request.url.includes('per_page')) return interceptor.abort();
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    const error: unknown = await fetch(url).catch((thrown: Error) => thrown.cause);
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
    await expect(plainGet(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect((await fetch(`${url}?per_page=1`)).status).toBe(200);
    await tape.eject();
    expect(Object.values(files()).join()).toContain('/cms/v2/pages?per_page=1');
  });

  test('records anew what is too old, in its place', async () => {
    await taped(given(), () => texts(POSTS, '/cms/v2/posts?per_page=3'));
    const before = files()['posts/content/posts/list.har'] ?? '';
    const options = given({ mode: 'once', expiresIn: '1ms', expiryStrategy: 'record' });
    await taped(options, () => texts(POSTS));
    const after = files()['posts/content/posts/list.har'] ?? '';
    expect(after).not.toBe(before);
    expect(after.match(/"_target"/g)).toHaveLength(2);
  });
});

test('the dispatcher before it is the one that sends', async () => {
  let dispatched = 0;
  class Counting extends Agent {
    override dispatch(...args: Parameters<Agent['dispatch']>): boolean {
      dispatched += 1;
      return super.dispatch(...args);
    }
  }
  const { getGlobalDispatcher, setGlobalDispatcher } = await import('undici');
  const before = getGlobalDispatcher();
  const counting = new Counting();
  setGlobalDispatcher(counting);
  await taped(given(), () => texts(POSTS));
  expect(getGlobalDispatcher()).toBe(counting);
  setGlobalDispatcher(before);
  await counting.close();
  expect(dispatched).toBe(1);
});

function plainGet(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve(Buffer.concat(pieces).toString()));
    }).on('error', reject);
  });
}
