import { afterEach, describe, expect, it } from 'vitest';
import type { WireRequest } from '../model.ts';
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
      [boundary, boundary].map((one) => `--${one}\r\n`).join('name="title"\r\n\r\nTides\r\n') +
      `name="status"\r\n\r\n${status}\r\n--${boundary}--\r\n`;
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
    const told = await asked(`${origin}/x`, { method: 'POST', headers, body });
    expect(told).toContain('nearest is entry 1 in');
    expect(told).toMatch(/differs from byte \d\d+ on: .*draft.* and was .*publish/);
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
    expect(message).toContain('target is \\"/things/7?page=2\\" and was \\"/things/7?page=1\\"');
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
