import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../contract/contract.ts';
import { assertFile } from '../../contract/files.ts';
import { readSource } from '../../contract/source.ts';
import { deviations, faultsNamed } from '../deviations.ts';
import { faultFiles } from './files.ts';
import { currentName } from './former-names.ts';

const contract = loadContract();

describe('the files of faults', () => {
  test('let a variation that refuses other parameters take every parameter of a list', () => {
    const path =
      faultFiles().find((one) => one.endsWith('content/variations-of-errors.yaml')) ?? '';
    const pattern = /some:\s+not: '\/(.*)\/'/.exec(readFileSync(path, 'utf8'))?.[1];
    const known = new RegExp(pattern ?? '(?!)');
    const names = contract.operations
      .filter(({ method, route }) => method === 'GET' && /^\/cms\/v2\/[\w-]+$/.test(route))
      .flatMap(({ parameters }) => parameters.map(({ name }) => name));
    expect(names.filter((name) => !known.test(name))).toEqual([]);
    expect(names).toContain('orderby');
  });

  test.each(faultFiles().map((path) => [path.replace(/^.*fixtures/, 'fixtures'), path]))(
    '%s is as its schema says',
    (file, path) => {
      const schema = contract.schema('files/faults.json');
      assertFile(readSource(path, file), schema, contract.validate, 'contract-broken');
    },
  );

  test('say of each entry what it does, and why', () => {
    for (const path of faultFiles()) {
      const {
        document,
        faults = {},
        variations = {},
      } = readSource(path, path).value as {
        document?: string;
        faults?: Record<string, { what?: string; violates?: unknown; undetected?: string }>;
        variations?: Record<string, { leaves?: string }>;
      };
      expect(path).toContain(`/${document}/`);
      for (const [name, { what, violates, undetected }] of Object.entries(faults)) {
        expect([name, typeof what, violates === undefined]).toEqual([
          name,
          'string',
          undetected !== undefined,
        ]);
      }
      for (const [name, { leaves }] of Object.entries(variations)) {
        expect([name, typeof leaves]).toEqual([name, 'string']);
      }
    }
  });
});

describe('former names', () => {
  const table = JSON.parse(
    readFileSync(new URL('../../../fixtures/faults/former-names.json', import.meta.url), 'utf8'),
  ) as Record<string, string>;
  const names = new Set(deviations().map(({ name }) => name));

  test('are names no more, and each stands for one that there is', () => {
    for (const [former, now] of Object.entries(table)) {
      expect([former, names.has(former), names.has(now)]).toEqual([former, false, true]);
    }
  });

  test('still work', () => {
    expect(currentName('fresh-a-tags-and-is-or')).toBe('tags-and-is-or');
    expect(faultsNamed(['fresh-b-utc-as-etc-utc']).map(({ name }) => name)).toEqual([
      'utc-as-etc-utc',
    ]);
    expect(currentName('any-token')).toBe('any-token');
  });
});
