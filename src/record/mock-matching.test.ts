import { afterEach, describe, expect, it } from 'vitest';
import type { WireRequest } from '../model/index.ts';
import { answer, closeAll, type Kept, log, served, texts } from './mock-server.fixture.ts';

afterEach(closeAll);

const bytes = (text: string) => new TextEncoder().encode(text);

async function asked(url: string, init?: RequestInit): Promise<string> {
  return (await fetch(url, init)).text();
}

/** A request for `/x` with some header fields. */
function withFields(...headers: WireRequest['headers']): Partial<WireRequest> {
  return { target: '/x', headers };
}

describe('a request is answered from a recording', () => {
  it('by the parts of its form, whatever the boundary', async () => {
    const form = (boundary: string, title: string): Partial<WireRequest> => ({
      ...{ method: 'POST', target: '/x' },
      headers: [['Content-Type', `multipart/form-data; boundary=${boundary}`]],
      body: bytes(
        `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\n${title}\r\n--${boundary}--\r\n`,
      ),
    });
    const origin = await served([
      { request: form('----one', 'Tides'), outcome: answer('tides') },
      { request: form('----two', 'Winds'), outcome: answer('winds') },
    ]);
    const ask = (title: string) => {
      const body = new FormData();
      body.set('title', title);
      return asked(`${origin}/x`, { method: 'POST', body });
    };
    expect([await ask('Winds'), await ask('Tides')]).toEqual(['winds', 'tides']);
    expect(await ask('Rain')).toContain('the body differs');
  });

  it('or is told of the form that is nearest, from where its parts differ', async () => {
    const form = (boundary: string, status: string) =>
      [
        ...['title"\r\n\r\nTides', `status"\r\n\r\n${status}`].map(
          (part) => `--${boundary}\r\nContent-Disposition: form-data; name="${part}\r\n`,
        ),
        `--${boundary}--\r\n`,
      ].join('');
    const type = 'multipart/form-data; boundary=';
    const kept = (contentType: string, body: string): Kept => ({
      request: {
        ...{ method: 'POST', target: '/x', headers: [['Content-Type', contentType]] },
        body: bytes(body),
      },
      outcome: answer(''),
    });
    const origin = await served([
      kept('application/x-www-form-urlencoded', 'title=Tides&status=publish'),
      kept(`${type}----one`, form('----one', 'publish')),
    ]);
    const headers = { 'content-type': `${type}----two` };
    const body = form('----two', 'draft');
    const text = await asked(`${origin}/x`, { method: 'POST', headers, body });
    expect(text).toContain('nearest is entry 2 in');
    expect(text).toContain('the body differs: /status is \\"draft\\" and was \\"publish\\"');
  });

  it('by its conditions and ranges, and never conditionally where it has none', async () => {
    const origin = await served([
      { request: withFields(['If-None-Match', '"a"']), outcome: answer('', { status: 304 }) },
      { request: withFields(['Range', 'bytes=0-1']), outcome: answer('wh', { status: 206 }) },
      { request: withFields(), outcome: answer('whole') },
    ]);
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(`${origin}/x`, { headers });
      return `${response.status} ${await response.text()}`;
    };
    expect(await ask({})).toBe('200 whole');
    expect(await ask({ 'if-none-match': '"a"' })).toBe('304 ');
    expect(await ask({ range: 'bytes=0-1' })).toBe('206 wh');
    // A server may answer with the whole.
    expect(await ask({ range: 'bytes=2-3' })).toBe('200 whole');
    expect(await ask({ 'if-match': '"b"' })).toContain('header if-match is new');
  });

  it('with nothing, where all that is there is conditional, or has to be the same', async () => {
    const partial = [{ request: withFields(['Range', 'bytes=0-1']), outcome: answer('wh') }];
    expect(await texts(await served(partial), '/x')).toEqual([
      expect.stringContaining('header range is missing'),
    ]);
    const whole = await served([{ request: withFields(), outcome: answer('whole') }], 'strict');
    expect(await asked(`${whole}/x`, { headers: { range: 'bytes=0-1' } })).toContain(
      'header range is new',
    );
  });

  it('by the rest, where its body was not kept', async () => {
    const post = { method: 'POST', target: '/x' };
    const lost = ["the request's body after 10 bytes"];
    const origin = await served([
      { request: { ...post, body: bytes('first') }, outcome: answer('first') },
      { request: { ...post, body: bytes('much more …') }, outcome: answer('much'), lost },
    ]);
    const ask = (body: string) => asked(`${origin}/x`, { method: 'POST', body });
    expect([await ask('anything'), await ask('first')]).toEqual(['much', 'first']);
  });

  it('is compared with the nearest entry of all that was recorded', async () => {
    const many: readonly Kept[] = Array.from({ length: 300 }, (_, index) => ({
      request: { target: `/a/${index}` },
      outcome: answer('other'),
    }));
    const wanted = { request: { target: '/things/7?page=1' }, outcome: answer('seven') };
    const origin = await served([...many, wanted]);
    const [message, deep] = await texts(origin, '/things/7?page=2', '/deep/api/things/7?page=2');
    expect(deep?.split('nearest')[1]).toBe(message?.split('nearest')[1]);
    expect(message).toContain('query page is \\"2\\" and was \\"1\\"');
  });
});

describe('answers follow the state of what they are about', () => {
  const put = (text: string): Kept => ({
    request: { method: 'PUT', target: '/things/7', body: bytes(text) },
    outcome: answer(`put ${text}`),
  });
  const get = (text: string, target = '/things/7'): Kept => ({
    request: { target },
    outcome: answer(text),
  });
  const recorded = [
    get('none', '/things'),
    get('old'),
    put('new'),
    get('new'),
    get('one', '/things'),
    put('newer'),
    get('newer'),
  ];

  it('however often they are asked in between', async () => {
    const origin = await served(recorded);
    const write = (body: string) => asked(`${origin}/things/7`, { method: 'PUT', body });
    const read = () => texts(origin, '/things/7', '/things/7', '/things');
    expect(await read()).toEqual(['old', 'old', 'none']);
    await write('new');
    expect(await read()).toEqual(['new', 'new', 'one']);
    await write('newer');
    expect(await texts(origin, '/things/7', '/things/7')).toEqual(['newer', 'newer']);
    expect(log.filter((one) => 'disorder' in one)).toEqual([]);
    // Nobody read the list after the last change.
    expect(await texts(origin, '/things')).toEqual(['one']);
    expect(log.at(-1)).toHaveProperty(
      'disorder',
      'out of order: recorded after 1 changes of it, asked after 2',
    );
  });

  it('also where it was recorded within a millisecond', async () => {
    const origin = await served(recorded.map((one) => ({ ...one, startedAt: 7 })));
    const read = () => texts(origin, '/things/7');
    expect(await read()).toEqual(['old']);
    for (const body of ['new', 'newer']) {
      await asked(`${origin}/things/7`, { method: 'PUT', body });
      expect(await read()).toEqual([body]);
    }
  });

  it('where several clients change several things', async () => {
    const both = [7, 8].flatMap((id): readonly Kept[] => [
      get(`${id} old`, `/things/${id}`),
      { request: { method: 'DELETE', target: `/things/${id}` }, outcome: answer('gone') },
      { request: { target: `/things/${id}` }, outcome: answer('no', { status: 404 }) },
    ]);
    const origin = await served(both);
    const drop = (id: number) => asked(`${origin}/things/${id}`, { method: 'DELETE' });
    expect(await texts(origin, '/things/8', '/things/7')).toEqual(['8 old', '7 old']);
    await drop(8);
    expect(await texts(origin, '/things/8', '/things/7')).toEqual(['no', '7 old']);
    await drop(7);
    expect(await texts(origin, '/things/8', '/things/7')).toEqual(['no', 'no']);
  });
});

describe('requests that are written in another way get the answer to the same one', () => {
  const sent = (
    target: string,
    headers: WireRequest['headers'] = [],
    body = '',
  ): Kept['request'] => ({
    ...{ method: 'POST', target, headers },
    ...(body !== '' && { body: bytes(body) }),
  });
  const override = (method: string): WireRequest['headers'] => [['X-HTTP-Method-Override', method]];
  const form: WireRequest['headers'] = [['Content-Type', 'application/x-www-form-urlencoded']];

  it('by the method that they name in a header', async () => {
    const origin = await served([
      { request: sent('/posts/7', override('PUT')), outcome: answer('put') },
      { request: sent('/posts/7', override('DELETE')), outcome: answer('trash') },
    ]);
    const ask = (method: string, headers: Record<string, string>, target = '/posts/7') =>
      asked(`${origin}${target}`, { method, headers });
    expect(await ask('POST', { 'x-http-method-override': 'DELETE' })).toBe('trash');
    expect(await ask('POST', { 'x-http-method-override': 'put' })).toBe('put');
    expect(await ask('DELETE', {})).toBe('trash');
    expect(await ask('POST', {}, '/posts/7?_method=DELETE')).toBe('trash');
    expect(await ask('POST', {})).toContain('method is \\"POST\\" and was \\"PUT\\"');
  });

  it('and the one that was sent by itself, where a server knew no override', async () => {
    const origin = await served([
      { request: sent('/posts/7', override('DELETE')), outcome: answer('no', { status: 405 }) },
      { request: { method: 'DELETE', target: '/posts/7' }, outcome: answer('gone') },
    ]);
    const headers = { 'x-http-method-override': 'DELETE' };
    expect(await asked(`${origin}/posts/7`, { method: 'DELETE' })).toBe('gone');
    expect(await asked(`${origin}/posts/7`, { method: 'POST', headers })).toBe('no');
  });

  it('a read by POST changes nothing', async () => {
    const origin = await served([
      { request: { target: '/posts' }, outcome: answer('before') },
      { request: sent('/posts', override('GET')), outcome: answer('read') },
      { request: { target: '/posts' }, outcome: answer('after') },
    ]);
    // Both reads were recorded in one state, so each comes once.
    expect(await texts(origin, '/posts', '/posts')).toEqual(['before', 'after']);
    expect(log.filter((one) => 'disorder' in one)).toEqual([]);
  });

  it('by all digits of a number', async () => {
    const json: WireRequest['headers'] = [['Content-Type', 'application/json']];
    const origin = await served([
      { request: sent('/posts', json, '{"author":9007199254740992}'), outcome: answer('a') },
      { request: sent('/posts', json, '{"author":9007199254740993}'), outcome: answer('b') },
    ]);
    const ask = (body: string) => asked(`${origin}/posts`, { method: 'POST', body });
    expect(await ask('{ "author": 9007199254740993.0 }')).toBe('b');
    expect(await ask('{"author":9007199254740992}')).toBe('a');
    expect(await ask('{"author":9007199254740994}')).toContain(
      '/author is 9007199254740994 and was 9007199254740992',
    );
  });

  it('by the fields of a form and of a query', async () => {
    const origin = await served([
      { request: sent('/posts', form, 'title=a+b&status=draft'), outcome: answer('made') },
      { request: { target: '/posts?include%5B%5D=1&include%5B%5D=2' }, outcome: answer('list') },
    ]);
    const ask = (body: string) =>
      asked(`${origin}/posts`, {
        method: 'POST',
        headers: { 'content-type': form[0]?.[1] ?? '' },
        body,
      });
    expect(await ask('status=draft&title=a+b')).toBe('made');
    expect(await ask('title=a%20b&status=draft')).toBe('made');
    expect(await ask('title=b&status=draft')).toContain('/title is \\"b\\" and was \\"a b\\"');
    expect(await texts(origin, '/posts?include[]=1&include[]=2')).toEqual(['list']);
  });

  it('with the secret of a form in the answer, decoded', async () => {
    const request = sent('/login', form, 'user=ada&password=correct+horse%26staple9');
    const origin = await served([
      { request, outcome: answer('{"password":"correct horse&staple9"}') },
    ]);
    const body = 'password=other%20secret%2677&user=ada';
    const headers = { 'content-type': form[0]?.[1] ?? '' };
    expect(await asked(`${origin}/login`, { method: 'POST', headers, body })).toContain(
      'other secret&77',
    );
  });

  it('not by what the recorder refused itself', async () => {
    const refused = {
      kind: 'fault',
      code: 'unsendable',
      message: 'its head is too large',
    } as const;
    const origin = await served([
      { request: { target: '/x' }, outcome: refused },
      { request: { target: '/x' }, outcome: answer('there') },
      { request: { target: '/y' }, outcome: refused },
    ]);
    expect(await texts(origin, '/x', '/x')).toEqual(['there', 'there']);
    expect(await texts(origin, '/y')).toEqual([expect.stringContaining('not in the recording')]);
  });
});
