import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importFrom } from './formats.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-har-forms-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As Playwright writes it with `content: 'attach'`. */
const ATTACHED = {
  log: {
    creator: { name: 'Playwright', version: '1.56.0' },
    entries: [
      {
        startedDateTime: '2026-01-01T00:00:00.000Z',
        time: 5,
        request: {
          method: 'POST',
          url: 'https://docs.example/cms/v2/media',
          headers: [],
          postData: { mimeType: 'image/png', _file: 'aa11.png' },
        },
        response: {
          status: 201,
          statusText: 'Created',
          headers: [{ name: 'content-type', value: 'application/json' }],
          content: { size: 8, mimeType: 'application/json', _file: 'bb22.json' },
        },
      },
    ],
  },
};
const FILES = { 'aa11.png': Buffer.from([137, 80, 78, 71]), 'bb22.json': Buffer.from('{"id":1}') };

function har(name: string, content: object = ATTACHED): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

/** A zip file whose directory gives another size for an entry. */
function announcing(zip: Uint8Array, name: string, size: number): Uint8Array {
  const bytes = Buffer.from(zip);
  // The name stands 46 bytes into the entry of the directory, which follows all contents; the size 24.
  bytes.writeUInt32LE(size, bytes.lastIndexOf(name) - 46 + 24);
  return bytes;
}

function bodiesIn(path: string) {
  const { exchanges } = importFrom(path);
  return exchanges.map(({ request, outcome, lost }) => ({
    request: Buffer.from(request.body ?? []),
    answer: outcome.kind === 'answer' && Buffer.from(outcome.body.bytes),
    completeness: outcome.kind === 'answer' && outcome.body.completeness,
    lost,
  }));
}

describe('a HAR of Playwright with attached bodies', () => {
  const whole = [
    { request: FILES['aa11.png'], answer: FILES['bb22.json'], completeness: 'complete', lost: [] },
  ];

  test('has them from the files beside it', () => {
    for (const [name, bytes] of Object.entries(FILES)) writeFileSync(join(folder, name), bytes);
    expect(bodiesIn(har('beside.har'))).toEqual(whole);
  });

  test('has them from its zip file', () => {
    const path = join(folder, 'all.zip');
    writeFileSync(path, zipSync({ ...FILES, 'har.har': Buffer.from(JSON.stringify(ATTACHED)) }));
    expect(bodiesIn(path)).toEqual(whole);
  });

  test('says which are not there, and reads nothing elsewhere', () => {
    const text = JSON.stringify(ATTACHED)
      .replace('aa11', 'cc33')
      .replace('bb22.json', '../bb22.json');
    const [one] = bodiesIn(har('lacking.har', JSON.parse(text)));
    expect(one?.lost).toEqual([
      "the request's body: cc33.png is not there",
      "the answer's body (8 bytes): ../bb22.json is not there",
    ]);
  });

  test.each(['__proto__', 'constructor', 'toString', 'har.har'])(
    'has no file %s, in a folder or in a zip file',
    (name) => {
      const text = JSON.stringify(ATTACHED).replace('bb22.json', name);
      const path = join(folder, 'names.zip');
      writeFileSync(path, zipSync({ 'aa11.png': FILES['aa11.png'], 'har.har': Buffer.from(text) }));
      const lost = [`the answer's body (8 bytes): ${name} is not there`];
      expect(bodiesIn(path)).toMatchObject([{ request: FILES['aa11.png'], lost }]);
      expect(bodiesIn(har('names.har', JSON.parse(text)))).toMatchObject([{ lost }]);
    },
  );

  test('follows a link within its folder, and none that leads out of it', () => {
    const inner = join(folder, 'linked');
    mkdirSync(inner);
    writeFileSync(join(folder, 'outside.json'), 'outside');
    writeFileSync(join(inner, 'own.png'), FILES['aa11.png']);
    symlinkSync(join(folder, 'outside.json'), join(inner, 'bb22.json'));
    symlinkSync('own.png', join(inner, 'aa11.png'));
    const path = har(join('linked', 'links.har'));
    const lost = ["the answer's body (8 bytes): bb22.json is not there"];
    expect(bodiesIn(path)).toMatchObject([{ request: FILES['aa11.png'], lost }]);
    // A folder that is itself behind a link is where the user put it.
    symlinkSync(inner, join(folder, 'other-name'));
    expect(bodiesIn(join(folder, 'other-name', 'links.har'))).toMatchObject([
      { request: FILES['aa11.png'], lost },
    ]);
  });

  test('leaves out a body that unpacks to more than 64 MB, and refuses a HAR of more than 128 MB', () => {
    const files = { ...FILES, 'har.har': Buffer.from(JSON.stringify(ATTACHED)) };
    const path = join(folder, 'large.zip');
    writeFileSync(path, announcing(zipSync(files), 'bb22.json', 400_000_000));
    const limit = 'at most 67108864 are imported';
    const lost = [`the answer's body (8 bytes): bb22.json has 400000000 bytes, and ${limit}`];
    expect(bodiesIn(path)).toMatchObject([{ request: FILES['aa11.png'], lost }]);
    writeFileSync(path, announcing(zipSync(files), 'har.har', 400_000_000));
    expect(() => importFrom(path)).toThrow(/har\.har unpacks to 400000000 bytes, more than/);
  });

  test('unpacks no more of an entry than it announces', () => {
    const content = Buffer.concat([Buffer.from(JSON.stringify(ATTACHED)), Buffer.alloc(1e6, ' ')]);
    const path = join(folder, 'lying.zip');
    writeFileSync(path, announcing(zipSync({ 'har.har': content }), 'har.har', 100));
    expect(() => importFrom(path)).toThrow(/lying\.zip is cut or is not JSON/);
  });

  test('that is cut is an error', () => {
    const path = join(folder, 'cut.zip');
    const all = zipSync({ 'har.har': Buffer.from(JSON.stringify(ATTACHED)) });
    writeFileSync(path, all.subarray(0, all.length - 30));
    expect(() => importFrom(path)).toThrow(/cut\.zip cannot be unpacked/);
  });
});

test('a request body that was left out is told by its Content-Length', () => {
  const [entry] = structuredClone(ATTACHED).log.entries;
  const request = {
    ...entry?.request,
    headers: [{ name: 'Content-Length', value: '12' }],
    postData: undefined,
  };
  const path = har('left-out.har', { log: { entries: [{ ...entry, request }] } });
  expect(bodiesIn(path)[0]?.lost).toContain("the request's body (12 bytes)");
});

test('a recording of Polly.JS has the bytes of coded answers', () => {
  const coded = gzipSync('{"timezones":[]}');
  // Its adapter for node:http keeps what came in pieces, each in base64.
  const pieces = [coded.subarray(0, 5), coded.subarray(5)].map((piece) => piece.toString('base64'));
  const content = {
    ...{ mimeType: 'application/json', size: 41, encoding: 'base64' },
    text: JSON.stringify(pieces),
  };
  const entry = entryWith(
    { method: 'GET' },
    { status: 200, headers: [{ name: 'content-encoding', value: 'gzip' }], content },
    { time: 3 },
  );
  const creator = { name: 'Polly.JS', version: '6.0.6', comment: 'persister:fs' };
  const [one] = bodiesIn(har('polly.har', { log: { ...entry.log, creator, version: '1.2' } }));
  expect(one?.answer).toEqual(coded);
  expect(one?.lost).toEqual([]);
});

/** One entry, as a program writes it. */
function entryWith(request: object, response: object, more: object = {}) {
  const url = 'https://docs.example/cms/v2/media';
  return {
    log: {
      entries: [
        {
          startedDateTime: '2026-01-01T00:00:00.000Z',
          request: { method: 'POST', url, headers: [], ...request },
          response: { status: 200, headers: [], content: { size: 0, text: '' }, ...response },
          ...more,
        },
      ],
    },
  };
}

describe('the body of a form that is kept by its parts', () => {
  const type = 'multipart/form-data; boundary=B1';
  const asked = (params: readonly object[]) => ({
    headers: [{ name: 'Content-Type', value: type }],
    postData: { mimeType: 'multipart/form-data', params },
  });
  const params = [
    { name: 'title', value: 'Winds' },
    { name: 'file', value: 'é', fileName: 'a "b".txt', contentType: 'text/plain' },
  ];

  test('is written again with its boundary', () => {
    const [one] = bodiesIn(har('parts.har', entryWith(asked(params), {})));
    expect(one?.request.toString()).toBe(
      [
        ...['--B1', 'Content-Disposition: form-data; name="title"', '', 'Winds'],
        ...['--B1', 'Content-Disposition: form-data; name="file"; filename="a %22b%22.txt"'],
        ...['Content-Type: text/plain', '', 'é', '--B1--', ''],
      ].join('\r\n'),
    );
    expect(one?.lost).toEqual(["the spelling of the form in the request's body"]);
  });

  test('is lost where a part has no value', () => {
    const cut = [...params, { name: 'other', fileName: 'b.bin' }];
    expect(bodiesIn(har('names.har', entryWith(asked(cut), {})))).toMatchObject([
      { lost: ["the request's body: only the names of its parts were kept"] },
    ]);
  });
});

test('bytes that mitmproxy writes as lone surrogates are bytes again', () => {
  const text = 'a\0\udcff\udc80é';
  const postData = { mimeType: 'application/octet-stream', text };
  const content = { size: 7, mimeType: 'application/octet-stream', text };
  const path = har('surrogates.har', entryWith({ postData }, { content }));
  const bytes = Buffer.from([0x61, 0, 0xff, 0x80, 0xc3, 0xa9]);
  expect(bodiesIn(path)).toMatchObject([{ request: bytes, answer: bytes, lost: [] }]);
});

test.each([
  ['', [], (bytes: Buffer) => bytes.toString('hex')],
  [
    ' with a coding',
    [{ name: 'content-encoding', value: 'gzip' }],
    (bytes: Buffer) =>
      JSON.stringify([bytes.subarray(0, 5), bytes.subarray(5)].map((one) => one.toString('hex'))),
  ],
])('Polly.JS 4 has bytes%s in hexadecimal', (_, headers, written) => {
  const bytes = gzipSync('{"timezones":[]}');
  const content = { size: 1, mimeType: 'image/png', _isBinary: true, text: written(bytes) };
  const { log } = entryWith({}, { headers, content });
  const path = har('polly4.har', {
    log: { ...log, creator: { name: 'Polly.JS', version: '4.3.0' } },
  });
  expect(bodiesIn(path)).toMatchObject([{ answer: bytes, lost: [] }]);
});

test('the messages of a WebSocket are lost, and it is said', () => {
  const messages = [{ type: 'send', time: 1, opcode: 1, data: 'hi' }];
  const upgraded = entryWith({}, { status: 101 }, { _webSocketMessages: messages });
  expect(bodiesIn(har('socket.har', upgraded))[0]?.lost).toEqual([
    'what was said after the connection was switched (1 messages)',
  ]);
});

test('HTTP/1.0 stays so', () => {
  const old = { httpVersion: 'HTTP/1.0' };
  const { exchanges } = importFrom(har('old.har', entryWith(old, old)));
  expect(exchanges).toMatchObject([{ request: { version: '1.0' }, outcome: { version: '1.0' } }]);
});

test('a folder is none, and it is said what to give', () => {
  expect(() => importFrom(folder)).toThrow(/is a folder, and no .*HAR/);
});
