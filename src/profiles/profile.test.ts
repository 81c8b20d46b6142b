import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { APIS } from '../apis/index.ts';
import { loadContract } from '../contract/contract.ts';
import { factsIn } from '../contract/known-facts.ts';
import { contractFor } from '../contract/names.ts';
import { placesOf, TouchstoneError } from '../model/index.ts';
import { presetNames } from './presets.ts';
import { type Environment, readProfile, targetOf } from './profile.ts';
import { withAllSet } from './profile-source.ts';

const contract = loadContract();
const folder = mkdtempSync(join(tmpdir(), 'touchstone-profile-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(text: string, name = 'staging.yaml'): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function targetIn(text: string, environment: Environment = {}) {
  return targetOf(readProfile(written(text), contract, environment), environment);
}

function refusalOf(act: () => unknown): TouchstoneError {
  try {
    act();
  } catch (error) {
    if (error instanceof TouchstoneError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

it('without credentials, a variable is what stands for it in the profile', () => {
  const path = written(`name: \${NAME:-own}\ncontent: { url: '\${URL:-http://127.0.0.1:8080}' }`);
  const target = targetOf(readProfile(path, contract, withAllSet(path, {})), {});
  expect(target.endpoints.content?.baseUrl).toBe('http://127.0.0.1:8080');
  const both = written(`name: \${NAME:-own}\ncontent: { url: '\${NAME}' }`);
  expect(readProfile(both, contract, withAllSet(both, {})).name).toBe('own');
});

it.each(APIS.map(({ name }) => name))(
  '%s is a member of the schema, and no name for an API of one’s own',
  (name) => {
    const schema = JSON.parse(
      readFileSync(new URL('../../schemas/files/target.json', import.meta.url), 'utf8'),
    );
    expect(schema.properties).toHaveProperty(name);
    expect(JSON.stringify(schema.properties.apis)).toContain(`"${name}"`);
  },
);

it('the kinds that a profile may state are those that requests draw on', () => {
  const schemas = contract.operations
    .filter(({ document }) => document === 'content')
    .flatMap(({ parameters, body }) => [
      ...parameters.map(({ schema }) => schema),
      ...(body ? [body.schema] : []),
    ]);
  const file: unknown = JSON.parse(
    readFileSync(new URL('../../schemas/files/target.json', import.meta.url), 'utf8'),
  );
  const [found] = placesOf(file, '/properties/content/properties/known/propertyNames/enum');
  expect(found?.value).toEqual(expect.any(Array));
  // Which known objects have something below them is found out, and never stated.
  const kinds = schemas.flatMap(factsIn).filter((kind) => !kind.includes('-with-'));
  expect([...Object(found?.value)].sort()).toEqual([...new Set(kinds)].sort());
});

describe('a target', () => {
  it('has every value that the profile gives', () => {
    const target = targetIn(
      `
name: staging
integration:
  url: https://api.example.org/v1/
  token: \${TOKEN}
  systems: [crm, "42"]
  timezones: [Europe/Paris]
content:
  url: http://docs.example.org
  user: editor
  password: a\${SECRET}b
  routing: path
  arrays: commas
  known: { global-styles: [540], themes: [meadow] }
limits: { timeoutMs: 500 }
concurrency: 2
rate: 5.5
tls: { insecure: true }
off: [{ prefix: integration/open, reason: known }]
knownFailures: [{ clause: integration/timezones/utc, reason: slow, expires: "2030-01-31" }]
`,
      { TOKEN: 's3cret', SECRET: 'pass:word' },
    );
    const basic = Buffer.from('editor:apass:wordb').toString('base64');
    expect(target).toEqual({
      name: 'staging',
      endpoints: {
        integration: {
          baseUrl: 'https://api.example.org/v1',
          authorization: 'Bearer s3cret',
          secrets: ['s3cret'],
          // The variable that the profile names, so that a pasted line works where the run did.
          credentialFrom: { scheme: 'Bearer', variable: 'TOKEN' },
          known: { systems: ['crm', '42'], timezones: ['Europe/Paris'] },
          style: { arrays: 'brackets', routing: { kind: 'path' } },
        },
        content: {
          baseUrl: 'http://docs.example.org',
          authorization: `Basic ${basic}`,
          secrets: expect.arrayContaining(['apass:wordb', basic]),
          credentialFrom: {
            scheme: 'Basic',
            variable: 'TOUCHSTONE_CONTENT_USER',
            password: 'TOUCHSTONE_CONTENT_PASSWORD',
          },
          known: { 'global-styles': [540], themes: ['meadow'] },
          style: { arrays: 'commas', routing: { kind: 'path' } },
        },
      },
      limits: { timeoutMs: 500, totalMs: 30_000, maxBodyBytes: 4 * 1024 * 1024 },
      tls: { insecure: true },
      concurrency: 2,
      rate: 5.5,
      off: [{ prefix: 'integration/open', reason: 'known' }],
      knownFailures: [
        { clause: 'integration/timezones/utc', reason: 'slow', expires: '2030-01-31' },
      ],
    });
  });

  it('is named after its file where it has no name', () => {
    const profile = readProfile(written('content: { url: "http://a" }', 'live.yml'), contract, {});
    expect(profile).toMatchObject({ name: 'live', content: { url: 'http://a' } });
  });

  it('has no credential where none is given', () => {
    const { endpoints } = targetIn(
      'integration: { url: "http://a" }\ncontent: { url: "http://b" }',
    );
    expect(endpoints.integration).not.toHaveProperty('authorization');
    expect(endpoints.integration?.secrets).toEqual([]);
    expect(endpoints.content).not.toHaveProperty('authorization');
    expect(endpoints.content?.secrets).toEqual([]);
  });

  it('takes credentials that the profile leaves out from the environment', () => {
    const { endpoints } = targetIn(
      'integration: { url: "http://a" }\ncontent: { url: "http://b" }',
      {
        TOUCHSTONE_INTEGRATION_TOKEN: 'from-outside',
        TOUCHSTONE_CONTENT_USER: 'u',
        TOUCHSTONE_CONTENT_PASSWORD: 'p w',
      },
    );
    expect(endpoints.integration?.authorization).toBe('Bearer from-outside');
    expect(endpoints.content?.authorization).toBe(`Basic ${btoa('u:p w')}`);
  });

  it('prefers the credentials of the profile', () => {
    const { endpoints } = targetIn('integration: { url: "http://a", token: own }', {
      TOUCHSTONE_INTEGRATION_TOKEN: 'from-outside',
    });
    expect(endpoints.integration?.authorization).toBe('Bearer own');
  });

  it.each([
    ['http://a:8080/', 'http://a:8080'],
    ['http://a/base/path/', 'http://a/base/path'],
    ['HTTP://A', 'http://a'],
    ['http://[::1]:80', 'http://[::1]'],
  ])('with the URL %s is reached at %s', (url, baseUrl) => {
    expect(targetOf({ integration: { url } }, {}).endpoints.integration?.baseUrl).toBe(baseUrl);
  });

  it('reads its certificate from beside the profile', () => {
    const [ca = ''] = rootCertificates;
    written(ca, 'ca.pem');
    const text = 'integration: { url: "https://a" }\ntls: { ca: ca.pem }';
    expect(targetIn(text).tls).toEqual({ ca, insecure: false });
  });
});

describe('a preset', () => {
  it('lies under what the profile says', () => {
    const { endpoints } = targetIn(`
preset: wordpress
content: { url: "http://a", names: { cms_id: my_id, "host/cache-plugin/v1": my/cache } }
`);
    expect(endpoints.content?.names).toMatchObject({
      'cms/v2': 'wp/v2',
      'cms-admin': 'wp-admin',
      cms_id: 'my_id',
      'host/cache-plugin/v1': 'my/cache',
    });
  });

  it('adds nothing about an API that the profile does not name', () => {
    const path = written('preset: wordpress\nintegration: { url: "http://a" }');
    expect(readProfile(path, contract, {})).not.toHaveProperty('content');
  });

  it.each(presetNames())('%s ships in words that the contract has', (preset) => {
    const target = targetIn(
      `preset: ${preset}\ncontent: { url: "http://a" }\nintegration: { url: "http://a" }`,
    );
    expect(() => contractFor(contract, target)).not.toThrow();
    const text = readFileSync(new URL(`../../fixtures/presets/${preset}.yaml`, import.meta.url));
    const whole = { ...parse(text.toString()) };
    for (const document of ['content', 'integration']) {
      if (document in whole) whole[document] = { url: 'http://a', ...whole[document] };
    }
    expect(contract.validate(contract.schema('files/target.json'), whole)).toEqual([]);
  });
});

describe('a profile', () => {
  it('that ships with the package is good', () => {
    const path = fileURLToPath(new URL('../../fixtures/targets/reference.yaml', import.meta.url));
    const target = targetOf(readProfile(path, contract, {}), {});
    expect(target.endpoints.integration?.known.systems?.length).toBeGreaterThan(1);
  });

  it.each<readonly [string, string, number, RegExp]>([
    ['that is not YAML', 'integration: {\n', 2, /./],
    ['with a member twice', 'name: a\nname: b\n', 2, /unique/],
    ['with a tab for indentation', 'integration:\n\turl: http://a\n', 2, /tab/i],
    ['that is a list', '- integration\n', 1, /object/],
    ['that is empty', '', 1, /object/],
    [
      'with an unknown member',
      'integration:\n  url: http://a\n  tokn: x\n',
      3,
      /\/integration\/tokn is unknown here; did you mean token\?$/,
    ],
    [
      'with a required member that is misspelt',
      'integration:\n  ulr: http://a\n',
      2,
      /\/integration\/ulr is unknown here; did you mean url\b/,
    ],
    [
      'with an unknown kind of what exists',
      'content:\n  url: http://a\n  known:\n    global-style-to-write: [5]\n',
      4,
      /\/content\/known\/global-style-to-write is unknown here; did you mean global-styles-to-write\b/,
    ],
    ['with an unknown document', 'content: { url: "http://a" }\nother: {}\n', 2, /\/other/],
    [
      'with an unknown preset',
      'content:\n  url: http://a\npreset: wordpres\n',
      3,
      /"wordpres" does not exist; there are: wordpress/,
    ],
    ['without any document', 'name: nothing\n', 1, /neither/],
    ['without a URL', 'integration:\n  token: x\n', 2, /\/integration\/url/],
    ['with a URL of another scheme', 'integration:\n  url: ftp://a\n', 2, /\/integration\/url/],
    [
      'with a number for a system',
      'integration:\n  url: http://a\n  systems:\n    - a\n    - 42\n',
      5,
      /systems\/1/,
    ],
    [
      'with an unknown choice',
      'content:\n  url: http://a\n  routing: magic\n',
      3,
      /\/content\/routing must be one of "query", "path"$/,
    ],
    [
      'with a choice that is misspelt',
      'content:\n  url: http://a\n  routing: pathy\n',
      3,
      /\/content\/routing is "pathy", and must be one of "query", "path"$/,
    ],
    [
      'with an unknown clause switched off',
      'content: { url: "http://a" }\noff:\n  - { prefix: integration/timezone/utc, reason: x }\n',
      3,
      /no clause or operation begins with "integration\/timezone\/utc"$/,
    ],
    [
      'with an unknown clause among its known failures',
      'content: { url: "http://a" }\nknownFailures:\n  - { clause: integration/timezones/ut, reason: x }\n',
      3,
      /there is no clause "integration\/timezones\/ut"$/,
    ],
    [
      'with an unknown case among its known failures',
      'content: { url: "http://a" }\nknownFailures:\n  - { case: content/pots/list/1, reason: x }\n',
      3,
      /no case begins with "content\/pots"$/,
    ],
    [
      'with a token from nowhere',
      'content:\n  url: http://a\n  token: { comand: [a] }\n',
      3,
      /\/content\/token\/comand is unknown here; did you mean command\?$/,
    ],
    [
      'with a header that is a credential',
      'content:\n  url: http://a\n  headers: { Authorization: x }\n',
      3,
      /\/content\/headers/,
    ],
    [
      'with a proxy that is none',
      'content: { url: "http://a" }\nproxy: socks5://a\n',
      2,
      /\/proxy is not the http or https URL of a proxy/,
    ],
    [
      'whose target has targets',
      'targets:\n  staging:\n    content: { url: "http://a" }\n    targets: {}\n',
      4,
      /a target has no targets of its own/,
    ],
    [
      'with an unknown member in one of its targets',
      'rate: 5\ntargets:\n  staging:\n    content: { url: "http://a" }\n    limts: {}\n',
      5,
      /\/limts is unknown here; did you mean limits\?$/,
    ],
    [
      'with something wrong beside its targets',
      'rate: fast\ntargets:\n  staging:\n    content: { url: "http://a" }\n',
      1,
      /\/rate must be number/,
    ],
    ['with no concurrency', 'content: { url: "http://a" }\nconcurrency: 0\n', 2, /concurrency/],
    [
      'with a known failure of nothing',
      'content: { url: "http://a" }\nknownFailures:\n  - { reason: x }\n',
      3,
      /knownFailures\/0/,
    ],
    [
      'with a date that is none',
      'content: { url: "http://a" }\nknownFailures:\n  - { case: a, reason: x, expires: 2025-02-30 }\n',
      3,
      /expires/,
    ],
    [
      'with a variable that is not set',
      `integration:\n  url: http://a\n  token: \${NOWHERE}\n`,
      3,
      /integration\.token.*NOWHERE/,
    ],
    [
      'with a variable that is empty',
      `integration:\n  url: http://a\n  systems:\n    - \${EMPTY}\n`,
      4,
      /integration\.systems\.0.*EMPTY/,
    ],
  ])('%s is refused with its line', (_, text, line, reason) => {
    const error = refusalOf(() => readProfile(written(text, 'bad.yaml'), contract, { EMPTY: '' }));
    expect(error.code).toBe('profile-invalid');
    expect(error.message).toContain(`bad.yaml:${line}: `);
    expect(error.message).toMatch(reason);
    expect(error.hint).toBeTruthy();
  });

  it.each(['nowhere.yaml', '.'])('at %s, where there is no file, is refused', (name) => {
    const error = refusalOf(() => readProfile(join(folder, name), contract, {}));
    expect(error.code).toBe('profile-unreadable');
    expect(error.message).toContain(join(folder, name));
  });

  it('whose certificate is missing is refused', () => {
    const text = 'integration: { url: "https://a" }\ntls: { ca: nowhere.pem }';
    const error = refusalOf(() => targetIn(text));
    expect(error.code).toBe('profile-unreadable');
    expect(error.message).toContain('nowhere.pem');
  });

  it.each<readonly [string, string]>([
    ...['a', '/path', 'ftp://a', 'http://', 'localhost:8080', 'http://a:b', 'http:a'].map(
      (url) => [url, 'is not an http or https URL'] as const,
    ),
    ['', 'is empty'],
    [' ', 'is empty'],
    ['http://a:99999', 'has the port 99999, and the greatest is 65535'],
    ['http://user:hunter22@a/b', 'has a user or a password in it'],
    ['http://user@a', 'has a user or a password in it'],
    ['http://a/?x=1', 'has a query'],
    ['http://a/b?', 'has a query'],
    ['http://a/b#c', 'has a fragment'],
  ])('is not needed to refuse the URL %j, which %s', (url, fault) => {
    const error = refusalOf(() => targetOf({ integration: { url } }, {}));
    expect(error.code).toBe('usage');
    expect(error.message).toContain('the URL of the integration API');
    expect(error.message).toContain(fault);
    expect(error.message).not.toContain('hunter22');
    const text = `content: { url: http://a }\nintegration:\n  url: "${url}"\n`;
    const inFile = refusalOf(() => readProfile(written(text, 'bad.yaml'), contract, {}));
    expect(inFile.code).toBe('profile-invalid');
    expect(inFile.message).toMatch(/bad\.yaml:3: \/integration\/url (is|has)/);
    expect(inFile.message).toContain(fault);
  });

  it.each(['ftp://user:hunter22@a', 'ftp://user:hunter22/x@a', 'http://user:hunter22@@@:x/'])(
    'does not show the password of the refused URL %s',
    (url) => {
      expect(refusalOf(() => targetOf({ integration: { url } }, {})).message).not.toContain(
        'hunter22',
      );
    },
  );

  it('does not show a secret that is refused', () => {
    for (const text of [
      'integration: { url: "http://a", token: [hunter22] }',
      'integration: { url: "http://a", token: { hunter22: 1 } }',
      'integration: { url: "http://a", token: "hunter22 }',
      'integration: { url: "http://a", tokn: hunter22 }',
    ]) {
      expect(refusalOf(() => readProfile(written(text), contract, {})).message).not.toContain(
        'hunter22',
      );
    }
  });
});

it('the default of a variable is in no line to paste', () => {
  const header = `headers: { X-Key: "a \${SITE_KEY:-p1ainW0rd9Zx}", X-Plain: "\${b}" }`;
  const { content } = targetIn(`content: { url: "http://a", ${header} }`, { b: 'c' }).endpoints;
  expect(content?.headers).toEqual([
    { name: 'X-Key', value: 'a p1ainW0rd9Zx', written: `a \${SITE_KEY}` },
    { name: 'X-Plain', value: 'c', written: `\${b}` },
  ]);
  expect(content?.secrets).toContain('a p1ainW0rd9Zx');
});

it.each([
  ['off: [{ prefix: integration/tmezones, reason: x }]', 'did you mean integration/timezones'],
  ['off: [{ prefix: robust/no-server-eror, reason: x }]', 'did you mean robust/no-server-error'],
  ['knownFailures: [{ clause: content/posts/list/per-page-maxmum, reason: x }]', 'content/posts/'],
  ['knownFailures: [{ case: content/pots/list, reason: x }]', 'did you mean content/posts'],
])('the nearest id is offered: %s', (text, hint) => {
  const act = () => readProfile(written(`content: { url: "http://a" }\n${text}`), contract, {});
  expect(refusalOf(act).hint).toContain(hint);
});

it.each([
  'off: [{ prefix: content/, reason: x }]',
  'off: [{ prefix: robust/no-server-error, reason: x }]',
  'knownFailures: [{ case: content/posts/sequence/1-11, reason: x }]',
  'knownFailures: [{ finding: no-server-error, reason: x }]',
])('an id that there is, is taken: %s', (text) => {
  const path = written(`content: { url: "http://a" }\n${text}`);
  expect(() => readProfile(path, contract, {})).not.toThrow();
});

it("takes ids in the site's own words", () => {
  const site = 'preset: wordpress\ncontent: { url: "http://a" }';
  const documented = new Set(contract.clauses.map(({ id }) => id));
  const [own] = contractFor(contract, targetIn(site)).clauses.filter(
    ({ id }) => !documented.has(id),
  );
  expect(own).toBeDefined();
  const path = written(`${site}\noff: [{ prefix: ${own?.id}, reason: x }]`);
  expect(() => readProfile(path, contract, {})).not.toThrow();
});

it.each([
  ['content: { url: "http://a", token: x, user: u }', 'a token is given, and a user'],
  ['content: { url: "https://a" }\ntls: { cert: a.pem }', 'tls has a cert and no key'],
  ['content: { url: "https://a" }\ntls: { ca: bad.yaml }', '"'],
])('%s is refused', (text, message) => {
  written('name: none', 'bad.yaml');
  expect(refusalOf(() => targetIn(text)).message).toContain(message);
});

it.each([
  [{ TOUCHSTONE_CONTENT_USER: 'editor' }, 'a user is given, and no password'],
  [{ TOUCHSTONE_CONTENT_PASSWORD: 'x' }, 'a password is given, and no user'],
])('half a credential is refused: %j', (environment, message) => {
  expect(() => targetOf({ content: { url: 'http://a' } }, environment)).toThrow(message);
});
