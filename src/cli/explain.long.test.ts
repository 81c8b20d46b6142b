import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveReference } from '../reference/index.ts';
import { runCli } from './run-cli.fixture.ts';

let cwd = '';
let server: Awaited<ReturnType<typeof serveReference>>;
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'touchstone-explain-'));
  server = await serveReference({ faults: ['unsorted-at-end'], variations: [] });
  const urls = ['--integration', server.integrationUrl];
  await touchstone(['check', ...urls, '--only', 'integration/timezones', '--out', 'run']);
  await touchstone([
    'fuzz',
    ...urls,
    '--only',
    'integration/timezones',
    '--runs',
    '20',
    '--out',
    'campaign',
  ]);
});
afterAll(async () => {
  await server.close();
  rmSync(cwd, { recursive: true });
});

async function touchstone(args: readonly string[]) {
  return runCli(args, { cwd });
}

describe('explain', () => {
  it('needs no secrets of the profile', async () => {
    const file = join(cwd, 'secrets.yaml');
    const gate = `headers: { X-Key: "\${KEY}" }`;
    writeFileSync(file, `integration: { url: '\${URL}', token: '\${TOKEN}', ${gate} }`);
    const args = ['explain', '1', '--report', 'run', '--target', file];
    expect(await touchstone(args)).toMatchObject({
      code: 0,
      out: expect.stringContaining('The list is in ascending order of `label`.'),
    });
  });

  it.each<readonly [string, string, readonly (string | RegExp)[]]>([
    [
      'a stated clause',
      'integration/timezones/sorted-by-label',
      [
        'The list is in ascending order of `label`.',
        /^where +section 2\.4/m,
        /^level +stated: the document says so/m,
        /what is sent: \d+ cases\n/,
        /curl -i .*"authorization: Bearer \$TOUCHSTONE_INTEGRATION_TOKEN" http:\/\/127\.0\.0\.1:8080\/api/,
        'unsorted-at-end: lists the first zone last',
      ],
    ],
    [
      'an implied clause, with the faults whose patterns have it',
      'content/posts/list/query/per-page/maximum',
      [/^level +implied/m, '&per_page=101', 'maximums-ignored: '],
    ],
    ['an open clause', 'content/open/sign-on', [/^level +unspecified: .*never fails/m]],
    [
      'a clause that takes several requests',
      'content/batch/runs-25',
      [
        /for example, one after the other:\n {2}post-1 \(setup\): POST \/cms\/v2\/posts title=/,
        /and \d+ more/,
      ],
    ],
    [
      'a rule for all requests',
      'robust/no-server-error',
      ['every request of a run', 'index-answers-500'],
    ],
    [
      'a rule of no document',
      'robust/keeps-connection',
      [/^where +in no document; RFC 9112, 9\.6/m],
    ],
    [
      'an operation',
      'content/posts/list',
      [
        'GET /cms/v2/posts',
        'per_page (query)',
        /\d+ clauses about it: \d+ stated/,
        'check --only content/posts/list',
      ],
    ],
    [
      'a fault',
      'unsorted-at-end',
      [
        'it breaks 1 clause:\n  integration/timezones/sorted-by-label: ',
        'serve --fault unsorted-at-end',
      ],
    ],
    ['a variation', 'order-german', ['breaks nothing', 'serve --variation order-german']],
  ])('says what is to know of %s', async (_, id, parts) => {
    const { code, out, err } = await touchstone(['explain', id]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const part of parts) expect(out).toMatch(part);
  });

  it('lists the findings of a run, and has one in full, by number, clause and case', async () => {
    const list = await touchstone(['explain', '--report', 'run']);
    expect(list.out).toMatch(/^ {2}1 {2}FAIL {2}integration\/timezones\/sorted-by-label: /);
    const one = await touchstone(['explain', '1', '--report', 'run']);
    expect(one.out).toMatch(/^finding 1: fail/);
    expect(one.out).toMatch(
      /request:\n {2}GET \/api\/get\/all\/timezones[\s\S]*answer:\n {2}HTTP 200/,
    );
    expect(one.out).toContain('to see it again:\n  curl -i ');
    expect(one.out).toContain('The list is in ascending order of `label`.');
    expect(one.out).toMatch(/\nlevel +stated: .*\n/);
    // Their own target is what people ask about, and not how others would break.
    expect(one.out).not.toMatch(/serve --fault|what is sent: /);
    expect(one.out).toMatch(/what would break it: npx touchstone explain integration\/timez.*\n$/);
    expect(one.out).not.toContain('touchstone-reference-token');
    const id = 'integration/timezones/sorted-by-label';
    expect(await touchstone(['explain', id, '--report', 'run'])).toEqual(one);
  });

  it('has the findings of a campaign', async () => {
    const { out } = await touchstone(['explain', '1', '--report', 'campaign']);
    expect(out).toMatch(/^finding 1: fail \(.* at integration\/timezones\)/);
    expect(out).toContain('The list is in ascending order of `label`.');
  });

  it.each<readonly [string, readonly string[], RegExp]>([
    [
      'an unknown id',
      ['content/posts/lits'],
      /"content\/posts\/lits"\n {2}did you mean content\/posts\/list/,
    ],
    ['an unknown fault', ['unsorted-at-ned'], /did you mean unsorted-at-end/],
    ['a number without a report', ['1'], /--report DIR/],
    ['a number that the report does not have', ['99', '--report', 'run'], /lists the findings/],
    ['nothing', [], /nothing says what to explain/],
    ['a report that is not there', ['1', '--report', 'nowhere'], /report-unreadable/],
  ])('exits 2 at %s, and says what to do', async (_, args, message) => {
    const { code, out, err } = await touchstone(['explain', ...args]);
    expect(err).toMatch(message);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });
});
