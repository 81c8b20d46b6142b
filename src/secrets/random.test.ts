import { describe, expect, it } from 'vitest';
import { bodyOf } from '../model/index.ts';
import { createCleaner } from './index.ts';
import { isRandom } from './random.ts';

const TOKEN = 'x62fnFUiObnYOFHM2VZaDdShk3kgNz2yo6hRKgD8';

function cleaned(text: string, type: string): string {
  const headers = [['content-type', type]] as const;
  const body = bodyOf(new Uint8Array(Buffer.from(text)), headers, 'complete', 1e6);
  const answer = { kind: 'answer', status: 200, reason: 'OK', headers, body } as const;
  const { value } = createCleaner([]).scope().outcome(answer);
  return value.kind === 'answer' ? Buffer.from(value.body.bytes).toString() : '';
}

const json = 'application/json';

describe('text that is drawn by chance', () => {
  it.each([
    [json, `{"k":"${TOKEN}"}`],
    [json, `{"items":["${TOKEN}","b"]}`],
    ['text/plain', `foo: ${TOKEN}\nbar: 1\n`],
    ['text/plain', `things:\n  - sk-${TOKEN}\n  - other\n`],
    ['application/xml', `<t><val>${TOKEN}</val></t>`],
    ['application/x-www-form-urlencoded', `x1=${TOKEN}`],
    ['text/html', `<script>boot("${TOKEN}", 4)</script>`],
  ])('goes whatever it is called: %s %s', (type, text) => {
    const after = cleaned(text, type);
    expect(after).not.toContain(TOKEN);
    expect(after).toContain('REDACTED-1');
  });

  it('goes from a path', () => {
    const target = `/share/${TOKEN}/page`;
    const asked = { method: 'GET', target, headers: [], body: undefined };
    expect(createCleaner([]).scope().request(asked).value.target).toBe('/share/REDACTED-1/page');
  });

  it.each([
    [json, `{"integrity":"sha512-${TOKEN}${TOKEN}=="}`],
    [json, `{"etag":"${TOKEN}","next_page_token":"${TOKEN}","fileId":"${TOKEN}"}`],
    [json, `{"kty":"RSA","n":"${TOKEN}","e":"AQAB"}`],
    [json, '{"a":"getTheVeryLongNameOfSomeFunctionInJava2SEAndThenSomeMore"}'],
    [json, '{"a":"3f0931f2b0f5668627833f0931f2b0f5668627833f0931f2b0f566862783"}'],
    ['text/plain', `ssh-ed25519 AAAAC3${TOKEN} me@host`],
    ['text/html', `<img src="data:image/png;base64,${TOKEN}">`],
    ['text/html', `<script src="/a.js" integrity="sha384-${TOKEN}"></script>`],
    [
      'text/html',
      '<meta content="style-src &#39;sha256-LYbkIZys/Ukz7Ghc1ydVNMVKftQQeA+XUQKtIxVG8nI=&#39;">',
    ],
  ])('stays where it is public, or no chance: %s %s', (type, text) => {
    expect(cleaned(text, type)).toBe(text);
  });

  it.each([
    ['ETag', `"${TOKEN}"`],
    ['x-amz-cf-id', `${TOKEN}==`],
    ['X-Request-Id', TOKEN],
    ['Content-Security-Policy', `script-src 'nonce-abc' 'sha256-${TOKEN}='`],
    ['Content-Digest', `sha-256=:${TOKEN}=:`],
  ])('stays in the header %s', (name, value) => {
    const headers = [[name, value]] as const;
    const asked = { method: 'GET', target: '/', headers, body: undefined };
    expect(createCleaner([]).scope().request(asked).value.headers).toEqual(headers);
  });

  it.each([`/assets/index-${TOKEN}.js`, `/items?cursor=${TOKEN}`])('stays in %s', (target) => {
    const asked = { method: 'GET', target, headers: [], body: undefined };
    expect(createCleaner([]).scope().request(asked).value.target).toBe(target);
  });

  it('goes from a header that no list has', () => {
    const headers = [['X-Edge-Grant', TOKEN]] as const;
    const asked = { method: 'GET', target: '/', headers, body: undefined };
    expect(createCleaner([]).scope().request(asked).value.headers).toEqual([
      ['X-Edge-Grant', 'REDACTED-1'],
    ]);
  });

  it('keeps the boundary after base64 of several parts', () => {
    const secret = Buffer.from(`{"client_secret":"${TOKEN}","a":"b"}`).toString('base64');
    const before = '--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n';
    const after = cleaned(`${before}${secret}\r\n--b--\r\n`, 'multipart/form-data; boundary=b');
    expect(after.slice(before.length)).toMatch(/^[A-Za-z0-9+/]+=*\r\n--b--\r\n$/);
    expect(after).not.toContain(secret);
  });

  it('is told from names of methods', () => {
    expect(isRandom(TOKEN)).toBe(true);
    expect(isRandom('AbstractSingletonProxyFactoryBean2ForUtf8Strings')).toBe(false);
  });
});

describe('words under the name of a secret', () => {
  it.each([
    '{"psk":"Pre-shared key"}',
    '{"psk":["wpa2"]}',
    '{"password":"validation.required"}',
    '{"keys":"id,title"}',
    '{"token":"brown"}',
    '{"violations":{"password":["too_short","no_digit"]}}',
    '{"packages":{"js-tokens":{"integrity":"sha512-D9ycQsOfsnerArO8t967AZ4kecxdlQcJvARdrnETrQyT"}}}',
  ])('stay where they say what is wrong, or what it is: %s', (text) => {
    expect(cleaned(text, json)).toBe(text);
  });

  it.each([
    'key_material: symmetric\nmode: x\n',
    'MAX_PASS = 3 tries at most\nA=1\n',
    'see https://h:8080@foo there',
    'the password "must" be longer',
    'curl -u USERNAME:PASSWORD https://api.example.org/',
  ])('stay in text: %s', (text) => {
    expect(cleaned(text, 'text/plain')).toBe(text);
  });

  it.each([
    ['{"psk":"9f8a7c6d5e4f"}', '9f8a7c6d5e4f'],
    ['{"args":["--user","bob","--password","licorice-55"]}', 'licorice-55'],
    ['INFO generated new password for user 12: SNDIanq27vZHL4z7', 'SNDIanq27vZHL4z7'],
    ['<p>Your new password is <b>Lantern-Fish-3</b></p>', 'Lantern-Fish-3'],
    ['Access denied (using password: blueberry_11)', 'blueberry_11'],
  ])('go where they are one: %s', (text, secret) => {
    expect(cleaned(text, 'text/plain')).not.toContain(secret);
  });
});

it('cookies go by their names and values', () => {
  const headers = [
    ['Cookie', 'lang=de; theme=dark; consent=yes; sid=abcdef; a=Zk3xT9qLmW'],
  ] as const;
  const asked = { method: 'GET', target: '/', headers, body: undefined };
  expect(createCleaner([]).scope().request(asked).value.headers).toEqual([
    ['Cookie', 'lang=de; theme=dark; consent=yes; sid=REDACTED-1; a=REDACTED-2'],
  ]);
});
