import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
} from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Answer, contentOf, type Outcome, type WireRequest } from '../model/index.ts';
import { createCleaner } from './cleaner.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function answer(body: string | Uint8Array, headers: Answer['headers'] = []): Answer {
  const bytes = typeof body === 'string' ? utf8(body) : body;
  const content = contentOf(bytes, headers, 'complete', 1e6);
  return {
    kind: 'answer',
    status: 200,
    reason: 'OK',
    headers,
    body: { bytes, completeness: 'complete', content },
  };
}

function request(part: Partial<WireRequest>): WireRequest {
  return { method: 'POST', target: '/', headers: [], body: undefined, ...part };
}

function textOf(outcome: Outcome): string {
  return outcome.kind === 'answer' ? Buffer.from(outcome.body.bytes).toString() : outcome.message;
}

const cleaner = () => createCleaner([{ name: 'content-1', value: 'kn0wn secret/é' }]);

describe('redaction', () => {
  it.each(['utf16le', 'swapped'])('finds the own credential in UTF-16 (%s)', (order) => {
    const wide = (text: string) => {
      const bytes = Buffer.from(text, 'utf16le');
      return new Uint8Array(order === 'swapped' ? bytes.swap16() : bytes);
    };
    const type = [['content-type', 'application/json; charset=utf-16']] as const;
    const { value } = cleaner()
      .scope()
      .outcome(answer(wide('{"k":"kn0wn secret/é"}'), type));
    if (value.kind !== 'answer') throw new Error('there is no answer');
    expect(Buffer.from(value.body.bytes).includes(Buffer.from(wide('secret')))).toBe(false);
    expect(Buffer.from(value.body.bytes).includes(Buffer.from(wide('{"k":')))).toBe(true);
  });

  it.each([
    ['marked', '{"sensitive":true,"value":"hunter2pass"}'],
    ['of a secret type', '{"type":"password","value":"hunter2pass"}'],
  ])('takes out a value that its object says is %s', (_, text) => {
    expect(textOf(cleaner().scope().outcome(answer(text)).value)).toContain('"value":"REDACTED-1"');
  });

  it.each([
    ['a member', '{"a":"kn0wn secret/é","b":"x"}', '{"a":"REDACTED-content-1","b":"x"}'],
    ['an element', '["x","kn0wn secret/é","y"]', '["x","REDACTED-content-1","y"]'],
    ['halves', '["x","kn0wn ","secret/é","y"]', '["x","REDACTED-content-1","y"]'],
    ['a broken line of mail', 'a kn0wn se=\r\ncret/é b', 'a REDACTED-content-1 b'],
    ['a continued line', 'a kn0wn secret/é\\\nb', 'a REDACTED-content-1\\\nb'],
  ])('of the own credential leaves what stands around %s', (_, text, cleaned) => {
    expect(textOf(cleaner().scope().outcome(answer(text)).value)).toBe(cleaned);
  });

  it.each([
    ['JSON', '{"password":"x","a":1}', '{"password":"REDACTED-1","a":1}'],
    ['JSON with spaces', '{ "Password" : "x y" }', '{ "Password" : "REDACTED-1" }'],
    ['JSON with escapes', '{"password":"a\\"b\\\\","c":"d"}', '{"password":"REDACTED-1","c":"d"}'],
    ['JSON in JSON', '{"a":"{\\"api_key\\":\\"x\\"}"}', '{"a":"{\\"api_key\\":\\"REDACTED-1\\"}"}'],
    ['JSON that was cut', '{"a":1,"token":"Abc123xyz","b":', '{"a":1,"token":"REDACTED-1","b":'],
    ['a form', 'user=a&password=b+c&x=1', 'user=a&password=REDACTED-1&x=1'],
    [
      'a prefixed name',
      '{"client_secret":"s","accessToken":"t"}',
      '{"client_secret":"REDACTED-1","accessToken":"REDACTED-2"}',
    ],
    ['an empty value', '{"password":""}', '{"password":""}'],
    ['a number', '{"password":5}', '{"password":5}'],
    ['a bearer token in prose', 'got "Bearer abc.def-123", no', 'got "Bearer REDACTED-1", no'],
    [
      'prose about bearers',
      'Bearer authentication is required',
      'Bearer authentication is required',
    ],
    ['prose about basics', 'Basic authentication is required', 'Basic authentication is required'],
    ['a JWT', 'a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl b', 'a REDACTED-1 b'],
    ['a URL with a password', 'see http://me:p4ss@host/x', 'see http://me:REDACTED-1@host/x'],
    [
      'the same secret twice',
      '{"password":"s3cret!","e":"s3cret! is weak"}',
      '{"password":"REDACTED-1","e":"REDACTED-1 is weak"}',
    ],
    [
      'an ordinary word',
      '{"password":"secret","type":"secret"}',
      '{"password":"REDACTED-1","type":"secret"}',
    ],
    [
      'names that only look so',
      '{"application-passwords":{},"passwordless":"yes","tokens_used":"7"}',
      '{"application-passwords":{},"passwordless":"yes","tokens_used":"7"}',
    ],
    ['a placeholder', '{"password":"REDACTED-7"}', '{"password":"REDACTED-7"}'],
    [
      'a part of a form',
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nhid den\r\n--b--',
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nREDACTED-1\r\n--b--',
    ],
    [
      'a list',
      '{"passwords":["a b", "c\\"d",5,"e"],"api_keys":[],"f":"g"}',
      '{"passwords":["REDACTED-1", "REDACTED-2",5,"REDACTED-3"],"api_keys":[],"f":"g"}',
    ],
    ['a list that was cut', '{"passwords":["a","b', '{"passwords":["REDACTED-1","REDACTED-2'],
    [
      'a list in JSON in JSON',
      '{"a":"{\\"passwords\\":[\\"x\\",\\"y\\"]}"}',
      '{"a":"{\\"passwords\\":[\\"REDACTED-1\\",\\"REDACTED-2\\"]}"}',
    ],
    [
      'an object that has it raw',
      '{"password":{"protected":true,"rendered":"", "raw" : "hid den"},"raw":"x"}',
      '{"password":{"protected":true,"rendered":"", "raw" : "REDACTED-1"},"raw":"x"}',
    ],
    [
      'what a schema says of it',
      '{"password":{"type":["string","null"],"description":"raw","raw":{"type":"string"}}}',
      '{"password":{"type":["string","null"],"description":"raw","raw":{"type":"string"}}}',
    ],
    ['its repetition', '{"password_confirmation":"x"}', '{"password_confirmation":"REDACTED-1"}'],
    ['a name with an escape', '{"p\\u0061ssword":"x"}', '{"p\\u0061ssword":"REDACTED-1"}'],
    [
      'a name with an escape, in JSON in JSON',
      '{"a":"{\\"\\\\u0070assword\\":\\"x\\"}"}',
      '{"a":"{\\"\\\\u0070assword\\":\\"REDACTED-1\\"}"}',
    ],
    ['a field after an escape', '\\u0041password=x&b', '\\u0041password=REDACTED-1&b'],
    [
      'JSON in a form',
      'a=1&payload=%7B%22password%22%3A%22hid%20%5C%22den%22%2C%22b%22%3A%22c%22%7D&d=2',
      'a=1&payload=%7B%22password%22%3A%22REDACTED-1%22%2C%22b%22%3A%22c%22%7D&d=2',
    ],
    ['an escaped sign in a field', 'token=abc%22def%26c=1&b', 'token=REDACTED-1&b'],
    [
      'a URL in JSON in a form',
      'a=%7B%22u%22%3A%22/x?token=Abc123xyz%22%2C%22b%22%3A1%7D',
      'a=%7B%22u%22%3A%22/x?token=REDACTED-1%22%2C%22b%22%3A1%7D',
    ],
    ['JSON in a URL', '/?p={%22token%22:+%22Abc123xyz%22}', '/?p={%22token%22:+%22REDACTED-1%22}'],
    [
      'a header that is repeated',
      'TRACE\r\nCookie: sid=Abc1; lang=de\r\nX: y',
      'TRACE\r\nCookie: sid=REDACTED-1; lang=de\r\nX: y',
    ],
  ])('takes a secret out of %s', (_, body, cleaned) => {
    expect(textOf(cleaner().scope().outcome(answer(body)).value)).toBe(cleaned);
  });

  it.each([
    ['as it stands', 'x kn0wn secret/é y'],
    ['in other letters', 'x KN0WN SECRET/É y'],
    ['percent-encoded', 'x kn0wn%20secret%2F%c3%A9 y'],
    ['percent-encoded twice', 'x kn0wn%2520secret%252F%25c3%25A9 y'],
    ['in a form', 'x kn0wn+secret%2Fé y'],
    ['in JSON', 'x kn0wn secret\\/\\u00e9 y'],
    [
      'in JSON of all escapes',
      `x ${[...'kn0wn secret/é'].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')} y`,
    ],
    ['in hexadecimal digits', `x ${Buffer.from('kn0wn secret/é').toString('hex')} y`],
  ])('takes a known secret out %s', (_, text) => {
    expect(cleaner().scope().text(text)).toBe('x REDACTED-content-1 y');
  });

  it.each([0, 1, 2])('takes a known secret out of base64 at place %i', (shift) => {
    const text = Buffer.from(`${'u'.repeat(shift)}kn0wn secret/é:x`).toString('base64');
    const cleaned = cleaner().scope().text(`x ${text} y`);
    const run = cleaned.slice(2, -2);
    expect(Buffer.from(run, 'base64').toString()).toBe(`${'u'.repeat(shift)}REDACTED-content-1:x`);
  });

  it('looks into compressed bodies, and packs them again only if it has to', () => {
    const headers = [['Content-Encoding', 'gzip']] as const;
    const packed = new Uint8Array(gzipSync('{"password":"hidden"}'));
    const { value, changed } = cleaner().scope().outcome(answer(packed, headers));
    const bytes = value.kind === 'answer' ? value.body.bytes : new Uint8Array();
    expect(gunzipSync(bytes).toString()).toBe('{"password":"REDACTED-1"}');
    expect(changed).toBe(true);
    const harmless = new Uint8Array(brotliCompressSync('{"a":1}'));
    const kept = cleaner()
      .scope()
      .outcome(answer(harmless, [['content-encoding', 'br']]));
    expect(kept.value).toMatchObject({ body: { bytes: harmless } });
    expect(kept.changed).toBe(false);
  });

  it('gives a body in which a secret was replaced the length that it has', () => {
    const text = '{"password":"hidden"}';
    const given = answer(text, [['Content-Length', String(text.length)]]);
    const { value } = cleaner().scope().outcome(given);
    expect(value).toMatchObject({ headers: [['Content-Length', '25']] });
    expect(textOf(value)).toHaveLength(25);
  });

  it('looks into a compressed body whose end is missing', () => {
    const packed = gzipSync(`{"password":"hidden","a":"${'x'.repeat(50)}"}`).subarray(0, -12);
    const given = answer(new Uint8Array(packed), [['content-encoding', 'gzip']]);
    const { value } = cleaner().scope().outcome(given);
    const bytes = value.kind === 'answer' ? value.body.bytes : new Uint8Array();
    const text = gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    expect(text).toMatch(/^\{"password":"REDACTED-1"/);
  });

  it.each([
    ['has more secrets than can be kept', gzipSync('pwd=1a&'.repeat(300_001)), '300000 secrets'],
    ['unpacks to more than the limit', gzipSync(Buffer.alloc(17 * 1024 * 1024)), 'unpacks to more'],
    [
      'is broken',
      Buffer.concat([gzipSync('{"a":1}').subarray(0, 12), Buffer.alloc(9, 7)]),
      'no whole',
    ],
    ['has JSON without measure', gzipSync(`[${'1,'.repeat(150_001)}1]`), '150000 members'],
    ['is said to be packed and is not', Buffer.from([0xff, 0xfe, 0xfd, 1, 2]), 'no whole br'],
  ])('keeps a body out that %s, and says so', (_, packed, why) => {
    const given = answer(new Uint8Array(packed), [
      ['content-encoding', why.endsWith('br') ? 'br' : 'gzip'],
    ]);
    const { value, changed, lost } = cleaner().scope().outcome(given);
    expect(value).toMatchObject({ body: { bytes: new Uint8Array(), completeness: 'cut-off' } });
    expect(changed).toBe(true);
    expect(lost).toContain(why);
  });

  it('packs a body again as often as it was packed', () => {
    const packed = new Uint8Array(gzipSync(brotliCompressSync('{"password":"hidden"}')));
    const { value } = cleaner()
      .scope()
      .outcome(answer(packed, [['content-encoding', 'br, gzip']]));
    const bytes = value.kind === 'answer' ? value.body.bytes : new Uint8Array();
    expect(brotliDecompressSync(gunzipSync(bytes)).toString()).toBe('{"password":"REDACTED-1"}');
  });

  it('keeps the shape of credentials and cookies', () => {
    const { value } = cleaner()
      .scope()
      .request(
        request({
          headers: [
            ['Authorization', 'Basic dXNlcjpodW50ZXIyMg=='],
            ['Cookie', 'session=abc; theme='],
            ['X-Api-Key', 'k'],
            ['X-Other', 'my password is hunter22'],
          ],
        }),
      );
    expect(value.headers).toEqual([
      ['Authorization', 'Basic REDACTED-2'],
      ['Cookie', 'session=REDACTED-3; theme='],
      ['X-Api-Key', 'REDACTED-4'],
      // Found in the credential, so it is known by the time that it is repeated.
      ['X-Other', 'my password is REDACTED-1'],
    ]);
  });

  it.each([
    ...[
      'X-Goog-Api-Key',
      'apikey',
      'PRIVATE-TOKEN',
      'Job-Token',
      'X-Auth-Token',
      'X-CSRF-Token',
      'Sec-WebSocket-Protocol',
    ],
    ...['X-UserToken', 'session_id', 'client-secret', 'X-Api-Password'],
  ])('takes out the value of a header %s', (name) => {
    const { value } = cleaner()
      .scope()
      .request(request({ headers: [[name, 'hidden']] }));
    expect(value.headers).toEqual([[name, 'REDACTED-1']]);
  });

  it.each(['Authentication', 'X-Authorization', 'Proxy-Authorization'])(
    'leaves the scheme in a header %s',
    (name) => {
      const { value } = cleaner()
        .scope()
        .request(request({ headers: [[name, 'Bearer hidden']] }));
      expect(value.headers).toEqual([[name, 'Bearer REDACTED-1']]);
    },
  );

  it.each([
    ['WWW-Authenticate', 'Basic realm="posts"'],
    ['Sec-WebSocket-Protocol', 'graphql-transport-ws'],
    ['Proxy-Authenticate', 'Bearer'],
    ['Authentication-Info', 'nextnonce="a"'],
    ['X-Token-Type', 'bearer'],
    ['X-Tokens-Left', '17'],
    ['X-Password-Policy', 'strict'],
  ])('leaves a header %s', (name, said) => {
    const given = request({ headers: [[name, said]] });
    expect(cleaner().scope().request(given).value.headers).toEqual([[name, said]]);
  });

  it('takes long lists out of a text', () => {
    const given = `{"passwords":[${'"a b",'.repeat(200_000)}"c"]}`;
    expect(cleaner().scope().text(given)).toMatch(
      /^\{"passwords":\["REDACTED-1",.*"REDACTED-2"\]\}$/,
    );
  });

  it('takes lists and what is raw out of plain data', () => {
    const data = {
      passwords: ['a', 'b', 'c', 5],
      password: { raw: 'd', type: 'string' },
      raw: 'e',
    };
    expect(cleaner().scope().data(data)).toEqual({
      passwords: ['REDACTED-1', 'REDACTED-2', 'REDACTED-3', 5],
      password: { raw: 'REDACTED-4', type: 'string' },
      raw: 'e',
    });
  });

  it('leaves a scheme without a credential, and a plan\u2019s own place for one', () => {
    const scope = cleaner().scope();
    expect(scope.data({ credential: { kind: 'header', value: 'Bearer' } })).toEqual({
      credential: { kind: 'header', value: 'Bearer' },
    });
    expect(scope.data({ credential: { kind: 'header', value: 'bearer {credential}' } })).toEqual({
      credential: { kind: 'header', value: 'bearer {credential}' },
    });
  });

  it('finds in an answer what the request showed', () => {
    const scope = cleaner().scope();
    scope.request(request({ body: utf8('{"password":"Hunter-22"}') }));
    const { value } = scope.outcome(
      answer('the text hunter-22 is too short', [['X-Echo', 'Hunter%2d22']]),
    );
    expect(textOf(value)).toBe('the text REDACTED-1 is too short');
    expect(value).toMatchObject({ headers: [['X-Echo', 'REDACTED-1']] });
  });

  it('leaves bytes alone that hold no secret', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const { value, changed } = cleaner().scope().outcome(answer(bytes));
    expect(value).toMatchObject({ body: { bytes } });
    expect(changed).toBe(false);
  });

  it('takes a secret out of bytes that are no text', () => {
    const bytes = new Uint8Array([0xff, ...utf8('kn0wn secret/é'), 0xfe]);
    const { value } = cleaner().scope().outcome(answer(bytes));
    const cleaned = value.kind === 'answer' ? Buffer.from(value.body.bytes).toString('latin1') : '';
    expect(cleaned).toBe('\u00ffREDACTED-content-1\u00fe');
  });

  it('cleans a message of a fault', () => {
    const { value } = cleaner()
      .scope()
      .outcome({ kind: 'fault', code: 'other', message: 'no kn0wn secret/é here' });
    expect(value).toMatchObject({ message: 'no REDACTED-content-1 here' });
  });

  const complaining = (params: object, more: object = {}) =>
    JSON.stringify({ code: 'invalid_parameter', data: { status: 400, params, ...more } });

  it.each([
    ['by type', complaining({ password: 'must be string' })],
    [
      'by length',
      complaining({ title: 'is required', password: 'must be at most 20 characters.' }),
    ],
    ['by name', complaining({ password: 'password is not of type string.' })],
    ['in a list', '{"data":{"status":400,"params":{"tokens":["must be string"]}}}'],
    ['without an error', '{"password":"must be string"}'],
    ['in other order', '{ "data": { "params": { "api_key": "is required" }, "status": 400 } }'],
  ])('leaves what a target says of a parameter that is called like a secret: %s', (_, text) => {
    expect(cleaner().scope().text(text)).toBe(text);
  });

  it.each([
    ['is no such message', complaining({ password: 'hunter 22' }), 'hunter'],
    ['repeats a value', complaining({ password: 'must be longer than hunter22' }), 'hunter22'],
    ['is one word', complaining({ password: 'blank' }), 'blank"'],
  ])('takes out what %s', (_, text, secret) => {
    expect(text).toContain(secret);
    expect(cleaner().scope().text(text)).not.toContain(secret);
  });
});

describe('the target of a request', () => {
  it.each([
    ['/x?access_token=abc"def&a=b', '/x?access_token=REDACTED-1&a=b'],
    ['/x?client_secret=abc%26a=b&c=d', '/x?client_secret=REDACTED-1&c=d'],
    ['/x?%70assword=a;b&c=d', '/x?%70assword=REDACTED-1&c=d'],
    ['/x?title=a%22b%26c&page=2', undefined],
    ['/token/x9f8a7b6c5d4e3/next', '/token/REDACTED-1/next'],
    ['/password-hasher/zip/42fa14a9916f8bcce3c134e848ce3fff87a171e3', undefined],
    ['/state/created-is-there', undefined],
  ])('%s', (target, expected) => {
    expect(cleaner().scope().request(request({ target })).value.target).toBe(expected ?? target);
  });
});

it.each([
  ['an address in a text', 'see "/token/x9f8a7b6c5d4e3", now', 'see "/token/REDACTED-1", now'],
  ['an option of curl', '$ curl -u anna:Gr33n.Field https://a.example/', 'anna:REDACTED-1 https'],
  ['an option of mysql', 'mysql -h db -u root -pS3cr3tW0rd shop', 'root -pREDACTED-1 shop'],
  ['an option of sshpass', "sshpass -p 'rakete-2030' ssh a", "-p 'REDACTED-1' ssh"],
  ['an address of Oracle', 'jdbc:oracle:thin:scott/zXTqgV2n@//db:1521', 'scott/REDACTED-1@//db'],
  ['a nonce', 'wp.apiFetch.createNonceMiddleware( "26846a11f8" )', '( "REDACTED-1" )'],
  ['a password of an application', 'is: <b>Hq3T wZ8n x9Kd Q2bT 7LmZ pV4r</b>', '<b>REDACTED-1</b>'],
  [
    'an encrypted key',
    '-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,7F21\n\nhaSTlJpA\n-----END',
    'KEY-----\nREDACTED-1\n-----END',
  ],
  ['a drawn value', '{"voucherSecretCode":"E0TU44KP4I4V"}', '{"voucherSecretCode":"REDACTED-1"}'],
])('takes %s out, and nothing around it', (_, text, expected) => {
  expect(cleaner().scope().text(text)).toContain(expected);
});

describe('JSON of very many values', () => {
  const many = '1,'.repeat(250_000);

  it.each([
    ['before them', `[{"password":"hunter2hunter2"},${many}1]`],
    ['after them', `[${many}{"password":"hunter2hunter2"}]`],
  ])('loses a secret that stands %s', (_, text) => {
    const cleaned = cleaner().scope().text(text);
    expect(cleaned).not.toContain('hunter2');
    expect(cleaned.length).toBeGreaterThan(many.length);
  });
});

it('a secret that differs from another in capitals only has its own placeholder', () => {
  const both = createCleaner([
    { name: 'integration-1', value: 'a-token-of-one' },
    { name: 'integration-2', value: 'a-token-of-onE' },
  ]);
  const { headers } = both.scope().request(
    request({
      headers: [
        ['authorization', 'Bearer a-token-of-onE'],
        ['x-same', 'a-token-of-one, a-token-of-onE, A-TOKEN-of-one'],
      ],
    }),
  ).value;
  expect(headers).toEqual([
    ['authorization', 'Bearer REDACTED-integration-2'],
    ['x-same', 'REDACTED-integration-1, REDACTED-integration-2, REDACTED-integration-1'],
  ]);
});
