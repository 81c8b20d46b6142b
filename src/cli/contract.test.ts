import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valueAt } from '../model/index.ts';
import { runCli } from './run-cli.fixture.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-contract-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function contract(...args: readonly string[]) {
  return runCli(['contract', ...args], { cwd: folder });
}

describe('contract openapi', () => {
  it('prints the document that is asked for, and the same bytes each time', async () => {
    const one = await contract('openapi', '--document', 'content');
    expect(one).toMatchObject({ code: 0, err: '' });
    const printed: unknown = JSON.parse(one.out);
    expect(valueAt(printed, '/openapi')).toBe('3.1.1');
    expect(valueAt(printed, '/servers/0/url')).toBe('{site_base_url}');
    expect((await contract('openapi', '--document', 'content')).out).toBe(one.out);
  });

  it('writes a file in the working folder, and says so on standard error', async () => {
    const { code, out, err } = await contract(
      ...['openapi', '--document', 'content', '--routing', 'query'],
      ...['--base-url', 'https://docs.example', '--out', 'content.json'],
    );
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain(join(folder, 'content.json'));
    const written: unknown = JSON.parse(readFileSync(join(folder, 'content.json'), 'utf8'));
    expect(valueAt(written, '/servers/0')).toMatchObject({
      url: '{site_base_url}/index.php?rest_route=',
      variables: { site_base_url: { default: 'https://docs.example' } },
    });
  });
});

describe('bad input', () => {
  const bad: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['no document to export', ['openapi'], /--document <name>' not specified/],
    ['an unknown document', ['openapi', '--document', 'pets'], /choices are .*content/],
    ['an unknown document to list clauses of', ['clauses', '--document', 'x'], /choices are/],
    ['an unknown document to list operations of', ['operations', '--document', 'x'], /choices are/],
    [
      'an unknown routing',
      ['openapi', '--document', 'content', '--routing', 'x'],
      /choices are path, query/,
    ],
    [
      'a query form of what has none',
      ['openapi', '--document', 'integration', '--routing', 'query'],
      /usage: .*no query form/,
    ],
    ...[
      ['staging', /http or https URL/],
      ['ftp://docs.example', /http or https URL/],
      ['https://docs.example/?rest_route=', /no query/],
    ].map(
      ([url, says]) =>
        [
          `the base URL ${url}`,
          ['openapi', '--document', 'content', '--base-url', String(url)],
          new RegExp(says ?? ''),
        ] as const,
    ),
    [
      'a file in no folder',
      ['openapi', '--document', 'content', '--out', 'nowhere/content.json'],
      /output-unwritable: .*nowhere/,
    ],
  ];

  it.each(bad)('exits 2 on %s, and prints no document', async (_, args, says) => {
    const { code, out, err } = await contract(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(says);
  });

  it('does not repeat a credential that stands in the base URL', async () => {
    const { code, out, err } = await contract(
      ...['openapi', '--document', 'content', '--base-url', 'https://me:secret@docs.example'],
    );
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/holds a credential/);
    expect(err).not.toMatch(/secret/);
  });
});
