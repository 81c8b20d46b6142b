import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('phrases.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'touchstone-phrases-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function reportOn(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return execFileSync(process.execPath, [SCRIPT, file], { encoding: 'utf8' });
}

test.each<readonly [string, string, string, number]>([
  ['a comment', 'a.ts', '/** Whether it is told of. */', 2],
  ['a message', 'a.ts', "throw new Error('a URL that is none, beside another');", 2],
  ['a document', 'a.md', 'Nobody reads it.', 1],
  ['a plain comment', 'a.ts', '/** Returns the first violation. */', 0],
  ['code', 'a.ts', 'const beside = alone(nobody);', 0],
  ['a name of code', 'a.md', 'The option `--beside` is read first.', 0],
  ['a block of code', 'a.md', '```\nnobody\n```', 0],
])('in %s, hard phrases are counted', (_, name, text, count) => {
  expect(reportOn(name, text)).toContain(`${count} hard phrases in `);
});
