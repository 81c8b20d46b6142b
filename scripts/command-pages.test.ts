import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { programOf } from '../src/cli/main.ts';
import { commandPages } from './command-pages.ts';

const FOLDER = fileURLToPath(new URL('../docs/commands/', import.meta.url));
const WORLD = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: {},
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  signal: new AbortController().signal,
};

async function pages() {
  const { commands } = await programOf(WORLD, () => {}, '');
  const loaded = await Promise.all(
    commands.map(async (command) => {
      const program = await programOf(WORLD, () => {}, command.name());
      return program.commands.find((one) => one.name() === command.name()) ?? command;
    }),
  );
  return commandPages(loaded);
}

// `npm run docs:commands` is this test, with permission to write.
it('docs/commands has the help of each command, and no other page', async () => {
  const made = await pages();
  for (const [name, text] of made) await expect(text).toMatchFileSnapshot(join(FOLDER, name));
  expect(readdirSync(FOLDER).filter((file) => !made.has(file))).toEqual([]);
});
