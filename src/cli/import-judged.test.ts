import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HarExchange, writeHar } from './har.fixture.ts';
import { runCli } from './run-cli.fixture.ts';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'touchstone-judged-'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const SITE = 'https://docs.example';

let count = 0;
/** What is said of some exchanges, when they are imported and when they are judged again. */
async function imported(exchanges: readonly HarExchange[], ...args: readonly string[]) {
  count += 1;
  const file = writeHar(join(cwd, `${count}.har`), exchanges);
  const first = await runCli(['record', '--import', file, '--out', `recording-${count}`, ...args], {
    cwd,
  });
  const again = await runCli(['replay', `recording-${count}`], { cwd });
  return { ...first, again };
}

const FIELDS = 'description,gmt_offset,home,name,timezone_string,url';
const INDEX: HarExchange = {
  url: `${SITE}/index.php?rest_route=/&_fields=${FIELDS}`,
  text: '{"name":"Docs","description":"d","home":"https://docs.example"}',
};

describe('imported traffic', () => {
  it('with parameters outside the document is not judged', async () => {
    const { code, out, again } = await imported([INDEX], '--content', SITE);
    expect(out).toContain('not judged: the request has parameters outside the document: _fields');
    expect([code, again.code]).toEqual([2, 2]);
    expect(again.out + again.err).not.toContain('content/index');
  });

  it('that shows no clause by itself says so, and what is not judged at all', async () => {
    const created: HarExchange = {
      url: `${SITE}/index.php?rest_route=/cms/v2/posts`,
      method: 'POST',
      headers: [['content-type', 'application/json']],
      body: '{"title":{"raw":"x"}}',
      status: 201,
      text: '{"id":7}',
    };
    const { out } = await imported([created, created], '--content', SITE);
    expect(out).not.toMatch(/\b(?:step|case)\b/);
    expect(out.match(/not judged: no clause can be judged by this exchange alone/g)).toHaveLength(
      2,
    );
    expect(
      out.match(/clauses about several exchanges, .* are not judged in recorded traffic/g),
    ).toHaveLength(1);
  });

  it('with a byte order mark before JSON fails, also when it is judged again', async () => {
    const zone = '{"label":"Coordinated Universal Time (UTC)","value":"UTC"}';
    const text = `\ufeff{"additional_data":{},"data":{"timezones":[${zone}]},"error_code":"","message":"ok","status":200,"success":true}`;
    const url = 'https://platform.example/api/get/all/timezones';
    const { code, out, again } = await imported([{ url, text }]);
    expect(out).toMatch(/FAIL robust\/body-as-typed: .*byte order mark/);
    expect(again.out).toContain('robust/body-as-typed');
    expect([code, again.code]).toEqual([1, 1]);
  });
});

describe('the key of an API', () => {
  it.each([
    ['query', ''],
    ['header', ''],
    ['query', 'redact: { query: [other] }\n'],
  ])('in its %s is no parameter, and of any client a secret', async (where, more) => {
    const document = `openapi: 3.0.3
info: { title: shop, version: "1" }
components: { securitySchemes: { key: { type: apiKey, in: ${where}, name: appid } } }
security: [{ key: [] }]
paths:
  /items:
    get:
      parameters: [{ name: page, in: query, schema: { type: integer } }]
      responses:
        200: { description: ok, content: { application/json: { schema: { type: object, required: [id] } } } }
`;
    writeFileSync(join(cwd, 'shop.yaml'), document);
    const profile = join(cwd, 'shop-profile.yaml');
    writeFileSync(profile, `apis: { shop: { openapi: ./shop.yaml, url: '${SITE}' } }\n${more}`);
    const key = 'demo-key-of-one';
    const isQuery = where === 'query';
    const exchange: HarExchange = {
      url: `${SITE}/items?${isQuery ? `appid=${key}&` : ''}page=2`,
      headers: isQuery ? [] : [['AppId', key]],
      text: '{}',
    };
    const { out } = await imported([exchange], '--target', profile);
    const again = await runCli(['replay', `recording-${count}`, '--target', profile], { cwd });
    expect(out).toContain('FAIL shop/schemas/items-read-200/id/required');
    expect(out).not.toContain('not judged');
    expect(again.out).toContain('shop/');
    expect(again.out).not.toContain('not judged');
    const folder = join(cwd, `recording-${count}`);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'));
    expect([out, again.out, again.err, ...files].join('\n')).not.toContain(key);
  });
});

const POSTS = `${SITE}/blog/wp-json/wp/v2/posts`;

describe('routes in the words of a preset', () => {
  it.each([
    [POSTS, 'url: https://docs.example/blog/wp-json, routing: path'],
    [`${SITE}/blog/index.php?rest_route=%2Fwp%2Fv2%2Fposts`, 'url: https://docs.example/blog }'],
    [`${SITE}/wp-json/wp-block-editor/v1/url-details?url=x`, 'url: https://docs.example/wp-json'],
  ])('%s', async (url, entry) => {
    const { out } = await imported([
      { url, text: '[]' },
      { url: `${SITE}/a.css`, text: '' },
    ]);
    expect(out).toContain('hint: the routes are those of the preset wordpress');
    expect(out).toContain(`preset: wordpress, content: { ${entry}`);
  });

  it('are judged with it, parameters without effect left aside', async () => {
    const profile = `preset: wordpress\ncontent: { url: '${SITE}/blog/wp-json', routing: path }\n`;
    writeFileSync(join(cwd, 'wordpress.yaml'), profile);
    const exchanges = [
      {
        url: `${POSTS}?_locale=user&_=17`,
        text: '[{"id":7,"sticky":"x","slug":"a","status":"publish","title":{"rendered":"t"}}]',
      },
      { url: `${POSTS}?_fields=id`, text: '{}' },
    ];
    const { out, again } = await imported(exchanges, '--target', join(cwd, 'wordpress.yaml'));
    expect(out).toMatch(/warn content\/.*\/0\/sticky is "x"/);
    expect(out).toContain('parameters outside the document: _fields');
    expect(out).not.toContain('hint:');
    expect(again.out).toContain('/0/sticky is "x"');
  });

  it('are those of the document elsewhere', async () => {
    const { out } = await imported([{ url: `${SITE}/cms/v2/posts`, text: '[]' }]);
    expect(out).not.toContain('hint:');
    expect(out).toContain('content API       https://docs.example\n');
  });
});
