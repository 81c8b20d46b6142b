#!/usr/bin/env node
import { existsSync } from 'node:fs';

// Exit code 1 says that the target failed, and is what Node gives an error that nothing catches.
process.on('uncaughtException', (error) => {
  const isOfSystem = typeof error?.syscall === 'string';
  const kind = isOfSystem ? 'system' : 'internal';
  const hint = isOfSystem
    ? 'the system refused that: look at the working folder, and at the limits of this process (`ulimit -a`)'
    : 'this is a defect of touchstone itself; please report it with this text';
  console.error(
    `error ${kind}: ${isOfSystem ? error.message : (error?.stack ?? error)}\n  ${hint}`,
  );
  process.exit(2);
});

const main = new URL('../dist/cli/index.js', import.meta.url);
if (!existsSync(main)) {
  console.error('touchstone is not built yet: run `npm ci` (or `npm run build`) in its folder');
  process.exit(2);
}
const { runFromProcess } = await import(main.href);
await runFromProcess();
