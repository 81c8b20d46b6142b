import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { errorPages, messagesIn } from './error-pages.ts';

const FOLDER = fileURLToPath(new URL('../docs/errors/', import.meta.url));
const SRC = fileURLToPath(new URL('../src/', import.meta.url));

// `npm run docs:errors` is this test, with permission to write.
it('docs/errors has each code with its messages, and no other page', async () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => readFileSync(join(SRC, file), 'utf8'))
    .filter((text) => text.includes('new TouchstoneError('));
  const pages = errorPages(sources);
  for (const [name, text] of pages) await expect(text).toMatchFileSnapshot(join(FOLDER, name));
  expect(readdirSync(FOLDER).filter((file) => !pages.has(file))).toEqual([]);
});

it('reads messages of literals, templates and constants', () => {
  const filled = (name: string) => `\${${name}}`;
  const source = [
    "throw new TouchstoneError('usage', 'no URL', 'give one');",
    `throw new TouchstoneError('usage', \`${filled('name')} is no URL\`, hint);`,
    `const message = \`the file ${filled('path')} is broken\`;`,
    "throw new TouchstoneError('profile-invalid', message);",
    `throw new TouchstoneError('usage', \`${filled('first')}${filled('second')}\`);`,
    "throw new Error('not ours');",
  ];
  expect(messagesIn(source.join('\n'))).toEqual([
    { code: 'usage', message: 'no URL', hint: 'give one' },
    { code: 'usage', message: '… is no URL' },
    { code: 'profile-invalid', message: 'the file … is broken' },
  ]);
});
