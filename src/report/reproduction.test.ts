import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WireRequest } from '../model/index.ts';
import {
  type CurlOptions,
  curlLine,
  type RedactedCredential,
  touchstoneLine,
} from './reproduction.ts';

/** One request as it arrived: the request line and headers in Latin-1, the body in bytes. */
interface Arrived {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

let server: Server;
let origin = '';
let arrived: Arrived[] = [];

/** Reads requests off the wire without a parser that would refuse, decode or tidy them. */
beforeAll(async () => {
  server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece]);
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [line = '', ...headers] = received.subarray(0, end).toString('latin1').split('\r\n');
      const length = /^content-length: *(\d+)$/im.exec(headers.join('\n'))?.[1] ?? '0';
      const body = received.subarray(end + 4);
      if (body.length < Number(length)) return;
      arrived.push({ line, headers, body });
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  origin = `http://127.0.0.1:${address.port}`;
});

afterAll(() => server.close());

async function run(line: string, environment: Record<string, string> = {}): Promise<Arrived> {
  arrived = [];
  await new Promise<void>((resolve, reject) => {
    const bash = execFile(
      'bash',
      ['--norc'],
      { env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...environment }, timeout: 10_000 },
      (error, _stdout, stderr) => (error === null ? resolve() : reject(new Error(stderr + error))),
    );
    // As at a prompt, where `!` calls lines of the history back.
    bash.stdin?.end(`HISTFILE=; set -o history -o histexpand\n${line}\n`);
  });
  const [first, ...more] = arrived;
  if (first === undefined || more.length > 0) throw new Error(`${arrived.length} requests came`);
  return first;
}

const none: RedactedCredential = { kind: 'none' };

function options(request: Partial<WireRequest>, more: Partial<CurlOptions> = {}): CurlOptions {
  const whole = { method: 'GET', target: '/', headers: [], body: undefined, ...request };
  return { request: whole, url: origin + whole.target, credential: none, ...more };
}

/** The headers that the request itself had: what curl says of itself and of the body aside. */
function given({ headers }: Arrived): readonly string[] {
  return headers.filter((header) => !/^(host|user-agent|content-length):/i.test(header));
}

const TEXTS: readonly string[] = [
  '',
  'plain',
  "it's",
  '\'"`$(id) $HOME $\x7bx} \\n \\',
  'hey!! !1 !id',
  "it's !here\nand\tthere",
  'two\r\nlines\n',
  '\n\n',
  '@/etc/passwd',
  '-d',
  '%s %d %% %',
  '{"systems":["systém-不明 🎈"]}',
  'zero\u200bwidth \u202eright to left\u2028line',
  '\u0001\u001b[31m\u007f\u0085',
  '\ufeffmark',
  ' leading and trailing ',
  '#!~*?[a-z]{1,2}&;|<>()',
];

describe('a body arrives byte for byte', () => {
  test.each(TEXTS)('%j', async (text) => {
    const body = Buffer.from(text);
    const line = curlLine(options({ method: 'POST', body }));
    expect(line).not.toMatch(/\p{Cc}/u);
    const request = await run(line);
    expect(request.body).toEqual(body);
    expect(request.line).toBe('POST / HTTP/1.1');
  });

  test.each([
    ['NUL', Buffer.from("a\0b'%\\!\n")],
    ['not UTF-8', Buffer.from([0xff, 0xfe, 0x27, 0x25])],
    ['a leading hyphen', Buffer.from('-n\0')],
    ['every byte', Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256))],
    ['more than an argument holds', Buffer.alloc(150_000, "x%'")],
  ])('%s, through a pipe', async (_name, body) => {
    const line = curlLine(options({ method: 'PUT', body }));
    expect(line).toMatch(/^printf '/);
    const request = await run(line);
    expect(request.body.equals(body)).toBe(true);
    expect(request.line).toBe('PUT / HTTP/1.1');
  });
});

describe('a header arrives as it was', () => {
  test.each(TEXTS.filter((text) => !/[\r\n\0]/.test(text) && text === text.trim()))(
    '%j',
    async (text) => {
      // Beyond Latin-1 no client can send a header value as it stands; UTF-8 it is then.
      const sent = /^[\0-\xff]*$/.test(text) ? text : Buffer.from(text).toString('latin1');
      const request = await run(curlLine(options({ headers: [['X-Text', text]] })));
      expect(given(request)).toEqual([`X-Text:${sent === '' ? '' : ` ${sent}`}`]);
    },
  );

  test('Latin-1 that is not UTF-8', async () => {
    const request = await run(curlLine(options({ headers: [['x-name', 'café']] })));
    expect(given(request)).toEqual(['x-name: café']);
  });

  test('in order, with case and duplicates, and none added', async () => {
    const headers = [
      ['X-b', '1'],
      ['x-A', '2'],
      ['X-b', '3'],
    ] as const;
    const body = Buffer.from('{}');
    const request = await run(curlLine(options({ method: 'POST', headers, body })));
    expect(given(request)).toEqual(['X-b: 1', 'x-A: 2', 'X-b: 3']);
  });

  test('and those that curl writes itself are not written twice', async () => {
    const headers = [
      ['host', origin.slice('http://'.length)],
      ['content-type', 'application/json'],
      ['accept', 'application/json'],
      ['content-length', '2'],
    ] as const;
    const line = curlLine(options({ method: 'POST', headers, body: Buffer.from('{}') }));
    expect(line).toBe(
      `curl -i -H 'content-type: application/json' -H 'accept: application/json' --data-raw '{}' ${origin}/`,
    );
    expect(given(await run(line))).toEqual([
      'content-type: application/json',
      'accept: application/json',
    ]);
  });
});

describe('a target arrives as it was', () => {
  test.each([
    '/',
    '/api/get/all/timezones',
    '/a?include[]=1&include[]=2',
    '/a?x={1,2}&y=[1-3]',
    '/a/../b/./c?d=/../e',
    '/a/%2e%2E/b',
    '/..',
    '/%c3%a9%C3%A9?q=%2f%2F',
    "/it's?q=$HOME&r=`id`&s=!x;t=(a)*",
    '/a?q="quoted"<>|^',
    '/caf\u00e9?q=\u00fc',
    '/a#b?c#d',
    '/a\\b',
    '//double//slash',
    '/index.php?rest_route=/cms/v2/posts&per_page=1',
    '/a?',
  ])('%s', async (target) => {
    expect((await run(curlLine(options({ target })))).line).toBe(`GET ${target} HTTP/1.1`);
  });
});

describe('a method arrives as it was', () => {
  const body = Buffer.from('{}');
  test.each<[string, Buffer | undefined, RegExp]>([
    ['GET', undefined, /^curl -i -H Accept: http/],
    ['GET', body, /-X GET/],
    ['HEAD', undefined, /-I/],
    ['HEAD', body, /-X HEAD --max-time/],
    ['POST', body, /^curl -i -H /],
    ['POST', undefined, /^curl -i -H /],
    ['PATCH', undefined, /-X PATCH/],
    ['DELETE', undefined, /-X DELETE/],
    ['DELETE', body, /-X DELETE/],
    ['OPTIONS', undefined, /-X OPTIONS/],
    ["O'DD", undefined, /-X 'O'/],
  ])('%s with body %s', async (method, content, shape) => {
    const line = curlLine(options({ method, body: content }));
    expect(line).toMatch(shape);
    const request = await run(line);
    expect(request.line).toBe(`${method} / HTTP/1.1`);
    expect(request.body).toEqual(content ?? Buffer.alloc(0));
    const announced = request.headers.some((header) => /^content-length:/i.test(header));
    expect(announced).toBe(content !== undefined || ['POST', 'PATCH'].includes(method));
  });
});

describe('a credential', () => {
  const secret = 's3cr!t $x\'`"';
  const base64 = Buffer.from(`ann:${secret}`).toString('base64');
  const headers = [
    ['accept', '*/*'],
    ['authorization', 'Bearer the-real-one'],
    ['x-last', '1'],
  ] as const;

  test.each<[string, RedactedCredential, string | undefined]>([
    ['bearer', { kind: 'secret', scheme: 'Bearer', variable: 'TOKEN' }, `Bearer ${secret}`],
    [
      'bearer under another spelling',
      { kind: 'secret', scheme: 'Bearer', variable: 'TOKEN', template: 'bearer  {credential}' },
      `bearer  ${secret}`,
    ],
    [
      'bearer with odd surroundings',
      { kind: 'secret', scheme: 'Bearer', variable: 'TOKEN', template: '"$!{credential}x\'' },
      `"$!${secret}x'`,
    ],
    [
      'bearer with a word after it',
      { kind: 'secret', scheme: 'Bearer', variable: 'TOKEN', template: 'Bearer {credential}x' },
      `Bearer ${secret}x`,
    ],
    ['basic', { kind: 'secret', scheme: 'Basic', variable: 'PAIR' }, `Basic ${base64}`],
    [
      'basic of two variables',
      { kind: 'secret', scheme: 'Basic', variable: 'NAME', password: 'TOKEN' },
      `Basic ${base64}`,
    ],
    [
      'basic under another spelling',
      { kind: 'secret', scheme: 'Basic', variable: 'PAIR', template: 'basic {credential}' },
      `basic ${base64}`,
    ],
    ['that is no secret', { kind: 'literal', value: "Bearer it's" }, "Bearer it's"],
    ['that is empty', { kind: 'literal', value: '' }, ''],
    ['that is absent', { kind: 'none' }, undefined],
  ])('%s', async (_name, credential, value) => {
    const environment = { TOKEN: secret, NAME: 'ann', PAIR: `ann:${secret}` };
    const line = curlLine(options({ headers }, { credential }));
    expect(line).not.toContain('the-real-one');
    expect(line).not.toContain('s3cr');
    const authorisations = (await run(line, environment)).headers
      .filter((header) => /^authorization:/i.test(header))
      .map((header) => header.replace(/^[^:]*: ?/, ''));
    expect(authorisations).toEqual(value === undefined ? [] : [value]);
  });

  test('in a query is taken from its variable, encoded, and never shown', async () => {
    const credential: RedactedCredential = {
      kind: 'secret',
      scheme: 'query:api key',
      variable: 'TOKEN',
    };
    const sent = encodeURIComponent(secret);
    for (const [url, target] of [
      [`${origin}/a?api%20key=${sent}`, '/a?api%20key='],
      [`${origin}/é?a[]=1&api%20key=${sent}`, '/é?a[]=1&api%20key='],
    ] as const) {
      const line = curlLine(options({}, { credential, url }));
      expect(line).not.toContain('s3cr');
      const ran = await run(line, { TOKEN: secret });
      expect(ran.line).toBe(`GET ${target}${sent} HTTP/1.1`);
    }
  });

  test('keeps its place among the headers', () => {
    const credential: RedactedCredential = { kind: 'secret', scheme: 'Bearer', variable: 'TOKEN' };
    expect(curlLine(options({ headers }, { credential }))).toBe(
      `curl -i -H 'accept: */*' -H "authorization: Bearer $TOKEN" -H 'x-last: 1' ${origin}/`,
    );
  });

  test('in the URL is left out', () => {
    const line = curlLine(options({}, { url: 'https://ann:secret@staging.example/a' }));
    expect(line).toBe('curl -i -H Accept: --http1.1 https://staging.example/a');
  });
});

test('an unchecked certificate and a compressed answer are told to curl', () => {
  const headers = [['accept-encoding', 'gzip']] as const;
  expect(curlLine(options({ headers }, { insecure: true }))).toContain('curl -i -k --compressed ');
});

test.each<[Parameters<typeof touchstoneLine>[0], string]>([
  [
    { only: 'integration/timezones/utc', seed: 42, targetOptions: [] },
    'npx touchstone check --only integration/timezones/utc --seed 42',
  ],
  [
    { only: ['a/b', 'c'], seed: -1, targetOptions: ['--target', "my target's.yaml", '--strict'] },
    "npx touchstone check --only a/b c --seed -1 --target 'my target'\\''s.yaml' --strict",
  ],
  [
    { only: 'a', seed: 0, targetOptions: ['--integration', 'http://127.0.0.1:1/?a=$b'] },
    "npx touchstone check --only a --seed 0 --integration 'http://127.0.0.1:1/?a=$b'",
  ],
])('the touchstone line quotes what the shell would read: %j', (line, expected) => {
  expect(touchstoneLine(line)).toBe(expected);
});
