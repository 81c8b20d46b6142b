import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
// @ts-expect-error: scripts are JavaScript
import { crashesIn, failuresOf, reasonsOf } from './causes.js';
// @ts-expect-error: scripts are JavaScript
import { leftBetween } from './left.js';
// @ts-expect-error: scripts are JavaScript
import { optionsIn } from './options.js';
// @ts-expect-error: scripts are JavaScript
import { VARIANTS } from './variants.js';

const expected = parse(readFileSync(new URL('expected.yaml', import.meta.url), 'utf8'));

const post = (members: object) =>
  `wp_posts: ${JSON.stringify({ ID: '7', post_type: 'wp_template', post_name: 'a', post_status: 'publish', post_parent: '0', ...members })}`;
const revision = post({
  ID: '8',
  post_type: 'revision',
  post_name: '7-revision-v1',
  post_parent: '7',
});
const term = (members: object) =>
  `wp_term_taxonomy: ${JSON.stringify({ term_taxonomy_id: '3', term_id: '3', taxonomy: 'wp_template_part_area', count: '0', ...members })}`;
const snapshot = (...lines: string[]) => lines.join('\n');

describe('what is left behind', () => {
  it.each([
    [
      'a post in the trash, its revisions and its rows with it',
      snapshot(),
      snapshot(
        post({ post_status: 'trash' }),
        revision,
        'wp_postmeta: {"post_id":"7","meta_key":"x","meta_value":"1"}',
      ),
      ['post 7 (wp_template a) trashed, with 1 revisions'],
    ],
    [
      'a draft',
      snapshot(),
      snapshot(post({ post_status: 'draft' })),
      ['post 7 (wp_template a) left as draft'],
    ],
    ['a post that is gone', snapshot(post({})), snapshot(), ['post 7 (wp_template a) is gone']],
    [
      'a member that has changed',
      snapshot(post({})),
      snapshot(post({ post_status: 'draft' })),
      ['post 7 (wp_template a) changed: post_status'],
    ],
    [
      'a row of a post that is otherwise as it was',
      snapshot(),
      snapshot('wp_postmeta: {"post_id":"9","meta_key":"x","meta_value":"1"}'),
      ['post 9: meta x added'],
    ],
    [
      'an option',
      snapshot('wp_options: {"option_name":"sticky_posts","option_value":"1"}'),
      snapshot('wp_options: {"option_name":"sticky_posts","option_value":"2"}'),
      ['option sticky_posts changed: 1 -> 2'],
    ],
    [
      'a file',
      snapshot(),
      snapshot('uploads: 2026/11/a.png 12 abc'),
      ['upload 2026/11/a.png added'],
    ],
    ['a user', snapshot(), snapshot('wp_users: {"ID":"4","user_login":"x"}'), ['user 4 added']],
    ['nothing', snapshot(post({})), snapshot(post({})), []],
  ])('is told: %s', (_, before, after, lines) => {
    expect(leftBetween(before, after, expected.keeps)).toEqual({ left: lines, kept: [] });
  });

  it('does not count what the site makes by itself, but says it', () => {
    const name = 'wp_terms: {"term_id":"3","name":"footer","slug":"footer"}';
    expect(leftBetween(snapshot(), snapshot(name, term({})), expected.keeps)).toEqual({
      left: [],
      kept: ['term footer (wp_template_part_area) added'],
    });
    const other = leftBetween(
      snapshot(),
      snapshot(name, term({ taxonomy: 'category' })),
      expected.keeps,
    );
    expect(other.left).toEqual(['term footer (category) added']);
  });
});

describe('causes', () => {
  it('of blocked clauses are reasons', () => {
    const clause = { verdict: 'blocked', reasons: ['step 3 was answered with HTTP 400'] };
    expect(reasonsOf([clause, clause], 'blocked')).toEqual([
      { what: 'step N was answered with HTTP 400', count: 2 },
    ]);
  });

  it('of crashes are routes', () => {
    const log =
      '500 GET /index.php?rest_route=/wp/v2/posts/12&x=1\n500 GET /wp-json/wp/v2/posts/9?y\n500 GET /wp-json/wp/v2/posts/10\n';
    expect(crashesIn(log)).toEqual([
      { what: '500 GET /wp-json/wp/v2/posts/{id}', count: 2 },
      { what: '500 GET /wp/v2/posts/{id}', count: 1 },
    ]);
  });
});

it('a failure is expected for what the site truly lacks, and for nothing else of its clause', () => {
  const clause = (...routes: string[]) => ({
    id: 'content/index/routes-listed',
    verdict: 'fail',
    findings: routes.map((route) => ({ message: `GET /: expected one for ${route}` })),
  });
  const [lacking] = failuresOf([clause('/host/cache-plugin/v1')], expected.failures);
  expect(lacking).toHaveProperty('expected');
  const [other] = failuresOf([clause('/host/cache-plugin/v1', '/batch/v1')], expected.failures);
  expect(other).toEqual({
    id: 'content/index/routes-listed',
    message: 'GET /: expected one for /batch/v1',
  });
});

it('the matrix has all logins, both kinds of addresses, and one and eight at once', () => {
  expect(optionsIn(['--matrix', '--seed', '1', '--seed', '2']).runs).toHaveLength(
    4 * 2 * 2 * 2 * 2,
  );
  expect(optionsIn([]).runs.map(({ mode }: { mode: string }) => mode)).toEqual([
    'read-only',
    'writes',
  ]);
  expect(optionsIn(['--variant', 'all']).variants).toEqual([
    ...['limit', 'cache', 'login-wall', 'refused-methods', 'login-required', 'tls'],
  ]);
  expect(optionsIn(['--variant', 'moat']).problem).toContain('--variant moat: it is one of limit,');
  expect(optionsIn(['--as', 'root']).problem).toContain('--as root');
});

describe('a variant is not as demanded', () => {
  const run = (members: object) => ({
    ...{ code: 0, seconds: 1, printed: '', log: [], report: { requests: 8, clauses: [] } },
    ...members,
  });
  const wrongIn = (name: string, runs: object): readonly string[] =>
    VARIANTS.find((one: { name: string }) => one.name === name)?.wrong(runs);
  const judged = { id: 'a', verdict: 'pass', findings: [], reasons: [] };

  it('where a clause is not judged behind the limit, it takes too long, or no rate is named', () => {
    const plain = run({ report: { requests: 8, clauses: [judged] } });
    const printed = '8.0 requests/s worked; --rate 8 avoids refusals';
    expect(wrongIn('limit', { plain, behind: run({ seconds: 4 }) })).toHaveLength(3);
    expect(wrongIn('limit', { plain, behind: { ...plain, printed } })).toEqual([]);
  });

  it('where no failure names the cache', () => {
    const failing = (message: string) =>
      run({
        code: 1,
        report: { clauses: [{ ...judged, verdict: 'fail', findings: [{ message }] }] },
      });
    expect(wrongIn('cache', { behind: failing('old') })).toHaveLength(1);
    expect(wrongIn('cache', { behind: failing('old (X-Cache: HIT)') })).toEqual([]);
  });

  it('where a wall is asked much, or is not named', () => {
    const printed = 'HTTP 200 and a sign-in page ("Log in")';
    expect(wrongIn('login-wall', { behind: run({ code: 2, printed }) })).toEqual([]);
    const log = Array.from({ length: 21 }, () => 'GET 200');
    expect(wrongIn('login-wall', { behind: run({ log }) })).toHaveLength(3);
  });
});
