import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_BODY_BYTES } from '../../model/index.ts';
import { importFrom } from './formats.ts';

const HAR = fileURLToPath(new URL('../../../fixtures/imports', import.meta.url));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-har-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function imported(name: string) {
  return importFrom(join(HAR, `${name}.har`));
}

/** What was lost of the n-th entry, from 1. */
function lostOf(name: string, number: number): readonly string[] | undefined {
  return imported(name).exchanges.find((one) => one.number === number)?.lost;
}

function outcomeOf(name: string, number: number) {
  return imported(name).exchanges.find((one) => one.number === number)?.outcome;
}

describe('a HAR file', () => {
  it.each<readonly [string, string, number, readonly number[]]>([
    ['chrome', 'WebInspector 537.36', 5, [6, 7]],
    ['firefox', 'Firefox 132.0.1', 5, []],
    ['safari', 'WebKit Web Inspector 1.0', 4, []],
    ['playwright', 'Playwright 1.48.2', 4, []],
    ['mitmproxy', 'mitmproxy 11.0.0', 3, [4]],
  ])('of %s is imported, or listed with the reason', (name, producer, count, left) => {
    const { exchanges, unimported, ...file } = imported(name);
    expect(file.producer).toBe(producer);
    expect(exchanges).toHaveLength(count);
    expect(unimported.map(({ number }) => number)).toEqual(left);
  });

  it('of Chrome has no pseudo-headers, and its host', () => {
    const [first, second] = imported('chrome').exchanges;
    expect(first?.origin).toBe('https://platform.example');
    expect(first?.request.headers.map(([name]) => name)).toEqual([
      'host',
      'accept',
      'accept-encoding',
    ]);
    expect(Buffer.from(second?.request.body ?? []).toString()).toBe('{"systems":["system-1"]}');
    expect(first?.outcome).toMatchObject({ status: 200, body: { content: { kind: 'json' } } });
  });

  it.each<readonly [string, number, readonly string[]]>([
    [
      'chrome',
      1,
      [
        'that it was h2: it is kept as HTTP/1.1',
        "the answer's bytes on the wire: its body is kept decoded (br)",
      ],
    ],
    ['chrome', 4, ['that it was h2: it is kept as HTTP/1.1', "the answer's body (5120 bytes)"]],
    [
      'firefox',
      2,
      ['that it was HTTP/2: it is kept as HTTP/1.1', "the answer's body after 90 of 3145728 bytes"],
    ],
    [
      'firefox',
      3,
      ['that it was HTTP/2: it is kept as HTTP/1.1', "the answer's body (220000 bytes)"],
    ],
    [
      'firefox',
      4,
      [
        'that it was HTTP/2: it is kept as HTTP/1.1',
        "the spelling of the form in the request's body",
      ],
    ],
    [
      'firefox',
      5,
      [
        'that it was HTTP/2: it is kept as HTTP/1.1',
        "the request's body: only the names of its parts were kept",
      ],
    ],
    ['safari', 2, ['that it was HTTP/2: it is kept as HTTP/1.1']],
    ['playwright', 1, []],
    ['playwright', 2, ["the answer's body (275 bytes): 4f1c0d6a.json is not there"]],
    ['mitmproxy', 1, ["the answer's bytes on the wire: its body is kept decoded (gzip)"]],
    ['mitmproxy', 3, []],
  ])('of %s says what entry %s lost', (name, number, lost) => {
    expect(lostOf(name, number)).toEqual(lost);
  });

  it('says once that credentials may have been removed, and not where one is left', () => {
    const lost = ['credentials and cookies, if there were any'];
    expect(imported('chrome').lost).toEqual(lost);
    expect(imported('firefox').lost).toEqual([]);
    const text = readFileSync(join(HAR, 'chrome.har'), 'utf8');
    const path = join(folder, 'sensitive.har');
    writeFileSync(path, text.replace('":authority"', '"Authorization"'));
    expect(importFrom(path).lost).toEqual([]);
  });

  it('keeps failures as faults, and cut bodies as cut off', () => {
    expect(outcomeOf('chrome', 5)).toEqual({
      kind: 'fault',
      code: 'refused',
      message: 'no answer came: net::ERR_CONNECTION_REFUSED',
    });
    expect(outcomeOf('playwright', 3)).toMatchObject({ kind: 'fault', code: 'interrupted' });
    expect(outcomeOf('playwright', 4)).toMatchObject({ kind: 'fault', code: 'unresolved' });
    expect(outcomeOf('safari', 4)).toMatchObject({ kind: 'fault', code: 'other' });
    expect(outcomeOf('firefox', 2)).toMatchObject({ body: { completeness: 'cut-off' } });
  });

  it('keeps bytes, forms, and fields of one name apart', () => {
    expect(outcomeOf('mitmproxy', 3)).toMatchObject({
      body: { bytes: Uint8Array.of(0, 255, 254, 1) },
    });
    const form = imported('firefox').exchanges[3]?.request.body;
    expect(Buffer.from(form ?? []).toString()).toBe('a+b=c%26d');
    const outcome = outcomeOf('playwright', 1);
    const cookies = outcome?.kind === 'answer' ? outcome.headers.slice(1) : [];
    expect(cookies).toEqual([
      ['set-cookie', 'a=1; Path=/'],
      ['set-cookie', 'b=2; Path=/'],
    ]);
  });

  it('says which entry has wrong base64, and which are not HTTP', () => {
    const [bad] = imported('mitmproxy').unimported;
    expect(bad).toEqual({
      number: 4,
      what: 'GET https://docs.example/bad',
      why: "the answer's body is not base64",
      broken: true,
    });
    expect(imported('chrome').unimported.map(({ why, broken }) => [why, broken])).toEqual([
      ['it is data: and not HTTP', false],
      ['it is wss: and not HTTP', false],
    ]);
  });

  it.each([
    ['cut', '{"log":{"entries":[{"requ', /cut\.har is cut or is not JSON/],
    [
      'cut-at-a-secret',
      '{"log":{"password":"hunter2","a":x}}',
      /cut-at-a-secret\.har is cut or is not JSON: [^"]+$/,
    ],
    ['other', '{"name":"x"}', /other\.har is no HAR file: it has no log\.entries/],
  ])('that is %s is refused with the reason', (name, text, message) => {
    const path = join(folder, `${name}.har`);
    writeFileSync(path, text);
    expect(() => importFrom(path)).toThrow(message);
  });

  const NO_BODY = { size: 0, mimeType: 'application/json' };
  const LENGTH = [{ name: 'Content-Length', value: '133' }];

  it.each<readonly [string, object, object, readonly string[]]>([
    ['its size', { bodySize: 133 }, {}, ["the answer's body (133 bytes)"]],
    ['its header', { bodySize: -1, headers: LENGTH }, {}, ["the answer's body (133 bytes)"]],
    [
      'its header, and its size is unknown',
      { headers: LENGTH, content: { size: -1 } },
      {},
      ["the answer's body (133 bytes)"],
    ],
    ['nothing', { bodySize: 0, headers: [{ name: 'content-length', value: '0' }] }, {}, []],
    ['nothing, and has no content', { content: undefined, bodySize: 0 }, {}, []],
    ['nothing, and no size', { content: {} }, {}, ["the answer's body, if it had one"]],
    [
      'the name of a file that is not there',
      { content: { size: 0, _file: 'gone.json' } },
      {},
      ["the answer's body: gone.json is not there"],
    ],
    ['the header of an answer without one', { status: 304, headers: LENGTH }, {}, []],
    ['the header of an answer to HEAD', { headers: LENGTH }, { method: 'HEAD' }, []],
    ['its size, and an empty text', { content: { size: 0, text: '' }, bodySize: 20 }, {}, []],
  ])('without the body that is told of by %s', (_, answer, asked, lost) => {
    const path = join(folder, 'evicted.har');
    const request = { method: 'GET', url: 'http://a.example/', headers: [], ...asked };
    const response = { status: 200, headers: [], content: NO_BODY, ...answer };
    const startedDateTime = '2026-01-01T00:00:00.000Z';
    writeFileSync(
      path,
      JSON.stringify({ log: { entries: [{ startedDateTime, request, response }] } }),
    );
    const [exchange] = importFrom(path).exchanges;
    expect(exchange?.lost).toEqual(lost);
    const completeness = lost.length > 0 ? 'cut-off' : 'complete';
    expect(exchange?.outcome).toMatchObject({ body: { completeness } });
  });

  it('with a body that is still packed does not unpack it', () => {
    const path = join(folder, 'packed.har');
    const packed = gzipSync(Buffer.alloc(MOST_BODY_BYTES + 1, ' '));
    const headers = [{ name: 'content-encoding', value: 'gzip' }];
    const content = { size: packed.length, encoding: 'base64', text: packed.toString('base64') };
    const request = { method: 'GET', url: 'http://a.example/', headers: [] };
    const response = { status: 200, headers, content };
    writeFileSync(path, JSON.stringify({ log: { entries: [{ request, response }] } }));
    const outcome = importFrom(path).exchanges[0]?.outcome;
    const body = { bytes: new Uint8Array(packed), content: { kind: 'binary' } };
    expect(outcome).toMatchObject({ kind: 'answer', headers: [], body });
  });

  it('with entries of any shape lists them', () => {
    const path = join(folder, 'odd.har');
    const request = { method: 'GET', url: 'http://a.example/', headers: [] };
    const entries = [null, 7, {}, { request: { url: 'http://a.example/' } }, { request }];
    writeFileSync(path, JSON.stringify({ log: { entries } }));
    expect(importFrom(path).unimported.map(({ why }) => why)).toEqual([
      ...['it has no URL', 'it has no URL', 'it has no URL', 'its request has no method'],
      'its answer has no status',
    ]);
  });
});
