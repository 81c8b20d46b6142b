import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Case,
  contentOf,
  type Outcome,
  type PlannedRequest,
  type WireRequest,
} from '../model/index.ts';
import { type Leak, verifyClean } from '../secrets/index.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { manifestFixture, TOOL } from './recording.fixture.ts';

const COUNT = 200;
const limits = { timeoutMs: 1000, totalMs: 1000, maxBodyBytes: 1e6 };
const folder = mkdtempSync(join(tmpdir(), 'touchstone-secrets-'));
const utf8 = (text: string) => new TextEncoder().encode(text);

/** Distinct, and in no file by chance. */
const SECRETS = Array.from({ length: COUNT }, (_, at) => `pl4nted/${at}+s\u00e9cret ${at * 7919}`);
/** These are the target's own credentials; the others are found by where they stand. */
const KNOWN = SECRETS.filter((_, at) => at % 2 === 0);

function answer(body: string | Uint8Array, headers: Answer['headers'] = []): Answer {
  const bytes = typeof body === 'string' ? utf8(body) : body;
  const content = contentOf(bytes, headers, 'complete', 1e6);
  const head = { status: 400, reason: 'Bad Request', headers };
  return { kind: 'answer', ...head, body: { bytes, completeness: 'complete', content } };
}

interface Planted {
  readonly request?: Partial<WireRequest>;
  readonly outcome?: Outcome;
  readonly planned?: Partial<PlannedRequest>;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const latin1 = (text: string) => Buffer.from(text).toString('latin1');
const escaped = (text: string) =>
  [...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Where a known secret may turn up: anywhere, in any spelling. */
const ANYWHERE: readonly ((secret: string) => Planted)[] = [
  (s) => ({ request: { headers: [['Authorization', `Bearer ${latin1(s)}`]] } }),
  (s) => ({ request: { headers: [['Authorization', `Basic ${base64(`user:${s}`)}`]] } }),
  (s) => ({ request: { target: `/path/${encodeURIComponent(s)}/x` } }),
  (s) => ({ request: { target: `/?q=${encodeURIComponent(encodeURIComponent(s))}` } }),
  (s) => ({ request: { body: utf8(`a=1&b=${encodeURIComponent(s).replaceAll('%20', '+')}`) } }),
  (s) => ({ outcome: answer(JSON.stringify({ message: `${s} is not valid` })) }),
  (s) => ({ outcome: answer(`{"message":"${escaped(s)}"}`) }),
  (s) => ({ outcome: answer('{}', [['X-Echo', latin1(s)]]) }),
  (s) => ({ outcome: answer('{}', [['Location', `/login?next=${encodeURIComponent(s)}`]]) }),
  (s) => ({ outcome: answer(`<p>${s.replaceAll('+', '&#43;')}</p><p>${s}</p>`) }),
  (s) => ({ outcome: answer(JSON.stringify({ data: base64(`xx${s}yy`) })) }),
  (s) => ({ outcome: answer(Buffer.from(s).toString('hex')) }),
  (s) => ({ outcome: answer(new Uint8Array([0xff, ...utf8(s), 0xfe])) }),
  (s) => ({
    outcome: answer(new Uint8Array(gzipSync(JSON.stringify({ a: s }))), [
      ['content-encoding', 'gzip'],
    ]),
  }),
  (s) => ({ outcome: { kind: 'fault', code: 'other', message: `could not log in with ${s}` } }),
  (s) => ({ outcome: { ...answer('{}'), reason: latin1(s) } }),
  (s) => ({ planned: { query: { q: `so ${s}` } } }),
];

/** Where a secret that nobody knew of is found, and what repeats it. */
const FOUND: readonly ((secret: string) => Planted)[] = [
  (s) => ({ request: { headers: [['Authorization', `Bearer ${base64(s)}`]] } }),
  (s) => ({
    request: { headers: [['authorization', `Basic ${base64(`user:${s}`)}`]] },
    outcome: answer(`wrong password: ${s}`),
  }),
  (s) => ({ request: { headers: [['Cookie', `sid=${encodeURIComponent(s)}; a=b`]] } }),
  (s) => ({ request: { headers: [['X-Api-Key', latin1(s)]] }, outcome: answer(`no key ${s}`) }),
  (s) => ({ outcome: answer('{}', [['Set-Cookie', `session=${base64(s)}; HttpOnly`]]) }),
  (s) => ({ request: { body: utf8(JSON.stringify({ password: s })) } }),
  (s) => ({
    request: { body: utf8(JSON.stringify({ user: { new_password: s } })) },
    outcome: answer(JSON.stringify({ message: `"${s}" is too weak` }), [
      ['X-Why', encodeURIComponent(s)],
    ]),
  }),
  (s) => ({ request: { target: `/posts?password=${encodeURIComponent(s)}&page=1` } }),
  (s) => ({ request: { body: utf8(`log=me&pwd=${encodeURIComponent(s)}`) } }),
  (s) => ({
    request: {
      body: utf8(`--x\r\ncontent-disposition: form-data; name="secret"\r\n\r\n${s}\r\n--x--\r\n`),
    },
  }),
  (s) => ({ outcome: answer(JSON.stringify({ access_token: s, refreshToken: base64(s) })) }),
  (s) => ({ request: { headers: [['X-Goog-Api-Key', latin1(s)]] } }),
  (s) => ({ request: { headers: [['PRIVATE-TOKEN', latin1(s)]] } }),
  (s) => ({ request: { headers: [['Authentication', `Bearer ${base64(s)}`]] } }),
  (s) => ({ request: { body: utf8(JSON.stringify({ passwords: ['a', s], tokens: [s] })) } }),
  (s) => ({ planned: { body: { kind: 'json', value: { api_keys: ['a', 5, s] } } } }),
  (s) => ({ planned: { body: { kind: 'json', value: { password: { raw: s } } } } }),
  (s) => ({
    request: { target: `/?payload=${encodeURIComponent(JSON.stringify({ a: 1, password: s }))}` },
  }),
  (s) => ({ outcome: answer(JSON.stringify({ a: JSON.stringify({ client_secret: s }) })) }),
  (s) => ({ request: { raw: utf8(`GET / HTTP/1.1\r\nAuthorization: Digest ${s}\r\n\r\n`) } }),
  (s) => ({ planned: { body: { kind: 'json', value: { password: s } } } }),
  (s) => ({ planned: { credential: { kind: 'header', value: `Bearer ${s}` } } }),
  (s) => ({
    outcome: answer(new Uint8Array(gzipSync(JSON.stringify({ password: s }))), [
      ['content-encoding', 'gzip'],
    ]),
  }),
  (s) => ({ outcome: answer(`see https://me:${encodeURIComponent(s)}@host/x`) }),
];

function planted(at: number): Planted {
  const places = at % 2 === 0 ? ANYWHERE : FOUND;
  const place = places[Math.floor(at / 2) % places.length];
  return place?.(SECRETS[at] ?? '') ?? {};
}

function caseOf(at: number, part: Partial<PlannedRequest> = {}): Case {
  const request: PlannedRequest = {
    operation: 'op',
    path: {},
    query: {},
    headers: [],
    body: { kind: 'none' },
    credential: { kind: 'valid' },
    ...part,
  };
  return {
    id: `case/${at}`,
    title: 'a case',
    document: 'content',
    evidence: [],
    origin: { kind: 'scenario' },
    steps: [{ id: 'only', role: 'valid', request }],
  };
}

async function record(recorder: Recorder, outcomes: { next: Outcome }): Promise<void> {
  const never = new AbortController().signal;
  for (const at of SECRETS.keys()) {
    const { request, outcome = answer('{}'), planned: part } = planted(at);
    const item = caseOf(at, part);
    outcomes.next = outcome;
    const sent = { method: 'POST', target: '/', headers: [], body: undefined, ...request };
    const requestContext = { case: item, step: 'only', operation: 'op' };
    await recorder.transport.send(sent, `http://u:p@127.0.0.1:1/${at}`, never, requestContext);
    const value = `status 400 for ${at % 2 === 0 ? SECRETS[at] : 'it'}`;
    const observations = [{ clause: 'c', step: 'only', pointer: '', value }];
    recorder.keep({ case: item, exchanges: [] }, { verdicts: [], observations });
  }
}

/** A secret in all the spellings that a search of files would find it in. */
function spellings(secret: string): readonly string[] {
  const cores = [0, 1, 2].map((shift) =>
    base64(`${'x'.repeat(shift)}${secret}`).slice(4, 20 + shift),
  );
  return [
    secret,
    latin1(secret),
    secret.replaceAll('/', '\\/'),
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    Buffer.from(secret).toString('hex'),
    escaped(secret),
    ...cores,
  ];
}

/** All texts of the files, and what is packed in them. */
function textsOf(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    const packed = [...text.matchAll(/"_(?:wire|raw)":"([^"]+)"|"text":"([^"]+)","encoding"/g)];
    const bodies = packed.map(([, wire = '', body = '']) => Buffer.from(wire || body, 'base64'));
    return [
      text,
      ...bodies.map((body) => body.toString('utf8')),
      ...bodies.map((body) => {
        try {
          return gunzipSync(body).toString('utf8');
        } catch {
          return '';
        }
      }),
    ];
  });
}

let journal = '';

beforeAll(async () => {
  const outcomes = { next: answer('') as Outcome };
  const recorder = openRecorder({
    folder,
    inner: {
      send: async () => ({ outcome: outcomes.next, resent: false }),
      close: async () => {},
    },
    manifest: manifestFixture(limits),
    secrets: KNOWN.map((value, at) => ({ name: `content-${at + 1}`, value })),
    now: () => 0,
    monotonic: () => 0,
    finish: { tool: TOOL, keepOthers: false },
  });
  await record(recorder, outcomes);
  journal = readFileSync(join(folder, 'journal.ndjson'), 'utf8');
  await recorder.finish();
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a recording', () => {
  it('has none of 200 planted secrets in any file, in any encoding', () => {
    const texts = [...textsOf(folder), journal];
    const leaked = SECRETS.flatMap((secret, at) => {
      const form = spellings(secret).find((each) => texts.some((text) => text.includes(each)));
      return form === undefined ? [] : [{ at, form }];
    });
    expect(leaked).toEqual([]);
    expect(texts.join('').match(/REDACTED-/g)?.length).toBeGreaterThan(COUNT);
  });

  it('has them all where nothing is taken out', () => {
    const texts = SECRETS.map((_, at) => {
      const { request, outcome, planned: part } = planted(at);
      const bytes = [request?.body, request?.raw].map((body) => Buffer.from(body ?? []).toString());
      const came = outcome?.kind === 'answer' ? Buffer.from(outcome.body.bytes) : undefined;
      const unpacked = came?.[0] === 0x1f ? gunzipSync(came) : came;
      return [JSON.stringify({ request, outcome, part }), ...bytes, unpacked?.toString()].join(
        '\n',
      );
    });
    const missed = SECRETS.filter((secret, at) => {
      const inner = [
        secret,
        JSON.stringify(secret).slice(1, -1),
        encodeURIComponent(encodeURIComponent(secret)),
      ];
      const credential = base64(`user:${secret}`);
      return ![...spellings(secret), ...inner, credential].some((each) =>
        texts[at]?.includes(each),
      );
    });
    expect(missed).toEqual([]);
  });

  it('is found clean', () => {
    const known = KNOWN.map((value, at) => ({ name: `content-${at + 1}`, value }));
    expect(verifyClean(folder, known)).toEqual([]);
  });

  const plant = (text: string): readonly Leak[] => {
    const place = mkdtempSync(join(tmpdir(), 'touchstone-planted-'));
    try {
      writeFileSync(join(place, 'a.har'), text);
      const secrets = ['kn0wn-by-name', '$KNOWN_2'].map((value) => ({ name: 'env-1', value }));
      return verifyClean(place, secrets);
    } finally {
      rmSync(place, { recursive: true });
    }
  };
  const entry = (part: object): string =>
    `{"log":{"version":"1.2","entries":[\n${JSON.stringify({ request: part })}\n]}}\n`;

  it.each([
    [
      'an Authorization header',
      entry({ headers: [{ name: 'Authorization', value: 'Bearer abc' }] }),
    ],
    ['a cookie', entry({ headers: [{ name: 'set-cookie', value: 'sid=abc; Path=/' }] })],
    ['a member', entry({ postData: { text: '{"password":"x"}' } })],
    ['a key in a header', entry({ headers: [{ name: 'X-Goog-Api-Key', value: 'x' }] })],
    ['a header called so', entry({ headers: [{ name: 'Authentication', value: 'Bearer x' }] })],
    ['a list', '{"passwords":["x","y"]}\n'],
    ['an object', '{"password":{"raw":"x"}}\n'],
    ['a parameter', entry({ queryString: [{ name: 'password', value: 'x' }] })],
    ['a bearer token in a text', 'log: Bearer abc123.def456\n'],
    ['a credential of HTTP Basic', `log: Basic ${base64('user:pass')}\n`],
    ['a known secret', 'nothing but kn0wn%2Dby%2Dname here\n'],
    ['base64', entry({ content: { text: base64('{"password":"x"}'), encoding: 'base64' } })],
    [
      'a compressed body',
      entry({ content: { _wire: gzipSync('{"password":"x"}').toString('base64') } }),
    ],
    ['a value given to a variable', 'export INTEGRATION_TOKEN_2 # curl -u me:password=abc123\n'],
    ['a known secret that looks like a variable', 'curl -u "$KNOWN_2:x"\n'],
    ['JSON of several lines', JSON.stringify({ a: { api_key: 'x' } }, null, 2)],
  ])('is found dirty with %s planted by hand', (_, text) => {
    expect(plant(text)).toHaveLength(1);
    expect(JSON.stringify(plant(text))).not.toMatch(/abc|kn0wn|user:pass/);
  });

  it.each([
    'authorization: Bearer $INTEGRATION_TOKEN_2',
    `authorization: Bearer \${TOKEN2}`,
    'Authorization: Basic {{$processEnv SITE_USER_2}}:{{$processEnv SITE_PASSWORD_2}}',
    `authorization: \`Bearer \${process.env.INTEGRATION_TOKEN_2}\``,
    'the header was Bearer INTEGRATION_TOKEN_2',
    'http://$SITE_USER:$SITE_PASSWORD_2@localhost/',
    'password=$CONTENT_PASSWORD_2',
    '{"token":"$TOKEN2"}',
    '{"password":"CONTENT_LOGIN_2"}',
    '{"headers":[["authorization","Bearer $INTEGRATION_TOKEN_2"]]}',
  ])('is not found dirty for the name of a variable: %s', (text) => {
    expect(plant(`${text}\n`)).toEqual([]);
  });

  it('is not found dirty for what is no secret', () => {
    expect(plant(entry({ headers: [{ name: 'X', value: 'Basic authentication' }] }))).toEqual([]);
    expect(plant('{"password":"REDACTED-1","token":""}\n')).toEqual([]);
    expect(plant('{"password":{"type":"string"},"tokens":["REDACTED-1",""]}\n')).toEqual([]);
    const challenge = { name: 'www-authenticate', value: 'Basic realm="x"' };
    expect(plant(entry({ headers: [challenge] }))).toEqual([]);
    expect(plant(entry({ headers: [{ name: 'api-key', value: '[redacted]' }] }))).toEqual([]);
  });
});
