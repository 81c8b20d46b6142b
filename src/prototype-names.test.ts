/** Names from outside that every object of JavaScript inherits are names like any other. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headersOf } from './cassettes/wire.ts';
import { runCli } from './cli/run-cli.fixture.ts';
import { loadContract } from './contract/contract.ts';
import { inWords } from './contract/names.ts';
import { plainText } from './model/index.ts';
import { merged } from './profiles/presets.ts';
import { AS_TYPED } from './report/replay.ts';

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-names-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(NAMES)('%s', (name) => {
  it('is no entity of HTML', () => {
    expect(plainText(`a &${name.toLowerCase()}; b`)).toContain(name.toLowerCase());
  });

  it('is a header field', () => {
    const headers = headersOf([
      [name, '1'],
      [name, '2'],
    ]);
    expect(Object.entries(headers)).toEqual([[name.toLowerCase(), ['1', '2']]]);
  });

  it('is a member of a profile', () => {
    const above: unknown = JSON.parse(`{"${name}":{"a":1}}`);
    expect(JSON.stringify(merged({}, above))).toBe(`{"${name}":{"a":1}}`);
    expect(JSON.stringify(merged(above, { b: 2 }))).toBe(`{"${name}":{"a":1},"b":2}`);
  });

  it('stays a member where names are replaced', () => {
    const words = inWords(loadContract(), { posts: 'articles' });
    const value: unknown = JSON.parse(`{"${name}":{"posts":1}}`);
    expect(JSON.stringify(words(value))).toContain(`{"${name}":{`);
  });

  it('is no content coding', () => {
    const asTyped = new Function('zlib', `return ${AS_TYPED}`)(zlib);
    expect(asTyped('application/json', name, Buffer.from('{}'), false)).toBe(true);
    expect(asTyped('application/json', 'gzip', zlib.gzipSync('{}'), false)).toBe(true);
  });
});

// One that is set and one that is read; the others are found as the second is.
describe.each(NAMES.slice(0, 2))('%s', (name) => {
  it('is a variable that is not set, and none of a command', async () => {
    const profile = { name: 'a', content: { url: `\${${name}}/a` } };
    writeFileSync(join(folder, 'a.yaml'), JSON.stringify(profile));
    const run = (...args: readonly string[]) => runCli(args, { cwd: folder });
    const { code, err } = await run('check', '--target', join(folder, 'a.yaml'));
    expect(code).toBe(2);
    expect(err).toContain(`needs the environment variable ${name}, which is not set`);
    const commands = [
      ['contract', 'operations', '--document', name],
      ['contract', 'openapi', '--document', name],
      ['explain', name],
      ['check', '--target', `${join(folder, 'a.yaml')}#${name}`],
      ['check', '--target', name],
      ['check', '--only', name],
      ['serve', '--port', '0', '--fault', name],
      ['report', 'render', folder, '--format', name],
      ['show', folder, name],
      [name],
    ];
    for (const args of commands) {
      const ran = await run(...args);
      expect(ran.err, args.join(' ')).not.toContain('error internal');
      expect(ran.code, args.join(' ')).toBe(2);
    }
  });
});
