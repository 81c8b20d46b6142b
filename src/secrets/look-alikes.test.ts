import { describe, expect, it } from 'vitest';
import { createCleaner } from './cleaner.ts';

const FORM = [['content-type', 'application/x-www-form-urlencoded']] as const;
const RANDOM = 'X7IH7UGOo6wyGr4702GP6_okZ1yJv2AN';
/** What a shell expands. */
const variable = (rest: string) => `$\{DB_PASSWORD${rest}}`;
const clean = (text: string) => createCleaner([]).scope().text(text);

function cleanForm(text: string): string {
  const request = { method: 'POST', target: '/', headers: FORM, body: Buffer.from(text) };
  return Buffer.from(createCleaner([]).scope().request(request).value.body ?? []).toString();
}

describe('what is no secret', () => {
  it.each([
    `{"playlist": "${RANDOM}"}`,
    `/watch?list=PL${RANDOM}`,
    `{"site_key": "6L3b${RANDOM}"}`,
    `<div class="g-recaptcha" data-sitekey="6L3b${RANDOM}"></div>`,
    `DB_PASSWORD=${variable(':?missing')}\nTZ=Europe/Zurich\n`,
    `DB_PASSWORD=${variable('?is-not-set-1')}\n`,
    "define( 'DB_PASSWORD', 'password_here' );",
    '{"api_key": "your secret key goes here", "password": "replace_me"}',
    '<Reference Include="a" PublicKeyToken="31bf3856ad364e35"/>',
    'System, Version=4.0.0.0, PublicKeyToken=b77a5c561934e089',
    '<Error><Code>InvalidToken</Code><RequestId>M4OHFY397FVD31TR</RequestId></Error>',
    '<script nonce="vTHmHnc3HUF54FCdSSJVmA==" src="/app.js"></script>',
    `<style media="all" nonce="${RANDOM}">a{}</style>`,
    `<meta name="google-site-verification" content="${RANDOM}9Xb4">`,
    `google-site-verification=${RANDOM}9Xb4`,
    `<meta content="${RANDOM}9Xb4" name="google-site-verification">`,
    'curl -u user:password https://api.example/',
    'curl -u USERNAME:PASSWORD https://api.example/',
    '{"AUTH_KEY":{"label":"AUTH_KEY","value":"Defined"}}',
    'permissions:\n  id-token: write\n',
    '<th>API key</th><td><code>sk_live_************4242</code></td>',
    `-----BEGIN PUBLIC KEY-----\n${RANDOM}${RANDOM}\n-----END PUBLIC KEY-----`,
    '!function(e){function o(e){return e}window.checkPassword=o}(window.cfg||{},1);',
    '/embed?state=eyJtaW5fbGVuZ3RoIjo4LCJ2aWV3IjoibGlzdCJ9&v=2',
    '<div data-state="{&quot;view&quot;:&quot;list&quot;,&quot;columns&quot;:[&quot;title&quot;,&quot;date&quot;]}"></div>',
    '{"password": "Zugangspasswort w\u00e4hlen", "secret": "Cl\u00e9 secr\u00e8te"}',
    '{"passphrase": "Please type the one that you were sent."}',
    '{"password": "string", "api_key": "optional"}',
    '{"password": "(hidden)"}',
    '{"accessKey": "s"}',
    'password: ~\ntoken: false\n',
    '{"password":"Mot de passe","confirmPassword":"Confirmez le mot de passe","apiKey":"Clé API"}',
    '{"password":"Wachtwoord","secret":"Geheim","passphrase":"Wachtzin","privateKey":"Privésleutel"}',
    '{"password":"Mật khẩu","secret":"Bí mật","apiKey":"Khóa API"}',
    '{"password":"パスワード","apiKey":"APIキー"}',
    '{"secret":"Secret of {name}","password":"Password for {{user}}","token":"%s tokens left"}',
    '{"password_confirmation":["doesn\'t match Password"]}',
    '{"api_key":"e.g. abcd-1234","secret":"sk-..."}',
    '<tr><th>Password</th><td>Last changed 3 months ago</td></tr>',
    '.token-list>.token:hover{color:#1e1e1e}.key{font:700 12px/1 "Secret Code"}.pw:focus{outline:2px solid}',
    '.auth:nth-child(2){left:0}.password:hover .icon{color:#0073aa}',
    'interface Credentials {\n  token?: string | undefined;\n  secretKey: Uint8Array;\n}',
    'declare function login(password: string, secret: Uint8Array): void;',
    'type Config struct {\n  Token *oauth2.Token\n}',
    '{"csrf-token":"~1.3.0","passwd":"1.x","cookie":">=0.5.0 <1","session":"workspace:*"}',
    '<div class="token-list-item-wrapper-2col"></div>',
    '{"validation":{"password":"required|min:8|confirmed","secret":"nullable|regex:/^[a-z]+$/"}}',
    '<button name="secret" value="reveal">Show</button><item name="token">@string/token</item>',
    '{"password":"Must have 8+ characters","country":{"pw":"Palau"}}',
    '{"wp-includes/session.php":"eabf7a639cbaeabf7a639cba01234567"}',
    'input Login {\n  password: String!\n  token: [ID!]!\n  count: Int\n}',
    '$token = $request->get_header( "x_wp_nonce" );',
    'class Client:\n  def __init__(self, password):\n    self.api_key = key or settings.API_KEY\n    self.password = password\n    self.x = 1\n',
    'function n(n,r){this.password=n,this.apiKey=r.apiKey?String(r.apiKey):"",e.secret=r.secretOfAll||null}',
    'TOKEN_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789abcdefghijkmnopqrstuvwxyz"',
    '<p>The password “123456” has led the list for years.</p>',
    'export DB_PASSWORD="$(vaultctl get shop/db --field password)"\nA=b\n',
    '{"text":"Turn off the reset of passwords: `password_reset = false`."}',
    '{"vectorString":"CVSS:3.1/AV:N/AC:H/PR:L/UI:N/S:U/C:L/I:L/A:L"}',
    'data:\n  - secretKey: api-token\n    remoteRef: {key: shop/db, property: pw}\n',
    '/_next/static/chunks/app/reset-password/page-08263a8450f0462c.js',
  ])('stays: %s', (text) => {
    expect(clean(text)).toBe(text);
  });

  it.each([
    ['Cookie', '_ga=GA1.2.1234567890.1790000000; _gid=GA1.2.9.8; _ga_X1=GS1.1.9'],
    ['Cookie', 'consent=analytics%2Cmaps; recently_viewed=812%7C813%7C99'],
    ['Set-Cookie', 'PHPSESSID=deleted; expires=Thu, 01-Jan-1970 00:00:01 GMT; Max-Age=0'],
  ])('stays in %s: %s', (name, value) => {
    const request = {
      method: 'GET',
      target: '/',
      headers: [[name, value]],
      body: undefined,
    } as const;
    expect(createCleaner([]).scope().request(request).value.headers).toEqual([[name, value]]);
  });

  it('stays in a query that searches for a word', () => {
    const target = '/analyze?analyzer=standard&token=word';
    const request = { method: 'GET', target, headers: [], body: undefined };
    expect(createCleaner([]).scope().request(request).value.target).toBe(target);
  });
});

describe('what is a secret', () => {
  it.each([
    ['{"clave_secreta": "Tn6!rio_Verde8qx"}', '{"clave_secreta": "REDACTED-1"}'],
    ['{"zugangsdaten_kw": "Hx3-Apfel_Tor92q"}', '{"zugangsdaten_kw": "REDACTED-1"}'],
    ["define( 'MDP_BASE', 'Sq8-neige_Pont4x' );", "define( 'MDP_BASE', 'REDACTED-1' );"],
    [
      '<add key="SenhaAcesso" value="Rua5-manga_Ck8qw"/>',
      '<add key="SenhaAcesso" value="REDACTED-1"/>',
    ],
    ['{"tajniKljuc": "7ca3c845b15e4263"}', '{"tajniKljuc": "REDACTED-1"}'],
    ['{"parola_bd": "Kx7-pling-Wo"}', '{"parola_bd": "REDACTED-1"}'],
    ['{"secretPath": "bpYJIhcJfg73sU1DBVUqDF3q"}', '{"secretPath": "REDACTED-1"}'],
    ['{"passphrase": "seven purple wagons drift"}', '{"passphrase": "REDACTED-1"}'],
    [
      '{"updraft_encryptionphrase": "blue tractor seven"}',
      '{"updraft_encryptionphrase": "REDACTED-1"}',
    ],
    ['{"password": "Sommer 2024"}', '{"password": "REDACTED-1"}'],
    [
      '{"password": "Velvet", "secret": "Secret"}',
      '{"password": "REDACTED-1", "secret": "Secret"}',
    ],
    ['{"host_key": "533895"}', '{"host_key": "REDACTED-1"}'],
    ['{"homekit_setup_code": "031-45-154"}', '{"homekit_setup_code": "REDACTED-1"}'],
    ['{"backup_codes": "81929394 27364758"}', '{"backup_codes": "REDACTED-1"}'],
    ['{"alarmCode": "7731"}', '{"alarmCode": "REDACTED-1"}'],
    ['{"verify_token": "mandel"}', '{"verify_token": "REDACTED-1"}'],
    ['{"folder_pw": "birke"}', '{"folder_pw": "REDACTED-1"}'],
    [
      '{"name": "Authorization", "value": "Basic /fF0DsREvsdlW1S2U0+rhEfsg3qkWcxh"}',
      '{"name": "Authorization", "value": "Basic REDACTED-1"}',
    ],
    [
      '{"entry": "$y$j9T$GRVmhyVTfT9UQUrjxU6v1C$tWft3gfZNUFrXSrKGYj65V9vLTXI24LlnmUUFdjUhFV"}',
      '{"entry": "REDACTED-1"}',
    ],
    ['{"sifre": "deniz"}', '{"sifre": "REDACTED-1"}'],
    ['{"Lösenord": "sommar"}', '{"Lösenord": "REDACTED-1"}'],
    ['{"avain": "Oa7jgCV9WGDMiOBLRo6p"}', '{"avain": "REDACTED-1"}'],
    ["define( 'FTP_PASWD', 'k2D7qQUUQfT3icOK' );", "define( 'FTP_PASWD', 'REDACTED-1' );"],
    ['NUGET_PAT=oivm8atu539eqkzf2la6m245', 'NUGET_PAT=REDACTED-1'],
    ['/cb?appsecret_proof=22b19660f4f8aba6&a=b', '/cb?appsecret_proof=REDACTED-1&a=b'],
    [
      '<label>App passcode</label><input readonly value="YsSzakdKPT4TJbxL">',
      '<label>App passcode</label><input readonly value="REDACTED-1">',
    ],
    [
      '<code id="new-application-password-value">TK8N WNJP AdPm 0bOr iy0T uGGm</code>',
      '<code id="new-application-password-value">REDACTED-1</code>',
    ],
    [`DB_PASSWORD=${variable(':-s3cret-Default9')}`, `DB_PASSWORD=${variable(':REDACTED-1')}`],
    ...['abc****xyz9q', 'x9$abKq7••••', '****realsecret', 'S3cret/Pass/word1'].map((value) => [
      `{"password": "${value}"}`,
      '{"password": "REDACTED-1"}',
    ]),
    ['{"secret": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}', '{"secret": "REDACTED-1"}'],
    ['ADMIN_TOKEN=PFvKq/O2YR/afHB9sG48', 'ADMIN_TOKEN=REDACTED-1'],
    ["define('WP_ROCKET_KEY','9e6ad20a');", "define('WP_ROCKET_KEY','REDACTED-1');"],
    ["define('PMA_CONTROLPASS', 'pmapass');", "define('PMA_CONTROLPASS', 'REDACTED-1');"],
    ['{"card":{"cvc":"737"},"cvv":123}', '{"card":{"cvc":"REDACTED-1"},"cvv":"REDACTED-2"}'],
    ['a.password=kirsche77\na.user=x\n', 'a.password=REDACTED-1\na.user=x\n'],
    ['{"passcode":"Xq7vT2"}', '{"passcode":"REDACTED-1"}'],
    [`{"sign2Key":"${'0136770022'.repeat(7)}"}`, '{"sign2Key":"REDACTED-1"}'],
    ['Votre mot de passe est : Marguerite#31.', 'Votre mot de passe est : REDACTED-1.'],
    ['{"title":"Password","content":"Ofenrohr!3"}', '{"title":"Password","content":"REDACTED-1"}'],
    [
      'wallet words: ribbon velvet orbit canyon mimic pottery jungle saddle wrist lunar fiber echo',
      'wallet words: REDACTED-1',
    ],
    [
      "PDO->__construct('mysql:host=db', 'shop', 'Zaunkoenig5')",
      "PDO->__construct('mysql:host=db', 'shop', 'REDACTED-1')",
    ],
    [
      'app.example  TRUE  /  TRUE  1790000000  JSESSIONID  CCC6507F7792CB87\napp.example TRUE / FALSE 0 lang de',
      'app.example  TRUE  /  TRUE  1790000000  JSESSIONID  REDACTED-1\napp.example TRUE / FALSE 0 lang de',
    ],
    ['<input name="nonce" value="1f0e9d8c7b">', '<input name="nonce" value="REDACTED-1">'],
    [
      '<Code>ApiToken</Code><Value>M4OHFY397FVD31TR</Value>',
      '<Code>ApiToken</Code><Value>REDACTED-1</Value>',
    ],
    ...['AUTH', 'NONCE', 'LOGGED_IN'].flatMap((name) =>
      ['KEY', 'SALT'].map((kind) => [
        `define( '${name}_${kind}', '[J2 E8=xnikKhtF6jRO4!b$8}C?|1. ?W$p:MV57@2,m9]*XXwmI' );`,
        `define( '${name}_${kind}', 'REDACTED-1' );`,
      ]),
    ),
  ])('goes: %s', (text, cleaned) => {
    expect(clean(text)).toBe(cleaned);
  });

  it('goes with its first letter after a long name', () => {
    expect(clean(`some-long-name-of-it=${RANDOM}`)).toBe('some-long-name-of-it=REDACTED-1');
  });

  it.each([
    '{"contrasena_url": "/cambiar-contrasena/2"}',
    '{"palabra_clave": "futbol sala"}',
    '{"passwort_vergessen": "Passwort vergessen?"}',
    '{"pat": "Pat Smith"}',
    '{"hemlig": "true"}',
  ])('is no word, and no address: %s', (text) => {
    expect(clean(text)).toBe(text);
  });
});

describe('a private key in a form', () => {
  const line = 'aIpwnO2TMt0C7YShlhDCvetlYExyiemp+JTR12cNA4MsbVDkGTaRTl0xDyLTlQI5';
  it.each([1, 40])('goes whole, and the form can still be read: %i lines', (count) => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\r\n${`${line}\r\n`.repeat(count)}-----END RSA PRIVATE KEY-----`;
    const form = new URLSearchParams({ a: 'b c', file: key, d: 'é' }).toString();
    const after = Object.fromEntries(new URLSearchParams(cleanForm(form)));
    expect(after).toEqual({
      a: 'b c',
      file: '-----BEGIN RSA PRIVATE KEY-----\r\nREDACTED-1\r\n-----END RSA PRIVATE KEY-----',
      d: 'é',
    });
  });

  it('goes whole under the name of a secret, with all that follows the first 400 characters', () => {
    const value = `%2B${encodeURIComponent(`${line}\r\n`.repeat(20))}`;
    expect(cleanForm(`private_key=${value}&d=e`)).toBe('private_key=REDACTED-1&d=e');
  });
});
