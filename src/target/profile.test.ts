import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadContract } from '../contract/contract.ts';
import { contractFor } from '../contract/names.ts';
import { TouchstoneError } from '../errors.ts';
import { factsIn } from '../plan/facts.ts';
import { placesOf } from '../pointer.ts';
import { presetNames } from './presets.ts';
import { type Environment, readProfile, targetOf } from './profile.ts';

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
          secrets: ['apass:wordb', basic],
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
    expect(readProfile(written('content: { url: "http://a" }', 'live.yml'), contract, {})).toEqual({
      name: 'live',
      content: { url: 'http://a' },
    });
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
    ['http://a/?x=1#y', 'http://a'],
    ['HTTP://A', 'http://a'],
    ['http://[::1]:80', 'http://[::1]'],
  ])('with the URL %s is reached at %s', (url, baseUrl) => {
    expect(targetOf({ integration: { url } }, {}).endpoints.integration?.baseUrl).toBe(baseUrl);
  });

  it.each([
    ['http://user:pass%20word@a/b', ['pass word', 'pass%20word']],
    ['http://user:100%@a/b', ['100%', '100%']],
    ['http://user@a/b', []],
  ])('with the URL %s neither sends nor shows the user in it', (url, secrets) => {
    const { endpoints } = targetOf({ integration: { url }, content: { url } }, {});
    expect(endpoints.integration).toMatchObject({ baseUrl: 'http://a/b', secrets });
    expect(endpoints.content).toMatchObject({ baseUrl: 'http://a/b', secrets });
  });

  it('reads its certificate from beside the profile', () => {
    written('PEM', 'ca.pem');
    const text = 'integration: { url: "https://a" }\ntls: { ca: ca.pem }';
    expect(targetIn(text).tls).toEqual({ ca: 'PEM', insecure: false });
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
      /\/integration\/tokn/,
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
      /"query","path"/,
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

  it.each(['a', '', '/path', 'ftp://a', 'http://', 'localhost:8080', 'http://a:99999'])(
    'is not needed to refuse the URL %j',
    (url) => {
      const error = refusalOf(() => targetOf({ integration: { url } }, {}));
      expect(error.code).toBe('usage');
      expect(error.message).toContain('is not an http or https URL');
    },
  );

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

it.each([
  [{ TOUCHSTONE_CONTENT_USER: 'editor' }, 'a user is given, and no password'],
  [{ TOUCHSTONE_CONTENT_PASSWORD: 'x' }, 'a password is given, and no user'],
])('half a credential is refused: %j', (environment, message) => {
  expect(() => targetOf({ content: { url: 'http://a' } }, environment)).toThrow(message);
});
